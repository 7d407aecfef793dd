import PredicateMemory

/// An array type whose elements can be reached through ``ArrayMemory``.
protocol ArrayInPlace {
  /// The type of the elements.
  static var elementType: any Any.Type { get }
  /// From one element to the next.
  static var elementStride: Int { get }
  /// Whether this is an array or an optional one. An optional of an optional has two nils, of which one is not 0.
  static var isPlain: Bool { get }
}

extension Array: ArrayInPlace {
  static var elementType: any Any.Type { Element.self }
  static var elementStride: Int { MemoryLayout<Element>.stride }
  static var isPlain: Bool { true }
}

extension ContiguousArray: ArrayInPlace {
  static var elementType: any Any.Type { Element.self }
  static var elementStride: Int { MemoryLayout<Element>.stride }
  static var isPlain: Bool { true }
}

extension Optional: ArrayInPlace where Wrapped: ArrayInPlace {
  static var elementType: any Any.Type { Wrapped.elementType }
  static var elementStride: Int { Wrapped.elementStride }
  static var isPlain: Bool { !(Wrapped.self is any OptionalReference.Type) }
}
