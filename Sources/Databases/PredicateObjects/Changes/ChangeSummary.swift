/// The changes of an open group of changes, object by object. A shell shows them before the user confirms them.
package struct ChangeSummary {
  /// A member with a new value, of an object that existed before the group and is not deleted.
  package struct ChangedMember {
    package let object: StoredObject
    /// The name of the attribute or relationship. A foreign key without a relationship has the name of its column.
    package let member: String
    /// The object that a pair was added or removed for; nil if a value changed.
    package let other: StoredObject?
  }

  package fileprivate(set) var inserted: [StoredObject] = []
  package fileprivate(set) var deleted: [StoredObject] = []
  /// The changed members of objects that are neither new nor deleted, each member once.
  package fileprivate(set) var changed: [ChangedMember] = []

  /// Whether the group changes objects that existed before it, and not only new objects and their relationships.
  package var changesExisting: Bool {
    let new = Set(inserted.map(ObjectIdentifier.init))
    return !deleted.isEmpty
      || changed.contains { change in !(change.other.map { new.contains(ObjectIdentifier($0)) } ?? false) }
  }

  /// How many objects there are in all.
  package var objectCount: Int {
    Set((inserted + deleted + changed.map(\.object)).map(ObjectIdentifier.init)).count
  }
}

extension ObjectContext {
  /// The changes of the open ``group(_:)`` so far; empty outside of a group.
  package var openSummary: ChangeSummary {
    let changes = undoLog.openSteps
    var summary = ChangeSummary()
    var existing: Set<ObjectIdentifier> = []
    for case .existence(let object, let isDeleted) in changes where existing.insert(ObjectIdentifier(object)).inserted {
      // If an object was inserted and deleted within the group, its first change shows whether it existed before the group.
      if object.isDeleted == isDeleted {
        if isDeleted { summary.deleted.append(object) } else { summary.inserted.append(object) }
      }
    }
    var seen: Set<ChangedPlace> = []
    func note(_ object: StoredObject, _ member: String, _ other: StoredObject? = nil) {
      guard !existing.contains(ObjectIdentifier(object)),
        seen.insert(ChangedPlace(object: ObjectIdentifier(object), member: member)).inserted
      else { return }
      summary.changed.append(ChangeSummary.ChangedMember(object: object, member: member, other: other))
    }
    // If an object is added to a list, its foreign key or its pair is reported. Its new position in the list is not reported as well.
    var linked: Set<ObjectIdentifier> = []
    for case .reference(let object, _, _, _) in changes { linked.insert(ObjectIdentifier(object)) }
    for change in changes {
      switch change {
      case .place(let object, let slot, _, _):
        guard !linked.contains(ObjectIdentifier(object)), case .object(let owner)? = object.record?.references[slot],
          let link = owner.plan.link(orderedBy: slot, of: object.plan)
        else { continue }
        note(owner, link.relationship.name, object)
      case .pairPlace(let table, let isSource, let owner, let member, _, _):
        guard !pairChanges[table].has(isSource ? owner : member, isSource ? member : owner),
          let link = owner.plan.link(ofPairs: table, isSource: isSource)
        else { continue }
        note(owner, link.relationship.name, member)
      case .value(let object, let index, _, _): note(object, object.plan.entity.attributes[index].name)
      case .content(let object, let index, _, _):
        let slot = index - object.plan.entity.attributes.count
        note(
          object,
          slot < 0 ? object.plan.entity.attributes[index].name : object.plan.name(ofForeignKey: slot))
      case .reference(let object, let slot, _, _): note(object, object.plan.name(ofForeignKey: slot))
      case .pair(let table, let pair, _):
        for (end, other, isSource) in [(pair.source, pair.destination, true), (pair.destination, pair.source, false)] {
          if let link = end.plan.link(ofPairs: table, isSource: isSource) { note(end, link.relationship.name, other) }
        }
      case .existence: break
      }
    }
    return summary
  }
}

private struct ChangedPlace: Hashable {
  let object: ObjectIdentifier
  let member: String
}

extension EntityPlan {
  fileprivate func name(ofForeignKey slot: Int) -> String {
    if let link = links.first(where: { $0.storage == .reference(slot) }) { return link.relationship.name }
    return slots.firstIndex(of: slot).map { entity.attributes[$0].name } ?? foreignKeys[slot].column
  }

  fileprivate func link(orderedBy slot: Int, of plan: EntityPlan) -> LinkPlan? {
    links.first { $0.isOrdered && $0.storage == .referencedBy(slot) && plan.isKind(of: $0.destination) }
  }

  fileprivate func link(ofPairs table: Int, isSource: Bool) -> LinkPlan? {
    links.first { $0.storage == .pairs(table: table, isSource: isSource) }
  }
}
