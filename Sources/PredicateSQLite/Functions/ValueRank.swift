import PredicateValues

/// Bytes that stand in the order of the values that they are made of: of texts by their scalars, of numbers exactly.
struct ValueRank {
  let bytes: [UInt8]

  /// Nil of what is neither.
  init?(_ value: QueryValue) {
    switch value {
    case .string(let text), .url(let text): bytes = Array(text.utf8)
    case .decimal(let number): bytes = Self.bytes(of: number)
    case .integer(let number): bytes = Self.bytes(of: QueryDecimal(number))
    case .double(let number):
      guard let decimal = QueryDecimal("\(number)") else { return nil }
      bytes = Self.bytes(of: decimal)
    default: return nil
    }
  }

  /// The sign, the power of ten of the first digit, the digits, and an end: below zero all of it the other way round.
  private static func bytes(of number: QueryDecimal) -> [UInt8] {
    guard number.digits != [0] else { return [1] }
    let power = UInt32(bitPattern: Int32(clamping: number.digits.count + number.exponent)) ^ 0x8000_0000
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: power >> $0) } + number.digits.map { $0 + 1 } + [0]
    return number.isNegative ? [0] + size.map { ~$0 } : [2] + size
  }
}
