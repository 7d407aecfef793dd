import PredicateBinding
import PredicateValues

/// Reads a nested struct as an object.
struct StructReader: ValueReader {
  let type: ObjectType
  var kind: ReadableKind { .toOne(type) }
  var reading: BindingOptions.Reading { type.reading }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    .object(ReflectedObject(address: address, shape: type.shape, owner: owner))
  }
}

/// Reads a reference to an instance of a class as an object.
struct ClassReader<Object: AnyObject>: ValueReader {
  let reading: BindingOptions.Reading
  var kind: ReadableKind { .toOne(ObjectType(type: Object.self, reading: reading)) }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    let object = address.assumingMemoryBound(to: Object.self).pointee
    let instance = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let shape = ShapeRegistry.shape(of: Object.self, reading)
    // What an owner keeps outlives the call, and then the instance may change.
    if owner != nil { return .object(RetainedInstance(at: instance, shape)) }
    return .object(ReflectedObject(address: instance, shape: shape, owner: nil))
  }
}
