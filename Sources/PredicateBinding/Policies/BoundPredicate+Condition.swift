import PredicateValues

extension BoundPredicate {
  /// A condition that was bound with others and joined to them, as a predicate of its own.
  package init(_ condition: CoreCondition, of root: RootType, timeZone: QueryTimeZone) {
    self.init(
      condition: condition, notes: [], root: root, variableCount: condition.greatestVariable + 1, timeZone: timeZone)
  }
}
