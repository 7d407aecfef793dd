/// How a collection is reached where it lies: a type, so that the loops around it are compiled with it inside. A closure would be called for
/// each collection, which counts references twice.
@usableFromInline
protocol CollectionPlace<Elements> {
  associatedtype Elements: Collection

  /// The collection at an address; nil for a nil.
  static func elements(_ address: UnsafeRawPointer) -> Elements?
}
