import PredicateBinding
import PredicateSyntax
import PredicateValues

extension DataModel: HierarchyTypeSource {
  /// The name of the entity in references to an object: that of the root of the entity's hierarchy.
  package func referenceName(of entity: String) -> String { self.entity(named: entity)?.referenceName ?? entity }

  /// The parents of an entity, the nearest first.
  package func ancestors(of entity: String) -> [String] {
    var found: [String] = []
    var next = self.entity(named: entity)?.parent
    // An invalid model may have a circle of parents. The count of entities limits the loop.
    while let name = next, let parent = self.entity(named: name), found.count < entities.count {
      found.append(parent.name)
      next = parent.parent
    }
    return found
  }

  /// The member of an entity for the binder; nil if the entity or the member does not exist.
  public func member(named name: String, of entity: String) -> Member? {
    if let member = types?.member(named: name, of: entity) { return member }
    guard let member = self.entity(named: entity)?.member(named: name) else { return nil }
    switch member {
    case .attribute(let attribute):
      var found = Member(
        attribute.name, .attribute(attribute.type), isOptional: hasUnfinishedObjects || attribute.mayBeNil)
      found.isDocument = attribute.isJSON
      found.isDateText = attribute.isDateText
      found.isEncoded = encodedAttributes[entity]?.contains(attribute.name) == true
      return found
    case .relationship(let relationship):
      let kind: Member.Kind =
        relationship.cardinality == .toMany ? .toMany(relationship.destination) : .toOne(relationship.destination)
      let isOptional = relationship.mayBeNil || hasUnfinishedObjects && relationship.cardinality == .toOne
      return Member(relationship.name, kind, isOptional: isOptional)
    }
  }

  /// Whether the model has an entity with exactly this name, so that the name can stand for all its objects. The name of its table does not suffice:
  /// `orders.@count` of a user is meant as the user's orders. The entity of a fetch's groups has no table, so the result is false for it.
  public func hasAllObjects(of entity: String) -> Bool {
    guard let found = self.entity(named: entity), found.name.hasSameScalars(as: entity) else { return false }
    return !found.table.isEmpty
  }

  /// The names of the attributes of the primary key. Without a primary key, the name of the integer that identifies the rows.
  public func keyNames(of entity: String) -> [String] {
    self.entity(named: entity)?.objectKey.map(\.name) ?? []
  }

  /// The names of an entity's attributes, then those of its relationships.
  public func memberNames(of entity: String) -> [String] {
    self.entity(named: entity)?.memberNames ?? types?.memberNames(of: entity) ?? []
  }
}

extension DataModel: AdvisingTypeSource {
  package func unreadableMember(named name: String, of entity: String) -> UnreadableMember? {
    let members = self.entity(named: entity)?.transientMembers ?? []
    if members.contains(where: { $0.name.hasSameScalars(as: name) }) {
      return UnreadableMember(reason: "it is transient, so the database does not store it")
    }
    return (types as? any AdvisingTypeSource)?.unreadableMember(named: name, of: entity)
  }

  package func noteOnMembers(of entity: String) -> String? {
    (types as? any AdvisingTypeSource)?.noteOnMembers(of: entity)
  }
}

extension EntityFetch {
  /// The first expression of the fetch that finds an object by its key, such as `Friend[3]`; nil if there is none.
  package func objectByKey(in model: DataModel) -> QueryExpression? {
    let own = model.entity(named: entity)
    return objectByKey { own?.member(named: $0) == nil && model.hasAllObjects(of: $0) }
  }
}

extension PredicateIssue {
  /// The issue for `Friend[3]` in a stored fetch or statement of version 1, in which 3 was the position of the friend.
  package static func formerPlace(_ expression: QueryExpression) -> PredicateIssue {
    .error(
      "former-place", expression.range,
      "the number in \(expression.canonicalFormat) was stored as the position of an object, but now it would mean the primary key",
      hint:
        "store the condition again with the key of the object. To find an object by its position, use SORT BY, LIMIT and OFFSET",
      kind: .unsupported)
  }
}
