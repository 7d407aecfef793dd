/// Client code that returns the value of a property. It is compiled in the client's module.
///
/// The addresses must belong to initialised values of the type for which the loader was made. For a struct, it is the address of the struct. For a
/// class, it is the address of a reference to the instance.
@usableFromInline
package struct PropertyLoader: Sendable {
  /// Writes the values of `count` objects to consecutive memory. `objects` contains the addresses of the objects.
  @usableFromInline typealias Many =
    @Sendable (_ objects: UnsafePointer<UnsafeRawPointer>, _ count: Int, _ destination: UnsafeMutableRawPointer) -> Void

  /// The type of the values.
  package let type: any Any.Type
  /// Whether the values are references: to a class, or to an optional class.
  package let isReference: Bool
  /// The distance in bytes from one value to the next.
  package let stride: Int
  private let alignment: Int
  private let many: Many
  private let destroy: OwnedValue.Destroy
  private let isClass: Bool

  @inlinable
  @inline(__always)
  init<Root, Value>(_ root: Root.Type, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(isClass: Root.self is AnyClass, Value.self) { objects, count, destination in
      let values = destination.assumingMemoryBound(to: Value.self)
      for index in 0..<count {
        (values + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
      }
    }
  }

  @usableFromInline
  init<Value>(isClass: Bool, _ value: Value.Type, _ many: @escaping Many) {
    type = value
    isReference = ((value as? any OptionalReference.Type)?.wrapped ?? value) is AnyClass
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    self.isClass = isClass
    self.many = many
    destroy = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: $1) }
  }

  /// The property's value for one object, given by a struct's address or by an instance.
  package func value(of object: UnsafeRawPointer) -> OwnedValue {
    withUnsafePointer(to: object) { values(of: $0, count: 1) }
  }

  /// Copies one object's value to memory. The caller must destroy the value, unless its type consists only of bytes.
  package func copy(of object: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    withUnsafePointer(to: object) { gather($0, count: 1, to: destination) }
  }

  /// The instance to which one object's value refers; nil if the value is nil. The values must be references (``isReference``).
  package func instance(of object: UnsafeRawPointer) -> AnyObject? {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 1) { reference in
      let place = reference.baseAddress.unsafelyUnwrapped
      copy(of: object, to: place)
      return place.pointee.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }
  }

  /// The values of several objects, in consecutive memory. `objects` contains the addresses of structs, or the instances.
  package func values(of objects: UnsafePointer<UnsafeRawPointer>, count: Int) -> OwnedValue {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(1, count * stride), alignment: alignment)
    gather(objects, count: count, to: address)
    return OwnedValue(adopting: address, count: count, destroy)
  }

  /// Writes the values of several objects to consecutive memory.
  private func gather(
    _ objects: UnsafePointer<UnsafeRawPointer>, count: Int, to destination: UnsafeMutableRawPointer
  ) {
    if !isClass { return many(objects, count, destination) }
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: Self.blockSize) { references in
      let list = UnsafePointer(references.baseAddress.unsafelyUnwrapped)
      for start in Swift.stride(from: 0, to: count, by: Self.blockSize) {
        let size = min(Self.blockSize, count - start)
        // A reference is the address of its instance, so an element of the list of instances serves as the reference.
        for index in 0..<size {
          references.initializeElement(at: index, to: UnsafeRawPointer(objects + start + index))
        }
        many(list, size, destination + start * stride)
      }
    }
  }

  /// The number of addresses in one list. They fit on the stack, which is faster than a list for a whole chunk.
  private static let blockSize = 32
}

/// Keeps a value of any type at an address while it is needed. Examples are the result of a computed property, and an element of a set.
@usableFromInline
package final class OwnedValue {
  /// Destroys some values. It does not free their memory.
  typealias Destroy = @Sendable (UnsafeMutableRawPointer, Int) -> Void

  /// The address of the value, or of the first of several values.
  @usableFromInline package let address: UnsafeMutableRawPointer
  private let count: Int
  private let destroy: Destroy

  /// Copies several values to consecutive memory.
  convenience init<Value>(all values: some Collection<Value>, of type: Value.Type = Value.self) {
    let storage = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    var next = storage
    for value in values.prefix(values.count) {
      next.initialize(to: value)
      next += 1
    }
    self.init(adopting: storage, count: next - storage) {
      $0.assumingMemoryBound(to: Value.self).deinitialize(count: $1)
    }
  }

  @usableFromInline
  package convenience init<Value>(_ value: Value) {
    self.init(all: CollectionOfOne(value))
  }

  /// Takes ownership of values in memory that was allocated for them.
  init(adopting address: UnsafeMutableRawPointer, count: Int, _ destroy: @escaping Destroy) {
    self.address = address
    self.count = count
    self.destroy = destroy
  }

  deinit {
    destroy(address, count)
    address.deallocate()
  }
}
