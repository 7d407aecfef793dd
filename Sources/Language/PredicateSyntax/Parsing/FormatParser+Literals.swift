/// Reads the values of names, strings and numbers.
extension FormatParser {
  @inline(__always)
  func plainText(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: lexer.base + start, count: end - start), as: UTF8.self)
  }

  /// A name without its `#`, with its escapes resolved.
  @inline(__always)
  mutating func name(from start: Int, to end: Int, _ detail: Token.Detail) -> String {
    detail == .marked ? markedName(start, end) : plainText(start, end)
  }

  @inline(never)
  private mutating func markedName(_ start: Int, _ end: Int) -> String {
    var text = String.UnicodeScalarView()
    var offset = start
    var isBeyondASCII = false
    while offset < end {
      let byte = lexer.base[offset]
      if byte == UInt8(ascii: "#") {
        offset += 1
      } else if byte == UInt8(ascii: "\\"), let escape = Escape(lexer.base + offset, end - offset, inName: true) {
        text.append(escape.scalar)
        offset += escape.length
      } else if byte >= 0x80, let (scalar, length) = lexer.scalar(at: offset) {
        isBeyondASCII = true
        text.append(scalar)
        offset += length
      } else {
        text.append(Unicode.Scalar(byte))
        offset += 1
      }
    }
    if isBeyondASCII { note(.nonASCIIName(plainText(start, end), SourceRange(start, end))) }
    return String(text)
  }

  /// The text of a string: the characters between its quotes, with escapes resolved.
  @inline(__always)
  mutating func stringValue(_ token: Token) -> String {
    let start = Int(token.start) + 1
    let end = Int(token.end) - 1
    return token.detail == .marked ? escapedText(start, end) : plainText(start, end)
  }

  @inline(never)
  private mutating func escapedText(_ start: Int, _ end: Int) -> String {
    let bytes = UnsafeBufferPointer(start: lexer.base + start, count: end - start)
    return Escape.resolved(bytes) { range in
      note(.unknownEscape(SourceRange(start + range.lowerBound, start + range.upperBound)))
    }
  }

  /// Reads a number. `isNegative` is true if a minus was read before it.
  mutating func number(from start: Int, isNegative: Bool) throws(Failure) {
    let digits = token
    advance()
    if let value = shortInteger(digits) {
      node = .expression(.literal(.integer(isNegative ? -value : value), range: range(from: start)))
    } else if let value = shortFraction(digits) {
      node = .expression(.literal(.double(isNegative ? -value : value), range: range(from: start)))
    } else {
      try longNumber(digits, from: start, isNegative)
    }
  }

  @inline(never)
  private mutating func longNumber(_ digits: Token, from start: Int, _ isNegative: Bool) throws(Failure) {
    let literal =
      switch digits.detail {
      case .fraction: fraction(digits, isNegative)
      case .radix: radixInteger(digits, isNegative)
      default: integer(digits, isNegative)
      }
    let range = range(from: start)
    guard let literal else { throw fail(.numberTooLarge, range) }
    node = .expression(.literal(literal, range: range))
  }

  /// The value of a number token, if it is an integer with so few digits that it cannot overflow; otherwise nil.
  @inline(__always)
  private func shortInteger(_ token: Token) -> Int64? {
    guard token.detail == .plain, token.end - token.start <= 18 else { return nil }
    var value: Int64 = 0
    for offset in Int(token.start)..<Int(token.end) {
      value = value &* 10 &+ Int64(lexer.base[offset] &- 0x30)
    }
    return value
  }

  /// The value of a number token, if it has a point and at most 15 digits. Digits and power of ten are then exact doubles, so one division rounds
  /// correctly.
  @inline(__always)
  private func shortFraction(_ token: Token) -> Double? {
    guard token.detail == .fraction, token.end - token.start <= 16 else { return nil }
    var mantissa: UInt64 = 0
    var power = 1.0
    var isAfterPoint = false
    for offset in Int(token.start)..<Int(token.end) {
      let byte = lexer.base[offset]
      if ByteClass.isDigit(byte) {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
        if isAfterPoint { power *= 10 }
      } else if byte == UInt8(ascii: ".") {
        isAfterPoint = true
      } else {
        return nil
      }
    }
    return Double(mantissa) / power
  }

  private func integer(_ token: Token, _ isNegative: Bool) -> QueryLiteral? {
    var value: UInt64 = 0
    var offset = Int(token.start)
    let end = Int(token.end)
    while offset < end {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(lexer.base[offset] &- 0x30))
      if overflow || carry {
        let sign = isNegative ? "-" : ""
        return QueryDecimal(sign + plainText(Int(token.start), end)).map { .decimal($0) }
      }
      value = sum
      offset += 1
    }
    return Self.integer(value, isNegative)
  }

  private static func integer(_ magnitude: UInt64, _ isNegative: Bool) -> QueryLiteral? {
    if let value = Int64(exactly: magnitude) { return .integer(isNegative ? -value : value) }
    if isNegative, magnitude == Int64.min.magnitude { return .integer(.min) }
    return QueryDecimal((isNegative ? "-" : "") + String(magnitude)).map { .decimal($0) }
  }

  private func radixInteger(_ token: Token, _ isNegative: Bool) -> QueryLiteral? {
    let start = Int(token.start) + 2
    let end = Int(token.end)
    let radix = Lexer.radix(lexer.base[start - 1]) ?? 10
    var value: UInt64 = 0
    for offset in start..<end {
      let digit = UInt64(ByteClass.digit(lexer.base[offset], base: radix) ?? 0)
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt64(radix))
      if overflow { return wideInteger(start, end, radix, isNegative) }
      value = product + digit
    }
    return Self.integer(value, isNegative)
  }

  /// An integer beyond 64 bits, converted to limbs of base 10^9. Nil if it is beyond the range of decimals.
  private func wideInteger(_ start: Int, _ end: Int, _ radix: UInt8, _ isNegative: Bool) -> QueryLiteral? {
    let limit = 1_000_000_000 as UInt64
    let greatestLimbs = QueryDecimal.maximumExponent / 9 + 1
    var limbs: [UInt64] = [0]  // least significant first
    for offset in start..<end {
      var carry = UInt64(ByteClass.digit(lexer.base[offset], base: radix) ?? 0)
      for index in limbs.indices {
        (carry, limbs[index]) = (limbs[index] * UInt64(radix) + carry).quotientAndRemainder(dividingBy: limit)
      }
      if carry > 0 { limbs.append(carry) }
      if limbs.count > greatestLimbs { return nil }
    }
    let digits = limbs.flatMap { limb in (0..<9).map { UInt8(limb / Self.powersOfTen[$0] % 10) } }
    let decimal = QueryDecimal(isNegative: isNegative, digits: digits.reversed(), exponent: 0)
    return decimal.isInRange ? .decimal(decimal) : nil
  }

  private static let powersOfTen: [UInt64] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  /// The double for any number token, read by the standard library; nil if it is beyond the range of doubles.
  private func fraction(_ token: Token, _ isNegative: Bool) -> QueryLiteral? {
    guard let value = Double(plainText(Int(token.start), Int(token.end))), value.isFinite else { return nil }
    return .double(isNegative ? -value : value)
  }
}
