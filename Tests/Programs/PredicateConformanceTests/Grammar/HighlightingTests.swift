import Foundation
import Testing

/// The grammar for highlighting agrees with the lexer on every format of the suite.
@Suite("Highlighting")
struct HighlightingTests {
  /// A rule of the file: its expression, and the class of its matches.
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

  /// The tokens that an editor finds: the first rule that matches at a position is used.
  private static func tokens(
    _ units: [UInt16], _ rules: [(class: TokenClass, expression: NSRegularExpression)]
  ) -> [(range: Range<Int>, class: TokenClass)] {
    var found: [(Range<Int>, TokenClass)] = []
    var position = 0
    while position < units.count {
      let token = token(at: position, in: units, upTo: position + 100, rules)
      if let token { found.append(token) }
      position = token?.range.upperBound ?? position + 1
    }
    return found
  }

  /// The token that begins at a place. Matching copies the text, so only the text near the place is given to the expressions. If a match reaches the
  /// end of this part, a longer part is given.
  private static func token(
    at position: Int, in units: [UInt16], upTo end: Int, _ rules: [(class: TokenClass, expression: NSRegularExpression)]
  ) -> (range: Range<Int>, class: TokenClass)? {
    let first = max(0, position - 50)
    let last = min(units.count, end)
    let text = String(decoding: units[first..<last], as: UTF16.self)
    let rest = NSRange(location: position - first, length: last - position)
    for rule in rules {
      let options: NSRegularExpression.MatchingOptions = [.anchored, .withTransparentBounds, .withoutAnchoringBounds]
      guard let match = rule.expression.firstMatch(in: text, options: options, range: rest) else { continue }
      if match.range.location + match.range.length + first == last, last < units.count {
        return token(at: position, in: units, upTo: position + 2 * (end - position), rules)
      }
      if match.range.length > 0 { return (position..<(position + match.range.length), rule.class) }
    }
    return nil
  }

  @Test("The token classes are those of the lexer, for every valid format of the suite")
  func suite() throws {
    let rules = try Self.rules()
    var count = 0
    for format in try SuiteFormats.valid() {
      count += 1
      let units = Array(format.utf16)
      let shown = Self.tokens(units, rules).map { token in
        "\(token.class) \(String(decoding: units[token.range], as: UTF16.self))"
      }
      #expect(shown == TokenClass.lexed(format), "\(format)")
    }
    #expect(count > 3_000)
  }
}
