import PredicateValues

/// What a stored policy says of a type: `{"type": "Post", "allows": {"except": ["draftNote"]}, "rule": {"where": "owner == $user"}}`.
struct StoredTypePolicy: Codable {
  let name: String
  /// What can be read of it; nil for what the policy says of types that it does not name.
  let names: QueryPolicy.Names?
  /// What each object has to meet; nil for nothing.
  let rule: QueryPolicy.Rule?

  private enum Key: String, CodingKey, CaseIterable { case type, allows, rule }

  init(name: String, names: QueryPolicy.Names?, rule: QueryPolicy.Rule?) {
    self.name = name
    self.names = names
    self.rule = rule
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    name = try container.decode(String.self, forKey: .type)
    names = try container.decodeIfPresent(QueryPolicy.Names.self, forKey: .allows)
    rule = try container.decodeIfPresent(QueryPolicy.Rule.self, forKey: .rule)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .type)
    try container.encodeIfPresent(names, forKey: .allows)
    try container.encodeIfPresent(rule, forKey: .rule)
  }
}
