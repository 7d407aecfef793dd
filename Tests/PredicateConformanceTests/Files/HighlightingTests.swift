import Foundation
import Testing

/// The grammar for highlighting says of every format of the suite what the lexer says.
@Suite("Highlighting")
struct HighlightingTests {
  /// A rule of the file: what it matches, and what that is.
  private struct Rule: Decodable {
    let name: String
    let match: String
  }

  private struct Grammar: Decodable {
    let patterns: [Rule]
  }

  private static func rules() throws -> [(class: TokenClass, expression: NSRegularExpression)] {
    let file = GrammarFolder.root.appendingPathComponent("Documentation/editors/nspredicate.tmLanguage.json")
    return try JSONDecoder().decode(Grammar.self, from: Data(contentsOf: file)).patterns.map { rule in
      (try #require(Self.class(of: rule.name), "\(rule.name)"), try NSRegularExpression(pattern: rule.match))
    }
  }

  private static func `class`(of scope: String) -> TokenClass? {
    let classes: [(String, TokenClass)] = [
      ("comment.", .comment), ("string.", .string), ("constant.numeric.", .number), ("constant.other.", .variable),
      ("constant.language.", .word), ("variable.other.property.", .word), ("variable.other.", .variable),
      ("support.variable.", .collectionOperator), ("entity.name.function.", .word), ("keyword.operator.word.", .word),
      ("keyword.operator.symbol.", .sign), ("punctuation.", .mark),
    ]
    return classes.first { scope.hasPrefix($0.0) }?.1
  }

  /// The tokens as an editor finds them: the first rule that matches at a place takes it.
  private static func tokens(
    _ text: String, _ rules: [(class: TokenClass, expression: NSRegularExpression)]
  ) -> [(range: NSRange, class: TokenClass)] {
    let whole = NSRange(location: 0, length: text.utf16.count)
    var found: [(NSRange, TokenClass)] = []
    var position = 0
    while position < whole.length {
      let rest = NSRange(location: position, length: whole.length - position)
      let rule = rules.lazy.compactMap { rule -> (NSRange, TokenClass)? in
        let options: NSRegularExpression.MatchingOptions = [.anchored, .withTransparentBounds, .withoutAnchoringBounds]
        guard let match = rule.expression.firstMatch(in: text, options: options, range: rest), match.range.length > 0
        else { return nil }
        return (match.range, rule.class)
      }.first
      if let rule { found.append(rule) }
      position = rule.map { $0.0.location + $0.0.length } ?? position + 1
    }
    return found
  }

  @Test("The token classes are those of the lexer, for every valid format of the suite")
  func suite() throws {
    let rules = try Self.rules()
    var count = 0
    for format in try SuiteFormats.valid() {
      count += 1
      let units = Array(format.utf16)
      let shown = Self.tokens(format, rules).map { token in
        let text = String(
          decoding: units[token.range.location..<token.range.location + token.range.length], as: UTF16.self)
        return "\(token.class) \(text)"
      }
      #expect(shown == TokenClass.lexed(format), "\(format)")
    }
    #expect(count > 3_000)
  }
}
