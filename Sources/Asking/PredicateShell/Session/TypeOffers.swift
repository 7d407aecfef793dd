import PredicateDatabases
import PredicateModel
import PredicateSyntax

extension TypeSuggestion {
  /// What the values look like, with the command that takes them for it: `orderedAt looks like a date in text: .type Order.orderedAt date`.
  var offer: String {
    let form = declared == .string ? "text" : "numbers"
    return "\(attribute) looks like a \(type.modelWord) in \(form): .type \(entity).\(attribute) \(type.modelWord)"
  }
}

extension ShellSession {
  /// The issues of a statement, each with the command that gives an attribute another type where its place is a path to one whose values
  /// look like dates or booleans.
  func offeringTypes(_ issues: [PredicateIssue], in text: String) -> [PredicateIssue] {
    let suggestions = database.suggestions
    guard !suggestions.isEmpty else { return issues }
    let entity = parser.parse(text).query?.entity ?? currentEntity
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    return issues.map { issue in
      guard issue.severity == .error, issue.kind == .type || issue.code == "unknown-key", let range = issue.range else {
        return issue
      }
      let names = Self.names(at: range, in: tokens)
      let found = suggestions.filter { suggestion in names.contains { $0.hasSameScalars(as: suggestion.attribute) } }
      let own = found.first { suggestion in entity.map { $0.hasSameScalars(as: suggestion.entity) } ?? false }
      guard let suggestion = own ?? found.first else { return issue }
      return PredicateIssue(
        severity: issue.severity, kind: issue.kind, code: issue.code, message: issue.message, range: range,
        hint: suggestion.offer)
    }
  }

  /// The names in a place, and those of the path that leads there.
  private static func names(at range: SourceRange, in tokens: [SourceToken]) -> [String] {
    let inside = tokens.indices.filter {
      tokens[$0].range.lowerBound >= range.lowerBound && tokens[$0].range.upperBound <= range.upperBound
    }
    guard let last = inside.last, var first = inside.first else { return [] }
    while first > 1, tokens[first - 1].isMark(".") { first -= 2 }
    return tokens[first...last].filter { $0.kind == .word }.map(\.text)
  }
}
