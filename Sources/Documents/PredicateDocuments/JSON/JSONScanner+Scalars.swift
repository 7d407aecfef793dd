import PredicateValues

extension JSONScanner {
  /// Reads the string whose opening quote is before the position.
  package mutating func string() throws(JSONError) -> String {
    let first = position
    var isASCII = true
    while position < end {
      let byte = position.pointee
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        let content = UnsafeBufferPointer(start: first, count: position - 1 - first)
        return try Self.text(content, isASCII: isASCII, at: first - start)
      case UInt8(ascii: "\\"):
        return try string(resumingFrom: first)
      case 0..<0x20:
        throw unexpected()
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: offset)
  }

  /// Reads the rest of a string with escapes. The position is at the first backslash.
  private mutating func string(resumingFrom first: UnsafePointer<UInt8>) throws(JSONError) -> String {
    var content = Array(UnsafeBufferPointer(start: first, count: position - first))
    while position < end {
      let byte = position.pointee
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try content.withUnsafeBufferPointer { bytes throws(JSONError) in
          try Self.text(bytes, isASCII: false, at: first - start)
        }
      case UInt8(ascii: "\\"):
        position += 1
        content += String(try escaped()).utf8
      case 0..<0x20:
        throw unexpected()
      default:
        content.append(byte)
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: offset)
  }

  private static func text(
    _ content: UnsafeBufferPointer<UInt8>, isASCII: Bool, at start: Int
  ) throws(JSONError) -> String {
    let text = String(decoding: content, as: UTF8.self)
    // Decoding replaces invalid UTF-8, so the text then differs from the bytes.
    guard isASCII || text.utf8.elementsEqual(content) else { throw JSONError(.encoding, at: start) }
    return text
  }

  /// The scalar of an escape. The position is after its backslash.
  package mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    let letter = position.pointee
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw JSONError(.escape, at: offset - 2)
    }
  }

  /// The scalar of `\uXXXX`, or of a surrogate pair. The position is after the first `\u`.
  package mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let place = offset - 2
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, end - position >= 2,
      position[0] == UInt8(ascii: "\\"), position[1] == UInt8(ascii: "u")
    else { throw JSONError(.surrogate, at: place) }
    position += 2
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONError(.surrogate, at: place) }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
      guard let digit = ByteClass.digit(position.pointee, base: 16) else { throw JSONError(.escape, at: offset) }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

extension JSONScanner {
  /// An integer of at most this many digits is below the greatest double. So readers without wider numbers can also read it.
  package static let wideDigits = 300

  /// Reads the number at the position. Integers are exact up to 300 digits; any other number is the nearest double.
  package mutating func number() throws(JSONError) -> JSONValue {
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

  /// Skips a number. Returns its value if it is an integer in the range of Int64.
  package mutating func numberParts() throws(JSONError) -> Int64? {
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

  /// Skips digits without a leading zero. Returns their value if it fits Int64.
  private mutating func wholePart(isNegative: Bool) throws(JSONError) -> Int64? {
    if position < end, position.pointee == UInt8(ascii: "0") {
      position += 1
      return 0
    }
    let first = position
    try digits()
    // Int64 has at most 19 digits. Counting them first keeps a number of a million digits cheap.
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

  /// Skips at least one digit.
  private mutating func digits() throws(JSONError) {
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    let first = position
    while position < end, JSONByte.isDigit(position.pointee) { position += 1 }
    if position == first { throw unexpected() }
  }
}
