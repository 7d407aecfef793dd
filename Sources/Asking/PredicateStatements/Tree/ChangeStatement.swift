import PredicateModel
import PredicateSyntax

/// A statement that changes data: it inserts an object, or updates or deletes the objects that satisfy a condition.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("update Movie set lent = YES where year < 1930")
/// if case .change(let change) = tree.content { change.assignments.map(\.member) }  // ["lent"]
/// ```
package struct ChangeStatement: Sendable {
  package let verb: ChangeVerb
  package let verbRange: SourceRange
  package let entity: String
  /// The members that get values, in written order.
  package internal(set) var assignments: [ChangeAssignment] = []
  /// The condition on the objects that are updated or deleted; nil for all.
  package internal(set) var predicate: QueryPredicate?
  /// The text that contains the statement: places are places in it.
  package let text: String
  /// Where the statement begins in ``text``.
  package let start: Int
  /// The notes of reading.
  package internal(set) var notes: [PredicateIssue] = []

  init(_ verb: ChangeVerb, _ verbRange: SourceRange, _ entity: String, text: String, start: Int) {
    self.verb = verb
    self.verbRange = verbRange
    self.entity = entity
    self.text = text
    self.start = start
  }

  /// The objects that are updated or deleted; of `insert` all objects of the entity.
  package var selection: EntityFetch { EntityFetch(entity, where: predicate) }

  /// The query for the objects that are updated or deleted, with the places of the statement.
  package var query: QueryStatement {
    var query = QueryStatement(entity, nil, text: text, start: start)
    if let predicate {
      query.clauses = [
        StatementClause(kind: .where, range: predicate.range, content: .condition(predicate))
      ]
    }
    return query
  }

  /// Every use of a variable, in written order.
  package var freeVariables: [VariableUse] {
    assignments.flatMap { assignment in
      switch assignment.value {
      case .expression(let expression): expression.freeVariables
      case .selection(_, let predicate): predicate.freeVariables
      }
    } + (predicate?.freeVariables ?? [])
  }
}

/// The change that a statement makes, by the word that begins it.
package enum ChangeVerb: String, Sendable, CaseIterable {
  /// `insert Movie title = "Alien", year = 1979`
  case insert
  /// `update Movie set lent = YES where title == "Alien"`
  case update
  /// `delete Friend where movies.@count == 0`
  case delete

  /// The verb that a token is, in any case.
  package init?(_ token: SourceToken) {
    guard let verb = Self.allCases.first(where: { token.isWord($0.rawValue) }) else { return nil }
    self = verb
  }

  /// How a statement with the verb is written.
  package var form: String {
    switch self {
    case .insert: "insert ENTITY NAME = VALUE, NAME = VALUE"
    case .update: "update ENTITY set NAME = VALUE, NAME = VALUE where PREDICATE"
    case .delete: "delete ENTITY where PREDICATE"
    }
  }
}

/// A member of an object and the value that it gets: `year = 1979`.
package struct ChangeAssignment: Sendable {
  /// The value of a member.
  package enum Value: Sendable {
    /// A value of the language: `1979`, `now()`, `Friend[3]`, `{Tag[2], Tag[3]}`, `nil`.
    case expression(QueryExpression)
    /// Objects that a condition finds: `(Friend where friendName == "Anna")`.
    case selection(String, QueryPredicate)
  }

  /// The name of the attribute or relationship.
  package let member: String
  package let memberRange: SourceRange
  package let value: Value
  package let valueRange: SourceRange
}
