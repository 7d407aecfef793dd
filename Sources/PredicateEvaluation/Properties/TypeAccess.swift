/// The public ways into the values of one type: whether an optional is nil and what it wraps, how many elements a collection has and what
/// they are.
///
/// Made where the compiler knows the type, which for a declared table is the client's module, so that each way is as quick as code by hand.
/// What the type does not have is nil.
@usableFromInline
struct TypeAccess: Sendable {
  /// Whether the optional at an address is nil.
  let isNil: (@Sendable (UnsafeRawPointer) -> Bool)?
  /// What an optional wraps.
  let payload: OptionalPayload?
  /// How many elements the collection at an address has; nil for a nil.
  let count: (@Sendable (UnsafeRawPointer) -> Int?)?
  /// Makes room for copies of so many elements, or of some bytes of each.
  let copies: (@Sendable (_ capacity: Int, _ bytes: Range<Int>?) -> CopiedElements)?
  /// Gives the element of a collection that has a place, -1 for the last one; as an optional, nil where there is none.
  let element: (@Sendable (_ index: Int) -> (PropertyGather, OptionalPayload))?

  @usableFromInline
  init(
    isNil: (@Sendable (UnsafeRawPointer) -> Bool)?, payload: OptionalPayload?,
    count: (@Sendable (UnsafeRawPointer) -> Int?)?,
    copies: (@Sendable (Int, Range<Int>?) -> CopiedElements)?,
    element: (@Sendable (Int) -> (PropertyGather, OptionalPayload))?
  ) {
    self.isNil = isNil
    self.payload = payload
    self.count = count
    self.copies = copies
    self.element = element
  }

  /// The ways into an optional.
  @inlinable
  static func optional<Wrapped>(_: Wrapped.Type) -> TypeAccess {
    TypeAccess(
      isNil: { $0.assumingMemoryBound(to: Wrapped?.self).pointee == nil }, payload: OptionalPayload(Wrapped.self),
      count: nil, copies: nil, element: nil)
  }

  /// The ways into a collection.
  @inlinable
  static func collection<Elements: Collection & SendableMetatype>(_: Elements.Type) -> TypeAccess {
    TypeAccess(StoredCollection<Elements>.self, isNil: nil)
  }

  /// The ways into an optional collection.
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
      element: { (PropertyGather(elementOf: Place.self, at: $0), OptionalPayload(Place.Elements.Element.self)) })
  }
}
