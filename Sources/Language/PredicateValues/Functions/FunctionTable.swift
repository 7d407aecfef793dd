/// The functions that a predicate may call: those of the language, and those that an application adds. No other function is ever called.
///
/// ```swift
/// FunctionTable.standard.definition(named: "SUM")?.name  // sum:
/// FunctionTable.standard.suggestion(for: "medain")       // median
///
/// let options = BindingOptions(functions: FunctionTable.standard.adding(isLeap))
/// ```
public struct FunctionTable: Sendable, CustomStringConvertible {
  /// All functions, in the order of the reference manual. Functions that an application added are last.
  public private(set) var all: [FunctionDefinition]
  private var positions: [[UInt8]: Int]
  private var identity = Identity()

  /// Identifies a table for comparisons, since functions cannot be compared.
  private final class Identity: Sendable {}

  /// The functions of the language.
  public static let standard = FunctionTable(
    FunctionTable.aggregates + FunctionTable.arithmetic + FunctionTable.bits + FunctionTable.strings
      + FunctionTable.texts
      + FunctionTable.objects + FunctionTable.stringProperties + FunctionTable.dates)

  private init(_ definitions: [FunctionDefinition]) {
    all = []
    positions = [:]
    for definition in definitions { add(definition) }
  }

  /// The table with one more function, which replaces a function of the same name. A call throws an issue of kind `type` (`function-result`) if the
  /// result has another family than the declared type.
  public func adding(_ definition: FunctionDefinition) -> FunctionTable {
    var table = self
    table.add(definition.added())
    table.identity = Identity()
    return table
  }

  /// The table with only the functions whose names meet a condition.
  package func restricted(to isIncluded: (String) -> Bool) -> FunctionTable {
    FunctionTable(all.filter { isIncluded($0.name) })
  }

  /// The number of the language's functions, and the names of the others: `161 standard functions, isLeap:`.
  public var description: String {
    let standard = FunctionTable.standard
    let others = all.filter { standard.definition(named: $0.name) == nil }.map(\.name)
    return (["\(all.count - others.count) standard functions"] + others).joined(separator: ", ")
  }

  /// Whether both are the same table or copies of it. Tables that were made separately differ, even with equal functions.
  package func isSame(as other: FunctionTable) -> Bool { identity === other.identity }

  private mutating func add(_ definition: FunctionDefinition) {
    let key = Self.key(definition.name)
    if let position = positions[key] {
      all[position] = definition
    } else {
      positions[key] = all.count
      all.append(definition)
    }
  }

  /// The function with a name, ignoring case; nil if there is none. A single colon at the end of the name may be missing.
  public func definition(named name: String) -> FunctionDefinition? {
    positions[Self.key(name)].map { all[$0] }
  }

  /// The function for a call of a name with `count` arguments. It is the function with that name. If that function takes another number of arguments,
  /// it is the first function whose name begins with the word and that takes `count` arguments: `round(x, 2)` calls `round:places:`.
  package func definition(named name: String, taking count: Int) -> FunctionDefinition? {
    let exact = definition(named: name)
    if let exact, exact.parameters.count == count || exact.isVariadic && count > 1 { return exact }
    let word = Self.bare(name)
    guard count > 1, !word.utf8.contains(UInt8(ascii: ":")) else { return exact }
    let beginning = StringFolding(.caseInsensitive).foldedBytes(of: word + ":")
    return all.first { definition in
      definition.parameters.count == count && definition.isSupported
        && StringFolding(.caseInsensitive).foldedBytes(of: definition.name).starts(with: beginning)
    } ?? exact
  }

  /// The functions with further arguments whose names begin with the word of a call: `round:places:` for `round:`.
  package func definitions(beginningWith name: String) -> [FunctionDefinition] {
    let word = Self.bare(name)
    guard !word.isEmpty, !word.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let beginning = StringFolding(.caseInsensitive).foldedBytes(of: word + ":")
    return all.filter { definition in
      definition.isSupported && definition.parameters.count > 1
        && StringFolding(.caseInsensitive).foldedBytes(of: definition.name).starts(with: beginning)
    }
  }

  /// Names of functions in other languages, each with the corresponding function of this language.
  private static let foreign: [String: String] = [
    "lower": "lowercase:", "tolower": "lowercase:", "lcase": "lowercase:", "upper": "uppercase:",
    "toupper": "uppercase:", "ucase": "uppercase:", "avg": "average:", "mean": "average:", "ceil": "ceiling:",
    "pow": "raise:toPower:", "power": "raise:toPower:", "mod": "modulus:by:", "ifnull": "coalesce:",
    "isnull": "coalesce:", "nvl": "coalesce:",
  ]

  /// The function that corresponds to a name of another language, or the function with the nearest name; nil if there is none.
  public func suggestion(for name: String) -> String? {
    let word = Self.bare(name)
    if let known = Self.foreign[word.lowercased()], definition(named: known) != nil { return Self.bare(known) }
    // `len` gets no suggestion: the length of a text is a property, and the nearest name, `ln`, is a logarithm.
    if word.lowercased() == "len" { return nil }
    return NearestSpelling.of(word, among: all.map { Self.bare($0.name) })
  }

  /// A name in lower case, without the colon of a single argument.
  private static func key(_ name: String) -> [UInt8] {
    StringFolding(.caseInsensitive).foldedBytes(of: bare(name))
  }

  private static func bare(_ name: String) -> String {
    name.utf8.last == UInt8(ascii: ":")
      && name.utf8.firstIndex(of: UInt8(ascii: ":")) == name.utf8.index(before: name.utf8.endIndex)
      ? String(name.dropLast()) : name
  }
}

extension FunctionTable {
  /// The properties of dates as functions, in UTC and in a time zone.
  static let dates: [FunctionDefinition] =
    DateProperty.allCases.map { property in
      FunctionDefinition(
        property.functionName, [.date], result: property.type, documentation: property.documentation,
        example: property.example
      ) { arguments, _ throws(PredicateIssue) in
        guard case .date(let date) = arguments[0] else { return .null }
        return property.value(of: date)
      }.asExtension()
    }
    + DateProperty.allCases.map { property in
      FunctionDefinition(
        property.zonedFunctionName, [.date, .string], result: property.type,
        documentation: property.zonedDocumentation, example: property.zonedExample
      ) { arguments, _ throws(PredicateIssue) in
        guard case .date(let date) = arguments[0], case .string(let name) = arguments[1] else { return .null }
        guard let zone = QueryTimeZone(name) else { throw .unknownTimeZone(name) }
        return property.value(of: date, in: zone)
      }.partial().asExtension()
    } + [DateFormat.function, DateFormat.zonedFunction]
}

extension PredicateIssue {
  /// A time zone that is not in the platform's data.
  package static func unknownTimeZone(_ name: String) -> PredicateIssue {
    .error(
      .unknownTimeZone, nil, "there is no time zone “\(name)”",
      hint: "write a name from the time zone database, such as Europe/Berlin, America/New_York or UTC", kind: .domain)
  }
}

extension FunctionTable {
  /// The functions of dates and containers, and other functions.
  static let objects: [FunctionDefinition] = [
    FunctionDefinition(
      "now", [], result: .date, documentation: "The current date, which stays the same during a whole run.",
      isPure: false
    ) { _, context throws(PredicateIssue) in .date(context.now) }
    .inColumns(.moment),
    FunctionDefinition(
      "dateByAddingTimeInterval:", [.date, .number], result: .date,
      documentation: "A date moved by a number of seconds: `FUNCTION(now(), \"dateByAddingTimeInterval:\", -86400)`.",
      example: "FUNCTION(CAST(0, 'NSDate'), 'dateByAddingTimeInterval:', 60) ⇒ CAST(60, 'NSDate')"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .date(let date) = arguments[0] else { return .null }
      return .date(date + (try ValueArithmetic.number(arguments[1])).double)
    }.inColumns(.operation(.add)),
    FunctionDefinition(
      "castObject:toType:", [.any, .string], result: .any,
      documentation: "A value converted to another type, as `CAST(x, 'NSDate')`.",
      example: "castObject:toType:('12', 'NSNumber') ⇒ 12.0"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let name) = arguments[1] else { return .null }
      guard let target = CastTarget(name: name) else { throw .unknownCastTarget(name) }
      return try ValueCast.cast(arguments[0], to: target)
    }.partial(),
    FunctionDefinition(
      "objectFrom:withIndex:", [.any, .any], result: { $0[0].elementType },
      documentation:
        "An element of a collection by its position, which begins at 0, or of a dictionary by its key, as `c[i]`.",
      example: "objectFrom:withIndex:({5, 6}, 1) ⇒ 6"
    ) { arguments, _ throws(PredicateIssue) in try ValueIndex.element(of: arguments[0], at: arguments[1]) }
    .partial(),
    FunctionDefinition(
      "noindex:", [.any], result: { $0[0] },
      documentation: "The unchanged value. The database does not use an index for it.",
      example: "noindex(5) ⇒ 5"
    ) { arguments, _ throws(PredicateIssue) in arguments[0] },
    FunctionDefinition(
      "coalesce:", [.collection], isVariadic: true, result: { $0[0].elementType },
      documentation: "The first value that is not nil, among several values or the elements of a collection.",
      example: "coalesce(nil, 5, 6) ⇒ 5", passesNil: false
    ) { arguments, _ throws(PredicateIssue) in elements(arguments[0]).first { !$0.withoutNaN.isNull } ?? .null }
    .asExtension(),
    .unsupported(
      "indexed:by:", [.any, .any], "An element of a collection by its index, in an old spelling of `c[i]`."),
    .unsupported(
      "distanceToLocation:fromLocation:", [.any, .any], "The distance in metres between two places on the earth."),
    .unsupported("inverseOrderKey:", [.any], "An undocumented function of the framework."),
    .unsupported("valueForKey:", [.any, .string], "The property of a value. Write a key path in its place."),
    .unsupported(
      "valueForKeyPath:", [.any, .string], "The property of a value by its path. Write a key path in its place."),
  ]
}

extension PredicateIssue {
  /// A type name that CAST does not know.
  package static func unknownCastTarget(_ name: String) -> PredicateIssue {
    .error(
      .unknownCastType, nil, "CAST does not know the type “\(name)”",
      hint: CastTarget.suggestion(for: name).map { "the nearest type is “\($0)”" }, kind: .unknownFunction)
  }
}

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
      "median:", "The middle number of a collection. For an even count, it is the mean of the two middle numbers.",
      "median({5, 1, 3}) ⇒ 3.0", Aggregation.median),
    FunctionDefinition(
      "mode:", [.collection], result: { .collection($0[0].elementType) },
      documentation: "The elements that occur most often in a collection.", example: "mode({1, 2, 3, 3}) ⇒ {3}"
    ) { arguments, _ throws(PredicateIssue) in .array(Aggregation.modes(elements(arguments[0]))) },
    numeric(
      "stddev:", "The standard deviation of the numbers in a collection, as of a whole population.",
      "stddev({1, 3}) ⇒ 1.0", Aggregation.standardDeviation),
    numeric(
      "variance:", "The variance of the numbers in a collection, as of a whole population.",
      "variance({1, 3}) ⇒ 1.0", Aggregation.variance
    ).asExtension(),
    FunctionDefinition(
      "percentile:at:", [.numbers, .number], result: .double,
      documentation:
        "A percentile of the numbers in a collection, interpolated. For 0.9, nine tenths of the numbers are below it.",
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
      documentation: "The elements of a collection without duplicates.",
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
