import PredicateModel
import PredicateSyntax

extension QueryStatement {
  /// The canonical text of the statement. Its clauses have a fixed order, and its conditions and values their exact format. Parsing it gives the same
  /// fetch, whatever the current entity is.
  ///
  /// The canonical text of `LIMIT 3 show year+1` about Movie is `Movie show year + 1 limit 3`.
  package var canonicalText: String {
    "\(isCount ? "count " : "")\(fetch.statementText)"
  }
}

extension EntityFetch {
  /// The fetch as a canonical statement: `Movie where year > $year sort by title`.
  package var statementText: String {
    ([Self.name(entity, isEntity: true)] + clauseTexts.map(\.text)).joined(separator: " ")
  }

  /// The clauses as text, in their canonical order: `sort by year desc`.
  var clauseTexts: [(kind: ClauseKind, text: String)] {
    let contents: [(ClauseKind, String?)] = [
      (.where, predicate?.exactFormat), (.group, Self.text(of: groupBy)), (.having, having?.exactFormat),
      (.show, Self.text(of: columns).map { (isDistinct ? "distinct " : "") + $0 }), (.sort, Self.text(of: sortKeys)),
      (
        .first,
        firstOfEach.map { first in "\(first.count) of each \(first.keys.map(Self.text).joined(separator: ", "))" }
      ),
      (.limit, limit.map { String($0) }), (.offset, offset > 0 ? String(offset) : nil),
    ]
    return contents.compactMap { kind, content in content.map { (kind, "\(kind.words) \($0)") } }
  }

  private static func text(of columns: [FetchedColumn]) -> String? {
    if columns.isEmpty { return nil }
    return columns.map { column in
      let value = text(of: column.expression)
      return column.name.hasSameScalars(as: value) ? value : "\(value) as \(name(column.name, isEntity: false))"
    }.joined(separator: ", ")
  }

  private static func text(of keys: [QuerySortKey]) -> String? {
    if keys.isEmpty { return nil }
    return keys.map { key in
      let value = text(of: key.expression)
      // An index is written in parentheses, because the parser would read it as options.
      let isIndex = if case .index = key.expression.node { true } else { false }
      return (isIndex ? "(\(value))" : value) + (key.options.isEmpty ? "" : "[\(key.options.letters)]")
        + (key.isAscending ? "" : " desc")
    }.joined(separator: ", ")
  }

  /// A value as text. It is in parentheses if it begins with the word `distinct`, which has another meaning before values.
  private static func text(of value: QueryExpression) -> String {
    let text = value.exactFormat
    return SourceToken.all(in: Array(text.utf8), from: 0).first?.isWord("distinct") == true ? "(\(text))" : text
  }

  /// A name as statements write it: in quotes unless it is a plain word. The name of an entity is also in quotes if it is a keyword of statements.
  static func name(_ name: String, isEntity: Bool) -> String {
    let tokens = SourceToken.all(in: Array(name.utf8), from: 0)
    let isTaken =
      isEntity
      && (tokens.first.flatMap { ClauseKind($0) } != nil || tokens.first?.isWord("count") == true
        || tokens.first.flatMap { ChangeVerb($0) } != nil)
    return isTaken ? name.inNameQuotes : name.asStatementName
  }
}

extension ChangeStatement {
  /// The canonical text of the statement. Its keywords are in lower case, and its conditions and values have their exact format. Parsing it gives the
  /// same statement.
  ///
  /// The canonical text of `UPDATE movie SET year=year+1 WHERE id=3` is `update Movie set year = year + 1 where id == 3`.
  package var canonicalText: String {
    let name = EntityFetch.name(entity, isEntity: true)
    let values = assignments.map { assignment in
      "\(EntityFetch.name(assignment.member, isEntity: false)) = \(assignment.value.exactText)"
    }.joined(separator: ", ")
    let condition = predicate.map { " where \($0.exactFormat)" } ?? ""
    switch verb {
    case .insert: return "insert \(name)\(values.isEmpty ? "" : " " + values)"
    case .update: return "update \(name) set \(values)\(condition)"
    case .delete: return "delete \(name)\(condition)"
    }
  }
}

extension ChangeAssignment.Value {
  /// The value as a statement contains it.
  package var exactText: String {
    switch self {
    case .expression(let expression): expression.exactFormat
    case .selection(let fetch): "(\(fetch.statementText))"
    case .sets(let left, let op, let right):
      "\(left.exactText) \(op.spelling) \(right.exactText)"
    }
  }
}
