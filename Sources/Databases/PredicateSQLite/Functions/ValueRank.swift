import PredicateValues

/// Bytes that sort like rows: first by the family of the value, then by the value. Numbers are exact, texts compare by scalars.
///
/// Objects without an integer, collections and dictionaries have no order: all of one family are equal.
struct ValueRank {
  let bytes: [UInt8]

  /// The rank of some values. The first has the highest priority. Nil sorts before everything else. The rank is nil for a single nil value.
  init?(_ values: [QueryValue]) {
    guard values.count != 1 else {
      guard let bytes = Self.rank(of: values[0]) else { return nil }
      self.bytes = bytes
      return
    }
    // Two zero bytes end a rank. Inside a rank a zero byte is followed by 255.
    bytes = values.flatMap { value in (Self.rank(of: value) ?? []).flatMap { $0 == 0 ? [0, 255] : [$0] } + [0, 0] }
  }

  private static func rank(of value: QueryValue) -> [UInt8]? {
    value.withoutNaN.family.map { [$0.rank] + bytes(of: value) }
  }

  private static func bytes(of value: QueryValue) -> [UInt8] {
    switch value {
    case .string(let text), .url(let text): Array(text.utf8)
    case .data(let bytes): bytes
    case .boolean(let value): bytes(of: QueryDecimal(value ? 1 : 0))
    case .integer(let number): bytes(of: QueryDecimal(number))
    case .decimal(let number): bytes(of: number)
    case .double(let number): bytes(of: number)
    case .date(let seconds): bytes(bigEndian: seconds)
    case .uuid(let uuid): uuid.bytes
    case .object, .reference: value.reference.map { bytes(bigEndian: UInt64(bitPattern: $0.key) ^ 1 << 63) } ?? []
    case .null, .array, .set, .dictionary: []
    }
  }

  /// The sign, the exponent of the first digit, the digits, and an end. For negative numbers all these bytes are inverted.
  private static func bytes(of number: QueryDecimal) -> [UInt8] {
    guard number.digits != [0] else { return [1] }
    let power = UInt32(bitPattern: Int32(clamping: number.digits.count + number.exponent)) ^ 0x8000_0000
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: power >> $0) } + number.digits.map { $0 + 1 } + [0]
    return number.isNegative ? [0] + size.map { ~$0 } : [2] + size
  }

  /// The bytes of a double: a whole number by its exact digits, any other number by its shortest text. Infinities sort outside of all other numbers.
  private static func bytes(of number: Double) -> [UInt8] {
    if let whole = Int64(exactly: number) { return bytes(of: QueryDecimal(whole)) }
    if let decimal = QueryDecimal("\(number)") { return bytes(of: decimal) }
    return number < 0 ? [0] : [3]
  }

  /// The bits of a double, changed so that they sort like numbers.
  private static func bytes(bigEndian number: Double) -> [UInt8] {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bytes(bigEndian: bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
  }

  private static func bytes(bigEndian number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}
