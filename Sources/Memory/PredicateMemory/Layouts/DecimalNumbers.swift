import PredicateValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// Foundation's decimal numbers at addresses, compared by its own functions.
package enum DecimalNumbers {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// Loads a type's decimals, NaN as nil; nil for types other than decimals.
    private static func loader(_ type: any Any.Type) -> AddressLoader<Decimal>? {
      if type == Decimal.self { return { number($0.assumingMemoryBound(to: Decimal.self).pointee) } }
      if type == Decimal?.self { return { $0.assumingMemoryBound(to: Decimal?.self).pointee.flatMap(number) } }
      return nil
    }

    private static func number(_ decimal: Decimal) -> Decimal? { decimal.isNaN ? nil : decimal }

    /// A constant that numbers are compared with.
    private struct Constant: Sendable {
      let exact: QueryDecimal
      /// The equal number of Foundation's type; nil if there is none.
      private let decimal: Decimal?

      /// Nil unless the value is a finite number.
      init?(_ value: QueryValue) {
        guard let exact = DecimalNumbers.decimal(value) else { return nil }
        self.exact = exact
        decimal = Decimal(string: exact.description).flatMap { exactly($0) == exact ? $0 : nil }
      }

      /// The order of a number and the constant. `equal` for a NaN, whose order is never computed.
      func order(of number: Decimal) -> ValueOrder {
        if let decimal, let order = DecimalNumbers.order(number, decimal) { return order }
        return exactly(number).map { $0.order(exact) } ?? .equal
      }
    }

    /// The order of two numbers by Foundation's `<`; nil if that may be inexact.
    ///
    /// Foundation brings both numbers to the lesser exponent. If a mantissa does not fit then, the number of lesser magnitude loses digits. Rounding can
    /// make two numbers equal, but cannot reverse their order. So a result of “less” or “greater” is right, and equality is uncertain.
    private static func order(_ left: Decimal, _ right: Decimal) -> ValueOrder? {
      if left < right { return .less }
      return right < left ? .greater : nil
    }

    /// The matcher of a type's decimals by their order with a constant. Nil for types other than decimals, and for constants that are not finite numbers.
    package static func matcher(
      _ type: any Any.Type, _ constant: QueryValue, _ holds: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? {
      guard let load = loader(type), let constant = Constant(constant) else { return nil }
      return { address in load(address).map { holds(constant.order(of: $0)) } ?? false }
    }

    /// The matcher of a type's decimals that equal one in a list. Nil for types other than decimals, and for lists with anything but finite numbers.
    package static func matcher(_ type: any Any.Type, among constants: [QueryValue]) -> AddressMatcher? {
      guard let load = loader(type) else { return nil }
      let list = constants.compactMap { Constant($0) }.sorted { $0.exact.order($1.exact) == .less }
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

    /// The matcher of a type's decimals that are neither nil nor NaN; nil for other types.
    package static func presence(_ type: any Any.Type) -> AddressMatcher? {
      guard let load = loader(type) else { return nil }
      return { load($0) != nil }
    }

    /// The order of two decimals at addresses, by their types; nil for other types. The returned order is nil if it cannot be decided here.
    package static func order(
      _ left: any Any.Type, _ right: any Any.Type
    ) -> (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?)? {
      guard let left = loader(left), let right = loader(right) else { return nil }
      return { a, b in
        guard let a = left(a), let b = right(b) else { return nil }
        return order(a, b)
      }
    }

    /// The same number; nil for NaN.
    package static func exactly(_ number: Decimal) -> QueryDecimal? {
      number.isNaN ? nil : QueryDecimal(number.description)
    }
  #else
    package static func matcher(
      _: any Any.Type, _: QueryValue, _: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? { nil }

    package static func matcher(_: any Any.Type, among _: [QueryValue]) -> AddressMatcher? { nil }

    package static func presence(_: any Any.Type) -> AddressMatcher? { nil }

    package static func order(
      _: any Any.Type, _: any Any.Type
    ) -> (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?)? { nil }
  #endif

  /// The decimal that a constant equals. A double with a fraction equals the decimal of its shortest text.
  private static func decimal(_ constant: QueryValue) -> QueryDecimal? {
    switch constant {
    case .boolean(let value): QueryDecimal(value ? 1 : 0)
    case .integer(let value): QueryDecimal(value)
    case .decimal(let value): value
    case .double(let value):
      if let whole = Int64(exactly: value) {
        QueryDecimal(whole)
      } else if value.isFinite && value != value.rounded(.towardZero) {
        QueryDecimal(value.description)
      } else {
        nil
      }
    default: nil
    }
  }
}

/// Whether the value at an address passes.
///
/// Every call requires an initialised value of the matcher's type at the address, until the call returns.
package typealias AddressMatcher = @Sendable (UnsafeRawPointer) -> Bool

/// Loads the value at an address; nil for a nil. It has the requirement of ``AddressMatcher``.
package typealias AddressLoader<Value> = @Sendable (UnsafeRawPointer) -> Value?
