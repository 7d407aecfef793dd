import PredicateSyntax

/// Why an engine has no rows and no SQL.
public enum AdapterEngineFailure: Error, Sendable {
  /// The predicate is at fault, or needs what the engine has not.
  case issue(PredicateIssue)
  /// The engine reads no fixtures.
  case withoutFixtures
  /// The fixture is at fault: no such file, no database, a damaged one. It is what the line asked for, so the answer's kind is `protocol`.
  case fixture(code: String, message: String, hint: String?)
}
