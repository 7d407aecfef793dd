import PredicateTestSupport
import PredicateValues
import Testing

@Suite("LIKE")
struct LikePatternTests {
  static let cases: [(String, String, StringOptions, Bool)] = [
    ("", "", [], true), ("", "*", [], true), ("", "?", [], false), ("", "*?", [], false), ("a", "", [], false),
    ("ac", "a*c", [], true), ("ac", "a?c", [], false), ("heo", "hel*o", [], false),
    ("aabbcczzeeffzZ?", "?a*z?\\?", [], true),
    ("a*c", "a\\*c", [], true), ("abc", "a\\*c", [], false), ("a?c", "a\\?c", [], true), ("a\\c", "a\\\\c", [], true),
    ("a\\c", "a\\c", [], true), ("a\\", "a\\", [], true), ("100%_", "100%_", [], true), ("100x", "100%", [], false),
    ("a\nb\r\nc", "a*c", [], true), ("a\nb", "a?b", [], true), ("🎬", "?", [], true), ("é", "?", [], true),
    ("e\u{301}", "?", [], false), ("e\u{301}", "??", [], true), ("e\u{301}", "?", .caseInsensitive, true),
    ("ß", "??", .caseInsensitive, true), ("Star Wars", "*STAR*", .caseInsensitive, true),
    ("Café", "c*FE", [.caseInsensitive, .diacriticInsensitive], true),
    ("ABC", "a?C", .caseInsensitive, true), ("ABC", "a?C", [.caseInsensitive, .normalized], false),
    ("中文字", "?文*", [], true),
    ("abcabd", "*ab?", [], true), ("aXbXc", "a*b*c", [], true), ("mississippi", "m*iss*iss*i", [], true),
    ("mississippi", "m*iss*iss*iss*", [], false),
  ]

  @Test("matches the whole string", arguments: cases)
  func matches(subject: String, pattern: String, options: StringOptions, expected: Bool) {
    #expect(LikePattern(pattern, options: options).matches(subject) == expected, "\(subject) LIKE \(pattern)")
  }

  static let forms: [(String, LikePattern.SimpleForm)] = [
    ("Abc", .equal("abc")), ("ab\\*", .equal("ab*")), ("", .equal("")), ("É*", .prefix("é")),
    ("*ab**", .contains("ab")),
    ("**ab", .suffix("ab")), ("*", .general), ("a*b", .general), ("a?", .general), ("*a*b*", .general),
  ]

  @Test("is simpler if all wildcards are at the ends", arguments: forms)
  func form(pattern: String, expected: LikePattern.SimpleForm) {
    #expect(LikePattern(pattern, options: .caseInsensitive).simpleForm == expected)
  }

  @Test("agrees with a recursive matcher", arguments: [UInt64(41), 42])
  func oracle(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<4_000 {
      let subject = random.string(of: ["a", "b", "é", "*", "\\"], count: 0...8)
      let pattern = random.string(of: ["a", "b", "é", "*", "*", "?", "\\"], count: 0...6)
      let expected = Self.matches(Array(subject.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
      let options: StringOptions = round % 2 == 0 ? [] : .caseInsensitive
      #expect(
        LikePattern(pattern, options: options).matches(subject) == expected, "seed \(seed): \(subject) LIKE \(pattern)")
    }
  }

  /// Matching is fast, because it goes back only to the last star. Trying all positions of all stars would take 20,000 to the power of 40 steps.
  @Test("returns to the last star only")
  func stars() {
    let pattern = LikePattern(String(repeating: "*a", count: 40) + "b", options: [])
    #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
  }

  private static func matches(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    var rest = pattern.dropFirst()
    if first == "*" { return matches(text, rest) || (!text.isEmpty && matches(text.dropFirst(), pattern)) }
    if first == "?" { return !text.isEmpty && matches(text.dropFirst(), rest) }
    var wanted = first
    if first == "\\", let next = rest.first, ["*", "?", "\\"].contains(next) {
      wanted = next
      rest = rest.dropFirst()
    }
    return text.first == wanted && matches(text.dropFirst(), rest)
  }
}
