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
