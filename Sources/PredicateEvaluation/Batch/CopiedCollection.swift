/// A collection of which the elements are read by its own functions: a set, and an array where none is read in place.
protocol CopiedCollection: SendableMetatype {
  /// The type of the elements.
  static var copiedType: any Any.Type { get }

  /// Makes room for copies of so many elements.
  static func copies(capacity: Int) -> CopiedElements
}

extension CopiedCollection where Self: Collection {
  static var copiedType: any Any.Type { Element.self }

  static func copies(capacity: Int) -> CopiedElements {
    CopiedElements(Self.self, capacity: capacity) { $0.assumingMemoryBound(to: Self.self).pointee }
  }
}

extension Set: CopiedCollection {}
extension Array: CopiedCollection {}
extension ContiguousArray: CopiedCollection {}

extension Optional: CopiedCollection where Wrapped: CopiedCollection & Collection {
  static var copiedType: any Any.Type { Wrapped.copiedType }

  static func copies(capacity: Int) -> CopiedElements {
    CopiedElements(Wrapped.self, capacity: capacity) { $0.assumingMemoryBound(to: Self.self).pointee }
  }
}
