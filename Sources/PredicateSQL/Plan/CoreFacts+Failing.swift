import PredicateBinding

/// What can end a statement with an issue when it runs. Memory evaluates such a condition only where the conditions before it decide
/// nothing; SQL has to be told so.
///
/// These are the failures of the core without those that no column causes: the columns of a row hold no values nested in one another. A
/// regular expression that takes too many steps ends a statement as a time limit does, wherever it stands.
extension CoreFacts {
  fileprivate var canFail: Bool { failures.contains(.mismatch) }
}

extension CoreCondition {
  /// Whether evaluating the condition can end a statement with an issue.
  var canFail: Bool { facts.canFail }
}

extension CoreValue {
  /// Whether evaluating the value can end a statement with an issue.
  var canFail: Bool { facts.canFail }
}

extension CoreRange {
  /// Whether going through the elements can end a statement with an issue.
  var canFail: Bool { facts.canFail }
}
