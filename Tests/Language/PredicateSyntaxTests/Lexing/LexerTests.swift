import PredicateSyntax
import PredicateTestSupport
import Testing

/// Single tokens have the right values.
@Suite struct LexerTests {
  @Test(arguments: [
    ("42", "42"), ("0", "0"), ("017", "17"), ("0x0F", "15"), ("0Xff", "255"), ("0o17", "15"), ("0b1010", "10"),
    ("27.3", "27.3d"),
    ("9.2e-5", "9.2e-05d"), ("1E3", "1000.0d"), ("5.", "5.0d"), (".5", "0.5d"), ("-.5", "-0.5d"), ("5.e1", "50.0d"),
    ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9223372036854775808m"),
    ("-9223372036854775808", "-9223372036854775808"), ("-9223372036854775809", "-9223372036854775809m"),
    ("99999999999999999999", "99999999999999999999m"), ("0xFFFFFFFFFFFFFFFF", "18446744073709551615m"),
    ("0x10000000000000000", "18446744073709551616m"), ("-0x8000000000000000", "-9223372036854775808"),
    ("000000000000000000000000017", "17"), ("0.1", "0.1d"), ("123456789012345.6", "123456789012345.6d"),
    ("1.7976931348623157e308", "1.7976931348623157e+308d"), ("0.30000000000000004", "0.30000000000000004d"),
    ("1e400", "✗ number-too-large"), ("0x", "✗ number-digits"), ("12abc", "✗ number-suffix"),
    ("0x1g", "✗ number-suffix"),
    ("1_000", "✗ number-suffix"), ("1 2", "✗ operator-expected"), ("0b12", "✗ number-suffix"),
  ])
  func numbers(format: String, sketch: String) {
    #expect(ParserSketch.value(format) == sketch)
  }

  /// The lexer's own conversion of fractions gives the same doubles as the standard library.
  @Test func fractionsAreRoundedCorrectly() throws {
    var generator = SplitMix64(seed: 20_260_101)
    for _ in 0..<5_000 {
      let whole = Int.random(in: 0...1_000_000, using: &generator)
      let fraction = String(Int.random(in: 0...99_999_999, using: &generator)).drop { $0 == "-" }
      let text = "\(whole).\(fraction)"
      let tree = try QueryExpression(format: QueryFormat(raw: text))
      guard case .literal(.double(let value)) = tree.node else {
        Issue.record("\(text) is a double (seed 20260101)")
        continue
      }
      #expect(value == Double(text), "\(text) (seed 20260101)")
    }
  }

  @Test(arguments: [
    ("'a'", "a"), ("\"it's\"", "it's"), ("'say \"x\"'", "say \"x\""), ("''", ""), (#"'\\d'"#, #"\d"#),
    (#"'\'\"'"#, "'\""),
    (#"'\a\b\f\n\r\t\v'"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}"), (#"'\101\60\7'"#, "A0\u{7}"), (#"'\x41\X42'"#, "AB"),
    (#"'\u00e9\U00E9'"#, "éé"), (#"'\ud83c\udf41'"#, "🍁"), (#"'\377'"#, "ÿ"), ("'🍁 $x %@'", "🍁 $x %@"),
    ("'a\nb'", "a\nb"),
  ])
  func strings(format: String, text: String) throws {
    let result = PredicateParser.expression(format)
    guard case .literal(.string(let value))? = result.tree?.node else {
      Issue.record("\(format) is a string")
      return
    }
    #expect(Array(value.utf8) == Array(text.utf8))
    #expect(result.issues.isEmpty)
  }

  @Test(arguments: [
    (#"'\d'"#, "d"), (#"'C:\Users'"#, "C:Users"), (#"'\é'"#, "é"), (#"'\x4'"#, "x4"), (#"'\ud83c'"#, "\u{FFFD}"),
    (#"'\8'"#, "8"),
  ])
  func unknownEscapesLoseTheirBackslash(format: String, text: String) {
    let result = PredicateParser.expression(format)
    #expect(result.tree == .literal(.string(text)))
    #expect(result.notes.map { $0.code } == ["unknown-escape"])
  }

  @Test(arguments: [
    ("_a1", "_a1"), ("#size", "size"), ("#title", "title"), ("größe", "größe"), ("标题.@count", "标题.@count"),
    (#"\u0041b"#, "Ab"),
    (#"a\x42"#, "aB"), (#"\101"#, "A"), ("$größe", "$größe"), ("@größe", "@größe"), ("$_x1", "$_x1"),
  ])
  func names(format: String, sketch: String) {
    #expect(ParserSketch.value(format) == sketch)
  }

  @Test func namesBeyondASCIIAreNoted() {
    #expect(PredicateParser.expression("größe").notes.map { $0.code } == ["non-ascii-name"])
    #expect(PredicateParser.expression("title").notes.isEmpty)
  }

  @Test func everySpecifierIsRead() {
    for length in ["", "hh", "h", "l", "ll", "q", "z", "t", "j", "L"] {
      for conversion in ["d", "D", "i", "u", "U", "x", "X", "o", "O", "f", "F", "e", "E", "g", "G", "a", "A", "c", "s"]
      {
        #expect(ParserSketch.value("%\(length)\(conversion)") == "%\(length)\(conversion)#0")
      }
    }
    #expect(ParserSketch.value("{%@, %K, %d}") == "{%@#0 %K#1 %d#2}")
    for wrong in ["%k", "%P", "%y", "%l@", "%02d", "%.2f", "%1$@"] {
      #expect(ParserSketch.value(wrong).hasPrefix("✗ unknown-specifier"), "\(wrong)")
    }
    #expect(ParserSketch.value("%%") == "✗ percent-percent")
    #expect(PredicateParser.expression("%lud").notes.map { $0.code } == ["surplus-conversion"])
  }

  @Test func wordsRunIntoNumbersOnlyAsOperators() {
    #expect(ParserSketch.of("a==1AND b==0x2OR c==1.5") == "(or (and (== a 1) (== b 2)) (== c 1.5d))")
    #expect(ParserSketch.of("aNd == 1") == "✗ operand-expected operand-expected")
  }

  @Test func longestSignWins() {
    #expect(ParserSketch.value("a**b") == "(** a b)")
    #expect(ParserSketch.value("a<<b>>c") == "(>> (<< a b) c)")
    #expect(ParserSketch.value("$a:=b") == "(:= $a b)")
    #expect(ParserSketch.of("a<>b&&c||d<=e") == "✗ bare-value")
    #expect(ParserSketch.of("a!=b||!c==d") == "(or (!= a b) (not (== c d)))")
  }
}
