import Foundation
import PredicateRecords
import PredicateSyntax
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

  /// What a byte belongs to, in the words of both sides.
  private enum Class: String {
    case word, variable, collectionOperator, string, number, sign, mark, comment
  }

  private static func rules() throws -> [(class: Class, expression: NSRegularExpression)] {
    let file = GrammarFolder.root.appendingPathComponent("Documentation/editors/nspredicate.tmLanguage.json")
    return try JSONDecoder().decode(Grammar.self, from: Data(contentsOf: file)).patterns.map { rule in
      (try #require(Self.class(of: rule.name), "\(rule.name)"), try NSRegularExpression(pattern: rule.match))
    }
  }

  private static func `class`(of scope: String) -> Class? {
    let classes: [(String, Class)] = [
      ("comment.", .comment), ("string.", .string), ("constant.numeric.", .number), ("constant.other.", .variable),
      ("constant.language.", .word), ("variable.other.property.", .word), ("variable.other.", .variable),
      ("support.variable.", .collectionOperator), ("entity.name.function.", .word), ("keyword.operator.word.", .word),
      ("keyword.operator.symbol.", .sign), ("punctuation.", .mark),
    ]
    return classes.first { scope.hasPrefix($0.0) }?.1
  }

  /// The tokens as an editor finds them: the first rule that matches at a place takes it.
  private static func tokens(
    _ text: String, _ rules: [(class: Class, expression: NSRegularExpression)]
  ) -> [(range: NSRange, class: Class)] {
    let whole = NSRange(location: 0, length: text.utf16.count)
    var found: [(NSRange, Class)] = []
    var position = 0
    while position < whole.length {
      let rest = NSRange(location: position, length: whole.length - position)
      let rule = rules.lazy.compactMap { rule -> (NSRange, Class)? in
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

  private static func `class`(of token: SourceToken) -> Class {
    switch token.kind {
    case .word: .word
    case .variable: .variable
    case .collectionOperator: .collectionOperator
    case .string, .openString: .string
    case .number: .number
    case .sign: .sign
    case .mark: .mark
    }
  }

  @Test("The token classes are those of the lexer, for every valid format of the suite")
  func suite() throws {
    let rules = try Self.rules()
    var count = 0
    for format in try Self.formats() {
      count += 1
      let units = Array(format.utf16)
      let shown = Self.tokens(format, rules).map { token in
        let text = String(
          decoding: units[token.range.location..<token.range.location + token.range.length], as: UTF16.self)
        return "\(token.class) \(text)"
      }
      let lexed = SourceToken.all(in: Array(format.utf8), from: 0).map { "\(Self.class(of: $0)) \($0.text)" }
      #expect(shown == lexed, "\(format)")
    }
    #expect(count > 3_000)
  }

  /// The formats that the suite parses, each once.
  private static func formats() throws -> [String] {
    var formats: Set<String> = []
    for file in try GrammarFolder.suiteFiles() {
      var json = try JSONReader.value(of: Array(try Data(contentsOf: file)))
      if case .object(let object) = json { json = object["cases"] ?? .null }
      guard case .array(let cases) = json else { continue }
      for case .object(let item) in cases {
        guard case .string(let format)? = item["format"], PredicateParser.predicate(format).tree != nil else {
          continue
        }
        formats.insert(format)
      }
    }
    return formats.sorted()
  }
}
