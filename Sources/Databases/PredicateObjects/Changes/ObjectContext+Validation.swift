import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateReference
import PredicateValues

/// The checks of objects before they are saved.
extension ObjectContext {
  /// All problems of the changes; empty if they can be saved.
  ///
  /// - Throws: A `DatabaseIssue` if related rows cannot be read, and errors of ``StoredObject/validate(_:)``.
  public func problems() throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    found += try denials(of: touched.filter(\.isDeleted))
    var concerned = touched.filter { !$0.isDeleted && $0.hasChanges }
    let walk = nextWalk()
    for object in concerned { object.walk = walk }
    func meet(_ end: StoredObject) {
      if end.isDeleted || end.walk == walk { return }
      end.walk = walk
      concerned.append(end)
    }
    for pairs in pairChanges {
      pairs.forEach {
        meet($0.source)
        meet($0.destination)
      }
    }
    for object in concerned {
      let checks = try checks(of: object.plan)
      try addAttributeProblems(of: object, checks, to: &found)
      try addConditionProblems(of: object, checks, to: &found)
      var report = ValidationReport()
      try object.validate(&report)
      found += report.entries.map { problem(object, $0.property, .invalid, $0.message) }
    }
    for object in concerned { try addCountProblems(of: object, to: &found) }
    for object in try ends(of: touched, without: walk) { try addCountProblems(of: object, to: &found) }
    return found + (try repeatedValues(concerned))
  }

  /// The checks for objects of an entity.
  func checks(of entity: EntityPlan) throws -> EntityChecks {
    if let known = checks[entity.position] { return known }
    let made = try EntityChecks(entity, modelOfObjects)
    checks[entity.position] = made
    return made
  }

  /// The present and former targets of the foreign keys of changed objects, if a rule limits how many objects refer to a target.
  ///
  /// - Parameter walk: Objects that the walk with this number has visited are left out.
  private func ends(of changed: [StoredObject], without walk: Int) throws -> [StoredObject] {
    let isCounted = plan.entities.map { $0.links.contains(where: \.isCounted) }
    if !isCounted.contains(true) { return [] }
    var found: [StoredObject] = []
    for object in changed where object.hasChanges {
      for (slot, key) in object.plan.foreignKeys.enumerated() where isCounted[key.destination] {
        let entity = plan.entities[key.destination]
        for link in [object.record?.references[slot], object.committed?.references[slot]] {
          let end: StoredObject? =
            switch link {
            case .object(let end)?: end
            case .key(let key)?: try registered(entity, key)
            case ObjectLink.none?, nil: nil
            }
          if let end, !end.isDeleted, !end.isMissing, end.walk != walk {
            end.walk = walk
            found.append(end)
          }
        }
      }
    }
    return found
  }

  /// The problems of deleting objects: their relationships with the rule `deny` that still have objects in the database now. Another process may have
  /// added an object.
  package func denials(of objects: [StoredObject]) throws -> [ObjectProblem] {
    // All lists are discarded first, so that reading the first one reads them all.
    for object in objects {
      for (index, link) in object.plan.links.enumerated() where link.relationship.deleteRule == .deny {
        object.lists[index] = nil
      }
    }
    return try objects.flatMap { try denials(of: $0) }
  }

  private func denials(of object: StoredObject) throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    for (index, link) in object.plan.links.enumerated() where link.relationship.deleteRule == .deny {
      if case .unusable = link.storage { continue }
      let others = try objects(of: object, index)
      guard let first = others.first else { continue }
      let name = link.relationship.name
      let rest = others.count > 1 ? " and \(others.count - 1) more" + (others.count > 2 ? " objects" : " object") : ""
      let message = "the object cannot be deleted, because its relationship \(name) still contains \(first.id)\(rest)"
      found.append(problem(object, name, .denied, message))
    }
    return found
  }

  /// The problems of objects that still refer to a deleted object, because the rule is `noAction`. A table with enforced foreign keys would refuse them.
  func danglingReferences() throws -> [ObjectProblem] {
    try danglingObjects(of: touched.filter(\.isDeleted), isDeclared: true).map { kept in
      let message =
        "\(kept.member) still refers to the deleted object \(kept.deleted.id), which the database does not allow"
      return problem(kept.object, kept.member, .refused, message)
    }
  }

  /// The objects that still refer to deleted objects, with the name of their relationship: by a key, because the rule is `noAction`, or by a pair that
  /// stays in its table (``leavesPairs(of:_:)``). A pair is in the table `pairTable`, which is nil for a key.
  ///
  /// - Parameter isDeclared: Whether guessed relationships are left out, which no database enforces.
  package func danglingObjects(
    of deleted: [StoredObject], isDeclared: Bool = false
  ) throws -> [(object: StoredObject, member: String, pairTable: String?, deleted: StoredObject)] {
    var found: [(object: StoredObject, member: String, pairTable: String?, deleted: StoredObject)] = []
    for object in deleted {
      for (index, link) in object.plan.links.enumerated() {
        switch link.storage {
        case .referencedBy where link.relationship.deleteRule == .noAction:
          if isDeclared, link.relationship.isGuessed { continue }
        case .pairs where !isDeclared && leavesPairs(of: object, link): break
        default: continue
        }
        for other in try objects(of: object, index) where !other.isDeleted {
          let name = link.inverse.map { other.plan.links[$0].relationship.name } ?? link.relationship.name
          let table: String? = if case .joinTable(let pairs) = link.relationship.storage { pairs.table } else { nil }
          found.append((other, name, table, object))
        }
      }
    }
    return found
  }

  /// The names of the triggers that run when objects are deleted, in their order.
  package func deletionTriggers(of deleted: [StoredObject]) -> [String] {
    var names: Set<String> = []
    for table in Set(deleted.map(\.entity.table)) {
      names.formUnion(storage.rules(ofTable: table)?.deletionTriggers ?? [])
    }
    return names.sorted()
  }

  private func addAttributeProblems(
    of object: StoredObject, _ checks: EntityChecks, to found: inout [ObjectProblem]
  ) throws {
    try ensureLoaded(object)
    for check in checks.attributes {
      guard let value = object.record?.values[check.index] else { continue }
      if value.isNull {
        guard check.isRequired, let record = object.record else { continue }
        if !record.isUnreadable(check.index), !record.defaulted.contains(check.index) {
          let name = object.plan.entity.attributes[check.index].name
          found.append(problem(object, name, .missingValue, "\(name) has no value"))
        }
        continue
      }
      for condition in check.conditions where try !ReferenceEvaluator().evaluate(condition.bound, object: value) {
        let name = object.plan.entity.attributes[check.index].name
        let text = classes.problemText(ofAttribute: check.index, of: object.plan)
        found.append(problem(object, name, .invalid, text ?? "\(name) does not fulfil “\(condition.text)”"))
      }
    }
  }

  private func addCountProblems(of object: StoredObject, to found: inout [ObjectProblem]) throws {
    for check in try checks(of: object.plan).counts {
      let count = try objects(of: object, check.link).count
      // If the column has a value of another type, the relationship counts as having an object, as an attribute would.
      if count == 0, case .reference(let slot) = object.plan.links[check.link].storage,
        object.record?.isUnreadable(object.plan.contentPlace(ofForeignKey: slot)) == true
      {
        continue
      }
      let name = object.plan.links[check.link].relationship.name
      if count == 0, check.minimum == 1 {
        let key = missingKey(of: object, check.link).map { ": \($0)" } ?? ""
        found.append(problem(object, name, .missingValue, "\(name) has no object\(key)"))
      } else if count < check.minimum {
        found.append(
          problem(object, name, .tooFew, "\(name) must have at least \(check.minimum) objects, but has \(count)"))
      }
      if let maximum = check.maximum, count > maximum {
        found.append(problem(object, name, .tooMany, "\(name) can have at most \(maximum) objects, but has \(count)"))
      }
    }
  }

  /// The message that no object has the key in a relationship's columns: `Sensor has no key “S-99”`. Nil if one of the columns has no value.
  private func missingKey(of object: StoredObject, _ index: Int) -> String? {
    let link = object.plan.links[index]
    guard case .reference(let slot) = link.storage, let record = object.record else { return nil }
    let destination = plan.entities[link.destination].entity.name
    let key = object.plan.foreignKeys[slot]
    if key.isDirect {
      guard case .key(let number) = record.references[slot] else { return nil }
      return "\(destination) has no key \(number)"
    }
    let values = key.attributes.map { record.values[$0] }
    guard !values.isEmpty, !values.contains(where: \.isNull) else { return nil }
    let texts = values.map { value in
      switch value {
      case .string(let text): "“\(text)”"
      case .integer(let number): "\(number)"
      default: value.type.description
      }
    }
    return "\(destination) has no key \(texts.joined(separator: ", "))"
  }

  private func addConditionProblems(
    of object: StoredObject, _ checks: EntityChecks, to found: inout [ObjectProblem]
  ) throws {
    for condition in checks.conditions
    where try !ReferenceEvaluator().evaluate(condition.bound, object: .object(ContextObject(object: object))) {
      found.append(problem(object, nil, .invalid, "it does not fulfil “\(condition.text)”"))
    }
  }

  /// The problems of objects whose unique values another object has, too. The other object is in the context or in the database.
  private func repeatedValues(_ concerned: [StoredObject]) throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    for entity in plan.entities {
      for names in entity.entity.declared.uniqueness {
        let places = names.compactMap { name in
          entity.entity.attributes.firstIndex { $0.name.hasSameScalars(as: name) }
        }
        let changed = concerned.filter { $0.plan.isKind(of: entity.position) }
        if changed.isEmpty || places.isEmpty { continue }
        var owners: [[StoredValue]: StoredObject] = [:]
        for object in changed {
          let values = try entity.stored(loadedRecord(of: object), places)
          if values.contains(.null) { continue }
          let other = try owners[values] ?? rowOwner(of: values, places, entity, beside: object)
          if let other {
            let list = names.joined(separator: " and ")
            found.append(problem(object, names.first, .notUnique, "\(other.id) has the same \(list)"))
          } else {
            owners[values] = object
          }
        }
      }
    }
    return found
  }

  /// Another object whose row has the values. It is ignored if its unsaved changes replace them.
  func rowOwner(
    of values: [StoredValue], _ places: [Int], _ entity: EntityPlan, beside object: StoredObject?
  ) throws -> StoredObject? {
    let columns = places.map { entity.entity.attributes[$0].column }
    let table = plan.tables[entity.position]
    let keys = try table.map { table in try storage.read { try $0.keys(in: table, where: columns, equal: values) } }
    return try registered(entity, keys ?? []).first { other in
      if other === object || other.isDeleted { return false }
      return try !other.isUpdated || entity.stored(loadedRecord(of: other), places) == values
    }
  }

  func problem(
    _ object: StoredObject, _ property: String?, _ kind: ObjectProblem.Kind, _ message: String
  ) -> ObjectProblem {
    ObjectProblem(object: object.id, property: property, kind: kind, message: message)
  }
}

extension LinkPlan {
  /// Whether the model limits the number of objects.
  var isCounted: Bool { relationship.minimumCount > 0 || relationship.maximumCount != nil }
}
