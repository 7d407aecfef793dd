import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// Foundation's decimal numbers, compared by its own functions.
  enum DecimalSource: ColumnSource {
    @inline(__always)
    static func element(_ value: Decimal) -> Decimal? { value.isNaN ? nil : value }

    /// The matcher of a type's decimals by their order with a constant. Nil for types other than decimals, and for constants that are not finite numbers.
    static func matcher(
      _ type: any Any.Type, _ constant: QueryValue, _ holds: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? {
      guard let load = loader(of: type), let constant = DecimalConstant(constant) else { return nil }
      return { address in load(address).map { holds(constant.order(of: $0)) } ?? false }
    }

    /// The matcher of a type's decimals that equal one in a list. Nil for types other than decimals, and for lists with anything but finite numbers.
    static func matcher(_ type: any Any.Type, among constants: [QueryValue]) -> AddressMatcher? {
      guard let load = loader(of: type) else { return nil }
      let list = constants.compactMap { DecimalConstant($0) }.sorted { $0.exact.order($1.exact) == .less }
      guard list.count == constants.count else { return nil }
      return { address in
        guard let number = load(address) else { return false }
        var low = 0
        var high = list.count
        while low < high {
          let middle = (low + high) / 2
          switch list[middle].order(of: number) {
          case .equal: return true
          case .greater: low = middle + 1
          case .less: high = middle
          }
        }
        return false
      }
    }
  }

  /// A finite number that decimals are compared with.
  private struct DecimalConstant: Sendable {
    let exact: QueryDecimal
    /// The equal number of Foundation's type; nil if there is none.
    private let decimal: Decimal?

    init?(_ value: QueryValue) {
      guard let exact = value.decimalForOrder else { return nil }
      self.exact = exact
      decimal = Decimal(string: exact.description).flatMap { $0.exactly == exact ? $0 : nil }
    }

    /// The order of a number and the constant.
    func order(of number: Decimal) -> ValueOrder {
      decimal.flatMap(number.quickOrder) ?? number.exactly?.order(exact) ?? .equal
    }
  }

  extension Decimal {
    /// The order by Foundation's `<`; nil if that may be inexact.
    ///
    /// Foundation brings both numbers to the lesser exponent. If a mantissa does not fit then, the number of lesser magnitude loses digits. Rounding can
    /// make two numbers equal, but cannot reverse their order. So a result of “less” or “greater” is right, and equality is uncertain.
    fileprivate func quickOrder(_ other: Decimal) -> ValueOrder? {
      if self < other { return .less }
      return other < self ? .greater : nil
    }
  }

  extension Decimal: PairedValue {
    func holds(_ comparison: CoreComparison, _ other: Decimal) -> Bool {
      let order = quickOrder(other) ?? exactly.flatMap { exact in other.exactly.map { exact.order($0) } }
      return order.map(comparison.holds) ?? false
    }
  }
#else
  /// Without Foundation no type has decimals.
  enum DecimalSource: ColumnSource {
    static func element(_ value: Never) -> QueryDecimal? {}
    static func matcher(
      _: any Any.Type, _: QueryValue, _: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? { nil }
    static func matcher(_: any Any.Type, among _: [QueryValue]) -> AddressMatcher? { nil }
  }

  extension QueryDecimal: PairedValue {}
#endif
