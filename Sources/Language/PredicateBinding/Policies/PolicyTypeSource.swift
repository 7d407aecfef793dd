import PredicateValues

/// A type source without what a policy hides. The binder asks it as any other, so that a hidden name is unknown to every path, function,
/// hint and suggestion alike.
struct PolicyTypeSource: ObjectTypeSource, HierarchyTypeSource {
  let source: any TypeSource
  let policy: QueryPolicy

  private var objects: (any ObjectTypeSource)? { source as? any ObjectTypeSource }

  var timeZone: QueryTimeZone { source.timeZone }

  func member(named name: String, of entity: String) -> Member? {
    // A source may find a member by another name, that of its column for instance.
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

  /// Nil: what a type has and predicates cannot read is hidden, too.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember? { nil }

  /// Nil: whoever writes the text cannot add a table.
  func noteOnMembers(of entity: String) -> String? { nil }

  func rawTexts(of member: String, of entity: String) -> [String]? {
    self.member(named: member, of: entity) == nil ? nil : objects?.rawTexts(of: member, of: entity)
  }

  func whyIncomparable(_ entity: String) -> UnreadableMember? {
    hasIdentity(entity) ? nil : UnreadableMember(reason: "the policy compares their properties only")
  }

  func boxedMember(of entity: String) -> Member? { objects?.boxedMember(of: entity) }

  func mayShareObjects(_ entity: String, _ other: String) -> Bool { objects?.mayShareObjects(entity, other) ?? false }

  func referenceName(of entity: String) -> String {
    (source as? any HierarchyTypeSource)?.referenceName(of: entity) ?? entity
  }

  func hasIdentity(_ entity: String) -> Bool { objects?.hasIdentity(entity) ?? true }
}

/// What a policy says of a type, of the types above it and of those below it.
///
/// An object of a type is also one of each type above, so that what is said of these holds. It may also be one of a type below, which is
/// unknown before the object is read: what is said of those holds as well.
extension PolicyTypeSource {
  /// Whether a name of a type may be read.
  func shows(_ name: String, of entity: String) -> Bool {
    let above = [entity] + ancestors(of: entity)
    guard let nearest = above.firstIndex(where: { policy.entry(of: $0) != nil }) else {
      return policy.otherTypes.contains(name) && isShownBelow(name, entity)
    }
    for (index, type) in above.enumerated().dropFirst(nearest) {
      guard let entry = policy.entry(of: type) else { continue }
      // A farther entry says nothing of what its type lacks.
      if index > nearest, !entry.isNone, source.member(named: name, of: type) == nil { continue }
      if !entry.contains(name) { return false }
    }
    return isShownBelow(name, entity)
  }

  private func isShownBelow(_ name: String, _ entity: String) -> Bool {
    kindsBelow(entity).allSatisfy { policy.entry(of: $0)?.contains(name) ?? true }
  }

  /// Whether nothing of a type may be read.
  func isHidden(_ entity: String) -> Bool {
    let entries = ([entity] + ancestors(of: entity)).compactMap(policy.entry)
    return entries.isEmpty ? policy.otherTypes.isNone : entries.contains(where: \.isNone)
  }

  /// Whether properties may lead to a type: objects with a rule are not reached by a path.
  func isReachable(_ entity: String) -> Bool {
    !isHidden(entity) && rules(for: entity).isEmpty && !hasStricterKind(entity)
  }

  /// What every object of a type has to meet: the rules of the types above, the farthest first, then its own.
  func rules(for entity: String) -> [QueryPolicy.Rule] {
    ([entity] + ancestors(of: entity)).reversed().compactMap(policy.rule)
  }

  /// Whether a type below has a rule or is hidden: then some objects of this type must not be seen, and nothing tells which.
  func hasStricterKind(_ entity: String) -> Bool {
    kindsBelow(entity).contains { policy.rule(for: $0) != nil || policy.entry(of: $0)?.isNone == true }
  }

  /// The types that the policy names and that inherit from a type.
  func kindsBelow(_ entity: String) -> [String] {
    policy.namedTypes.filter { type in ancestors(of: type).contains { $0.hasSameScalars(as: entity) } }
  }
}

extension QueryPolicy {
  /// What the policy says of the names of one type; nil where it does not name the type.
  fileprivate func entry(of entity: String) -> Names? { types[ScalarString(entity)] }

  /// The rule of one type; nil where it has none.
  func rule(for entity: String) -> Rule? { rules[ScalarString(entity)] }

  /// The names of the types that the policy says something of.
  fileprivate var namedTypes: [String] { Set(types.keys).union(rules.keys).map(\.text) }
}
