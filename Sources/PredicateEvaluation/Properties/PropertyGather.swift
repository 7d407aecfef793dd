import CPrefetch

/// Client code that gives a property, compiled in the client's module.
///
/// Invariant: the addresses it is given are of initialised values of the type that it was made for: structs where they begin, of classes
/// the references to the instances.
@usableFromInline
struct PropertyGather: Sendable {
  /// Puts the values for so many objects, whose addresses are listed, behind one another.
  @usableFromInline typealias Many = @Sendable (UnsafePointer<UnsafeRawPointer>, Int, UnsafeMutableRawPointer) -> Void

  private let many: Many
  private let isClass: Bool
  private let storage: GatheredStorage

  @inlinable
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
    self.isClass = isClass
    self.many = many
    storage = GatheredStorage(of: value)
  }

  /// The value of one object: a struct's address, or an instance.
  func value(of object: UnsafeRawPointer) -> OwnedValue {
    withUnsafePointer(to: object) { list in values(of: list, count: 1) }
  }

  /// The values of several objects, behind one another: of structs by their addresses, of classes by the instances.
  func values(of objects: UnsafePointer<UnsafeRawPointer>, count: Int) -> OwnedValue {
    if !isClass { return make(objects, count) }
    // A reference is the address of its instance, so the list holds the references themselves.
    return withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: count) { references in
      for index in 0..<count { references.initializeElement(at: index, to: UnsafeRawPointer(objects + index)) }
      return references.baseAddress.map { make(UnsafePointer($0), count) } ?? storage.make(upTo: 0) { _ in 0 }
    }
  }

  private func make(_ objects: UnsafePointer<UnsafeRawPointer>, _ count: Int) -> OwnedValue {
    storage.make(upTo: count) { memory in
      var done = 0
      prefetch(objects, 0, count)
      while done < count {
        let size = min(Self.blockSize, count - done)
        prefetch(objects, done + size, count)
        many(objects + done, size, memory + done * stride)
        done += size
      }
      return count
    }
  }

  /// For so many instances the client's code runs before the next ones are looked at.
  private static let blockSize = 32

  /// Prefetches the instances of a block: the client's code counts references to each, which waits for its memory.
  private func prefetch(_ objects: UnsafePointer<UnsafeRawPointer>, _ first: Int, _ count: Int) {
    if !isClass { return }
    for index in first..<max(first, min(first + Self.blockSize, count)) {
      let instance = objects[index].load(as: UnsafeRawPointer.self)
      c_prefetch(instance)
      c_prefetch(instance + 64)
    }
  }

  /// From one value to the next.
  var stride: Int { storage.stride }
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
