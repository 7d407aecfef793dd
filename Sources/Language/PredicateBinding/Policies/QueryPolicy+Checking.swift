import PredicateValues

/// Finds the mistakes of a developer in a policy: names that do not exist, and types with two lists of names.
///
/// A misspelled name in `.except`, or in the type of a rule, would show what it should hide. So a policy with a mistake cannot be used.
extension QueryPolicy {
  /// Throws `policy-mistake` for the first mistake.
  ///
  /// All entities of a model are known. The types of a program are known once the program has used them. The name of another type is a mistake in two
  /// cases: it resembles the name of a type that a path from the root can reach, or it has a rule but shows no properties.
  func checkNames(for root: RootType, _ table: FunctionTable) throws(PredicateIssue) {
    if let issue = firstRepetition { throw issue }
    if let name = functions.list.first(where: { !Self.isFunction($0, in: table) }) { throw .policyFunction(name) }
    guard case .entity(let entity, let source) = root else { return }
    if let model = source as? any HierarchyTypeSource {
      try checkNames(in: model, entity)
    } else if let types = source as? any ObjectTypeSource {
      try checkNames(in: types, PolicyTypeSource(source: source, policy: self).target(of: entity))
    }
  }

  /// The issue for the first type with two lists of names; nil if there is none.
  var firstRepetition: PredicateIssue? {
    repeated.map(\.text).min().map { .policyAllowsTwice($0) }
  }

  private func checkNames(in model: any HierarchyTypeSource, _ root: String) throws(PredicateIssue) {
    let names = model.entityNames
    let known = Set(names.map { ScalarString($0) })
    let shown = PolicyTypeSource(source: model, policy: self)
    for type in typeNames {
      let entities = shown.entities(withPolicyName: type).filter { known.contains(ScalarString($0)) }
      if entities.isEmpty {
        throw .policyType(
          type, root, hint: "the policy must contain the name of an entity, which may differ from the name of its table"
        )
      }
      try checkProperties(of: type, entities, model)
    }
    for name in otherTypes.list where !names.contains(where: { Self.has(name, $0, otherTypes, model) }) {
      throw .policyProperty(name, of: nil)
    }
  }

  private func checkNames(in source: any ObjectTypeSource, _ root: String) throws(PredicateIssue) {
    var reachable: [String]?
    for type in typeNames {
      if source.entities(withPolicyName: type).isEmpty, reachable == nil {
        // This also makes the names of these types known.
        reachable = Self.entities(reachableFrom: root, in: source)
      }
      let entities = source.entities(withPolicyName: type)
      if !entities.isEmpty {
        try checkProperties(of: type, entities, source)
        continue
      }
      let isRuleOnly = types[ScalarString(type)] == nil && otherTypes.isNone
      let short = (reachable ?? []).compactMap { source.policyNames(of: $0).last }
      if isRuleOnly || Self.resembles(type.split(separator: ".").last.map { String($0) } ?? type, short) {
        throw .policyType(type, root, hint: "pass the type itself to allowing(_:of:) and requiring(_:of:)")
      }
    }
    if otherTypes.list.isEmpty { return }
    let entities = reachable ?? Self.entities(reachableFrom: root, in: source)
    let members = entities.flatMap(source.memberNames)
    // A type that the root does not reach may have a name that is not known here.
    if let name = otherTypes.list.first(where: { Self.resembles($0, members) }) { throw .policyProperty(name, of: nil) }
  }

  /// Throws if the policy names a property that none of the types with the name has. Types without readable properties are not checked.
  private func checkProperties(
    of type: String, _ entities: [String], _ source: any TypeSource
  ) throws(PredicateIssue) {
    guard let entry = types[ScalarString(type)] else { return }
    let readable = entities.filter { !source.memberNames(of: $0).isEmpty }
    if readable.isEmpty { return }
    for name in entry.list where !readable.contains(where: { Self.has(name, $0, entry, source) }) {
      throw .policyProperty(name, of: type)
    }
  }

  /// Whether an entity has a property with exactly this name. The name of a column is not enough, because hiding it would not hide the property. An
  /// exception may also be a property that predicates cannot read anyway.
  private static func has(_ name: String, _ entity: String, _ entry: Names, _ source: any TypeSource) -> Bool {
    if let member = source.member(named: name, of: entity) { return member.name.hasSameScalars(as: name) }
    guard case .unlisted = entry else { return false }
    return (source as? any AdvisingTypeSource)?.unreadableMember(named: name, of: entity) != nil
  }

  /// The types that paths from a type can reach, and the types that these inherit from.
  private static func entities(reachableFrom root: String, in source: any ObjectTypeSource) -> [String] {
    var found = [root]
    var seen: Set<ScalarString> = [ScalarString(root)]
    var position = 0
    while position < found.count {
      let entity = found[position]
      position += 1
      let targets = source.memberNames(of: entity).compactMap { source.member(named: $0, of: entity)?.target }
      for next in source.ancestors(of: entity) + targets where seen.insert(ScalarString(next)).inserted {
        found.append(next)
      }
    }
    return found
  }

  /// Whether a name is not one of several names, but probably misspells one of them.
  private static func resembles(_ name: String, _ names: [String]) -> Bool {
    !names.contains { $0.hasSameScalars(as: name) } && NearestSpelling.of(name, among: names) != nil
  }
}

/// The functions and collection operators of a policy.
extension QueryPolicy {
  /// Whether a text may call a function. The last colon of a name has no meaning.
  func allowsFunction(_ name: String) -> Bool {
    func isListed(_ names: [String]) -> Bool { names.contains { Self.isSameFunction($0, name) } }
    return switch functions {
    case .all: true
    case .none: false
    case .listed(let names): isListed(names)
    case .unlisted(let names): !isListed(names)
    }
  }

  /// Whether a name is that of a function in the table, or that of a collection operator: `@sum`.
  private static func isFunction(_ name: String, in table: FunctionTable) -> Bool {
    name.hasPrefix("@")
      ? CollectionOperator(name: name) != nil : table.all.contains { isSameFunction($0.name, name) }
  }

  private static func isSameFunction(_ name: String, _ other: String) -> Bool {
    bare(name).hasSameScalars(as: bare(other))
  }

  private static func bare(_ name: String) -> String { name.hasSuffix(":") ? String(name.dropLast()) : name }
}

extension Member {
  /// The entity of the objects that the property holds, also in a collection of values; nil for other values.
  fileprivate var target: String? {
    switch kind {
    case .toOne(let entity), .toMany(let entity): return entity
    case .attribute(var type):
      while case .collection(let element) = type { type = element }
      if case .object(let entity) = type { return entity }
      return nil
    }
  }
}

/// Mistakes in a policy. They are mistakes of the developer, and every text gets them. They show the name as the policy has it, and no name of the type
/// or the model, because the policy may hide it.
extension PredicateIssue {
  /// A type has two different lists of names.
  fileprivate static func policyAllowsTwice(_ type: String) -> PredicateIssue {
    .policyMistake(
      "the policy must not have two lists of names for “\(type)”",
      hint: "write one list with all names, or start with another policy")
  }

  /// A function or collection operator that does not exist.
  fileprivate static func policyFunction(_ name: String) -> PredicateIssue {
    .policyMistake(
      "the policy names the function “\(name)”, but there is no such function",
      hint: "write the name as in the list of functions, such as length: or @sum")
  }

  /// A type or entity that does not exist.
  fileprivate static func policyType(_ name: String, _ root: String, hint: String) -> PredicateIssue {
    .policyMistake(
      "the policy names the type “\(name)”, but there is no such type",
      hint: NearestSpelling.of(name, among: [root]).map { "“\($0)” may be meant" } ?? hint)
  }

  /// A property that the type does not have.
  fileprivate static func policyProperty(_ name: String, of type: String?) -> PredicateIssue {
    .policyMistake(
      "the policy names the property “\(name)”, but "
        + (type.map { "“\($0)” has no such property" } ?? "no type has such a property"),
      hint: "write a single name, as it is in the property table or in the data model")
  }

  private static func policyMistake(_ message: String, hint: String) -> PredicateIssue {
    .error("policy-mistake", nil, message, hint: hint, kind: .unsupported)
  }
}
