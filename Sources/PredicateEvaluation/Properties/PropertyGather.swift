import CPrefetch

/// Client code that gives a property, compiled in the client's module.
///
/// Invariant: the addresses it is given are of initialised values of the type that it was made for: structs where they begin, of classes
/// the references to the instances.
@usableFromInline
struct PropertyGather: Sendable {
  /// Puts what is requested of the values for so many objects, whose addresses are listed, behind one another. Notes of bytes whether each
  /// value is nil.
  @usableFromInline typealias Many =
    @Sendable (
      _ objects: UnsafePointer<UnsafeRawPointer>, _ count: Int, GatherRequest, _ destination: UnsafeMutableRawPointer,
      _ nils: UnsafeMutablePointer<Bool>
    ) -> Void

  /// What the values are.
  @usableFromInline
  enum Kind: Sendable {
    /// Anything.
    case values
    /// Optionals of anything but collections.
    case optionals
    /// Collections, or optional ones.
    case collections
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
      let values = destination.assumingMemoryBound(to: Value.self)
      for index in 0..<count {
        (values + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
      }
    }
  }

  /// Optionals.
  @inlinable
  @inline(__always)
  init<Root, Wrapped>(_ root: Root.Type, optional value: @escaping @Sendable (Root) -> Wrapped?) {
    self.init(isClass: Root.self is AnyClass, .optionals, Wrapped?.self) { objects, count, request, destination, nils in
      switch request {
      case .nils:
        let answers = destination.assumingMemoryBound(to: Bool.self)
        for index in 0..<count {
          (answers + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee) == nil)
        }
      case .bytes(let range, let stride):
        // The payload lies equally far in all of them.
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
        // All of them are nil, or the compiler gives no place in an optional.
        for index in 0..<count where distance == nil && !nils[index] {
          guard let payload = value(objects[index].assumingMemoryBound(to: Root.self).pointee) else { continue }
          withUnsafeBytes(of: payload) {
            (destination + index &* stride).copyMemory(
              from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, byteCount: range.count)
          }
        }
      case .values, .counts:
        let values = destination.assumingMemoryBound(to: Wrapped?.self)
        for index in 0..<count {
          (values + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
        }
      }
    }
  }

  /// Collections.
  @inlinable
  @inline(__always)
  init<Root, Elements: Collection & SendableMetatype>(
    _ root: Root.Type, collection value: @escaping @Sendable (Root) -> Elements
  ) {
    self.init(isClass: Root.self is AnyClass, .collections, Elements.self) { objects, count, request, destination, _ in
      if case .counts = request {
        let counts = destination.assumingMemoryBound(to: Int.self)
        for index in 0..<count {
          (counts + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee).count)
        }
        return
      }
      let values = destination.assumingMemoryBound(to: Elements.self)
      for index in 0..<count {
        (values + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
      }
    }
  }

  /// Optional collections.
  @inlinable
  @inline(__always)
  init<Root, Elements: Collection & SendableMetatype>(
    _ root: Root.Type, optionalCollection value: @escaping @Sendable (Root) -> Elements?
  ) {
    self.init(isClass: Root.self is AnyClass, .collections, Elements?.self) { objects, count, request, destination, _ in
      if case .counts = request {
        let counts = destination.assumingMemoryBound(to: Int.self)
        for index in 0..<count {
          (counts + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee)?.count ?? -1)
        }
        return
      }
      let values = destination.assumingMemoryBound(to: Elements?.self)
      for index in 0..<count {
        (values + index).initialize(to: value(objects[index].assumingMemoryBound(to: Root.self).pointee))
      }
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
  func answers(_ request: GatherRequest) -> Bool {
    switch (request, kind) {
    case (.values, _), (.nils, .optionals), (.counts, .collections), (.bytes, .values), (.bytes, .optionals): true
    case (.nils, _), (.counts, _), (.bytes, .collections): false
    }
  }

  /// The value of one object: a struct's address, or an instance.
  func value(of object: UnsafeRawPointer) -> OwnedValue {
    withUnsafePointer(to: object) { list in
      var isNil = false
      return gather(.values, of: list, count: 1, &isNil)
    }
  }

  /// What is requested of the values of several objects, behind one another: of structs by their addresses, of classes by the instances.
  func gather(
    _ request: GatherRequest, of objects: UnsafePointer<UnsafeRawPointer>, count: Int,
    _ nils: UnsafeMutablePointer<Bool>
  ) -> OwnedValue {
    if !isClass { return make(request, objects, count, nils) }
    // A reference is the address of its instance, so the list holds the references themselves.
    return withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: max(1, count)) { references in
      for index in 0..<count { references.initializeElement(at: index, to: UnsafeRawPointer(objects + index)) }
      return make(request, UnsafePointer(references.baseAddress.unsafelyUnwrapped), count, nils)
    }
  }

  private func make(
    _ request: GatherRequest, _ objects: UnsafePointer<UnsafeRawPointer>, _ count: Int,
    _ nils: UnsafeMutablePointer<Bool>
  ) -> OwnedValue {
    let storage = storage(of: request)
    return storage.make(upTo: count) { memory in
      var done = 0
      prefetch(objects, 0, count)
      while done < count {
        let size = min(Self.blockSize, count - done)
        prefetch(objects, done + size, count)
        many(objects + done, size, request, memory + done * storage.stride, nils + done)
        done += size
      }
      return count
    }
  }

  /// For so many instances the client's code runs before the next ones are looked at.
  private static let blockSize = 32

  /// Prefetches the instances of a block: the client's code may count references to each, which waits for its memory.
  private func prefetch(_ objects: UnsafePointer<UnsafeRawPointer>, _ first: Int, _ count: Int) {
    if !isClass { return }
    for index in first..<max(first, min(first + Self.blockSize, count)) {
      let instance = objects[index].load(as: UnsafeRawPointer.self)
      c_prefetch(instance)
      c_prefetch(instance + 64)
    }
  }

  private func storage(of request: GatherRequest) -> GatheredStorage {
    switch request {
    case .values: storage
    case .nils: GatheredStorage(of: Bool.self)
    case .counts: GatheredStorage(of: Int.self)
    case .bytes(_, let stride): GatheredStorage(bytes: stride)
    }
  }

  /// From one answer to a request to the next.
  func stride(of request: GatherRequest) -> Int { storage(of: request).stride }
}

/// How values of one type are kept behind one another.
struct GatheredStorage: Sendable {
  let stride: Int
  private let alignment: Int
  private let destroy: @Sendable (UnsafeMutableRawPointer, Int) -> Void

  init<Value>(of type: Value.Type) {
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    destroy = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: $1) }
  }

  /// Storage for bytes that mean nothing by themselves.
  init(bytes stride: Int) {
    self.stride = stride
    alignment = 16
    destroy = { _, _ in }
  }

  /// At most so many values, which `fill` initialises and counts.
  func make(upTo most: Int, _ fill: (UnsafeMutableRawPointer) -> Int) -> OwnedValue {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(1, most * stride), alignment: alignment)
    let count = fill(address)
    return OwnedValue(adopting: address) { [destroy] in
      destroy($0, count)
      $0.deallocate()
    }
  }
}
