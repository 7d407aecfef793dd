import PredicateModel
import PredicateValues

/// The context that determines the meaning of names in the last condition or value of a text.
struct ExpressionContext {
  let model: DataModel
  /// The object that properties belong to.
  let root: PathTarget
  let variables: [(name: String, type: QueryType)]
  let text: String
  /// The parsed statement, as far as it could be read.
  let query: QueryStatement?

  /// The condition or value at the end of the text; an empty one if the text does not end with an expression.
  func cursor(at end: StatementEnd) -> ExpressionCursor {
    func tokens(from start: Int) -> [SourceToken] { SourceToken.all(in: Array(text.utf8), from: start) }
    switch end {
    case .expression(let kind, let start):
      return cursor(
        of: tokens(from: start), names: names(at: end), readsValues: kind != .where && kind != .having)
    case .assigned(let member, let start):
      var cursor = cursor(of: [], names: [], readsValues: true)
      cursor.compare(with: root.step(to: member, in: model))
      cursor.take(tokens(from: start))
      return cursor
    case .selection(_, let start): return cursor(of: tokens(from: start), names: [], readsValues: false)
    default: return cursor(of: [], names: [], readsValues: false)
    }
  }

  private func cursor(
    of tokens: [SourceToken], names: [ExpressionCursor.Name], readsValues: Bool
  ) -> ExpressionCursor {
    var cursor = ExpressionCursor(
      model: model, root: root, variables: variables, names: names, readsValues: readsValues)
    cursor.take(tokens)
    return cursor
  }

  /// Names that can be used in addition to properties.
  func names(at end: StatementEnd) -> [ExpressionCursor.Name] {
    guard case .expression(let kind, _) = end else { return [] }
    switch kind {
    case .show, .having, .sort, .first: return names(in: .group) + names(in: .show)
    case .where, .group, .limit, .offset: return []
    }
  }

  /// The keys of groups, or the named columns.
  private func names(in kind: ClauseKind) -> [ExpressionCursor.Name] {
    guard case .columns(let columns, _)? = query?.clauses.first(where: { $0.kind == kind })?.content else { return [] }
    return columns.filter { kind == .group || $0.isNamed }.map { column in
      let bytes = Array(text.utf8).prefix(column.range.upperBound)
      let tokens = SourceToken.all(in: Array(bytes), from: column.range.lowerBound)
      return (column.column.name, cursor(of: tokens, names: [], readsValues: true).value ?? .unknown)
    }
  }

  /// Whether a value of a group is expected at the end.
  func isAboutGroups(at end: StatementEnd) -> Bool {
    guard case .expression(let kind, _) = end else { return false }
    switch kind {
    case .having: return true
    case .show, .sort, .first: return query?.clauses.contains { $0.kind == .group } ?? false
    case .where, .group, .limit, .offset: return false
    }
  }
}
