import PredicateBinding
import PredicateModel
import PredicateValues

/// The checks for objects of an entity before they are saved: the conditions of the model, bound once.
struct EntityChecks {
  /// A condition, and its text for the message.
  struct Condition {
    let bound: BoundPredicate
    let text: String
  }

  /// An attribute that needs a value, or has conditions.
  struct AttributeCheck {
    let index: Int
    let isRequired: Bool
    let conditions: [Condition]
  }

  /// A relationship whose number of objects is limited.
  struct CountCheck {
    let link: Int
    let minimum: Int
    let maximum: Int?
  }

  let attributes: [AttributeCheck]
  /// Conditions on the object as a whole.
  let conditions: [Condition]
  let counts: [CountCheck]

  /// - Throws: A `PredicateIssue` if a condition cannot be bound.
  init(_ plan: EntityPlan, _ model: DataModel) throws {
    let options = BindingOptions(timeZone: model.timeZone)
    let requiredByLinks = plan.attributesOfRequiredLinks
    attributes = try plan.plainAttributes.compactMap { index in
      let attribute = plan.entity.attributes[index]
      // The attribute needs no check, because the required relationship reports a missing object.
      if requiredByLinks.contains(index), attribute.validations.isEmpty { return nil }
      if attribute.isOptional, attribute.validations.isEmpty { return nil }
      return AttributeCheck(
        index: index, isRequired: !attribute.isOptional && !requiredByLinks.contains(index),
        conditions: try attribute.validations.map {
          Condition(
            bound: try Binder.bind($0, to: .value(attribute.type), options: options), text: $0.canonicalFormat)
        })
    }
    conditions = try plan.entity.validations.map {
      Condition(bound: try Binder.bind($0, to: .entity(plan.entity.name, model)), text: $0.canonicalFormat)
    }
    counts = plan.links.enumerated().compactMap { index, link in
      if case .unusable = link.storage { return nil }
      // A required to-one relationship with a foreign key in the object's own row must have an object. The number of objects is checked for every
      // relationship.
      let isOwn = if case .reference = link.storage { true } else { false }
      let relationship = link.relationship
      let minimum = max(relationship.minimumCount, isOwn && !relationship.isOptional ? 1 : 0)
      guard minimum > 0 || relationship.maximumCount != nil else { return nil }
      return CountCheck(link: index, minimum: minimum, maximum: relationship.maximumCount)
    }
  }
}

extension EntityPlan {
  /// The attributes of foreign keys whose relationships are required.
  fileprivate var attributesOfRequiredLinks: Set<Int> {
    var found: Set<Int> = []
    for link in links where !link.relationship.isOptional {
      if case .reference(let slot) = link.storage { found.formUnion(foreignKeys[slot].attributes) }
    }
    return found
  }
}
