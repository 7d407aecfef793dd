import PredicateBinding

/// Tells the binder what the members of Swift types are.
struct SwiftTypeSource: TypeSource {
  func member(named name: String, of entity: String) -> Member? {
    ShapeRegistry.shape(named: entity)?.property(named: name)?.member
  }

  func memberNames(of entity: String) -> [String] {
    ShapeRegistry.shape(named: entity)?.memberNames ?? []
  }
}
