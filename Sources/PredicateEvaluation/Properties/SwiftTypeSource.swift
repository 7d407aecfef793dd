import PredicateBinding

/// Tells the binder what the members of Swift types are.
struct SwiftTypeSource: TypeSource {
  func member(named name: String, of entity: String) -> Member? {
    ShapeRegistry.shape(named: entity)?.property(named: name)?.member
  }

  func memberNames(of entity: String) -> [String] {
    ShapeRegistry.shape(named: entity)?.memberNames ?? []
  }

  func noteOnMembers(of entity: String) -> String? {
    guard let shape = ShapeRegistry.shape(named: entity), !(shape.type is any QueryableProperties.Type) else {
      return nil
    }
    return "computed properties need a table (QueryableProperties)"
  }

  func whyIncomparable(_ entity: String) -> UnreadableMember? {
    var seen: Set<ObjectIdentifier> = []
    return ShapeRegistry.shape(named: entity)?.whyIncomparable(&seen)
  }

  func unreadableMember(named name: String, of entity: String) -> UnreadableMember? {
    ShapeRegistry.shape(named: entity)?.unreadableProperty(named: name)
  }
}
