/// A type source whose types may inherit from one another: entities with parents, classes with superclasses.
///
/// What a policy says of a type holds for all that inherit from it.
package protocol InheritingTypeSource: TypeSource {
  /// The names of the types that a type inherits from, the nearest first; none for a type without a parent and for an unknown one.
  func ancestors(of entity: String) -> [String]
}
