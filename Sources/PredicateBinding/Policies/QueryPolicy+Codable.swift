import PredicateValues

extension QueryPolicy: Codable {
  private enum Key: String, CodingKey, CaseIterable { case types, otherTypes, operators, functions, limits, cost, work }

  /// Reads ``encode(to:)``. What is left out is what ``init(otherTypes:operators:functions:limits:cost:work:)`` gives; types that are not
  /// named stay hidden.
  ///
  /// - Throws: `DecodingError` at an unknown key, a type that is named twice, a negative number, an operator that does not exist, a rule that
  ///   cannot be read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init()
    otherTypes = try container.decodeIfPresent(Names.self, forKey: .otherTypes) ?? otherTypes
    operators = try container.decodeIfPresent(Set<ComparisonOperator>.self, forKey: .operators) ?? operators
    functions = try container.decodeIfPresent(Names.self, forKey: .functions) ?? functions
    if container.contains(.limits) {
      limits = try PredicateLimits(from: container.superDecoder(forKey: .limits), usual: limits)
    }
    cost = try container.decodeCountIfPresent(forKey: .cost) ?? cost
    work = try container.decodeCountIfPresent(forKey: .work) ?? work
    var seen: Set<ScalarString> = []
    for type in try container.decodeIfPresent([StoredTypePolicy].self, forKey: .types) ?? [] {
      guard seen.insert(ScalarString(type.name)).inserted else {
        throw DecodingError.dataCorruptedError(
          forKey: .types, in: container, debugDescription: "the type “\(type.name)” is named twice")
      }
      if let names = type.names { self = allowing(names, ofEntity: type.name) }
      if let rule = type.rule { self = requiring(rule.predicate, ofEntity: type.name, variables: rule.variables) }
    }
  }

  /// Writes everything, the defaults too, so that a policy stays what it is where the defaults of the library change:
  ///
  /// ```json
  /// {
  ///   "types": [{"type": "Post", "allows": {"except": ["draftNote"]}, "rule": {"where": "owner == $user"}}],
  ///   "otherTypes": "none", "functions": "all", "operators": ["<", "=="],
  ///   "limits": {"nesting": 64, "sourceLength": 4000}, "cost": 1000000, "work": 10000000
  /// }
  /// ```
  ///
  /// - Throws: `EncodingError.invalidValue` of a rule that no text says, and of a variable whose value is an object with properties or an
  ///   instance of a class.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let names = Set(types.keys).union(rules.keys)
    let stored = names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
      .map { StoredTypePolicy(name: $0.text, names: types[$0], rule: rules[$0]) }
    try container.encode(stored, forKey: .types)
    try container.encode(otherTypes, forKey: .otherTypes)
    let spelled = operators.sorted { $0.spelling.utf8.lexicographicallyPrecedes($1.spelling.utf8) }
    try container.encode(spelled, forKey: .operators)
    try container.encode(functions, forKey: .functions)
    try container.encode(limits, forKey: .limits)
    try container.encode(cost, forKey: .cost)
    try container.encode(work, forKey: .work)
  }
}
