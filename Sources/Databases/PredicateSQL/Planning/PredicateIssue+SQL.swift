import PredicateSyntax

extension PredicateIssue {
  private static let unsupportedCode = "sql-unsupported"
  private static let noKeyCode = "sql-no-key"

  /// A construct that this database has no SQL for.
  package static func unsupportedInSQL(_ construct: String, range: SourceRange) -> PredicateIssue {
    .error(unsupportedCode, range, "\(construct) cannot be translated to SQL.", kind: .unsupported)
  }

  /// Whether the issue is that SQL cannot express a construct. Memory can then evaluate the surrounding condition.
  var isMissingForm: Bool { code == Self.unsupportedCode }

  /// Whether the issue is that objects without an integer key would have to be identified in SQL. Memory identifies them by their keys.
  var isMissingKey: Bool { code == Self.noKeyCode }

  /// An object in a variable that is not a row of the database.
  package static func foreignObject(range: SourceRange) -> PredicateIssue {
    .unsupportedInSQL("An object that is not in the database", range: range)
  }

  /// A SELECT that would join more tables than the database allows.
  package static func tooManyJoins(_ maximum: Int) -> PredicateIssue {
    .error(
      "sql-joins", nil, "the predicate needs more than the \(maximum) tables that one SELECT can join", kind: .limit)
  }

  /// A name that the model does not have, because the condition was bound to another model.
  package static func notInModel(_ name: String, range: SourceRange = .none) -> PredicateIssue {
    .error("sql-model", range, "the model of the database has no '\(name)'", kind: .unknownKey)
  }

  /// An object of an entity whose rows have no identity.
  package static func noKey(_ entity: String, range: SourceRange = .none) -> PredicateIssue {
    .error(
      noKeyCode, range, "the rows of \(entity) have no integer key that identifies them", kind: .unsupported)
  }
}
