import PredicateValues

/// Issues of a fetch other than those of its predicate.
extension PredicateIssue {
  /// The issue for an order by people's names (`localizedStandard`), which databases lack.
  static func localizedKey(_ key: String) -> PredicateIssue {
    .error(
      .unsupportedConstruct, nil, "a fetch cannot sort “\(key)” in the alphabetical order of names",
      hint: "sort its result by sorted(by:)", kind: .unsupported)
  }

  static func noSuchEntity(_ name: String, in model: DataModel) -> PredicateIssue {
    .error(
      "sql-model", nil, "the model of the database has no “\(name)”",
      kind: .unknownKey
    ).suggesting(NearestSpelling.of(name, among: model.entityNames))
  }

  static func unorderedKey(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "sort-type", range, "expected a value to sort by, found \(type.description)",
      hint: "write an attribute of the object, or @count of the collection, after a dot", kind: .type)
  }

  // MARK: Groups

  /// - Parameter isWhole: Whether an aggregate without group by makes one row of all objects.
  static func notGrouped(
    _ name: String, isCollection: Bool = false, isWhole: Bool = false, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "not-grouped", range,
      isWhole
        ? "an aggregate makes one row of all objects, and they can have different values of “\(name)”"
        : "the objects of one group can have different values of “\(name)”",
      hint: isCollection
        ? "write @count for the number of its elements, or an aggregate: sum(…), avg(…), min(…), max(…)"
        : isWhole
          ? "group by “\(name)” to get a row for each value, or show an aggregate such as max(\(name))"
          : "add “\(name)” to group by, or show an aggregate such as max(\(name))", kind: .type)
  }

  static func havingWithoutGroups(_ range: SourceRange) -> PredicateIssue {
    .error(
      "having-without-groups", range, "“having” is a condition on groups, but the statement has no group by",
      hint: "write a condition on objects after where", kind: .type)
  }

  static func aggregateAsKey(range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-key", range,
      "aggregates are computed from groups, so an aggregate cannot be a key of groups",
      hint: "write a condition on an aggregate after having", kind: .type)
  }

  static func aggregateInAggregate(range: SourceRange) -> PredicateIssue {
    .error("aggregate-nested", range, "an aggregate is computed from objects, not from another aggregate", kind: .type)
  }

  static func collectionAsKey(
    _ type: QueryType, of key: QueryExpression? = nil, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "group-to-many", range, "expected one value to group by, found \(type.description)",
      hint: key.map { "to make a group of each element, write group by each \($0.canonicalFormat)" }
        ?? "write @count for the number of the elements",
      kind: .type
    ).replacing(with: key.map { "each \($0.canonicalFormat)" })
  }

  static func eachOfOne(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "group-each", range, "“each” takes a collection, found \(type.description)", hint: "leave out each",
      kind: .type)
  }

  static func eachOutside(range: SourceRange) -> PredicateIssue {
    .error(
      "each-place", range, "“each” makes groups of the elements of a collection",
      hint: "the syntax is: group by each KEY as NAME",
      kind: .type)
  }

  static func groupsWithoutKey(_ entity: String, range: SourceRange) -> PredicateIssue {
    .error(
      "group-key", range, "objects of \(entity) have no key to be grouped by",
      hint: "group by an attribute that distinguishes them", kind: .unsupported)
  }

  static func collectionInAggregate(_ name: String, _ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-to-many", range, "“\(name)” takes one value of each object, found \(type.description)",
      hint: "write @count for the number of the elements", kind: .type)
  }

  static func aggregateOfOtherType(
    _ name: String, _ expected: String, found: QueryType, range: SourceRange
  ) -> PredicateIssue {
    .error("aggregate-type", range, "“\(name)” takes \(expected); this is \(found.description)", kind: .type)
  }

  static func windowInWindow(range: SourceRange) -> PredicateIssue {
    .error(
      "window-nested", range, "running, previous, next, total and rank cannot contain one another", kind: .type)
  }

  static func windowInCondition(_ clause: String, range: SourceRange) -> PredicateIssue {
    .error(
      "window-place", range, "the values of other rows are known only after \(clause)",
      hint: "write such a value in show, sort by or “first … of each”", kind: .type)
  }

  static func windowOfDistinctRows(range: SourceRange) -> PredicateIssue {
    .error(
      "window-distinct", range, "with distinct, a row has no previous or next row",
      hint: "leave out distinct, or group by the shown values",
      kind: .type)
  }

  static func rankWithoutOrder(range: SourceRange) -> PredicateIssue {
    .error("window-order", range, "“rank” needs an order", hint: "write sort by KEY desc", kind: .type)
  }

  static func runningWithoutAggregate(range: SourceRange) -> PredicateIssue {
    .error(
      "window-running", range, "“running” takes count, sum, avg, min or max", hint: "the syntax is: running sum(x)",
      kind: .type)
  }

  static func aggregateConstant(
    _ name: String, _ expected: String, _ form: String, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "aggregate-constant", range, "“\(name)” of a group takes \(expected), which must be the same for all groups",
      hint: "the syntax is: \(form)", kind: .type)
  }

  static func unknownGroupOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "unknown-collection-operator", range, "there is no aggregate “@\(name)” of a group",
      hint: "the aggregates are @count, @sum, @avg, @min, @max", kind: .unknownKey)
  }

  static func groupOperatorWithoutKey(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-without-key", range, "“@\(name)” needs a property after it",
      hint: "the syntax is: @\(name).KEY or \(name)(KEY)", kind: .type)
  }

  static func distinctOrder(range: SourceRange) -> PredicateIssue {
    .error(
      "distinct-order", range, "with distinct, “sort by” and “first … of each” take shown columns only",
      hint: "show this value too, or leave out distinct", kind: .type)
  }

  // MARK: Notes

  static func averageCountsNil(_ value: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .type, code: "average-of-nil",
      message: "@avg counts an object without “\(value)” as 0", range: range,
      hint: "write avg(\(value)) to leave out such objects")
  }
}
