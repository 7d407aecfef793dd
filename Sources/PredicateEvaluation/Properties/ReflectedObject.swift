import PredicateValues

/// A Swift value as the reference meets it: an address and the shape of what lies there.
///
/// Without an owner it never leaves the synchronous call that made it, during which the memory neither changes nor goes away; that is why
/// it may say that it is `Sendable`. What client code gets, an argument of its function for instance, is ``owned``. What has an owner is a
/// copy that nobody changes.
struct ReflectedObject: BorrowedObject, SelfComparingObject, ShapedObject, @unchecked Sendable {
  /// Where a struct begins; of an instance of a class, the instance.
  let address: UnsafeRawPointer
  let shape: ObjectShape
  /// Keeps the memory alive where it is a copy.
  let owner: OwnedValue?

  var entityName: String { shape.name }

  /// Instances are known by their address; structs have no identity.
  var reference: ObjectReference? {
    shape.isClass ? ObjectReference(entity: shape.name, address: Int64(Int(bitPattern: address))) : nil
  }

  /// Structs of which every field can be read; the values of their properties are other structs, which end somewhere.
  var comparesByProperties: Bool { !shape.isClass && shape.unreadableField == nil && !shape.hidesFields }

  var keys: [String] { shape.memberNames }

  func value(forKey key: String) -> QueryValue? {
    shape.property(named: key)?.value(of: address, owner: owner)
  }

  var owned: any QueryObject {
    if shape.isClass { return RetainedInstance(at: address, shape) }
    func copy<Value>(_: Value.Type) -> OwnedValue { OwnedValue(address.assumingMemoryBound(to: Value.self).pointee) }
    let copy = copy(shape.type)
    return ReflectedObject(address: copy.address, shape: shape, owner: copy)
  }

  func isEqual(to other: any QueryObject) -> Bool? {
    guard let equality = shape.ownEquality else { return nil }
    guard let other = other as? ReflectedObject, other.shape.type == shape.type else { return false }
    return equality.areEqual(address, other.address)
  }

  func hashItself(into hasher: inout Hasher) -> Bool {
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
