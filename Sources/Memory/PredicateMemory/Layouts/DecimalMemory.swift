import PredicateValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// Reads Foundation's decimal numbers in place.
///
/// The first byte is the exponent, a power of ten. Four bits of the second byte are the number of the mantissa's parts, of sixteen bits each; another
/// bit is the sign. NaN has no parts and the sign. The mantissa begins at 4 with its lowest part. An optional has one more byte at 20, which is 0 if there
/// is a number. Used only if samples confirmed this.
package enum DecimalMemory {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// A number that was read: in short form, or as Foundation's type if the mantissa is longer or decimals are not read in place.
    private enum Number {
      case short(ShortDecimal)
      case whole(Decimal)
    }

    /// The number at an address; nil for a nil, and for NaN.
    @inline(__always)
    private static func number(_ address: UnsafeRawPointer, _ isOptional: Bool) -> Number? {
      if isTrusted {
        if isOptional && address.load(fromByteOffset: 20, as: UInt8.self) != 0 || isNaN(address) { return nil }
        return load(address).map { .short($0) } ?? .whole(address.assumingMemoryBound(to: Decimal.self).pointee)
      }
      let number =
        isOptional
        ? address.assumingMemoryBound(to: Decimal?.self).pointee
        : address.assumingMemoryBound(to: Decimal.self).pointee
      return number.flatMap { $0.isNaN ? nil : .whole($0) }
    }

    /// A constant that numbers are compared with.
    private struct Constant: Sendable {
      let exact: QueryDecimal
      private let short: ShortDecimal?
      /// The equal number of Foundation's type; nil if there is none.
      private let decimal: Decimal?

      /// Nil unless the value is a finite number.
      init?(_ value: QueryValue) {
        guard let exact = DecimalMemory.decimal(value) else { return nil }
        self.exact = exact
        short = ShortDecimal(exact)
        decimal = Decimal(string: exact.description).flatMap { exactly($0) == exact ? $0 : nil }
      }

      /// The order of a number and the constant. `equal` for a NaN, whose order is never computed.
      @inline(__always)
      func order(of number: Number) -> ValueOrder {
        switch number {
        case .short(let number):
          if let short { return number.order(short) }
          return number.exact.order(exact)
        case .whole(let number):
          if let decimal, let order = publicOrder(number, decimal) { return order }
          return exactly(number).map { $0.order(exact) } ?? .equal
        }
      }
    }

    /// Whether a decimal type is optional; nil for types other than decimals.
    private static func isOptional(_ type: any Any.Type) -> Bool? {
      type == Decimal.self ? false : type == Decimal?.self ? true : nil
    }

    /// The order of two numbers by Foundation's `<`; nil if that may be inexact.
    ///
    /// Foundation brings both numbers to the lesser exponent. If a mantissa does not fit then, the number of lesser magnitude loses digits. Rounding can
    /// make two numbers equal, but cannot reverse their order. So a result of “less” or “greater” is right, and equality is uncertain.
    @inline(__always)
    private static func publicOrder(_ left: Decimal, _ right: Decimal) -> ValueOrder? {
      if left < right { return .less }
      return right < left ? .greater : nil
    }

    /// The matcher of a type's decimals by their order with a constant. Nil for types other than decimals, and for constants that are not finite numbers.
    package static func matcher(
      _ type: any Any.Type, _ constant: QueryValue, _ holds: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? {
      guard let isOptional = isOptional(type), let constant = Constant(constant) else { return nil }
      return { address in number(address, isOptional).map { holds(constant.order(of: $0)) } ?? false }
    }

    /// The matcher of a type's decimals that equal one in a list. Nil for types other than decimals, and for lists with anything but finite numbers.
    package static func matcher(
      _ type: any Any.Type, among constants: [QueryValue]
    ) -> AddressMatcher? {
      guard let isOptional = isOptional(type) else { return nil }
      let list = constants.compactMap { Constant($0) }.sorted { $0.exact.order($1.exact) == .less }
      guard list.count == constants.count else { return nil }
      return { address in
        guard let number = number(address, isOptional) else { return false }
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

    /// How the bytes of a type's nil and NaN differ from those of other decimals. Nil for types other than decimals, and if decimals are not read in place.
    package static func absence(
      _ type: any Any.Type
    ) -> (isNil: OptionalMemory.NilPattern, isNaN: OptionalMemory.NilPattern)? {
      guard isTrusted, let isOptional = isOptional(type) else { return nil }
      #if canImport(ObjectiveC)
        let isNaN = OptionalMemory.NilPattern(offset: 1, width: 1, mask: 0x1F, bits: 0x10)
      #else
        let isNaN = OptionalMemory.NilPattern(offset: 1, width: 1, mask: 0xF8, bits: 0x08)
      #endif
      return (isOptional ? OptionalMemory.NilPattern(offset: 20, width: 1, mask: 0xFF, bits: 1) : isNaN, isNaN)
    }

    /// The matcher of a type's decimals that are neither nil nor NaN; nil for other types.
    package static func presence(_ type: any Any.Type) -> AddressMatcher? {
      guard let isOptional = isOptional(type) else { return nil }
      return { number($0, isOptional) != nil }
    }

    /// The order of two decimals at addresses, by their types; nil for other types. The returned order is nil if it cannot be decided: in place if a
    /// mantissa takes more than a word, without in-place reads if Foundation's `<` does not order the numbers.
    package static func order(
      _ left: any Any.Type, _ right: any Any.Type
    ) -> (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?)? {
      guard let isLeftOptional = isOptional(left), let isRightOptional = isOptional(right) else { return nil }
      return { left, right in
        switch (number(left, isLeftOptional), number(right, isRightOptional)) {
        case (.short(let a)?, .short(let b)?): a.order(b)
        case (.whole(let a)?, .whole(let b)?): publicOrder(a, b)
        default: nil
        }
      }
    }
  #else
    package static func matcher(
      _: any Any.Type, _: QueryValue, _: @escaping @Sendable (ValueOrder) -> Bool
    ) -> AddressMatcher? { nil }

    package static func matcher(
      _: any Any.Type, among _: [QueryValue]
    ) -> AddressMatcher? { nil }

    package static func absence(
      _: any Any.Type
    ) -> (isNil: OptionalMemory.NilPattern, isNaN: OptionalMemory.NilPattern)? { nil }

    package static func presence(_: any Any.Type) -> AddressMatcher? { nil }

    package static func order(
      _: any Any.Type, _: any Any.Type
    ) -> (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?)? { nil }
  #endif

  /// Whether the number at an address is NaN: no parts, and a sign.
  @inline(__always)
  private static func isNaN(_ address: UnsafeRawPointer) -> Bool {
    let flags = address.load(fromByteOffset: 1, as: UInt8.self)
    #if canImport(ObjectiveC)
      return flags & 0x1F == 0x10
    #else
      return flags &>> 4 == 0 && flags & 0x8 != 0
    #endif
  }

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

  /// The number at an address; nil for NaN, and if its mantissa takes more than a word.
  @inline(__always)
  private static func load(_ address: UnsafeRawPointer) -> ShortDecimal? {
    let flags = address.load(fromByteOffset: 1, as: UInt8.self)
    let length = flags &>> 4
    let isNegative = flags & 0x8 != 0
    if length > 4 || (length == 0 && isNegative) { return nil }
    let exponent = Int(address.load(as: Int8.self))
    if length == 0 { return ShortDecimal(isNegative: false, mantissa: 0, exponent: 0) }
    let mantissa = address.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
    return ShortDecimal(
      isNegative: isNegative, mantissa: mantissa & (~0 &>> UInt64(64 &- 16 &* Int(length))), exponent: exponent)
  }

  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// The same number; nil for NaN.
    package static func exactly(_ number: Decimal) -> QueryDecimal? {
      if isTrusted, let short = withUnsafeBytes(of: number, { $0.baseAddress.flatMap(load) }) { return short.exact }
      return number.isNaN ? nil : QueryDecimal(number.description)
    }

    /// Whether sample decimals read the same in place as by public functions.
    package static let isTrusted: Bool = {
      #if _endian(little)
        guard InPlaceReads.areOn, MemoryLayout<Decimal>.size == 20, MemoryLayout<Decimal?>.size == 21 else {
          return false
        }
        let texts = [
          "0", "1", "-1", "0.1", "-12.345", "65535", "65536", "4294967296", "9999999999999999999", "1e30", "-7e-30",
        ]
        let areAlike = texts.allSatisfy { text in
          guard let number = Decimal(string: text), let expected = QueryDecimal(text).flatMap(ShortDecimal.init) else {
            return false
          }
          func reads(_ bytes: UnsafeRawBufferPointer) -> Bool {
            bytes.baseAddress.flatMap(load)?.order(expected) == .equal
          }
          return withUnsafeBytes(of: number, reads) && withUnsafeBytes(of: Optional(number), reads)
            && tag(number) == 0
        }
        let long = Decimal(string: "18446744073709551616")
        return areAlike && tag(nil) == 1
          && long.map { withUnsafeBytes(of: $0) { $0.baseAddress.flatMap(load) } == nil } == true
          && withUnsafeBytes(of: Decimal.nan) { $0.baseAddress.flatMap(load) } == nil
      #else
        return false
      #endif
    }()

    private static func tag(_ optional: Decimal?) -> UInt8 {
      withUnsafeBytes(of: optional) { $0.load(fromByteOffset: 20, as: UInt8.self) }
    }
  #endif
}

/// Whether the value at an address passes.
///
/// Every call requires an initialised value of the matcher's type at the address, until the call returns.
package typealias AddressMatcher = @Sendable (UnsafeRawPointer) -> Bool

/// Loads the value at an address; nil for a nil. It has the requirement of ``AddressMatcher``.
package typealias AddressLoader<Value> = @Sendable (UnsafeRawPointer) -> Value?
