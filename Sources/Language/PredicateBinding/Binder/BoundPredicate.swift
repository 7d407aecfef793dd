import PredicateValues

/// A predicate whose names and types are known: what engines run.
public struct BoundPredicate: Sendable {
  /// What the predicate asks, in the forms of the core.
  public let condition: CoreCondition
  /// What is worth knowing about how the text was read: a string that was taken for a date.
  public let notes: [PredicateIssue]
  /// The evaluated object's type.
  public let root: RootType
  /// How many variables the condition uses, the evaluated object included: the size of a frame.
  public let variableCount: Int
  /// Where the properties of dates of unknown type are read. Those of known dates are calls that have the zone.
  package let timeZone: QueryTimeZone

  /// The same predicate with another condition, which uses no more variables: a part of it.
  public func with(_ condition: CoreCondition) -> BoundPredicate {
    BoundPredicate(condition: condition, notes: notes, root: root, variableCount: variableCount, timeZone: timeZone)
  }
}

/// An expression whose names and types are known.
public struct BoundExpression: Sendable {
  /// What the expression yields, in the forms of the core.
  public let value: CoreValue
  /// What is worth knowing about how the text was read.
  public let notes: [PredicateIssue]
  /// The evaluated object's type.
  public let root: RootType
  /// How many variables the value uses, the evaluated object included.
  public let variableCount: Int
  /// Where the properties of dates of unknown type are read.
  package let timeZone: QueryTimeZone

  /// The same expression with another value, which uses no more variables.
  package func with(_ value: CoreValue) -> BoundExpression {
    BoundExpression(value: value, notes: notes, root: root, variableCount: variableCount, timeZone: timeZone)
  }
}

extension BoundPredicate {
  /// A condition that was bound with others and joined to them, as a predicate of its own.
  package init(_ condition: CoreCondition, of root: RootType, timeZone: QueryTimeZone) {
    self.init(
      condition: condition, notes: [], root: root, variableCount: condition.greatestVariable + 1, timeZone: timeZone)
  }
}
