import PredicateMemory
import PredicateValues

/// Where an object lies whose type is known only when a predicate runs, and its shape, which stays for good (``ShapeRegistry``).
struct ObjectPlace: BitwiseCopyable {
  /// Where a struct begins; of an instance of a class, the instance.
  let address: UnsafeRawPointer
  private let shapeReference: Unmanaged<ObjectShape>

  init(_ address: UnsafeRawPointer, _ shape: Unmanaged<ObjectShape>) {
    self.address = address
    shapeReference = shape
  }

  /// What tells the shape from others.
  var shapeID: UnsafeMutableRawPointer { shapeReference.toOpaque() }

  var shape: ObjectShape { shapeReference.takeUnretainedValue() }

  /// The object. An instance may change later, so its properties are read when they are asked for.
  var object: any QueryObject {
    let shape = shape
    return shape.isClass
      ? RetainedInstance(at: address, shape) : ReflectedObject(address: address, shape: shape, owner: nil)
  }
}

extension ValueView {
  /// Where the object is that this view of one shows.
  var objectPlace: ObjectPlace { address.load(as: ObjectPlace.self) }
}
