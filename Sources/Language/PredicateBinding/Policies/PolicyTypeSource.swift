import PredicateValues

/// A type source without the names that a policy hides. The binder uses it like any other source, so a hidden name is unknown in paths, functions,
/// hints and suggestions.
struct PolicyTypeSource: ObjectTypeSource, HierarchyTypeSource {
  let source: any TypeSource
  let policy: QueryPolicy

  private var objects: (any ObjectTypeSource)? { source as? any ObjectTypeSource }

  var timeZone: QueryTimeZone { source.timeZone }

  func member(named name: String, of entity: String) -> Member? {
    // Both names are checked, because a source may also find a member by another name, such as the name of its column.
    guard let member = source.member(named: name, of: entity), shows(name, of: entity),
      shows(member.name, of: entity), isReachable(member)
    else { return nil }
    return member
  }

  func memberNames(of entity: String) -> [String] {
    source.memberNames(of: entity).filter { member(named: $0, of: entity) != nil }
  }

  func hasAllObjects(of entity: String) -> Bool { isReachable(entity) && source.hasAllObjects(of: entity) }

  func keyNames(of entity: String) -> [String] { source.keyNames(of: entity) }

  func ancestors(of entity: String) -> [String] {
    (source as? any InheritingTypeSource)?.ancestors(of: entity) ?? []
  }

  private func isReachable(_ member: Member) -> Bool {
    switch member.kind {
    case .toOne(let entity), .toMany(let entity): return isReachable(entity)
    case .attribute(var type):
      while case .collection(let element) = type { type = element }
      if case .object(let entity) = type { return isReachable(entity) }
      return true
    }
  }

  /// Nil: properties that predicates cannot read are hidden too.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember? { nil }

  /// Nil: the author of untrusted text cannot add a property table.
  func noteOnMembers(of entity: String) -> String? { nil }

  func rawTexts(of member: String, of entity: String) -> [String]? {
    self.member(named: member, of: entity) == nil ? nil : objects?.rawTexts(of: member, of: entity)
  }

  func singleValueType(ofDictionary member: String, of entity: String) -> QueryType? {
    self.member(named: member, of: entity) == nil ? nil : objects?.singleValueType(ofDictionary: member, of: entity)
  }

  func whyIncomparable(_ entity: String) -> UnreadableMember? {
    hasIdentity(entity) ? nil : UnreadableMember(reason: "the policy compares their properties only")
  }

  func boxedMember(of entity: String) -> Member? { objects?.boxedMember(of: entity) }

  func policyNames(of entity: String) -> [String] { objects?.policyNames(of: entity) ?? [entity] }

  func entities(withPolicyName name: String) -> [String] {
    if let objects { return objects.entities(withPolicyName: name) }
    // Besides the full name of a Swift type, its last part is tried, which may be the name of an entity.
    return [name] + (name.lastIndex(of: ".").map { [String(name[name.index(after: $0)...])] } ?? [])
  }

  func mayShareObjects(_ entity: String, _ other: String) -> Bool { objects?.mayShareObjects(entity, other) ?? false }

  func referenceName(of entity: String) -> String {
    (source as? any HierarchyTypeSource)?.referenceName(of: entity) ?? entity
  }

  var entityNames: [String] { (source as? any HierarchyTypeSource)?.entityNames ?? [] }

  func hasIdentity(_ entity: String) -> Bool { objects?.hasIdentity(entity) ?? true }
}

/// The policy's entries and rules for a type, its ancestors and its descendants.
///
/// An object of a type is also an object of each ancestor, so the rules of the ancestors apply. It may also be an object of a descendant. This is
/// unknown before the object is read, so the rules of the descendants apply too.
extension PolicyTypeSource {
  /// Whether a name of a type may be read.
  func shows(_ name: String, of entity: String) -> Bool {
    let above = [entity] + ancestors(of: entity)
    guard let nearest = above.firstIndex(where: { entry(of: $0) != nil }) else {
      return policy.otherTypes.contains(name) && isShownBelow(name, entity)
    }
    for (index, type) in above.enumerated().dropFirst(nearest) {
      guard let entry = entry(of: type) else { continue }
      // The entry of an ancestor does not apply to names that the ancestor lacks.
      if index > nearest, !entry.isNone, source.member(named: name, of: type) == nil { continue }
      if !entry.contains(name) { return false }
    }
    return isShownBelow(name, entity)
  }

  private func isShownBelow(_ name: String, _ entity: String) -> Bool {
    kindsBelow(entity).allSatisfy { entry(of: $0)?.contains(name) ?? true }
  }

  /// Whether every name of a type is hidden.
  func isHidden(_ entity: String) -> Bool {
    let entries = ([entity] + ancestors(of: entity)).compactMap(entry)
    return entries.isEmpty ? policy.otherTypes.isNone : entries.contains(where: \.isNone)
  }

  /// A name in the policy that differs from an entity's name only in case. The policy may have the name of the table instead of the name of the
  /// entity. Nil if there is none.
  func similarName(to entity: String) -> String? {
    policy.typeNames.filter { $0.lowercased() == entity.lowercased() }.min()
  }

  /// Whether paths may reach objects of a type. If the type has a rule, they may not.
  func isReachable(_ entity: String) -> Bool {
    !isHidden(entity) && rules(for: entity).isEmpty && !hasStricterKind(entity)
  }

  /// The rules that every object of a type must meet: the rules of the ancestors, the farthest first, then the rules of the type.
  func rules(for entity: String) -> [QueryPolicy.Rule] {
    ([entity] + ancestors(of: entity)).reversed().flatMap(ownRules)
  }

  /// Whether a descendant of the type has a rule or is hidden. Then some objects of this type are hidden, and it is unknown which.
  func hasStricterKind(_ entity: String) -> Bool {
    kindsBelow(entity).contains { !ownRules(of: $0).isEmpty || entry(of: $0)?.isNone == true }
  }

  /// The types that the policy names and that inherit from a type.
  func kindsBelow(_ entity: String) -> [String] {
    let named = policy.typeNames.flatMap(entities(withPolicyName:))
    return Set(named).filter { type in ancestors(of: type).contains { $0.hasSameScalars(as: entity) } }
  }

  /// The names that the policy allows for one type; nil if it does not name the type. If the policy has several names of the type, the longest name
  /// applies.
  private func entry(of entity: String) -> QueryPolicy.Names? {
    keys(for: entity, in: policy.types).first.flatMap { policy.types[$0] }
  }

  /// The rules of one type, by any of its names: an object has to meet all of them.
  private func ownRules(of entity: String) -> [QueryPolicy.Rule] {
    keys(for: entity, in: policy.rules).flatMap { policy.rules[$0] ?? [] }
  }

  /// The names by which a policy calls a type, each once. For a Swift type the longest is first. For an entity of a database its own name is first. The
  /// full name of a Swift type with the name of the entity is accepted too.
  private func keys<Part>(for entity: String, in parts: [ScalarString: Part]) -> [ScalarString] {
    if parts.isEmpty { return [] }
    if let objects {
      var seen: Set<ScalarString> = []
      return objects.policyNames(of: entity).map { ScalarString($0) }
        .filter { parts[$0] != nil && seen.insert($0).inserted }
    }
    let own = ScalarString(entity)
    let longer = parts.keys.filter { key in
      key != own && entities(withPolicyName: key.text).contains { $0.hasSameScalars(as: entity) }
    }
    return (parts[own] == nil ? [] : [own])
      + longer.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}

extension QueryPolicy {
  /// The names of the types with an entry or a rule, in the order of their bytes.
  var typeNames: [String] {
    Set(types.keys).union(rules.keys).map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
