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
    }
}

extension PredicateIssue {
  /// A time zone that is not in the platform's data.
  package static func unknownTimeZone(_ name: String) -> PredicateIssue {
    .error(
      .unknownTimeZone, nil, "there is no time zone “\(name)”",
      hint: "zones are named as in the time zone database: Europe/Berlin, America/New_York, UTC", kind: .domain)
  }
}
