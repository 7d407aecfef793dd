extension FunctionTable {
  /// The functions of dates and containers, and other functions.
  static let objects: [FunctionDefinition] = [
    FunctionDefinition(
      "now", [], result: .date, documentation: "The current date, the same for a whole run.", isPure: false
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
      documentation: "A value as another type, as `CAST(x, 'NSDate')`.",
      example: "castObject:toType:('12', 'NSNumber') ⇒ 12.0"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let name) = arguments[1] else { return .null }
      guard let target = CastTarget(name: name) else { throw .unknownCastTarget(name) }
      return try ValueCast.cast(arguments[0], to: target)
    }.partial(),
    FunctionDefinition(
      "objectFrom:withIndex:", [.any, .any], result: { $0[0].elementType },
      documentation: "An element of a collection by its place from 0, or of a dictionary by its name, as `c[i]`.",
      example: "objectFrom:withIndex:({5, 6}, 1) ⇒ 6"
    ) { arguments, _ throws(PredicateIssue) in try ValueIndex.element(of: arguments[0], at: arguments[1]) }
    .partial(),
    FunctionDefinition(
      "noindex:", [.any], result: { $0[0] },
      documentation: "A value as it is; the database is told not to use an index for it.",
      example: "noindex(5) ⇒ 5"
    ) { arguments, _ throws(PredicateIssue) in arguments[0] },
    FunctionDefinition(
      "coalesce:", [.collection], isVariadic: true, result: { $0[0].elementType },
      documentation: "The first of several values, or of the elements of a collection, that is not nil.",
      example: "coalesce(nil, 5, 6) ⇒ 5", passesNil: false
    ) { arguments, _ throws(PredicateIssue) in elements(arguments[0]).first { !$0.withoutNaN.isNull } ?? .null }
    .asExtension(),
    .unsupported("indexed:by:", [.any, .any], "An element by its place, in an old form."),
    .unsupported("distanceToLocation:fromLocation:", [.any, .any], "The distance of two places in metres."),
    .unsupported("inverseOrderKey:", [.any], "An undocumented function of the framework."),
    .unsupported("valueForKey:", [.any, .string], "The property of a value; write a key path."),
    .unsupported("valueForKeyPath:", [.any, .string], "The property of a value by its path; write a key path."),
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
