/// Access to the values of one type by Swift's public functions: whether an optional is nil, its wrapped value, the count and the elements of a collection.
///
/// It is made where the compiler knows the type, which for a property table is the client's module, so that it is as fast as hand-written code. Access that the
/// type does not have is nil.
@usableFromInline
package struct TypeAccess: Sendable {
  /// Whether the optional at an address is nil.
  package let isNil: (@Sendable (UnsafeRawPointer) -> Bool)?
  /// Access to an optional's wrapped value.
  package let payload: OptionalPayload?
  /// How many elements the collection at an address has; nil for a nil.
  package let count: (@Sendable (UnsafeRawPointer) -> Int?)?
  /// Allocates memory for copies of `capacity` elements, or of some bytes of each.
  package let copies: (@Sendable (_ capacity: Int, _ bytes: Range<Int>?) -> CopiedElements)?
  /// Gives the element of a collection at an index, -1 for the last one; the element is nil if there is none.
  package let element: (@Sendable (_ index: Int) -> (PropertyLoader, OptionalPayload))?

  @usableFromInline
  init(
    isNil: (@Sendable (UnsafeRawPointer) -> Bool)?, payload: OptionalPayload?,
    count: (@Sendable (UnsafeRawPointer) -> Int?)?,
    copies: (@Sendable (Int, Range<Int>?) -> CopiedElements)?,
    element: (@Sendable (Int) -> (PropertyLoader, OptionalPayload))?
  ) {
    self.isNil = isNil
    self.payload = payload
    self.count = count
    self.copies = copies
    self.element = element
  }

  @inlinable
  static func optional<Wrapped>(_: Wrapped.Type) -> TypeAccess {
    TypeAccess(
      isNil: { $0.assumingMemoryBound(to: Wrapped?.self).pointee == nil }, payload: OptionalPayload(Wrapped.self),
      count: nil, copies: nil, element: nil)
  }

  @inlinable
  static func collection<Elements: Collection & SendableMetatype>(_: Elements.Type) -> TypeAccess {
    TypeAccess(StoredCollection<Elements>.self, isNil: nil)
  }

  @inlinable
  static func optionalCollection<Elements: Collection & SendableMetatype>(_: Elements.Type) -> TypeAccess {
    TypeAccess(
      OptionalCollection<Elements>.self, isNil: { $0.assumingMemoryBound(to: Elements?.self).pointee == nil },
      payload: OptionalPayload(Elements.self))
  }

  @inlinable
  @inline(__always)
  init<Place: CollectionPlace & SendableMetatype>(
    _: Place.Type, isNil: (@Sendable (UnsafeRawPointer) -> Bool)?, payload: OptionalPayload? = nil
  ) {
    self.init(
      isNil: isNil, payload: payload, count: { Place.elements($0)?.count },
      copies: { capacity, bytes in
        bytes.map { CopiedElements(Place.self, bytes: $0, capacity: capacity) }
          ?? CopiedElements(Place.self, capacity: capacity)
      },
      element: { (PropertyLoader(elementOf: Place.self, at: $0), OptionalPayload(Place.Elements.Element.self)) })
  }
}

/// Access to the wrapped values of optionals of one type: in place, or as a copy.
///
/// Copying a struct counts the references in it, about 70 ns for three strings. So the payload is read in place if Swift itself gives its distance from its
/// optional: `withUnsafeMutablePointer(to: &optional!)` gives its address. The distance is computed from a copy of the first value of each chunk.
@usableFromInline
package struct OptionalPayload: Sendable {
  /// Whether the optional at an address is nil.
  package let isNil: @Sendable (UnsafeRawPointer) -> Bool
  /// The bytes from the optional at an address to its payload; nil for nil, and if the compiler copies the payload to give an address.
  package let distance: @Sendable (UnsafeRawPointer) -> Int?
  /// Copies the payload of the optional at the first address, which is not nil, to the second one.
  package let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  package let storage: GatheredStorage

  @inlinable
  init<Wrapped>(_: Wrapped.Type) {
    self.init(
      Wrapped.self, isNil: { $0.assumingMemoryBound(to: Wrapped?.self).pointee == nil },
      distance: { Self.distance(in: $0.assumingMemoryBound(to: Wrapped?.self).pointee) },
      copy: { optional, destination in
        guard let payload = optional.assumingMemoryBound(to: Wrapped?.self).pointee else { return }
        destination.assumingMemoryBound(to: Wrapped.self).initialize(to: payload)
      })
  }

  /// The bytes from an optional to its payload; nil for nil, and if the compiler copies the payload to give an address.
  @inlinable
  static func distance<Wrapped>(in optional: Wrapped?) -> Int? {
    var value = optional
    return withUnsafeMutablePointer(to: &value) { whole in
      if whole.pointee == nil { return nil }
      // swift-format-ignore: NeverForceUnwrap
      let payload = withUnsafeMutablePointer(to: &whole.pointee!) { UnsafeRawPointer($0) }
      let distance = payload - UnsafeRawPointer(whole)
      let greatest = MemoryLayout<Wrapped?>.size - MemoryLayout<Wrapped>.size
      return distance >= 0 && distance <= greatest ? distance : nil
    }
  }

  @usableFromInline
  init<Wrapped>(
    _ type: Wrapped.Type, isNil: @escaping @Sendable (UnsafeRawPointer) -> Bool,
    distance: @escaping @Sendable (UnsafeRawPointer) -> Int?,
    copy: @escaping @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    self.isNil = isNil
    self.distance = distance
    self.copy = copy
    storage = GatheredStorage(of: type)
  }
}

/// One of Swift's own collections whose elements a walk reads, or an optional one.
///
/// Optionals of optional collections do not conform: they have two nils, and one of them is not 0.
package protocol StoredElements: SendableMetatype {
  /// The type of the elements.
  static var elementType: any Any.Type { get }

  /// The bytes from one element to the next.
  static var elementStride: Int { get }

  /// Whether the elements are consecutive.
  static var isArray: Bool { get }

  /// Access to the collection, generic over the type of elements: slower than access that is compiled for one type.
  static var typeAccess: TypeAccess { get }
}

extension StoredElements where Self: Collection {
  package static var elementType: any Any.Type { Element.self }
  package static var elementStride: Int { MemoryLayout<Element>.stride }
  package static var isArray: Bool { true }
  package static var typeAccess: TypeAccess { .collection(Self.self) }
}

extension Array: StoredElements {}
extension ContiguousArray: StoredElements {}

extension Set: StoredElements {
  package static var isArray: Bool { false }
}

extension Optional: StoredElements where Wrapped: StoredElements & Collection {
  package static var elementType: any Any.Type { Wrapped.elementType }
  package static var elementStride: Int { Wrapped.elementStride }
  package static var isArray: Bool { Wrapped.isArray }
  package static var typeAccess: TypeAccess { .optionalCollection(Wrapped.self) }
}
