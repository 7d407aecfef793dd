import PredicateSyntax

/// Why a request has no result.
enum AdapterFailure: Error {
  /// The line itself is at fault: no JSON object, or it lacks what its op needs.
  case line(code: String, message: String)
  /// The database that the line names is at fault.
  case fixture(code: String, message: String, hint: String?)
  /// The predicate is at fault.
  case issue(PredicateIssue)
  /// The op, engine or dialect is not offered.
  case skip(String)
}
