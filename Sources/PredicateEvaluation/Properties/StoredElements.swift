/// A collection of Swift's own whose elements a walk goes through, or an optional one.
///
/// Optionals of optionals are none: they have two nils, of which one is not 0.
protocol StoredElements: SendableMetatype {
  /// The type of the elements.
  static var elementType: any Any.Type { get }

  /// From the place of one element to the next.
  static var elementStride: Int { get }

  /// Whether the elements lie behind one another.
  static var isArray: Bool { get }

  /// The ways into the collection, for every type of elements: slower than those that are compiled for one.
  static var typeAccess: TypeAccess { get }
}

extension StoredElements where Self: Collection {
  static var elementType: any Any.Type { Element.self }
  static var elementStride: Int { MemoryLayout<Element>.stride }
  static var isArray: Bool { true }
  static var typeAccess: TypeAccess { .collection(Self.self) }
}

extension Array: StoredElements {}
extension ContiguousArray: StoredElements {}

extension Set: StoredElements {
  static var isArray: Bool { false }
}

extension Optional: StoredElements where Wrapped: StoredElements & Collection {
  static var elementType: any Any.Type { Wrapped.elementType }
  static var elementStride: Int { Wrapped.elementStride }
  static var isArray: Bool { Wrapped.isArray }
  static var typeAccess: TypeAccess { .optionalCollection(Wrapped.self) }
}
