import PredicateBinding
import PredicateValues

/// A Swift value as the reference meets it: an address and the shape of what lies there.
///
/// Without an owner it never leaves the synchronous call that made it, during which the memory neither changes nor goes away; that is why
/// it may say that it is `Sendable`. What client code gets, an argument of its function for instance, is ``owned``. What has an owner is a
/// copy that nobody changes.
package struct ReflectedObject: BorrowedObject, SelfComparingObject, ShapedObject, @unchecked Sendable {
  /// Where a struct begins; of an instance of a class, the instance.
  let address: UnsafeRawPointer
  package let shape: ObjectShape
  /// Keeps the memory alive where it is a copy.
  let owner: OwnedValue?

  package init(address: UnsafeRawPointer, shape: ObjectShape, owner: OwnedValue?) {
    self.address = address
    self.shape = shape
    self.owner = owner
  }

  package var entityName: String { shape.name }

  /// Instances are known by their address; structs have no identity.
  package var reference: ObjectReference? {
    shape.isClass ? ObjectReference(entity: shape.name, address: Int64(Int(bitPattern: address))) : nil
  }

  /// Structs of which every field can be read; the values of their properties are other structs, which end somewhere.
  package var comparesByProperties: Bool { !shape.isClass && shape.unreadableField == nil && !shape.hidesFields }

  package var keys: [String] { shape.memberNames }

  package func value(forKey key: String) -> QueryValue? {
    shape.property(named: key)?.value(of: address, owner: owner)
  }

  package var owned: any QueryObject {
    if shape.isClass { return RetainedInstance(at: address, shape) }
    func copy<Value>(_: Value.Type) -> OwnedValue { OwnedValue(address.assumingMemoryBound(to: Value.self).pointee) }
    let copy = copy(shape.type)
    return ReflectedObject(address: copy.address, shape: shape, owner: copy)
  }

  package func isEqual(to other: any QueryObject) -> Bool? {
    guard let equality = shape.ownEquality else { return nil }
    guard let other = other as? ReflectedObject, other.shape.type == shape.type else { return false }
    return equality.areEqual(address, other.address)
  }

  package func hashItself(into hasher: inout Hasher) -> Bool {
    guard let equality = shape.ownEquality else { return false }
    // Of a type that compares and does not hash only that it is that type.
    hasher.combine(ObjectIdentifier(shape.type))
    equality.hash(address, into: &hasher)
    return true
  }
}

extension ObjectReference {
  /// The identity of an instance, for comparing it with a property of that type: `lentToFriend == %@`.
  ///
  /// Beside a property of type `Animal` a `Dog` may be given, and the other way round. Its address alone decides. The reference keeps the instance alive, and so does a
  /// predicate that it is an argument of. Printed or encoded it is the instance's address, which means nothing to another process.
  public init<Object: AnyObject>(to object: Object) {
    self.init(entity: ShapeRegistry.name(of: Object.self), address: Self.address(of: object), keeping: object)
  }

  /// The identity of an instance under the name of an entity, while something else keeps it alive.
  init(to object: AnyObject, _ entity: String) {
    self.init(entity: entity, address: Self.address(of: object))
  }

  private static func address(of object: AnyObject) -> Int64 {
    Int64(Int(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
  }
}

/// An instance of a class that is held on to, with its properties as they are when they are asked for.
///
/// What a property gives is owned, too: the instance may change afterwards. Between threads it is as safe as the instance is, which is
/// why it may say that it is `Sendable`: whoever hands an instance to a predicate answers for that.
package struct RetainedInstance: ShapedObject, @unchecked Sendable {
  let instance: AnyObject
  package let shape: ObjectShape

  /// The instance at an address.
  package init(at address: UnsafeRawPointer, _ shape: ObjectShape) {
    instance = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
    self.shape = shape
  }

  package var entityName: String { shape.name }

  package var reference: ObjectReference? {
    ObjectReference(entity: shape.name, address: Int64(Int(bitPattern: Unmanaged.passUnretained(instance).toOpaque())))
  }

  package var keys: [String] { shape.memberNames }

  package func value(forKey key: String) -> QueryValue? {
    withExtendedLifetime(instance) {
      shape.property(named: key)?
        .value(of: UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque()), owner: nil).owned
    }
  }
}

/// An object of which a shape says what can be read.
package protocol ShapedObject: QueryObject {
  var shape: ObjectShape { get }
}

extension QueryObject {
  /// Why a property that the object does not give cannot be read; nil where the object has none of the name.
  func unreadableMember(named name: String) -> UnreadableMember? {
    if let object = self as? any ShapedObject { return object.shape.unreadableProperty(named: name) }
    return (self as? MirroredObject)?.unreadableMember(named: name)
  }
}

/// The `==` of a type that has one.
///
/// Invariant of every call: the addresses are of initialised values of the type that it was made for.
protocol OwnEquality: Sendable {
  /// Whether two values are equal.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool

  /// Feeds a value; nothing where the type cannot be hashed.
  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher)
}

/// The equality of one type.
struct ComparedValues<Value: Equatable>: OwnEquality {
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
  }

  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
    (value.assumingMemoryBound(to: Value.self).pointee as? any Hashable)?.hash(into: &hasher)
  }
}
