/// A collection of which the elements are read by its own functions: a set, and an array where none is read in place.
protocol CopiedCollection: SendableMetatype {
  /// The type of the elements.
  static var copiedType: any Any.Type { get }

  /// The ways into the collection, for every type of elements: slower than those that are compiled for one.
  static var typeAccess: TypeAccess { get }
}

extension CopiedCollection where Self: Collection & SendableMetatype {
  static var copiedType: any Any.Type { Element.self }
  static var typeAccess: TypeAccess { .collection(Self.self) }
}

extension Set: CopiedCollection {}
extension Array: CopiedCollection {}
extension ContiguousArray: CopiedCollection {}

extension Optional: CopiedCollection where Wrapped: CopiedCollection & Collection {
  static var copiedType: any Any.Type { Wrapped.copiedType }
  static var typeAccess: TypeAccess { .optionalCollection(Wrapped.self) }
}
