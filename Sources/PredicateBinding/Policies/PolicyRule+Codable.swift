import PredicateValues

/// `{"where": "owner == $user", "variables": [{"name": "user", "value": "\"Ada\""}]}`: values are constants of the language. Variables are a list,
/// because names are compared by their scalars, and Swift compares the keys of a dictionary otherwise.
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
