import PredicateValues

/// Issues of a fetch other than those of its predicate.
extension PredicateIssue {
  /// The issue for an order by people's names (`localizedStandard`), which databases lack.
  static func localizedKey(_ key: String) -> PredicateIssue {
    .error(
      .unsupportedConstruct, nil, "a fetch cannot sort “\(key)” alphabetically",
      hint: "sort its result by sorted(by:)", kind: .unsupported)
  }

  static func noSuchEntity(_ name: String, in model: DataModel) -> PredicateIssue {
    .error(
      "sql-model", nil, "the data model of the database does not contain “\(name)”",
      kind: .unknownKey
    ).suggesting(NearestSpelling.of(name, among: model.entityNames))
  }

  static func unorderedKey(_ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "sort-type", range, "expected a single value to sort by, found \(type.description)",
      hint: "write a dot and an attribute of the object, or a dot and @count for a collection", kind: .type)
  }

  // MARK: Groups

  /// - Parameter isWhole: Whether an aggregate without group by makes one row of all objects.
  static func notGrouped(
    _ name: String, isCollection: Bool = false, isWhole: Bool = false, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "not-grouped", range,
      isWhole
        ? "“\(name)” cannot be shown next to an aggregate, because all objects become one row and may have different values"
        : "“\(name)” cannot be shown for a group, because the objects of a group may have different values",
      hint: isCollection
        ? "write @count for the number of elements, or an aggregate such as sum(…), avg(…), min(…) or max(…)"
        : isWhole
          ? "group by “\(name)” to get one row per value, or show an aggregate such as max(\(name))"
          : "add “\(name)” to “group by”, or show an aggregate such as max(\(name))", kind: .type)
  }

  static func havingWithoutGroups(_ range: SourceRange) -> PredicateIssue {
    .error(
      "having-without-groups", range, "“having” needs “group by”, because it is a condition on groups",
      hint: "to write a condition on objects, use “where”", kind: .type)
  }

  static func aggregateAsKey(range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-key", range,
      "an aggregate cannot be in “group by”, because it is computed from the groups",
      hint: "to write a condition on an aggregate, use “having”", kind: .type)
  }

  static func aggregateInAggregate(range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-nested", range, "an aggregate cannot be computed from another aggregate, only from objects",
      kind: .type)
  }

  static func collectionAsKey(
    _ type: QueryType, of key: QueryExpression? = nil, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "group-to-many", range, "expected a single value to group by, found \(type.description)",
      hint: key.map { "to make one group per element, write group by each \($0.canonicalFormat)" }
        ?? "to use the number of elements, write @count",
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
      "each-place", range, "“each” in “group by” needs a collection",
      hint: "the syntax is: group by each KEY as NAME",
      kind: .type)
  }

  static func groupsWithoutKey(_ entity: String, range: SourceRange) -> PredicateIssue {
    .error(
      "group-key", range, "objects of \(entity) have no primary key, so they cannot be grouped by the object itself",
      hint: "group by an attribute that is different for each object", kind: .unsupported)
  }

  static func collectionInAggregate(_ name: String, _ type: QueryType, range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-to-many", range, "“\(name)” needs a single value of each object, found \(type.description)",
      hint: "to use the number of elements, write @count", kind: .type)
  }

  static func aggregateOfOtherType(
    _ name: String, _ expected: String, found: QueryType, range: SourceRange
  ) -> PredicateIssue {
    .error("aggregate-type", range, "“\(name)” takes \(expected); this is \(found.description)", kind: .type)
  }

  static func windowInWindow(range: SourceRange) -> PredicateIssue {
    .error(
      "window-nested", range, "running, previous, next, total and rank must not be inside one another", kind: .type)
  }

  static func windowInCondition(_ clause: String, range: SourceRange) -> PredicateIssue {
    .error(
      "window-place", range,
      "values such as running, previous and rank use other rows of the answer, so they are known only after \(clause)",
      hint: "use the value in “show”, “sort by” or “first … of each”", kind: .type)
  }

  static func windowOfDistinctRows(range: SourceRange) -> PredicateIssue {
    .error(
      "window-distinct", range, "“previous” and “next” cannot be used together with “distinct”",
      hint: "leave out “distinct”, or group by the shown values",
      kind: .type)
  }

  static func rankWithoutOrder(range: SourceRange) -> PredicateIssue {
    .error("window-order", range, "“rank” needs an order", hint: "write sort by KEY desc", kind: .type)
  }

  static func runningWithoutAggregate(range: SourceRange) -> PredicateIssue {
    .error(
      "window-running", range, "“running” must be followed by count, sum, avg, min or max",
      hint: "the syntax is: running sum(x)",
      kind: .type)
  }

  static func aggregateConstant(
    _ name: String, _ expected: String, _ form: String, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "aggregate-constant", range, "the argument of “\(name)” must be \(expected), and the same for all groups",
      hint: "the syntax is: \(form)", kind: .type)
  }

  static func unknownGroupOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "unknown-collection-operator", range, "there is no aggregate “@\(name)” for groups",
      hint: "the aggregates are @count, @sum, @avg, @min and @max", kind: .unknownKey)
  }

  static func groupOperatorWithoutKey(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "aggregate-without-key", range, "“@\(name)” needs a property after it",
      hint: "the syntax is: @\(name).KEY or \(name)(KEY)", kind: .type)
  }

  static func distinctOrder(range: SourceRange) -> PredicateIssue {
    .error(
      "distinct-order", range, "together with “distinct”, “sort by” and “first … of each” can use only shown columns",
      hint: "show this value too, or leave out “distinct”", kind: .type)
  }

  // MARK: Notes

  static func averageCountsNil(_ value: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .type, code: "average-of-nil",
      message: "@avg counts an object without a value of “\(value)” as 0", range: range,
      hint: "to ignore objects without a value, write avg(\(value))")
  }
}
