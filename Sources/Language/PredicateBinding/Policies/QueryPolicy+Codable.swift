import PredicateValues

extension QueryPolicy: Codable {
  private enum Key: String, CodingKey, CaseIterable { case types, otherTypes, operators, functions, limits, cost, work }

  /// Reads what ``encode(to:)`` writes. A missing part has the default of ``init(otherTypes:operators:functions:limits:cost:work:)``. A type without
  /// an entry stays hidden.
  ///
  /// - Throws: `DecodingError` for an unknown key, a type with two entries, a negative number, an unknown operator, and an invalid rule.
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
        throw container.fault(.types, "the type “\(type.name)” is named twice")
      }
      if let names = type.names { self = allowing(names, ofEntity: type.name) }
      for rule in type.rules { self = requiring(rule.predicate, ofEntity: type.name, variables: rule.variables) }
    }
  }

  /// Writes all parts, including defaults, so that a stored policy stays the same if the library's defaults change:
  ///
  /// ```json
  /// {
  ///   "types": [{"type": "Post", "allows": {"except": ["draftNote"]}, "rule": {"where": "owner == $user"}}],
  ///   "otherTypes": "none", "functions": "all", "operators": ["<", "=="],
  ///   "limits": {"nesting": 64, "sourceLength": 4000}, "cost": 1000000, "work": 10000000
  /// }
  /// ```
  ///
  /// A type with several rules has a list of them: `"rule": [{"where": "owner == $user"}, {"where": "isPublic == YES"}]`.
  ///
  /// - Throws: `EncodingError.invalidValue` if a type has two lists of names, if the text of a rule cannot be parsed again, or if the value of a variable
  ///   is an object with properties or an instance of a class.
  public func encode(to encoder: any Encoder) throws {
    if let issue = firstRepetition {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: issue.message, underlyingError: issue))
    }
    var container = encoder.container(keyedBy: Key.self)
    let stored = typeNames.map { name in
      StoredTypePolicy(name: name, names: types[ScalarString(name)], rules: rules[ScalarString(name)] ?? [])
    }
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

extension QueryPolicy.Names: Codable {
  private enum Key: String, CodingKey, CaseIterable { case only, except }

  /// Reads `"all"`, `"none"`, `{"only": ["title"]}`, `{"except": ["draftNote"]}`.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "all": self = .all
      case "none": self = .none
      default:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "expected “all” or “none”, found “\(word)”"))
      }
      return
    }
    let container = try decoder.container(knowingOnly: Key.self)
    switch container.allKeys {
    case [.only]: self = .listed(try container.decode([String].self, forKey: .only))
    case [.except]: self = .unlisted(try container.decode([String].self, forKey: .except))
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected one of the two keys “only” and “except”"))
    }
  }

  /// Encodes the entry in the form that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .all, .none:
      var container = encoder.singleValueContainer()
      try container.encode(isNone ? "none" : "all")
    case .listed(let names):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(names, forKey: .only)
    case .unlisted(let names):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(names, forKey: .except)
    }
  }
}

/// Encoded as `{"where": "owner == $user", "variables": [{"name": "user", "value": "\"Ada\""}]}`. Values are constants of the language. Variables are
/// a list, because their names are compared by scalars, unlike the keys of a Swift dictionary.
extension QueryPolicy.Rule: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case predicate = "where"
    case variables
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    predicate = try container.decode(QueryPredicate.self, forKey: .predicate)
    let stored = try container.decodeIfPresent([StoredVariable].self, forKey: .variables) ?? []
    var variables = QueryVariables(stored.map { ($0.name, $0.value) })
    for variable in stored where variable.isRange { variables.markRange(variable.name) }
    self.variables = variables
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(predicate, forKey: .predicate)
    if variables.isEmpty { return }
    let stored = variables.names.compactMap { name in
      variables[name].map { StoredVariable(name: name, value: $0, isRange: variables.isRange(name)) }
    }
    try container.encode(stored, forKey: .variables)
  }
}

/// The entry of a type in a stored policy, encoded as `{"type": "Post", "allows": {"except": ["draftNote"]}, "rule": {"where": "owner == $user"}}`.
/// Several rules are a list.
struct StoredTypePolicy: Codable {
  let name: String
  /// The names that can be read; nil if the policy's setting for other types applies.
  let names: QueryPolicy.Names?
  /// The conditions that each object must meet.
  let rules: [QueryPolicy.Rule]

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name = "type"
    case names = "allows"
    case rules = "rule"
  }
}

extension StoredTypePolicy {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    names = try container.decodeIfPresent(QueryPolicy.Names.self, forKey: .names)
    guard container.contains(.rules), try !container.decodeNil(forKey: .rules) else {
      rules = []
      return
    }
    // Not a list: the rule is decoded below, which reports what is wrong with it.
    let isList = (try? container.nestedUnkeyedContainer(forKey: .rules)) != nil
    rules =
      isList
      ? try container.decode([QueryPolicy.Rule].self, forKey: .rules)
      : [try container.decode(QueryPolicy.Rule.self, forKey: .rules)]
    if rules.isEmpty { throw container.fault(.rules, "the list of rules is empty") }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(names, forKey: .names)
    if let rule = rules.first, rules.count == 1 {
      try container.encode(rule, forKey: .rules)
    } else if !rules.isEmpty {
      try container.encode(rules, forKey: .rules)
    }
  }
}
