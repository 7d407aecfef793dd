import PredicateValues

/// Issues of a fetch other than those of its predicate.
extension PredicateIssue {
  /// The issue for an order by people's names (`localizedStandard`), which databases lack.
  static func localizedKey(_ key: String) -> PredicateIssue {
    .error(
      .unsupportedConstruct, nil, "a fetch does not sort “\(key)” as people sort names",
      hint: "sort its result by sorted(by:)", kind: .unsupported)
  }

  static func noSuchEntity(_ name: String, in model: DataModel) -> PredicateIssue {
    .error(
      "sql-model", nil, "the model of the database has no “\(name)”",
      hint: NearestSpelling.of(name, among: model.entityNames).map { "the nearest name is “\($0)”" }, kind: .unknownKey)
  }

  static func unorderedKey(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "sort-type", range, "expected a value to sort by, found \(type.description)",
      hint: "a path continues after a dot, with an attribute or with @count of a collection", kind: .type)
  }

  // MARK: Groups

  static func notGrouped(_ name: String, isCollection: Bool = false, range: SourceRange) -> PredicateIssue {
    .error(
      "not-grouped", range, "the objects of a group need not have the same “\(name)”",
      hint: isCollection
        ? "@count of a collection is one value; its aggregates are sum(…), avg(…), min(…), max(…)"
        : "group by it too, or ask for one value of the group: min(…), max(…), count()", kind: .type)
  }

  static func havingWithoutGroups(_ range: SourceRange) -> PredicateIssue {
    .error(
      "having-without-groups", range, "“having” is a condition on groups, and there are none",
      hint: "a condition on objects comes after where; groups come from group by", kind: .type)
  }

  static func aggregateAsKey(range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-key", range,
      "groups are made before anything is computed of them, so they cannot be made by an aggregate",
      hint: "a condition on an aggregate comes after having", kind: .type)
  }

  static func aggregateInAggregate(range: SourceRange) -> PredicateIssue {
    .error("aggregate-nested", range, "an aggregate is computed of objects, not of groups", kind: .type)
  }

  static func collectionAsKey(
    _ type: QueryType, of key: QueryExpression? = nil, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "group-to-many", range, "expected one value to group by, found \(type.description)",
      hint: key.map { "to make a group of each element, write group by each \($0.canonicalFormat)" }
        ?? "@count of a collection is one value",
      kind: .type
    ).replacing(with: key.map { "each \($0.canonicalFormat)" })
  }

  static func eachOfOne(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "group-each", range, "“each” takes a collection, found \(type.description)", hint: "group by it without each",
      kind: .type)
  }

  static func eachOutside(range: SourceRange) -> PredicateIssue {
    .error(
      "each-place", range, "“each” makes groups of the elements of a collection",
      hint: "the form is group by each KEY as NAME",
      kind: .type)
  }

  static func groupsWithoutKey(_ entity: String, range: SourceRange) -> PredicateIssue {
    .error(
      "group-key", range, "objects of \(entity) have no key to be grouped by",
      hint: "one of their attributes may distinguish them", kind: .unsupported)
  }

  static func collectionInAggregate(_ name: String, _ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-to-many", range, "“\(name)” takes one value of each object, found \(type.description)",
      hint: "@count of a collection is one value", kind: .type)
  }

  static func aggregateOfOtherType(
    _ name: String, _ expected: String, found: QueryType, range: SourceRange
  ) -> PredicateIssue {
    .error("aggregate-type", range, "“\(name)” takes \(expected); this is \(found.description)", kind: .type)
  }

  static func windowInWindow(range: SourceRange) -> PredicateIssue {
    .error(
      "window-nested", range, "a value of the rows around a row is computed of rows without such values", kind: .type)
  }

  static func windowInCondition(_ clause: String, range: SourceRange) -> PredicateIssue {
    .error(
      "window-place", range, "the values of other rows are known only after \(clause)",
      hint: "columns, sort keys and “first … of each” read them", kind: .type)
  }

  static func windowOfDistinctRows(range: SourceRange) -> PredicateIssue {
    .error(
      "window-distinct", range, "rows that are given once have no rows around them", hint: "group by the same values",
      kind: .type)
  }

  static func rankWithoutOrder(range: SourceRange) -> PredicateIssue {
    .error("window-order", range, "“rank” needs an order", hint: "write sort by KEY desc", kind: .type)
  }

  static func runningWithoutAggregate(range: SourceRange) -> PredicateIssue {
    .error(
      "window-running", range, "“running” takes count, sum, avg, min or max", hint: "the form is running sum(x)",
      kind: .type)
  }

  static func aggregateConstant(
    _ name: String, _ expected: String, _ form: String, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "aggregate-constant", range, "“\(name)” of a group takes \(expected) that is the same for all groups",
      hint: "the form is \(form)", kind: .type)
  }

  static func unknownGroupOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "unknown-collection-operator", range, "there is no aggregate “@\(name)” of a group",
      hint: "the aggregates are @count, @sum, @avg, @min, @max", kind: .unknownKey)
  }

  static func groupOperatorWithoutKey(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-without-key", range, "“@\(name)” needs a property after it",
      hint: "the form is @\(name).KEY or \(name)(KEY)", kind: .type)
  }

  static func distinctOrder(range: SourceRange) -> PredicateIssue {
    .error(
      "distinct-order", range, "with distinct, rows can only be sorted and divided by shown columns",
      hint: "show it too, or leave out distinct", kind: .type)
  }

  // MARK: Notes

  static func averageCountsNil(_ value: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .type, code: "average-of-nil",
      message: "@avg counts an object without “\(value)” as 0", range: range,
      hint: "avg(\(value)) leaves it out")
  }
}
