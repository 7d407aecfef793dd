/// A type source whose entities may inherit from one another: an object of one is an object of those above it, with the same key.
package protocol HierarchyTypeSource: InheritingTypeSource {
  /// The entity whose name references to an object carry: the root of its hierarchy. Of an entity without kin, or an unknown one, its own.
  func referenceName(of entity: String) -> String
}
