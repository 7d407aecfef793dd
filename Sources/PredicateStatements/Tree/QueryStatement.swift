import PredicateModel
import PredicateSyntax

/// A statement that asks for objects, values or groups: `[count] [ENTITY] [where PREDICATE] CLAUSES`.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("year > 1990 sort by title limit 3")
/// if case .query(let query) = tree.content { query.clauses.map(\.kind) }  // where, sort, limit
/// ```
package struct QueryStatement: Sendable {
  /// The entity's name.
  package let entity: String
  /// How the entity is named; nil for a statement that has no text.
  package let subject: StatementSubject?
  /// Whether only the number of rows is asked for.
  package var isCount = false
  /// The clauses in the order in which they are written.
  package internal(set) var clauses: [StatementClause] = []
  /// The text that the statement stands in: places are places in it.
  package let text: String
  /// Where the statement begins in ``text``: behind the command that it is an argument of.
  package let start: Int
  /// What reading it noted.
  package internal(set) var notes: [PredicateIssue] = []

  /// All objects of an entity, without a text.
  package init(_ entity: String) {
    self.init(entity, nil, text: "", start: 0)
  }

  init(_ entity: String, _ subject: StatementSubject?, text: String, start: Int) {
    self.entity = entity
    self.subject = subject
    self.text = text
    self.start = start
  }

  /// What engines run.
  package var fetch: EntityFetch {
    var fetch = EntityFetch(entity)
    for clause in clauses {
      switch (clause.kind, clause.content) {
      case (.where, .condition(let predicate)): fetch.predicate = predicate
      case (.having, .condition(let predicate)): fetch.having = predicate
      case (.group, .columns(let columns, _)): fetch.groupBy = columns.map(\.column)
      case (_, .columns(let columns, let isDistinct)):
        fetch.columns = columns.map(\.column)
        fetch.isDistinct = isDistinct
      case (_, .keys(let keys)): fetch.sortKeys = keys
      case (.limit, .number(let number)): fetch.limit = number
      case (_, .number(let number)): fetch.offset = number ?? 0
      case (_, .first(let count, let keys)): fetch.firstOfEach = count.map { FirstOfEach($0, of: keys) }
      case (_, .condition): break
      }
    }
    return fetch
  }
}
