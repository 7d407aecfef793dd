import PredicateSyntax

extension PredicateIssue {
  /// A construct that this engine cannot say in SQL.
  static func unsupportedInSQL(_ construct: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "sql-unsupported", message: "\(construct) cannot be translated to SQL.", range: range)
  }

  /// An object that a variable holds and no row of the database is.
  static func foreignObject(range: SourceRange) -> PredicateIssue {
    .unsupportedInSQL("An object that is not in the database", range: range)
  }

  /// A SELECT that would join more tables than the database allows.
  static func tooManyJoins(_ maximum: Int) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "sql-joins",
      message: "the predicate needs more than the \(maximum) tables that one SELECT can join")
  }

  /// A name that the model does not have: the condition was bound to another model.
  static func notInModel(_ name: String, range: SourceRange = .none) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "sql-model", message: "the model of the database has no '\(name)'", range: range)
  }

  /// Rows that nothing identifies.
  package static func noKey(_ entity: String, range: SourceRange = .none) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "sql-no-key",
      message: "the rows of \(entity) have no integer key by which they can be named", range: range)
  }
}
