import PredicateModel

/// What a model allows and hardly means.
enum ModelRemark {
  /// The remarks, each with the path of what it is about.
  static func all(of model: DataModel) -> [(remark: String, path: String)] {
    var found: [(String, String)] = []
    for (place, entity) in model.entities.enumerated() {
      for (index, relationship) in entity.declared.relationships.enumerated() {
        guard let remark = remark(on: relationship, of: entity, in: model) else { continue }
        found.append(("“\(entity.name).\(relationship.name)” \(remark)", "entities.\(place).relationships.\(index)"))
      }
    }
    return found
  }

  private static func remark(on relationship: Relationship, of entity: Entity, in model: DataModel) -> String? {
    guard let inverse = model.inverse(of: relationship) else {
      return "has no inverse: deleting an object of \(relationship.destination) does not follow it back"
    }
    let isNeeded = inverse.cardinality == .toOne && !inverse.isOptional
    if relationship.deleteRule == .nullify, isNeeded {
      return
        "nullifies “\(relationship.destination).\(inverse.name)”, which is required: deleting an object that has one there "
        + "cannot be saved"
    }
    if relationship.deleteRule == .deny, inverse.deleteRule == .deny, isNeeded {
      return
        "and its inverse deny each other, and “\(relationship.destination).\(inverse.name)” is required: neither object can "
        + "ever be deleted"
    }
    return nil
  }
}
