import PredicateModel
import PredicateSyntax

extension QueryStatement {
  /// The canonical text of the statement: its clauses in one order, its conditions and values in their exact form. Reading it gives the
  /// same fetch, whatever the current entity is.
  ///
  /// `LIMIT 3 show year+1` about Movie is `Movie show year + 1 limit 3`.
  package var canonicalText: String {
    "\(isCount ? "count " : "")\(fetch.statementText)"
  }
}

extension EntityFetch {
  /// The fetch as a statement in its canonical form: `Movie where year > $year sort by title`.
  package var statementText: String {
    ([Self.name(entity, isEntity: true)] + clauseTexts.map(\.text)).joined(separator: " ")
  }

  /// The clauses as statements write them, in their canonical order: `sort by year desc`.
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
      // The index of a value is read as options.
      let isIndex = if case .index = key.expression.node { true } else { false }
      return (isIndex ? "(\(value))" : value) + (key.options.isEmpty ? "" : "[\(key.options.letters)]")
        + (key.isAscending ? "" : " desc")
    }.joined(separator: ", ")
  }

  /// A value that does not begin with the word `distinct`, which has a meaning before values.
  private static func text(of value: QueryExpression) -> String {
    let text = value.exactFormat
    return SourceToken.all(in: Array(text.utf8), from: 0).first?.isWord("distinct") == true ? "(\(text))" : text
  }

  /// A name as statements write it: in quotes unless it is a plain word, or if an entity's name is a word of statements.
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
  /// The canonical text of the statement: its words in small letters, its conditions and values in their exact form. Reading it gives the
  /// same statement.
  ///
  /// `UPDATE movie SET year=year+1 WHERE id=3` is `update Movie set year = year + 1 where id == 3`.
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
  /// The value as statements write it.
  package var exactText: String {
    switch self {
    case .expression(let expression): expression.exactFormat
    case .selection(let entity, let predicate):
      "(\(EntityFetch.name(entity, isEntity: true)) where \(predicate.exactFormat))"
    }
  }
}
