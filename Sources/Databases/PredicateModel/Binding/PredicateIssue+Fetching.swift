import PredicateValues

/// What can be wrong with a fetch besides its predicate.
extension PredicateIssue {
  static func noSuchEntity(_ name: String, in model: DataModel) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "sql-model", message: "the model of the database has no “\(name)”",
      hint: NearestSpelling.of(name, among: model.entityNames).map { "the nearest name is “\($0)”" })
  }

  static func unorderedKey(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "sort-type", message: "expected a value to sort by, found \(type.description)", range: range,
      hint: "a path goes on behind a dot, to an attribute or to @count of a collection")
  }

  // MARK: Groups

  static func notGrouped(_ name: String, isCollection: Bool = false, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "not-grouped", message: "the objects of a group need not have the same “\(name)”",
      range: range,
      hint: isCollection
        ? "@count of a collection is one value, of which there is a sum(…), avg(…), min(…), max(…)"
        : "group by it too, or ask for one value of the group: min(…), max(…), count()")
  }

  static func havingWithoutGroups(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "having-without-groups", message: "“having” is a condition on groups, and there are none",
      range: range, hint: "a condition on objects stands behind where; groups come from group by")
  }

  static func aggregateAsKey(range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "aggregate-key",
      message: "groups are made before anything is computed of them, so they cannot be made by an aggregate",
      range: range, hint: "a condition on an aggregate stands behind having")
  }

  static func aggregateInAggregate(range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "aggregate-nested", message: "an aggregate is computed of objects, not of groups", range: range
    )
  }

  static func collectionAsKey(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "group-to-many", message: "expected one value to group by, found \(type.description)",
      range: range, hint: "@count of a collection is one value")
  }

  static func keyWithoutInteger(_ entity: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "group-key", message: "objects of \(entity) have no integer key to be grouped by",
      range: range, hint: "an attribute of theirs may tell them apart")
  }

  static func collectionInAggregate(_ name: String, _ type: QueryType, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "aggregate-to-many",
      message: "“\(name)” takes one value of each object, found \(type.description)", range: range,
      hint: "@count of a collection is one value")
  }

  static func aggregateOfOtherType(
    _ name: String, _ expected: String, found: QueryType, range: SourceRange
  ) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "aggregate-type", message: "“\(name)” takes \(expected); this is \(found.description)",
      range: range)
  }

  static func unknownGroupOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "unknown-collection-operator", message: "there is no aggregate “@\(name)” of a group",
      range: range, hint: "the aggregates are @count, @sum, @avg, @min, @max")
  }

  static func groupOperatorWithoutKey(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "aggregate-without-key", message: "“@\(name)” needs a property behind it", range: range,
      hint: "the form is @\(name).KEY or \(name)(KEY)")
  }

  static func distinctOrder(range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "distinct-order",
      message: "rows that are given once can only be sorted and divided by what is shown",
      range: range, hint: "show it too, or leave out distinct")
  }

  // MARK: Notes

  static func averageCountsNil(_ value: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .type, code: "average-of-nil",
      message: "@avg counts an object without “\(value)” as 0", range: range,
      hint: "avg(\(value)) leaves it out")
  }
}
