/// Keeps a value of any type at an address for as long as it is needed: what a computed property gave, an element of a set.
final class OwnedValue {
  /// Where the value lies, or the first of several.
  let address: UnsafeMutableRawPointer
  private let destroy: (UnsafeMutableRawPointer) -> Void

  /// Several values behind one another.
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

  /// One value.
  convenience init<Value>(_ value: Value) {
    self.init(all: CollectionOfOne(value))
  }

  /// Values that are there already, with what destroys and frees them.
  init(adopting address: UnsafeMutableRawPointer, _ destroy: @escaping (UnsafeMutableRawPointer) -> Void) {
    self.address = address
    self.destroy = destroy
  }

  deinit { destroy(address) }
}
