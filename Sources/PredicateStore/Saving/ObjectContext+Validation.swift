import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// What must be true of objects before they are saved.
extension ObjectContext {
  /// Everything that is wrong with the changes; empty where they can be saved.
  ///
  /// - Throws: A `DatabaseIssue` where related rows cannot be read.
  public func problems() throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    found += try denials(of: touched.filter(\.isDeleted))
    var concerned = touched.filter { !$0.isDeleted && $0.hasChanges }
    var known = Set(concerned.map(ObjectIdentifier.init))
    for pairs in pairChanges {
      for pair in pairs.all {
        for end in [pair.source, pair.destination] where !end.isDeleted {
          if known.insert(ObjectIdentifier(end)).inserted { concerned.append(end) }
        }
      }
    }
    for object in concerned {
      found += try attributeProblems(of: object)
      found += try conditionProblems(of: object)
    }
    for object in try concerned + ends(of: touched, without: concerned) {
      found += try relationshipProblems(of: object)
    }
    return found + (try repeatedValues(concerned))
  }

  /// The objects that foreign keys of changed objects refer to, and referred to, where their numbers of objects are limited.
  private func ends(of changed: [StoredObject], without known: [StoredObject]) throws -> [StoredObject] {
    var seen = Set(known.map(ObjectIdentifier.init))
    var found: [StoredObject] = []
    for object in changed where object.hasChanges {
      for (slot, key) in object.plan.foreignKeys.enumerated() {
        let entity = plan.entities[key.destination]
        guard entity.links.contains(where: \.isCounted) else { continue }
        for link in [object.record?.references[slot], object.committed?.references[slot]] {
          let end: StoredObject? =
            switch link {
            case .object(let end)?: end
            case .key(let key)?: try registered(entity, key)
            case ObjectLink.none?, nil: nil
            }
          if let end, !end.isDeleted, !end.isMissing, seen.insert(ObjectIdentifier(end)).inserted { found.append(end) }
        }
      }
    }
    return found
  }

  /// The relationships that forbid that objects are deleted, as the database has them now: another process may have added an object.
  package func denials(of objects: [StoredObject]) throws -> [ObjectProblem] {
    // All lists are forgotten first, so that the first that is read reads them all.
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
      let rest = others.count > 1 ? " and \(others.count - 1) more" : ""
      found.append(problem(object, name, .denied, "\(name) still has \(first.id)\(rest), which forbids deleting it"))
    }
    return found
  }

  /// The objects that still refer to deleted ones, because the rule is `noAction`. A table that enforces its foreign keys refuses them.
  func danglingReferences() throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    for object in touched where object.isDeleted {
      for (index, link) in object.plan.links.enumerated() where link.relationship.deleteRule == .noAction {
        guard case .referencedBy = link.storage else { continue }
        for other in try objects(of: object, index) {
          let name = link.inverse.map { other.plan.links[$0].relationship.name } ?? link.relationship.name
          let message = "\(name) is \(object.id), which is deleted, and the database enforces its foreign keys"
          found.append(problem(other, name, .refused, message))
        }
      }
    }
    return found
  }

  private func attributeProblems(of object: StoredObject) throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    let record = try loadedRecord(of: object)
    for index in object.plan.plainAttributes {
      let attribute = object.plan.entity.attributes[index]
      let value = record.values[index]
      if value.isNull {
        if !attribute.isOptional, !record.unreadable.contains(index), !record.defaulted.contains(index) {
          found.append(problem(object, attribute.name, .missingValue, "\(attribute.name) has no value"))
        }
        continue
      }
      for condition in attribute.validations {
        let options = BindingOptions(timeZone: plan.model.timeZone)
        let bound = try Binder.bind(condition, to: .value(attribute.type), options: options)
        if try !ReferenceEvaluator().evaluate(bound, object: value) {
          found.append(
            problem(
              object, attribute.name, .invalid, "\(attribute.name) does not fulfil “\(condition.canonicalFormat)”"))
        }
      }
    }
    return found
  }

  private func relationshipProblems(of object: StoredObject) throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    for (index, link) in object.plan.links.enumerated() {
      let relationship = link.relationship
      if case .unusable = link.storage { continue }
      // A required to-one relationship has its key in the object's own row. A number of objects is asked of every relationship.
      let isOwn = if case .reference = link.storage { true } else { false }
      let minimum = max(relationship.minimumCount, isOwn && !relationship.isOptional ? 1 : 0)
      guard minimum > 0 || relationship.maximumCount != nil else { continue }
      let count = try objects(of: object, index).count
      let name = relationship.name
      if count == 0, minimum == 1 {
        found.append(problem(object, name, .missingValue, "\(name) has no object"))
      } else if count < minimum {
        found.append(problem(object, name, .tooFew, "\(name) has \(count) objects, and needs at least \(minimum)"))
      }
      if let maximum = relationship.maximumCount, count > maximum {
        found.append(problem(object, name, .tooMany, "\(name) has \(count) objects, and takes at most \(maximum)"))
      }
    }
    return found
  }

  private func conditionProblems(of object: StoredObject) throws -> [ObjectProblem] {
    var found: [ObjectProblem] = []
    for condition in object.plan.entity.validations {
      let bound = try Binder.bind(condition, to: .entity(object.plan.entity.name, modelOfObjects))
      if try !ReferenceEvaluator().evaluate(bound, object: .object(ContextObject(object: object))) {
        found.append(problem(object, nil, .invalid, "it does not fulfil “\(condition.canonicalFormat)”"))
      }
    }
    return found
  }

  /// Objects whose values have to be unique and are not: among those of the context, and beside rows of the database.
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

  /// Another object that has the values in the database, and has not lost them in the context.
  private func rowOwner(
    of values: [StoredValue], _ places: [Int], _ entity: EntityPlan, beside object: StoredObject
  ) throws -> StoredObject? {
    let columns = places.map { entity.entity.attributes[$0].column }
    let keys = try reading { try entity.keys(where: columns, equal: values, in: $0) }
    return try registered(entity, keys).first { other in
      if other === object || other.isDeleted { return false }
      return try !other.isUpdated || entity.stored(loadedRecord(of: other), places) == values
    }
  }

  func problem(
    _ object: StoredObject, _ property: String?, _ code: ObjectProblem.Code, _ message: String
  ) -> ObjectProblem {
    ObjectProblem(object: object.id, property: property, code: code, message: message)
  }
}

extension LinkPlan {
  /// Whether the model limits the number of objects.
  fileprivate var isCounted: Bool { relationship.minimumCount > 0 || relationship.maximumCount != nil }
}
