/// Client code that gives a property, compiled in the client's module.
///
/// Invariant: the addresses it is given are of initialised values of the type that it was made for: structs where they begin, of classes
/// the references to the instances.
@usableFromInline
struct PropertyGather: Sendable {
  /// The value for the object at an address.
  private let one: @Sendable (UnsafeRawPointer) -> OwnedValue
  private let isClass: Bool

  @inlinable
  init<Root, Value>(_ root: Root.Type, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(isClass: Root.self is AnyClass) { address in
      OwnedValue(value(address.assumingMemoryBound(to: Root.self).pointee))
    }
  }

  @usableFromInline
  init(isClass: Bool, _ one: @escaping @Sendable (UnsafeRawPointer) -> OwnedValue) {
    self.isClass = isClass
    self.one = one
  }

  /// The value of one object: a struct's address, or an instance.
  func value(of object: UnsafeRawPointer) -> OwnedValue {
    if !isClass { return one(object) }
    return withUnsafePointer(to: object) { one(UnsafeRawPointer($0)) }
  }
}
