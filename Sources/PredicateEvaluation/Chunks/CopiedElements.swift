/// Elements of stored collections, copied out of them to lie behind one another as those of an array do. Used by one walk.
@usableFromInline
final class CopiedElements {
  /// Where the first element lies.
  let base: UnsafeRawPointer
  /// From one element to the next.
  let stride: Int
  /// Turns to the collection at an address; false where it is nil.
  let turn: (_ collection: UnsafeRawPointer) -> Bool
  /// Copies at most so many further elements of the collection behind those that lie here, so many of them, and says how many it copied.
  let copy: (_ used: Int, _ most: Int) -> Int
  /// Lets go of the elements that lie here, so many of them.
  let clear: (_ used: Int) -> Void
  private let release: () -> Void

  /// Makes room for so many elements of collections of a type. `read` gives the collection at an address.
  @inlinable
  convenience init<Elements: Collection>(
    _: Elements.Type, capacity: Int, _ read: @escaping (UnsafeRawPointer) -> Elements?
  ) {
    let elements = UnsafeMutablePointer<Elements.Element>.allocate(capacity: capacity)
    var iterator: Elements.Iterator?
    self.init(
      base: UnsafeRawPointer(elements), stride: MemoryLayout<Elements.Element>.stride,
      turn: { address in
        iterator = read(address)?.makeIterator()
        return iterator != nil
      },
      copy: { used, most in
        // A copy of the iterator can stay in registers.
        guard var rest = iterator else { return 0 }
        var copied = 0
        while copied < most, let element = rest.next() {
          (elements + used + copied).initialize(to: element)
          copied += 1
        }
        iterator = rest
        return copied
      },
      clear: { elements.deinitialize(count: $0) }, release: { elements.deallocate() })
  }

  @usableFromInline
  init(
    base: UnsafeRawPointer, stride: Int, turn: @escaping (UnsafeRawPointer) -> Bool,
    copy: @escaping (Int, Int) -> Int, clear: @escaping (Int) -> Void, release: @escaping () -> Void
  ) {
    self.base = base
    self.stride = stride
    self.turn = turn
    self.copy = copy
    self.clear = clear
    self.release = release
  }

  deinit { release() }
}
