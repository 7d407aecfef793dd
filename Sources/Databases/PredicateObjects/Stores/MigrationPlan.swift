import PredicateModel
import PredicateValues

/// Finds for each part of a new model the part of the former model that it comes from.
struct MigrationPlan {
  /// The source of an attribute's values.
  enum Source {
    /// The former attribute with this index.
    case former(Int)
    case new
  }

  let former: StorePlan
  let new: StorePlan
  private let migration: ModelMigration
  /// For each new entity the position of the former one; nil for a new entity.
  private(set) var formerEntities: [Int?] = []
  /// For each new entity the sources of its attributes.
  private(set) var sources: [[Source]] = []
  /// The differences between the models that need a decision.
  private(set) var problems: [MigrationProblem] = []

  init(from former: DataModel, to new: DataModel, _ migration: ModelMigration) {
    self.former = StorePlan(former)
    self.new = StorePlan(new)
    self.migration = migration
    formerEntities = self.new.entities.map { formerEntity(of: $0.entity.name)?.position }
    sources = self.new.entities.map(attributeSources)
    findUnknownNames()
    findOpenEntities()
    for (entity, position) in zip(self.new.entities, formerEntities) {
      if let position { findOpenMembers(of: entity, self.former.entities[position]) }
    }
    findSharedTables()
    for entity in self.new.entities { findOtherKeys(of: entity) }
  }

  /// The new entity for a former one; nil if it was removed.
  func newEntity(of position: Int) -> EntityPlan? {
    formerEntities.firstIndex(of: position).map { new.entities[$0] }
  }

  private func formerEntity(of name: String) -> EntityPlan? {
    if let hint = migration.entityNames.last(where: { $0.new.hasSameScalars(as: name) }) {
      return former.entities.first { $0.entity.name.hasSameScalars(as: hint.former) }
    }
    // If an entity was renamed, an entity that now has its former name is another one.
    guard !migration.entityNames.contains(where: { $0.former.hasSameScalars(as: name) }),
      !migration.removedEntities.contains(where: { $0.hasSameScalars(as: name) })
    else { return nil }
    return former.entities.first { $0.entity.name.hasSameScalars(as: name) }
  }

  /// The former name of a member of an entity; nil for a new member.
  private func formerName(of name: String, in entity: EntityPlan) -> String? {
    func isHere(_ member: ModelMigration.MemberName) -> Bool {
      entity.line.contains { former.entities[$0].entity.name.hasSameScalars(as: member.entity) }
    }
    if let hint = migration.memberNames.last(where: { $0.new.hasSameScalars(as: name) && isHere($0.former) }) {
      return hint.former.name
    }
    let isElsewhere = migration.memberNames.contains { $0.former.name.hasSameScalars(as: name) && isHere($0.former) }
    let isRemoved = migration.removedMembers.contains { $0.name.hasSameScalars(as: name) && isHere($0) }
    return isElsewhere || isRemoved ? nil : name
  }

  private func attributeSources(_ entity: EntityPlan) -> [Source] {
    guard let before = formerEntity(of: entity.entity.name) else { return entity.entity.attributes.map { _ in .new } }
    return entity.entity.attributes.map { attribute in
      guard let name = formerName(of: attribute.name, in: before),
        let index = before.entity.attributes.firstIndex(where: { $0.name.hasSameScalars(as: name) })
      else { return .new }
      return .former(index)
    }
  }

  /// The former relationship of a new entity's relationship: the former entity and the index of its link; nil for a new one.
  func formerLink(of link: LinkPlan, in entity: EntityPlan) -> (entity: EntityPlan, index: Int)? {
    guard let position = formerEntities[entity.position] else { return nil }
    let before = former.entities[position]
    guard let name = formerName(of: link.relationship.name, in: before),
      let index = before.links.firstIndex(where: { $0.relationship.name.hasSameScalars(as: name) }),
      let destination = formerEntities[link.destination],
      // If the destination is another entity, the relationship counts as a new one.
      former.entities[before.links[index].destination].root == former.entities[destination].root
    else { return nil }
    return (before, index)
  }

  // MARK: Open questions

  private mutating func report(_ place: String, _ kind: MigrationProblem.Kind, _ message: String) {
    problems.append(MigrationProblem(place: place, kind: kind, message: message))
  }

  private mutating func findUnknownNames() {
    func has(_ plan: StorePlan, _ name: String) -> Bool {
      plan.entities.contains { $0.entity.name.hasSameScalars(as: name) }
    }
    func has(_ member: ModelMigration.MemberName) -> Bool {
      former.entities.contains {
        $0.entity.name.hasSameScalars(as: member.entity) && $0.members[ScalarString(member.name)] != nil
      }
    }
    for name in migration.entityNames.map(\.former) + migration.removedEntities where !has(former, name) {
      report(name, .unknownName, "the model in the file has no entity with this name")
    }
    for name in migration.entityNames.map(\.new) + migration.changes.map(\.entity) where !has(new, name) {
      report(name, .unknownName, "the new model has no entity with this name")
    }
    for member in migration.memberNames.map(\.former) + migration.removedMembers where !has(member) {
      report("\(member.entity).\(member.name)", .unknownName, "the model in the file has no property with this name")
    }
    for hint in migration.memberNames {
      let isThere = new.entities.contains { entity in
        entity.members[ScalarString(hint.new)] != nil
          && formerEntities[entity.position].map { former.entities[$0] }?.line.contains {
            former.entities[$0].entity.name.hasSameScalars(as: hint.former.entity)
          } == true
      }
      if !isThere {
        report(
          "\(hint.former.entity).\(hint.former.name)", .unknownName,
          "the new model has no property “\(hint.new)” in this entity")
      }
    }
  }

  private mutating func findOpenEntities() {
    let gone = former.entities.filter { entity in
      newEntity(of: entity.position) == nil
        && !migration.removedEntities.contains { $0.hasSameScalars(as: entity.entity.name) }
    }
    for entity in new.entities where formerEntities[entity.position] == nil {
      guard let other = gone.first?.entity.name else { return }
      report(
        entity.entity.name, .ambiguous,
        "it is new, but “\(other)” no longer exists. If it was renamed, write renaming(entity: \"\(other)\", to: \"\(entity.entity.name)\"). If it was removed, write removing(\"\(other)\")"
      )
    }
  }

  private mutating func findOpenMembers(of entity: EntityPlan, _ before: EntityPlan) {
    let name = before.entity.name
    let isComputed = !migration.bodies(for: entity.line.map { new.entities[$0].entity.name }).isEmpty
    func isGone(_ member: String) -> Bool {
      let isRemoved = migration.removedMembers.contains { removed in
        removed.name.hasSameScalars(as: member)
          && before.line.contains { former.entities[$0].entity.name.hasSameScalars(as: removed.entity) }
      }
      let became = entity.members.keys.contains { key in
        formerName(of: key.text, in: before)?.hasSameScalars(as: member) == true
      }
      return !isRemoved && !became
    }
    func open(_ member: String, _ other: String) {
      report(
        "\(entity.entity.name).\(member)", .ambiguous,
        "it is new, but “\(other)” no longer exists. If it was renamed, write renaming(\"\(name).\(other)\", to: \"\(member)\"). If it was removed, write removing(\"\(name).\(other)\")"
      )
    }
    let inherited = entity.inheritedAttributeCount
    for (index, attribute) in entity.entity.attributes.enumerated() where index >= inherited || entity.line.count == 1 {
      switch sources[entity.position][index] {
      case .former(let place):
        let type = before.entity.attributes[place].type
        if !isComputed, !type.converts(to: attribute.type) {
          report(
            "\(entity.entity.name).\(attribute.name)", .typeChange,
            "its type was \(type) and is now \(attribute.type). To compute the new value, write changing(\"\(entity.entity.name)\") { … }"
          )
        }
      // The attribute of a foreign key is skipped, because its relationship is reported instead.
      case .new where entity.isForeignKey(index): continue
      case .new:
        let other = before.entity.attributes.indices.first { other in
          before.entity.attributes[other].type == attribute.type && !before.isForeignKey(other)
            && isGone(before.entity.attributes[other].name)
        }
        if let other { open(attribute.name, before.entity.attributes[other].name) }
      }
    }
    for link in entity.links where formerLink(of: link, in: entity) == nil {
      guard entity.entity.declared.relationships.contains(where: { $0.name.hasSameScalars(as: link.relationship.name) })
      else { continue }
      let other = before.links.first { other in
        isGone(other.relationship.name)
          && formerEntities[link.destination].map { former.entities[$0].root }
            == former.entities[other.destination].root
      }
      if let other { open(link.relationship.name, other.relationship.name) }
    }
  }

  /// Reports changes for which keys would need another type. Keys are copied unchanged.
  private mutating func findOtherKeys(of entity: EntityPlan) {
    guard let position = formerEntities[entity.position] else { return }
    let before = former.entities[position]
    func type(_ plan: EntityPlan) -> QueryType? {
      plan.keyColumn == nil ? plan.keyAttributes.first.map { plan.entity.attributes[$0].type } : nil
    }
    if type(before) != type(entity) {
      report(entity.entity.name, .typeChange, "the primary keys of its objects have another type in the new model")
    } else if let key = entity.keyAttributes.first, case .new = sources[entity.position][key] {
      report(
        entity.entity.name, .missingValue,
        "its primary key is new. If it was renamed, write renaming with the name of the former key")
    }
    for link in entity.links {
      guard let (before, index) = formerLink(of: link, in: entity) else { continue }
      let old = before.links[index]
      let hasText = { (plan: StorePlan, link: LinkPlan, owner: EntityPlan) in
        switch link.storage {
        case .reference(let slot): !owner.foreignKeys[slot].isDirect
        case .referencedBy(let slot): !plan.entities[link.destination].foreignKeys[slot].isDirect
        case .pairs(let table, _): !plan.pairTables[table].isDirect
        case .unusable: false
        }
      }
      guard hasText(new, link, entity) || hasText(former, old, before) else { continue }
      if !link.relationship.storage.isSame(as: old.relationship.storage) {
        report(
          "\(entity.entity.name).\(link.relationship.name)", .typeChange,
          "it is now stored in other columns, but a migration cannot move keys of type String or UUID to other columns")
      }
    }
  }

  /// Reports entities of several former tables that would share one table. Objects keep their keys, so their keys could collide.
  private mutating func findSharedTables() {
    for root in new.entities where root.line.count == 1 {
      let roots = new.entities.filter { $0.root == root.position }.compactMap { entity in
        formerEntities[entity.position].map { former.entities[$0].root }
      }
      let names = Set(roots).map { former.entities[$0].entity.name }.sorted()
      if names.count > 1 {
        report(
          root.entity.name, .sharedTable,
          "the objects of \(names.joined(separator: " and ")) have their own keys, and would share a table")
      }
    }
  }
}

extension EntityPlan {
  /// Whether an attribute is a column of a foreign key that holds texts or UUIDs.
  fileprivate func isForeignKey(_ attribute: Int) -> Bool { foreignKeys.contains { $0.attributes.contains(attribute) } }
}

extension QueryType {
  /// Whether every value of the type belongs to another type, or can be converted to it without loss.
  fileprivate func converts(to other: QueryType) -> Bool {
    if self == other || other == .any { return true }
    return switch (self, other) {
    case (.integer, .double), (.integer, .decimal), (.string, .url), (.url, .string): true
    default: false
    }
  }
}

extension DataModel {
  /// The model with other names of tables.
  func withTables(_ name: (String) -> String) -> DataModel {
    DataModel(
      entities: entities.map { entity in
        entity.declared.with { own in
          own.table = name(own.table)
          for index in own.relationships.indices {
            guard case .joinTable(let join) = own.relationships[index].storage else { continue }
            own.relationships[index].storage = .joinTable(
              RelationshipStorage.JoinTable(
                table: name(join.table), sourceColumns: join.sourceColumns, destinationColumns: join.destinationColumns)
            )
          }
        }
      })
  }
}
