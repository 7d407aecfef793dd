/// Client code that returns the value of a property. It is compiled in the client's module.
///
/// The addresses must belong to initialised values of the type for which the loader was made. For a struct, it is the address of the struct. For a
/// class, it is the address of a reference to the instance.
@usableFromInline
package struct PropertyLoader: Sendable {
  /// Writes the requested part of the values of `count` objects to consecutive memory. `objects` contains the addresses of the objects. If bytes are
  /// requested, `nils` receives for each value whether it is nil.
  @usableFromInline typealias Many =
    @Sendable (
      _ objects: UnsafePointer<UnsafeRawPointer>, _ count: Int, LoadRequest, _ destination: UnsafeMutableRawPointer,
      _ nils: UnsafeMutablePointer<Bool>
    ) -> Void

  /// The type of the values.
  package let type: any Any.Type
  /// Whether the values are references: to a class, or to an optional class.
  package let isReference: Bool
  private let many: Many
  private let isClass: Bool
  private let storage: GatheredStorage

  /// A loader for values of any type.
  @inlinable
  @inline(__always)
  init<Root, Value>(_ root: Root.Type, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(isClass: Root.self is AnyClass, isReference: Value.self is AnyClass, Value.self) {
      objects, count, request, destination, nils in
      if case .bytes(let range, let stride) = request {
        for index in 0..<count {
          nils[index] = false
          withUnsafeBytes(of: value(objects[index].assumingMemoryBound(to: Root.self).pointee)) {
            (destination + index &* stride).copyMemory(
              from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, byteCount: range.count)
          }
        }
        return
      }
      Self.put(value, of: objects, count, to: destination)
    }
  }

  /// A loader for optional values.
  @inlinable
  @inline(__always)
  init<Root, Wrapped>(_ root: Root.Type, optional value: @escaping @Sendable (Root) -> Wrapped?) {
    self.init(isClass: Root.self is AnyClass, isReference: Wrapped.self is AnyClass, Wrapped?.self) {
      objects, count, request, destination, nils in
      switch request {
      case .bytes(let range, let stride):
        // The payload is at the same distance in all values of the type.
        var distance: Int?
        for index in 0..<count where distance == nil {
          distance = OptionalPayload.distance(in: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
        }
        for index in 0..<count {
          let optional = value(objects[index].assumingMemoryBound(to: Root.self).pointee)
          nils[index] = optional == nil
          guard let distance else { continue }
          withUnsafeBytes(of: optional) {
            (destination + index &* stride).copyMemory(
              from: $0.baseAddress.unsafelyUnwrapped + distance + range.lowerBound, byteCount: range.count)
          }
        }
        // No distance was found: either all values are nil, or the compiler copies a payload to give its address.
        for index in 0..<count where distance == nil && !nils[index] {
          guard let payload = value(objects[index].assumingMemoryBound(to: Root.self).pointee) else { continue }
          withUnsafeBytes(of: payload) {
            (destination + index &* stride).copyMemory(
              from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, byteCount: range.count)
          }
        }
      case .values:
        Self.put(value, of: objects, count, to: destination)
      }
    }
  }

  /// Writes the values of objects to consecutive memory.
  @inlinable
  @inline(__always)
  static func put<Root, Value>(
    _ value: (Root) -> Value, of objects: UnsafePointer<UnsafeRawPointer>, _ count: Int,
    to destination: UnsafeMutableRawPointer
  ) {
    let values = destination.assumingMemoryBound(to: Value.self)
    for index in 0..<count {
      (values + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
    }
  }

  @usableFromInline
  init<Value>(isClass: Bool, isReference: Bool, _ value: Value.Type, _ many: @escaping Many) {
    type = value
    self.isReference = isReference
    self.isClass = isClass
    self.many = many
    storage = GatheredStorage(of: value)
  }

  /// The property's value for one object, given by a struct's address or by an instance.
  package func value(of object: UnsafeRawPointer) -> OwnedValue {
    withUnsafePointer(to: object) { list in
      var isNil = false
      return values(.values, of: list, count: 1, &isNil)
    }
  }

  /// Copies the requested part of one object's value to memory. The caller must destroy a whole value, unless its type consists only of bytes.
  /// Returns false if bytes are requested and the value is nil.
  package func copy(_ request: LoadRequest, of object: UnsafeRawPointer, to destination: UnsafeMutableRawPointer)
    -> Bool
  {
    withUnsafePointer(to: object) { list in
      var isNil = false
      gather(request, of: list, count: 1, to: destination, &isNil)
      return !isNil
    }
  }

  /// The instance to which one object's value refers; nil if the value is nil. The values must be references (``isReference``).
  package func instance(of object: UnsafeRawPointer) -> AnyObject? {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 1) { reference in
      let place = reference.baseAddress.unsafelyUnwrapped
      _ = copy(.values, of: object, to: place)
      return place.pointee.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }
  }

  /// The requested part of the values of several objects, in consecutive memory. `objects` contains the addresses of structs, or the instances. If
  /// bytes are requested, `nils` receives for each value whether it is nil.
  package func values(
    _ request: LoadRequest, of objects: UnsafePointer<UnsafeRawPointer>, count: Int,
    _ nils: UnsafeMutablePointer<Bool>
  ) -> OwnedValue {
    let storage =
      switch request {
      case .values: storage
      case .bytes(_, let stride): GatheredStorage(bytes: stride)
      }
    return storage.make(upTo: count) { memory in
      gather(request, of: objects, count: count, to: memory, nils)
      return count
    }
  }

  /// Writes the requested part of several objects to consecutive memory.
  private func gather(
    _ request: LoadRequest, of objects: UnsafePointer<UnsafeRawPointer>, count: Int,
    to destination: UnsafeMutableRawPointer, _ nils: UnsafeMutablePointer<Bool>
  ) {
    if !isClass { return many(objects, count, request, destination, nils) }
    let stride = stride(of: request)
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: Self.blockSize) { references in
      let list = UnsafePointer(references.baseAddress.unsafelyUnwrapped)
      for start in Swift.stride(from: 0, to: count, by: Self.blockSize) {
        let size = min(Self.blockSize, count - start)
        // A reference is the address of its instance, so an element of the list of instances serves as the reference.
        for index in 0..<size {
          references.initializeElement(at: index, to: UnsafeRawPointer(objects + start + index))
        }
        many(list, size, request, destination + start * stride, nils + start)
      }
    }
  }

  /// The number of addresses in one list. They fit on the stack, which is faster than a list for a whole chunk.
  private static let blockSize = 32

  /// The distance in bytes from one result of a request to the next.
  package func stride(of request: LoadRequest) -> Int {
    switch request {
    case .values: storage.stride
    case .bytes(_, let stride): stride
    }
  }
}

/// Allocates storage for consecutive values of one type.
package struct GatheredStorage: Sendable {
  package let stride: Int
  private let alignment: Int
  private let destroy: OwnedValue.Destroy

  init<Value>(of type: Value.Type) {
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    destroy = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: $1) }
  }

  /// Storage for bytes that need not be destroyed.
  fileprivate init(bytes stride: Int) {
    self.stride = stride
    alignment = 16
    destroy = { _, _ in }
  }

  /// Storage with at most `most` values. `fill` initialises the values and returns their number.
  package func make(upTo most: Int, _ fill: (UnsafeMutableRawPointer) -> Int) -> OwnedValue {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(1, most * stride), alignment: alignment)
    return OwnedValue(adopting: address, count: fill(address), destroy)
  }
}

/// The part of a property's values that a call needs.
@usableFromInline
package enum LoadRequest: Sendable {
  case values
  /// Some bytes of each value, `stride` bytes apart. They are requested if nothing else of a struct is read, because copying bytes changes no
  /// reference counts. For an optional they are bytes of the wrapped value.
  case bytes(Range<Int>, stride: Int)
}

/// Keeps a value of any type at an address while it is needed. Examples are the result of a computed property, and an element of a set.
package final class OwnedValue {
  /// Destroys some values. It does not free their memory.
  typealias Destroy = @Sendable (UnsafeMutableRawPointer, Int) -> Void

  /// The address of the value, or of the first of several values.
  package let address: UnsafeMutableRawPointer
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
