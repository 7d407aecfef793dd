import PredicateMemory
import PredicateValues

/// The address and the shape of an object whose type is known only when a predicate runs. ``ShapeRegistry`` never frees a shape.
struct ObjectPlace: BitwiseCopyable {
  /// The first byte of a struct, or the instance of a class.
  let address: UnsafeRawPointer
  private let shapeReference: Unmanaged<ObjectShape>

  init(_ address: UnsafeRawPointer, _ shape: Unmanaged<ObjectShape>) {
    self.address = address
    shapeReference = shape
  }

  /// Identifies the shape.
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
  /// The object of a view of the kind `object`.
  var objectPlace: ObjectPlace { address.load(as: ObjectPlace.self) }
}
