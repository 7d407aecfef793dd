/// A number as it is looked up: equal and hashed by its value, whether it lies as an integer or as a double.
struct NumberKey: Hashable, Sendable {
  private let bits: UInt64
  private let isWhole: Bool

  init(_ number: Int64) {
    bits = UInt64(bitPattern: number)
    isWhole = true
  }

  init(_ number: Double) {
    let whole = Int64(exactly: number)
    bits = whole.map { UInt64(bitPattern: $0) } ?? number.bitPattern
    isWhole = whole != nil
  }

  /// The number, where it is one of 64-bit integers.
  var integer: Int64? { isWhole ? Int64(bitPattern: bits) : nil }
}
