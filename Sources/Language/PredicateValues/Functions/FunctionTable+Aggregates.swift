extension FunctionTable {
  /// The functions that take one collection. All but `count` and `distinct` ignore nil elements.
  static let aggregates: [FunctionDefinition] = [
    FunctionDefinition(
      "sum:", [.numbers], result: { ValueArithmetic.promoted([$0[0].elementType]) },
      documentation: "The sum of the numbers in a collection; 0 if the collection is empty.",
      example: "sum({1, 2, 3}) ⇒ 6"
    ) { arguments, _ throws(PredicateIssue) in
      Aggregation.sum(try numbers(arguments[0], for: "sum"))
    }.inColumns(.fold(.sum)),
    FunctionDefinition(
      "count:", [.collection], result: .integer, documentation: "The number of elements in a collection.",
      example: "count({1, 1}) ⇒ 2"
    ) { arguments, _ throws(PredicateIssue) in .integer(Int64(elements(arguments[0]).count)) },
    FunctionDefinition(
      "min:", [.collection], isVariadic: true, result: { $0[0].elementType },
      documentation: "The least element of a collection, or the least of several values; nil if there are none.",
      example: "min({3, 1, 2}) ⇒ 1"
    ) { arguments, _ throws(PredicateIssue) in
      try Aggregation.extreme(elements(arguments[0]), .less, for: "min")
    }.inColumns(.fold(.min)),
    FunctionDefinition(
      "max:", [.collection], isVariadic: true, result: { $0[0].elementType },
      documentation:
        "The greatest element of a collection, or the greatest of several values; nil if there are none.",
      example: "max(1, 5, 3) ⇒ 5"
    ) { arguments, _ throws(PredicateIssue) in
      try Aggregation.extreme(elements(arguments[0]), .greater, for: "max")
    }.inColumns(.fold(.max)),
    numeric(
      "average:", "The mean of the numbers in a collection; nil if the collection is empty.",
      "average({1, 2, 2, 3, 4, 7, 9}) ⇒ 4.0"
    ) { Aggregation.mean($0, count: $0.count) },
    numeric(
      "median:", "The middle number of a collection; with an even count, the mean of the two in the middle.",
      "median({5, 1, 3}) ⇒ 3.0", Aggregation.median),
    FunctionDefinition(
      "mode:", [.collection], result: { .collection($0[0].elementType) },
      documentation: "All elements that occur most often in a collection.", example: "mode({1, 2, 3, 3}) ⇒ {3}"
    ) { arguments, _ throws(PredicateIssue) in .array(Aggregation.modes(elements(arguments[0]))) },
    numeric(
      "stddev:", "The standard deviation of the numbers in a collection, taken as the whole population.",
      "stddev({1, 3}) ⇒ 1.0", Aggregation.standardDeviation),
    numeric(
      "variance:", "The variance of the numbers in a collection, taken as the whole population.",
      "variance({1, 3}) ⇒ 1.0", Aggregation.variance
    ).asExtension(),
    FunctionDefinition(
      "percentile:at:", [.numbers, .number], result: .double,
      documentation: "A percentile of the numbers in a collection, interpolated: nine tenths are below that of 0.9.",
      example: "percentile({1, 2, 3, 10}, 0.5) ⇒ 2.5"
    ) { arguments, _ throws(PredicateIssue) in
      let fraction = try ValueArithmetic.number(arguments[1]).double
      guard (0...1).contains(fraction) else {
        throw .functionArgument("percentile", expected: "a fraction from 0 to 1", found: "\(fraction)")
      }
      return Aggregation.percentile(try numbers(arguments[0], for: "percentile"), at: fraction)
    }.partial().asExtension(),
    FunctionDefinition(
      "distinct:", [.collection], result: { $0[0] },
      documentation: "The elements of a collection, each of several equal elements once.",
      example: "distinct({1, 2, 1}) ⇒ {1, 2}"
    ) { arguments, _ throws(PredicateIssue) in .array(elements(arguments[0]).distinctValues()) },
  ]

  private static func numeric(
    _ name: String, _ documentation: String, _ example: String,
    _ compute: @escaping @Sendable ([NumberValue]) -> QueryValue
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, [.numbers], result: .double, documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in
      compute(try numbers(arguments[0], for: String(name.dropLast())))
    }
  }

  /// The numbers of a collection. `name` is the name of the function, for issues.
  private static func numbers(_ collection: QueryValue, for name: String) throws(PredicateIssue) -> [NumberValue] {
    try Aggregation.numbers(elements(collection)) { .functionArgument(name, expected: "numbers", found: $0) }
  }

  /// The elements of a value that is known to be a collection.
  static func elements(_ value: QueryValue) -> [QueryValue] {
    switch value {
    case .array(let elements), .set(let elements): elements
    default: []
    }
  }
}
