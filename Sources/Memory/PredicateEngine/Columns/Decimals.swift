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

    /// A matcher that compares the decimals of a type with a constant. Nil for types other than decimals, and for constants that are not finite
    /// numbers.
    static func matcher(
      _ type: any Any.Type, _ constant: QueryValue, _ holds: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? {
      guard let load = loader(of: type), let constant = DecimalConstant(constant) else { return nil }
      return { address in load(address).map { holds(constant.order(of: $0)) } ?? false }
    }

    /// A matcher for the decimals of a type that equal a constant of a list. Nil for types other than decimals, and for lists that contain anything
    /// but finite numbers.
    static func matcher(_ type: any Any.Type, among constants: [QueryValue]) -> AddressMatcher? {
      guard let load = loader(of: type) else { return nil }
      let list = constants.compactMap { DecimalConstant($0) }.sorted { $0.exact.order($1.exact) == .less }
      guard list.count == constants.count else { return nil }
      return { address in
        guard let number = load(address) else { return false }
        let place = BinarySearch.place(in: list.count) { list[$0].order(of: number) == .greater }
        return place < list.count && list[place].order(of: number) == .equal
      }
    }
  }

  /// A finite number with which decimals are compared.
  private struct DecimalConstant: Sendable {
    let exact: QueryDecimal
    /// The equal `Decimal` of Foundation; nil if there is none.
    private let decimal: Decimal?

    init?(_ value: QueryValue) {
      guard let exact = value.decimalForOrder else { return nil }
      self.exact = exact
      decimal = Decimal(string: exact.description).flatMap { $0.exactly == exact ? $0 : nil }
    }

    /// The order of a number relative to the constant.
    func order(of number: Decimal) -> ValueOrder {
      decimal.flatMap(number.quickOrder) ?? number.exactly?.order(exact) ?? .equal
    }
  }

  extension Decimal {
    /// The order by Foundation's `<`; nil if this may be inexact.
    ///
    /// Foundation converts both numbers to the lesser exponent. If a mantissa then does not fit, the number of lesser magnitude loses digits.
    /// Rounding can make two numbers equal, but cannot reverse their order. So “less” and “greater” are correct, and equality is uncertain.
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
  /// Without Foundation there are no decimals.
  enum DecimalSource: ColumnSource {
    static func element(_ value: Never) -> QueryDecimal? {}
    static func matcher(
      _: any Any.Type, _: QueryValue, _: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? { nil }
    static func matcher(_: any Any.Type, among _: [QueryValue]) -> AddressMatcher? { nil }
  }

  extension QueryDecimal: PairedValue {}
#endif
