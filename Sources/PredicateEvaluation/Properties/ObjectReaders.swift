import PredicateValues

/// Reads a nested struct as an object.
struct StructReader: ValueReader {
  let type: any Any.Type
  var kind: ReadableKind { .toOne(type) }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    .object(ReflectedObject(address: address, shape: ShapeRegistry.shape(of: type), owner: owner))
  }
}

/// Reads a reference to an instance of a class as an object.
struct ClassReader: ValueReader {
  let type: any Any.Type
  var kind: ReadableKind { .toOne(type) }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    // A strong reference is the address of the instance.
    let instance = address.load(as: UnsafeRawPointer.self)
    let shape = ShapeRegistry.shape(of: type)
    // What an owner keeps outlives the call, and then the instance may change.
    if owner != nil { return .object(RetainedInstance(at: instance, shape)) }
    return .object(ReflectedObject(address: instance, shape: shape, owner: nil))
  }
}
