import PredicateValues

/// Numbers as documents write them in digits.
package enum PlainDigits {
  /// The greatest number of digits that a decimal keeps.
  private static let mostDigits = 38

  /// The number that a text is as a whole. Without a point and an exponent it is an integer, or a decimal if it needs more than 64 bits. Otherwise it
  /// is the nearest double. Nil for a text that is not a number, and for a number beyond the range of doubles.
  package static func number(_ text: String, allowsPlus: Bool = false, allowsBarePoint: Bool = false) -> QueryValue? {
    var bytes = Array(text.utf8)[...]
    if let sign = bytes.first, sign == UInt8(ascii: "-") || allowsPlus && sign == UInt8(ascii: "+") {
      bytes = bytes.dropFirst()
    }
    let whole = takeDigits(&bytes)
    var places = 0
    var hasPoint = false
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      hasPoint = true
      places = takeDigits(&bytes)
    }
    guard whole > 0 || allowsBarePoint && places > 0, !hasPoint || places > 0 || allowsBarePoint else { return nil }
    if bytes.isEmpty, !hasPoint {
      if let number = Int64(text) { return .integer(number) }
      if whole <= mostDigits, let number = QueryDecimal(text) { return .decimal(number) }
    }
    if let letter = bytes.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
      bytes = bytes.dropFirst()
      if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
      guard takeDigits(&bytes) > 0 else { return nil }
    }
    guard bytes.isEmpty, let number = Double(text), number.isFinite else { return nil }
    return .double(number)
  }

  /// Skips digits, and returns how many there were.
  private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> Int {
    let count = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    bytes = bytes.dropFirst(count)
    return count
  }
}
