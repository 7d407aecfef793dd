import PredicateMemory

/// Access to the values of one type by Swift's public functions. It reads the wrapped value of an optional, or counts and visits the elements of a
/// collection.
///
/// It is made where the compiler knows the type. For a property table this is the client's module. So it is as fast as code that is written for the
/// type. Functions that do not apply to the type are nil.
@usableFromInline
package struct TypeAccess: Sendable {
  /// Access to an optional's wrapped value.
  package let payload: OptionalPayload?
  /// Returns the number of elements of the collection at an address; nil if the collection is nil.
  package let count: (@Sendable (UnsafeRawPointer) -> Int?)?
  /// Calls a function with the address of each element of the collection at an address, until the function returns false.
  package let visit: (@Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Bool) -> Void)?

  @usableFromInline
  init(
    payload: OptionalPayload?, count: (@Sendable (UnsafeRawPointer) -> Int?)?,
    visit: (@Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Bool) -> Void)?
  ) {
    self.payload = payload
    self.count = count
    self.visit = visit
  }

  @inlinable
  static func optional<Wrapped>(_: Wrapped.Type) -> TypeAccess {
    TypeAccess(payload: OptionalPayload(Wrapped.self), count: nil, visit: nil)
  }

  @inlinable
  static func collection<Elements: Collection & SendableMetatype>(_: Elements.Type) -> TypeAccess {
    TypeAccess(
      payload: nil, count: { $0.assumingMemoryBound(to: Elements.self).pointee.count },
      visit: { visit($0.assumingMemoryBound(to: Elements.self).pointee, $1) })
  }

  @inlinable
  static func optionalCollection<Elements: Collection & SendableMetatype>(_: Elements.Type) -> TypeAccess {
    TypeAccess(
      payload: OptionalPayload(Elements.self), count: { $0.assumingMemoryBound(to: Elements?.self).pointee?.count },
      visit: { if let elements = $0.assumingMemoryBound(to: Elements?.self).pointee { visit(elements, $1) } })
  }

  /// Calls a function with the addresses of the elements. If the elements are not consecutive, they are copied.
  @inlinable
  static func visit<Elements: Collection>(_ elements: Elements, _ body: (UnsafeRawPointer) -> Bool) {
    let isDone: Void? = elements.withContiguousStorageIfAvailable { buffer in
      guard let first = buffer.baseAddress else { return }
      for index in 0..<buffer.count where !body(UnsafeRawPointer(first + index)) { return }
    }
    if isDone != nil { return }
    for element in elements where !withUnsafePointer(to: element, { body(UnsafeRawPointer($0)) }) { return }
  }
}

/// Access to the wrapped values of optionals of one type: in place, or as a copy.
///
/// Copying a struct changes the counts of the references in it, which takes about 70 ns for three strings. So the payload is read in place if Swift
/// reveals its distance from the start of the optional: `withUnsafeMutablePointer(to: &optional!)` gives its address.
@usableFromInline
package struct OptionalPayload: Sendable {
  /// Returns the address of the payload of the optional at an address; nil if the optional is nil. If the payload is copied, the copy is added to the
  /// list.
  package let place: @Sendable (UnsafeRawPointer, inout [OwnedValue]) -> UnsafeRawPointer?

  @inlinable
  init<Wrapped>(_: Wrapped.Type) {
    self.init { address, owners in
      let optional = address.assumingMemoryBound(to: Wrapped?.self)
      if optional.pointee == nil { return nil }
      if let distance = Self.distance(in: optional.pointee) { return address + distance }
      return optional.pointee.map { payload in
        let copy = OwnedValue(payload)
        owners.append(copy)
        return UnsafeRawPointer(copy.address)
      }
    }
  }

  @usableFromInline
  init(_ place: @escaping @Sendable (UnsafeRawPointer, inout [OwnedValue]) -> UnsafeRawPointer?) { self.place = place }

  /// The distance in bytes from an optional to its payload. Nil if the optional is nil, and if the compiler copies the payload to give an address.
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
}

/// One of Swift's own collections whose elements can be counted, or an optional of one.
package protocol CountedElements: SendableMetatype {
  /// Access to the collection by code that is generic over the element type. It is slower than access that is compiled for one type.
  static var typeAccess: TypeAccess { get }
}

extension CountedElements where Self: Collection {
  package static var typeAccess: TypeAccess { .collection(Self.self) }
}

extension Dictionary: CountedElements {}

extension Optional: CountedElements where Wrapped: CountedElements & Collection {
  package static var typeAccess: TypeAccess { .optionalCollection(Wrapped.self) }
}

/// One of Swift's own collections whose elements can be visited, or an optional of one.
///
/// Optionals of optional collections do not conform: they have two nils, and one of them is not stored as 0.
package protocol StoredElements: CountedElements {
  /// The type of the elements.
  static var elementType: any Any.Type { get }

  /// The distance in bytes from one element to the next.
  static var elementStride: Int { get }

  /// Whether the elements are in consecutive memory.
  static var isArray: Bool { get }
}

extension StoredElements where Self: Collection {
  package static var elementType: any Any.Type { Element.self }
  package static var elementStride: Int { MemoryLayout<Element>.stride }
  package static var isArray: Bool { true }
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
}

/// An optional type, for code that needs the wrapped type.
package protocol OptionalReference<Wrapped>: SendableMetatype {
  associatedtype Wrapped

  static var wrapped: any Any.Type { get }

  /// Access to the wrapped value, by code that is generic over its type.
  static var payload: OptionalPayload { get }

  /// Whether the optional at an address is nil. The optional is not copied.
  static func isNil(_ address: UnsafeRawPointer) -> Bool
}

extension Optional: OptionalReference {
  package static var wrapped: any Any.Type { Wrapped.self }
  package static var payload: OptionalPayload {
    if !InPlaceReads.areOn { return OptionalPayload(Wrapped.self) }
    // The payload of an optional that is not nil begins at the address of the optional.
    return OptionalPayload { address, _ in isNil(address) ? nil : address }
  }
  package static func isNil(_ address: UnsafeRawPointer) -> Bool {
    isEmpty(address.assumingMemoryBound(to: Self.self).pointee)
  }
}

/// Whether an optional is nil. The parameter also takes values that cannot be copied, so the compiler makes no copy. `optional == nil` would copy the
/// value if its type is known only at run time.
private func isEmpty<Wrapped: ~Copyable>(_ optional: borrowing Wrapped?) -> Bool {
  switch optional {
  case .none: true
  case .some: false
  }
}
