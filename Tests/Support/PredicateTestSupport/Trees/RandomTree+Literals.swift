import PredicateSyntax

extension RandomTree {
  /// A constant of any kind. Most of them are at the limits of their type.
  public mutating func literal() -> QueryLiteral {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &random))
    case 2...3: .integer(integer())
    case 4...5: .double(double())
    case 6: .decimal(decimal())
    case 7...8: .string(string())
    case 9: .date(double())
    case 10: .data((0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 11: .uuid(QueryUUID(high: random.next(), low: random.next()))
    default:
      random.oneIn(2)
        ? .url(random.oneIn(2) ? "https://example.org/é?a=\"b\"" : string())
        : .object(ObjectReference(entity: random.oneIn(2) ? "Friend" : name(), key: integer()))
    }
  }

  private mutating func integer() -> Int64 {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: random.pick([0, 1, -1, .min, .max, .min + 1, 1990])
    case 1: Int64(truncatingIfNeeded: random.next())
    default: Int64.random(in: -100...100, using: &random)
    }
  }

  private static let oddDoubles: [Double] = [
    0, -0.0, 1, -1, 66, 7.5, 0.1, .nan, -.nan, .signalingNaN, .infinity, -.infinity, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e15, 1e16,
    1e17, 1e21, 1e22, 1e23, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994,
    18_014_398_509_481_984, 9.223372036854775e18, 699_993_000, 0.000_000_5, 0.999_999_5, 1e-5, 1.0 / 3.0,
  ]

  private mutating func double() -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: random.pick(Self.oddDoubles)
    case 1: Double(bitPattern: random.next())
    case 2: Double(Int.random(in: -1_000...1_000, using: &random)) / 8
    default: Double.random(in: -1e9...1e9, using: &random)
    }
  }

  private mutating func decimal() -> QueryDecimal {
    let isNegative = Bool.random(using: &random)
    let longest = random.oneIn(10) ? 1_000 : 30
    let count = Int.random(in: 1...longest, using: &random)
    let digits = (0..<count).map { _ in random.oneIn(3) ? 0 : UInt8.random(in: 0...9, using: &random) }
    let furthest = random.oneIn(4) ? 8_900 : 25
    let point = Int.random(in: -furthest...furthest, using: &random)
    return QueryDecimal(isNegative: isNegative, digits: digits, exponent: point - count)
  }

  private static let oddStrings = [
    "", " ", "\"", "\\", "'", "\n", "\r\n", "\t", "\0", "\u{1B}[31m", "\u{7F}", "\u{9B}", "\u{2028}", "é", "e\u{301}",
    "\u{301}",
    "🎬", "👩‍❤️‍👨", "日本語", "%@", "%K", "$x", "\\n", "\\u0041", "\\d", "a\"b\\c", "TRUEPREDICATE", "*?", "\u{FEFF}",
    "699993000", "nan", "-inf", "0.1", "1.50", "Friend/3", "Friend/03", "3q2+7w==", "****",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
  ]

  /// A text. It often equals the printed text of another kind of constant.
  mutating func string() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return random.pick(Self.oddStrings) + random.pick(Self.oddStrings)
    case 1:
      var text = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let highest: UInt32 = random.oneIn(2) ? 0x7F : random.oneIn(2) ? 0x2FFF : 0x10FFFF
        text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0...highest, using: &random)) ?? "x")
      }
      return text
    default: return random.pick(Self.oddStrings)
    }
  }
}
