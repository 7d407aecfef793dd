/// Reaches a collection where it lies. It is a type, so that the compiler builds it into the loops around it. The call of a closure for each
/// collection would count references twice.
@usableFromInline
protocol CollectionPlace<Elements> {
  associatedtype Elements: Collection

  /// The collection at an address; nil for a nil.
  static func elements(_ address: UnsafeRawPointer) -> Elements?
}
