import PredicateModel
import PredicateValues

/// The text that may follow at the cursor in an unfinished statement.
///
/// ```swift
/// let parser = StatementParser(model: model, currentEntity: "Movie")
/// let expected = parser.expectation(in: "Movie where year > 1990 li")
/// expected.typed    // li
/// expected.clauses  // group, show, sort, limit, offset
/// ```
package struct StatementExpectation {
  /// The token at the cursor that is being typed: a word, a number, or a text without its closing quote; empty if there is none.
  package let typed: String
  /// The UTF-8 offsets of ``typed``.
  package let range: Range<Int>
  /// The position in the grammar at the end of the text before ``range``.
  package let end: StatementEnd
  /// The entity whose properties may be named; nil if it is unknown.
  package let entity: Entity?
  /// The clauses that the statement does not have yet and that may follow.
  package let clauses: [ClauseKind]
  /// The condition or value before the cursor; an empty one if there is none.
  package let cursor: ExpressionCursor
  /// The names that can be used at the cursor in addition to properties: the keys of groups, and named columns.
  package let names: [ExpressionCursor.Name]
  /// The typed part of a statement that changes data; nil for any other statement.
  package let change: ChangeStatement?
  /// Whether a value of a group is expected and not a value of an object. Properties can then occur only inside functions.
  package let isAboutGroups: Bool

  /// The object whose properties may be named at the cursor.
  package var scope: PathTarget { isAboutGroups ? .unknown : root }

  private var root: PathTarget { entity.map { .object($0) } ?? .unknown }
}

extension StatementParser {
  /// The expectation at the end of a text that is read from an offset. Linear in the length.
  ///
  /// - Parameter variables: The session's variables.
  package func expectation(
    in text: String, from start: Int = 0, variables: [(name: String, type: QueryType)] = []
  ) -> StatementExpectation {
    let bytes = Array(text.utf8)
    let typed = SourceToken.all(in: bytes, from: start).last.flatMap { $0.isUnfinished(at: bytes.count) ? $0 : nil }
    let range = typed?.range ?? bytes.count..<bytes.count
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let tree = parse(before, from: start)
    let (query, change) = (tree.readQuery, tree.readChange)
    let entity = entity(at: tree)
    let seen = query?.clauses.map(\.kind) ?? []
    let context = ExpressionContext(
      model: model, root: entity.map { .object($0) } ?? .unknown, variables: variables, text: before, query: query)
    let cursor = context.cursor(at: tree.end)
    return StatementExpectation(
      typed: typed?.text ?? "", range: range, end: tree.end, entity: entity,
      clauses: change != nil
        ? [] : ClauseKind.unordered.filter { !seen.contains($0) && ($0 != .having || seen.contains(.group)) },
      cursor: cursor, names: cursor.isInCall ? [] : context.names(at: tree.end), change: change,
      isAboutGroups: !cursor.isInCall && context.isAboutGroups(at: tree.end))
  }
}

extension StatementParser {
  /// The entity that properties belong to at the end of a text.
  func entity(at tree: StatementTree) -> Entity? {
    var name = tree.readQuery?.entity ?? tree.readChange?.entity
    if case .selection(let selected, _) = tree.end { name = selected }
    return name.flatMap { model.entity(named: $0) } ?? current
  }
}

extension SourceToken {
  /// Whether the token ends at an offset and may be unfinished.
  package func isUnfinished(at end: Int) -> Bool {
    guard range.upperBound == end else { return false }
    switch kind {
    case .word, .variable, .collectionOperator, .openString, .number: return true
    case .string, .sign, .mark: return false
    }
  }
}
