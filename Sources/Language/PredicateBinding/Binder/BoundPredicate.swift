import PredicateValues

/// A predicate with resolved names and known types, which engines run.
public struct BoundPredicate: Sendable {
  /// The condition in the typed core.
  public let condition: CoreCondition
  /// Notes on how the text was read, for example as a date.
  public let notes: [PredicateIssue]
  /// The evaluated object's type.
  public let root: RootType
  /// The number of variables in the condition, including the evaluated object. Engines reserve storage for this number of variables.
  public let variableCount: Int
  /// The time zone for properties of dates whose type is known only at run time. Other properties of dates are calls with the zone as an argument.
  package let timeZone: QueryTimeZone

  /// The same predicate with another condition, such as a part of its condition. The other condition must not use further variables.
  public func with(_ condition: CoreCondition) -> BoundPredicate {
    BoundPredicate(condition: condition, notes: notes, root: root, variableCount: variableCount, timeZone: timeZone)
  }
}

/// An expression with resolved names and known types.
public struct BoundExpression: Sendable {
  /// The value in the typed core.
  public let value: CoreValue
  /// Notes on how the text was read.
  public let notes: [PredicateIssue]
  /// The evaluated object's type.
  public let root: RootType
  /// The number of variables in the value, including the evaluated object.
  public let variableCount: Int
  /// The time zone for properties of dates whose type is known only at run time.
  package let timeZone: QueryTimeZone

  /// The same expression with another value, which must not use further variables.
  package func with(_ value: CoreValue) -> BoundExpression {
    BoundExpression(value: value, notes: notes, root: root, variableCount: variableCount, timeZone: timeZone)
  }
}

extension BoundPredicate {
  /// A predicate from a condition that was bound before and joined with others.
  package init(_ condition: CoreCondition, of root: RootType, timeZone: QueryTimeZone) {
    self.init(
      condition: condition, notes: [], root: root, variableCount: condition.greatestVariable + 1, timeZone: timeZone)
  }
}
