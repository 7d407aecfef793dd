import PredicateValues

extension JSONScanner {
  /// So many digits are below the greatest double, for readers that have nothing wider.
  static let wideDigits = 300

  /// The number at the position: an integer is exact up to 300 digits, everything else the nearest double.
  mutating func number() throws(JSONError) -> JSONValue {
    let first = position
    if let whole = try numberParts() { return .integer(whole) }
    let text = UnsafeBufferPointer(start: first, count: position - first)
    if text.count <= Self.wideDigits, text.allSatisfy({ JSONByte.isDigit($0) || $0 == UInt8(ascii: "-") }),
      let value = QueryDecimal(String(decoding: text, as: UTF8.self))
    {
      return .decimal(value)
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw JSONError(.numberRange, at: first - start)
    }
    return .double(value)
  }

  /// Steps over a number, and gives its value where it is whole and Int64 holds it.
  mutating func numberParts() throws(JSONError) -> Int64? {
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    let isNegative = position.pointee == UInt8(ascii: "-")
    guard isNegative || JSONByte.isDigit(position.pointee) else { throw unexpected() }
    if isNegative { position += 1 }
    let whole = try wholePart(isNegative: isNegative)
    var isWhole = true
    if position < end, position.pointee == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if position < end, position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-") {
        position += 1
      }
      try digits()
    }
    return isWhole ? whole : nil
  }

  /// Digits without a leading zero, and their value where Int64 holds it.
  private mutating func wholePart(isNegative: Bool) throws(JSONError) -> Int64? {
    if position < end, position.pointee == UInt8(ascii: "0") {
      position += 1
      return 0
    }
    let first = position
    try digits()
    // Int64 holds 19 digits; counted first, so that a number of a million digits costs no more than its bytes.
    guard position - first <= 19 else { return nil }
    var value: Int64 = 0
    for digit in UnsafeBufferPointer(start: first, count: position - first) {
      let step = value.multipliedReportingOverflow(by: 10)
      let amount = Int64(digit - UInt8(ascii: "0"))
      let sum = step.partialValue.addingReportingOverflow(isNegative ? -amount : amount)
      if step.overflow || sum.overflow { return nil }
      value = sum.partialValue
    }
    return value
  }

  /// At least one digit.
  private mutating func digits() throws(JSONError) {
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    let first = position
    while position < end, JSONByte.isDigit(position.pointee) { position += 1 }
    if position == first { throw unexpected() }
  }
}
