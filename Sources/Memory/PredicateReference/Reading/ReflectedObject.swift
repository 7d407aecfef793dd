import PredicateBinding

/// A Swift value for the reference evaluator, given by its address and its shape.
///
/// Unchecked `Sendable`: without an owner it never leaves the synchronous call that made it, and the memory is valid and unchanged during this call.
/// Client code, for example a registered function, gets a copy (``owned``). An object with an owner is a copy that is never changed.
///
/// An instance with an owner is retained. Its values are copied when a predicate reads them, because the instance may change later. It is as safe
/// between threads as the instance. The caller that passes the instance to a predicate is responsible for this.
package struct ReflectedObject: BorrowedObject, SelfComparingObject, SwiftValueObject, @unchecked Sendable {
  /// The address of a struct's first byte, or of an instance.
  let address: UnsafeRawPointer
  package let shape: ObjectShape
  /// Keeps the memory alive if it is a copy; nil if the memory belongs to the caller.
  let owner: OwnedValue?

  package init(address: UnsafeRawPointer, shape: ObjectShape, owner: OwnedValue?) {
    self.address = address
    self.shape = shape
    self.owner = owner
  }

  init(retaining instance: AnyObject, _ shape: ObjectShape) {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
    self.init(address: address, shape: shape, owner: OwnedValue(instance))
  }

  package var entityName: String { shape.name }

  /// Instances are identified by their addresses. Structs have no identity.
  package var reference: ObjectReference? {
    shape.isClass ? ObjectReference(entity: shape.name, address: Int64(Int(bitPattern: address))) : nil
  }

  /// True for structs all of whose fields can be read. Their properties are smaller structs, so a comparison ends.
  package var comparesByProperties: Bool {
    !shape.isClass && (shape.hasOwnEquality || shape.unreadable.isEmpty && !shape.hidesFields)
  }

  package var keys: [String] { shape.memberNames }

  package func value(forKey key: String) -> QueryValue? {
    guard shape.isClass, owner != nil else { return shape.property(named: key)?.value(of: address, owner: owner) }
    return withExtendedLifetime(owner) { shape.property(named: key)?.value(of: address, owner: nil).owned }
  }

  package var owned: any QueryObject {
    if owner != nil { return self }
    if shape.isClass { return ReflectedObject(retaining: instance, shape) }
    func copy<Value>(_: Value.Type) -> OwnedValue { OwnedValue(address.assumingMemoryBound(to: Value.self).pointee) }
    let copy = copy(shape.type)
    return ReflectedObject(address: copy.address, shape: shape, owner: copy)
  }

  package var swiftValue: Any {
    func value<Value>(_: Value.Type) -> Any { address.assumingMemoryBound(to: Value.self).pointee }
    return shape.isClass ? instance : value(shape.type)
  }

  private var instance: AnyObject { Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() }

  package func isEqual(to other: any QueryObject) -> Bool? {
    guard shape.hasOwnEquality, let type = shape.type as? any Equatable.Type else { return nil }
    guard let other = other as? ReflectedObject, other.shape.type == shape.type else { return false }
    func areEqual<Value: Equatable>(_: Value.Type) -> Bool {
      address.assumingMemoryBound(to: Value.self).pointee == other.address.assumingMemoryBound(to: Value.self).pointee
    }
    return areEqual(type)
  }

  package func hashItself(into hasher: inout Hasher) -> Bool {
    guard shape.hasOwnEquality else { return false }
    // If the type is `Equatable` but not `Hashable`, only its type is hashed.
    hasher.combine(ObjectIdentifier(shape.type))
    (swiftValue as? any Hashable)?.hash(into: &hasher)
    return true
  }
}

extension ObjectReference {
  /// The identity of an instance, for comparisons with a property of its type: `lentToFriend == %@`.
  ///
  /// A `Dog` may be compared with a property of type `Animal`, and an `Animal` with a property of type `Dog`: only the address is compared. The
  /// reference keeps the instance alive, and so does a predicate that has the reference as an argument. The printed or encoded reference is the
  /// address of the instance, which has no meaning in another process.
  public init<Object: AnyObject>(to object: Object) {
    self.init(entity: ShapeRegistry.name(of: Object.self), address: Self.address(of: object), keeping: object)
  }

  /// The identity of an instance, with the name of an entity. The caller keeps the instance alive.
  init(to object: AnyObject, _ entity: String) {
    self.init(entity: entity, address: Self.address(of: object))
  }

  private static func address(of object: AnyObject) -> Int64 {
    Int64(Int(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
  }
}

extension QueryObject {
  /// The reason why a property without a value cannot be read. Nil if the object has no property with this name.
  func unreadableMember(named name: String) -> UnreadableMember? {
    if let object = self as? ReflectedObject { return object.shape.unreadableProperty(named: name) }
    return (self as? MirroredObject)?.unreadableMember(named: name)
  }
}
