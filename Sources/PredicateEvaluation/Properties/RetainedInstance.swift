import PredicateValues

/// An instance of a class that is held on to, with its properties as they are when they are asked for.
///
/// What a property gives is owned, too: the instance may change afterwards. Between threads it is as safe as the instance is, which is
/// why it may say that it is `Sendable`: whoever hands an instance to a predicate answers for that.
struct RetainedInstance: ShapedObject, @unchecked Sendable {
  let instance: AnyObject
  let shape: ObjectShape

  /// The instance at an address.
  init(at address: UnsafeRawPointer, _ shape: ObjectShape) {
    instance = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
    self.shape = shape
  }

  var entityName: String { shape.name }

  var reference: ObjectReference? {
    ObjectReference(entity: shape.name, address: Int64(Int(bitPattern: Unmanaged.passUnretained(instance).toOpaque())))
  }

  var keys: [String] { shape.memberNames }

  func value(forKey key: String) -> QueryValue? {
    withExtendedLifetime(instance) {
      shape.property(named: key)?
        .value(of: UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque()), owner: nil).owned
    }
  }
}
