/// Elements of stored collections, copied out of them to lie behind one another as those of an array do. Used by one walk.
@usableFromInline
final class CopiedElements {
  /// Where the first element lies.
  let base: UnsafeRawPointer
  /// From one element to the next.
  let stride: Int
  /// Copies elements of a collection behind those that lie here, so many of them: at most so many, the first ones of the collection at an
  /// address, or without an address further ones of the collection before. Returns how many it copied; nil where the collection is nil.
  let copy: (_ collection: UnsafeRawPointer?, _ used: Int, _ most: Int) -> Int?
  /// Lets go of the elements that lie here, so many of them.
  let clear: (_ used: Int) -> Void
  private let release: () -> Void

  /// Makes room for so many elements of collections of a type. `read` gives the collection at an address.
  @inlinable
  convenience init<Elements: Collection>(
    _: Elements.Type, capacity: Int, _ read: @escaping (UnsafeRawPointer) -> Elements?
  ) {
    let elements = UnsafeMutablePointer<Elements.Element>.allocate(capacity: capacity)
    var rest: Elements.Iterator?
    self.init(
      base: UnsafeRawPointer(elements), stride: MemoryLayout<Elements.Element>.stride,
      copy: { address, used, most in
        if let address {
          rest = nil
          guard let collection = read(address) else { return nil }
          // The elements of an array that fits are copied at once: an iterator would be kept, which counts references.
          let copied = collection.withContiguousStorageIfAvailable { buffer -> Int? in
            guard buffer.count <= most else { return nil }
            if let first = buffer.baseAddress { (elements + used).initialize(from: first, count: buffer.count) }
            return buffer.count
          }
          if let copied, let count = copied { return count }
          rest = collection.makeIterator()
        }
        // A copy of the iterator can stay in registers.
        guard var iterator = rest else { return 0 }
        var copied = 0
        while copied < most, let element = iterator.next() {
          (elements + used + copied).initialize(to: element)
          copied += 1
        }
        rest = iterator
        return copied
      },
      clear: { elements.deinitialize(count: $0) }, release: { elements.deallocate() })
  }

  @usableFromInline
  init(
    base: UnsafeRawPointer, stride: Int, copy: @escaping (UnsafeRawPointer?, Int, Int) -> Int?,
    clear: @escaping (Int) -> Void, release: @escaping () -> Void
  ) {
    self.base = base
    self.stride = stride
    self.copy = copy
    self.clear = clear
    self.release = release
  }

  deinit { release() }
}
