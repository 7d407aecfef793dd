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
  /// The members that are assigned, in the order of the text.
  package internal(set) var assignments: [ChangeAssignment] = []
  /// The condition for the objects that are updated or deleted; nil for all objects.
  package internal(set) var predicate: QueryPredicate?
  /// The text that contains the statement. All ranges refer to it.
  package let text: String
  /// The offset at which the statement begins in ``text``.
  package let start: Int
  /// The notes of the parser.
  package internal(set) var notes: [PredicateIssue] = []

  init(_ verb: ChangeVerb, _ verbRange: SourceRange, _ entity: String, text: String, start: Int) {
    self.verb = verb
    self.verbRange = verbRange
    self.entity = entity
    self.text = text
    self.start = start
  }

  /// The objects that are updated or deleted. For `insert`, all objects of the entity.
  package var selection: EntityFetch { EntityFetch(entity, where: predicate) }

  /// The query for the objects that are updated or deleted. Its ranges are those of the statement.
  package var query: QueryStatement {
    var query = QueryStatement(entity, nil, text: text, start: start)
    if let predicate {
      query.clauses = [
        StatementClause(kind: .where, range: predicate.range, content: .condition(predicate))
      ]
    }
    return query
  }

  /// Every use of a variable, in the order of the text.
  package var freeVariables: [VariableUse] {
    assignments.flatMap(\.value.freeVariables) + (predicate?.freeVariables ?? [])
  }
}

/// The kind of change, which the first word of a statement determines.
package enum ChangeVerb: String, Sendable, CaseIterable {
  /// `insert Movie title = "Alien", year = 1979`
  case insert
  /// `update Movie set lent = YES where title == "Alien"`
  case update
  /// `delete Friend where movies.@count == 0`
  case delete

  /// The verb that a token is, in upper or lower case; nil for another token.
  package init?(_ token: SourceToken) {
    guard let verb = Self.allCases.first(where: { token.isWord($0.rawValue) }) else { return nil }
    self = verb
  }

  /// The syntax of a statement with the verb.
  package var form: String {
    switch self {
    case .insert: "insert ENTITY NAME = VALUE, NAME = VALUE"
    case .update: "update ENTITY set NAME = VALUE, NAME = VALUE where PREDICATE"
    case .delete: "delete ENTITY where PREDICATE"
    }
  }
}

/// A member of an object and its new value: `year = 1979`.
package struct ChangeAssignment: Sendable {
  /// The value of a member.
  package enum Value: Sendable {
    /// A value of the language: `1979`, `now()`, `Friend[3]`, `{Tag[2], Tag[3]}`, `nil`.
    case expression(QueryExpression)
    /// Objects that a fetch with a condition finds: `(Friend where friendName == "Anna")`.
    case selection(EntityFetch)
    /// Two sets of objects, at least one of them found by a condition: `tags UNION (Tag where id < 4)`.
    indirect case sets(Value, BinaryOperator, Value)

    /// The first value of the language in it; nil if all sets are found by conditions.
    package var expression: QueryExpression? {
      switch self {
      case .expression(let expression): expression
      case .selection: nil
      case .sets(let left, _, let right): left.expression ?? right.expression
      }
    }

    /// Every use of a variable, in written order.
    fileprivate var freeVariables: [VariableUse] {
      switch self {
      case .expression(let expression): expression.freeVariables
      case .selection(let fetch):
        (fetch.predicate?.freeVariables ?? []) + fetch.sortKeys.flatMap(\.expression.freeVariables)
      case .sets(let left, _, let right): left.freeVariables + right.freeVariables
      }
    }
  }

  /// The name of the attribute or relationship.
  package let member: String
  package let memberRange: SourceRange
  package let value: Value
  package let valueRange: SourceRange
}
