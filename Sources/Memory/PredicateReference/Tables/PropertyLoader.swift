/// Client code that returns a property, compiled in the client's module.
///
/// The addresses must be those of initialised values of the type that it was made for. For a struct, it is the struct's address. For a class, it is the address
/// of a reference to the instance.
@usableFromInline
package struct PropertyLoader: Sendable {
  /// Writes the requested part of the values of `count` objects to consecutive memory. `objects` lists their addresses. If bytes are requested, `nils` receives
  /// whether each value is nil.
  @usableFromInline typealias Many =
    @Sendable (
      _ objects: UnsafePointer<UnsafeRawPointer>, _ count: Int, LoadRequest, _ destination: UnsafeMutableRawPointer,
      _ nils: UnsafeMutablePointer<Bool>
    ) -> Void

  /// The kind of the values.
  @usableFromInline
  enum Kind: Sendable {
    /// Values of any other kind.
    case values
    /// Optionals of any type except collections.
    case optionals
    /// Collections, or optional ones.
    case collections
    /// Optional elements of collections.
    case elements
  }

  private let many: Many
  private let kind: Kind
  private let isClass: Bool
  private let storage: GatheredStorage

  /// The values of any type.
  @inlinable
  @inline(__always)
  init<Root, Value>(_ root: Root.Type, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(isClass: Root.self is AnyClass, .values, Value.self) { objects, count, request, destination, nils in
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

  /// Optionals.
  @inlinable
  @inline(__always)
  init<Root, Wrapped>(_ root: Root.Type, optional value: @escaping @Sendable (Root) -> Wrapped?) {
    self.init(isClass: Root.self is AnyClass, .optionals, Wrapped?.self) { objects, count, request, destination, nils in
      switch request {
      case .nils:
        Self.put({ (root: Root) in value(root) == nil }, of: objects, count, to: destination)
      case .bytes(let range, let stride):
        // All values of the type have the payload at the same distance.
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
        // Either all values are nil, or the compiler copies a payload to give its address.
        for index in 0..<count where distance == nil && !nils[index] {
          guard let payload = value(objects[index].assumingMemoryBound(to: Root.self).pointee) else { continue }
          withUnsafeBytes(of: payload) {
            (destination + index &* stride).copyMemory(
              from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, byteCount: range.count)
          }
        }
      case .values, .counts:
        Self.put(value, of: objects, count, to: destination)
      }
    }
  }

  /// Collections, or optional ones.
  ///
  /// - Parameter count: The number of elements of a value, -1 for a nil.
  @inlinable
  @inline(__always)
  init<Root, Elements>(
    _ root: Root.Type, collection value: @escaping @Sendable (Root) -> Elements,
    count elementCount: @escaping @Sendable (Elements) -> Int
  ) {
    self.init(isClass: Root.self is AnyClass, .collections, Elements.self) { objects, count, request, destination, _ in
      if case .counts = request {
        return Self.put({ (root: Root) in elementCount(value(root)) }, of: objects, count, to: destination)
      }
      Self.put(value, of: objects, count, to: destination)
    }
  }

  /// The elements of collections at an index, -1 for the last one. Nil if a collection has no such element, and if its elements are not consecutive.
  @inlinable
  @inline(__always)
  init<Place: CollectionPlace & SendableMetatype>(elementOf _: Place.Type, at index: Int) {
    typealias Element = Place.Elements.Element
    self.init(isClass: false, .elements, Element?.self) { objects, count, request, destination, nils in
      for row in 0..<count {
        let isThere = Place.elements(objects[row])?.withContiguousStorageIfAvailable { buffer -> Bool in
          let position = index < 0 ? buffer.count + index : index
          guard position >= 0 && position < buffer.count, let first = buffer.baseAddress else { return false }
          switch request {
          case .bytes(let range, let stride):
            (destination + row &* stride).copyMemory(
              from: UnsafeRawPointer(first + position) + range.lowerBound, byteCount: range.count)
          case .values: (destination.assumingMemoryBound(to: Element?.self) + row).initialize(to: buffer[position])
          case .nils, .counts: break
          }
          return true
        }
        nils[row] = !(isThere ?? false)
        if nils[row], case .values = request {
          (destination.assumingMemoryBound(to: Element?.self) + row).initialize(to: nil)
        }
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
  init<Value>(isClass: Bool, _ kind: Kind, _ value: Value.Type, _ many: @escaping Many) {
    self.isClass = isClass
    self.kind = kind
    self.many = many
    storage = GatheredStorage(of: value)
  }

  /// Whether the client's code answers a request without giving the values.
  package func answers(_ request: LoadRequest) -> Bool {
    switch (request, kind) {
    case (.values, _), (.nils, .optionals), (.counts, .collections), (.bytes, .values), (.bytes, .optionals),
      (.bytes, .elements):
      true
    case (.nils, _), (.counts, _), (.bytes, .collections): false
    }
  }

  /// The value of one object: a struct's address, or an instance.
  func value(of object: UnsafeRawPointer) -> OwnedValue {
    withUnsafePointer(to: object) { list in
      var isNil = false
      return values(of: list, count: 1, &isNil)
    }
  }

  /// The values of several objects, in consecutive memory. `objects` has the addresses of structs, or the instances.
  package func values(
    of objects: UnsafePointer<UnsafeRawPointer>, count: Int, _ nils: UnsafeMutablePointer<Bool>
  ) -> OwnedValue {
    storage.make(upTo: count) { memory in
      gather(.values, of: objects, count: count, to: memory, nils)
      return count
    }
  }

  /// Writes the requested part of several objects to consecutive memory. The caller destroys it unless it is plain.
  package func gather(
    _ request: LoadRequest, of objects: UnsafePointer<UnsafeRawPointer>, count: Int,
    to destination: UnsafeMutableRawPointer, _ nils: UnsafeMutablePointer<Bool>
  ) {
    if !isClass { return many(objects, count, request, destination, nils) }
    let stride = stride(of: request)
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: Self.blockSize) { references in
      let list = UnsafePointer(references.baseAddress.unsafelyUnwrapped)
      for start in Swift.stride(from: 0, to: count, by: Self.blockSize) {
        let size = min(Self.blockSize, count - start)
        // A reference is the address of its instance, so the list of instances holds the references themselves.
        for index in 0..<size {
          references.initializeElement(at: index, to: UnsafeRawPointer(objects + start + index))
        }
        many(list, size, request, destination + start * stride, nils + start)
      }
    }
  }

  /// The number of addresses in one list: few enough for the stack, which is faster than a list for a whole chunk.
  private static let blockSize = 32

  /// The bytes from one result of a request to the next.
  package func stride(of request: LoadRequest) -> Int {
    switch request {
    case .values: storage.stride
    case .nils: MemoryLayout<Bool>.stride
    case .counts: MemoryLayout<Int>.stride
    case .bytes(_, let stride): stride
    }
  }

  /// Whether the results of a request need not be destroyed.
  package func isPlain(_ request: LoadRequest) -> Bool {
    if case .values = request { storage.isPlain } else { true }
  }
}

/// Storage for consecutive values of one type.
package struct GatheredStorage: Sendable {
  package let stride: Int
  /// Whether the values are numbers or booleans, which need not be destroyed.
  let isPlain: Bool
  private let alignment: Int
  private let destroy: @Sendable (UnsafeMutableRawPointer, Int) -> Void

  init<Value>(of type: Value.Type) {
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    let plain: [any Any.Type] = [Int.self, Double.self, Bool.self, Int32.self, Int64.self, Float.self]
    isPlain = plain.contains { $0 == Value.self }
    destroy = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: $1) }
  }

  /// At most `most` values, which `fill` initialises and counts.
  package func make(upTo most: Int, _ fill: (UnsafeMutableRawPointer) -> Int) -> OwnedValue {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(1, most * stride), alignment: alignment)
    let count = fill(address)
    return OwnedValue(adopting: address) { [destroy] in
      destroy($0, count)
      $0.deallocate()
    }
  }
}

/// The part of a property's values that a call needs.
@usableFromInline
package enum LoadRequest: Sendable {
  case values
  /// A `Bool` for each value: whether it is nil.
  case nils
  /// An `Int` for each collection: its number of elements, -1 for a nil.
  case counts
  /// Some bytes of each value, `stride` bytes apart. They are enough if nothing else of a struct is read, and copying them counts no reference. For an optional
  /// they are bytes of the wrapped value.
  case bytes(Range<Int>, stride: Int)
}

/// Keeps a value of any type at an address for as long as it is needed: the result of a computed property, an element of a set.
package final class OwnedValue {
  /// The address of the value, or of the first of several.
  package let address: UnsafeMutableRawPointer
  private let destroy: (UnsafeMutableRawPointer) -> Void

  /// Several values in consecutive memory.
  init<Value>(all values: some Collection<Value>, of type: Value.Type = Value.self) {
    let count = values.count
    let storage = UnsafeMutablePointer<Value>.allocate(capacity: max(1, count))
    var next = storage
    for value in values.prefix(count) {
      next.initialize(to: value)
      next += 1
    }
    let written = next - storage
    address = UnsafeMutableRawPointer(storage)
    destroy = { address in
      let storage = address.assumingMemoryBound(to: Value.self)
      storage.deinitialize(count: written)
      storage.deallocate()
    }
  }

  convenience init<Value>(_ value: Value) {
    self.init(all: CollectionOfOne(value))
  }

  /// Existing values, with the closure that destroys and frees them.
  init(adopting address: UnsafeMutableRawPointer, _ destroy: @escaping (UnsafeMutableRawPointer) -> Void) {
    self.address = address
    self.destroy = destroy
  }

  deinit { destroy(address) }
}
