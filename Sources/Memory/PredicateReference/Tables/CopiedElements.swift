/// Elements of stored collections, copied to consecutive memory, as in one array. One walk uses it.
@usableFromInline
package final class CopiedElements {
  /// Copies the elements of one collection after another to the free memory after the `used` elements.
  ///
  /// `collections` has `count` addresses of collections. `resumes` specifies whether the first collection continues where the previous call stopped. `room` is
  /// the number of elements that still fit. `counts` receives the number of elements copied from each collection: ``isNil`` for a nil, ``isScattered`` for a
  /// collection without consecutive elements if only bytes are copied. The result is the number of finished collections, less than `count` if the room is used
  /// up.
  @usableFromInline package typealias Copy = (
    _ collections: UnsafePointer<UnsafeRawPointer>, _ count: Int, _ resumes: Bool, _ used: Int, _ room: Int,
    _ counts: UnsafeMutablePointer<Int>
  ) -> Int

  /// The count of a nil.
  @usableFromInline package static let isNil = -1
  /// The count of a collection whose bytes cannot be copied.
  @usableFromInline static let isScattered = -2

  /// The address of the first element. If only bytes are copied, the address that a whole element would have.
  package let base: UnsafeRawPointer
  /// The bytes from one element to the next.
  package let stride: Int
  package let copy: Copy
  /// Destroys the first `used` elements.
  package let clear: (_ used: Int) -> Void
  /// Releases the collection whose elements were copied only in part.
  package let reset: () -> Void
  private let release: () -> Void

  /// Allocates memory for `capacity` whole elements.
  @inlinable
  convenience init<Place: CollectionPlace>(_: Place.Type, capacity: Int) {
    let elements = UnsafeMutablePointer<Place.Elements.Element>.allocate(capacity: capacity)
    var rest: Place.Elements.Iterator?
    self.init(
      base: UnsafeRawPointer(elements), stride: MemoryLayout<Place.Elements.Element>.stride,
      copy: { collections, count, resumes, used, room, counts in
        var next = elements + used
        let end = next + room
        for index in 0..<count {
          if index > 0 || !resumes {
            guard let collection = Place.elements(collections[index]) else {
              counts[index] = Self.isNil
              continue
            }
            // The elements of an array that fits are copied at once. Keeping an iterator would count references.
            let copied = collection.withContiguousStorageIfAvailable { buffer -> Int in
              guard buffer.count <= end - next else { return -1 }
              if let first = buffer.baseAddress { next.initialize(from: first, count: buffer.count) }
              return buffer.count
            }
            if let copied, copied >= 0 {
              counts[index] = copied
              next += copied
              continue
            }
            rest = collection.makeIterator()
          }
          let first = next
          // A copy of the iterator can stay in registers.
          if var iterator = rest {
            while next < end, let element = iterator.next() {
              next.initialize(to: element)
              next += 1
            }
            rest = iterator
          }
          counts[index] = next - first
          if next == end { return index }
        }
        return count
      },
      clear: { elements.deinitialize(count: $0) }, reset: { rest = nil }, release: { elements.deallocate() })
  }

  /// Allocates memory for some bytes of `capacity` elements, for walks that read nothing else of an element. Copying bytes counts no references.
  @inlinable
  convenience init<Place: CollectionPlace>(_: Place.Type, bytes: Range<Int>, capacity: Int) {
    typealias Element = Place.Elements.Element
    let alignment = MemoryLayout<Element>.alignment
    let offset = bytes.lowerBound / alignment * alignment
    let size = bytes.upperBound - offset
    let stride = (size + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, capacity * stride), alignment: max(16, alignment))
    var position = 0
    self.init(
      base: UnsafeRawPointer(memory - offset), stride: stride,
      copy: { collections, count, resumes, used, room, counts in
        var next = memory + used &* stride
        var room = room
        var start = resumes ? position : 0
        for index in 0..<count {
          guard let collection = Place.elements(collections[index]) else {
            counts[index] = Self.isNil
            continue
          }
          var left = 0
          let copied = collection.withContiguousStorageIfAvailable { buffer -> Int in
            guard let first = buffer.baseAddress else { return 0 }
            let copied = min(buffer.count &- start, room)
            left = buffer.count &- start &- copied
            Self.copyBytes(of: first + start, copied, from: offset, size, to: next, stride)
            return copied
          }
          guard let copied else {
            counts[index] = Self.isScattered
            continue
          }
          counts[index] = copied
          next += copied &* stride
          room &-= copied
          start &+= copied
          if left > 0 {
            position = start
            return index
          }
          start = 0
        }
        return count
      },
      clear: { _ in }, reset: {}, release: { memory.deallocate() })
  }

  /// Copies some bytes of each of `count` elements.
  @inlinable
  @inline(__always)
  static func copyBytes<Element>(
    of elements: UnsafePointer<Element>, _ count: Int, from offset: Int, _ size: Int,
    to destination: UnsafeMutableRawPointer, _ stride: Int
  ) {
    let source = UnsafeRawPointer(elements) + offset
    let step = MemoryLayout<Element>.stride
    if size == step {
      destination.copyMemory(from: source, byteCount: count &* size)
    } else if size == 8 {
      for index in 0..<count {
        let word = source.loadUnaligned(fromByteOffset: index &* step, as: UInt64.self)
        destination.storeBytes(of: word, toByteOffset: index &* stride, as: UInt64.self)
      }
    } else {
      for index in 0..<count {
        (destination + index &* stride).copyMemory(from: source + index &* step, byteCount: size)
      }
    }
  }

  @usableFromInline
  init(
    base: UnsafeRawPointer, stride: Int, copy: @escaping Copy, clear: @escaping (Int) -> Void,
    reset: @escaping () -> Void, release: @escaping () -> Void
  ) {
    self.base = base
    self.stride = stride
    self.copy = copy
    self.clear = clear
    self.reset = reset
    self.release = release
  }

  deinit { release() }
}

/// Access to a collection at an address. It is a type, so that the compiler specialises the loops that use it. Calling a closure for each collection would
/// count references twice.
@usableFromInline
protocol CollectionPlace<Elements> {
  associatedtype Elements: Collection

  /// The collection at an address; nil for a nil.
  static func elements(_ address: UnsafeRawPointer) -> Elements?
}

/// A collection at an address.
@usableFromInline
enum StoredCollection<Elements: Collection>: CollectionPlace {
  @inlinable
  @inline(__always)
  static func elements(_ address: UnsafeRawPointer) -> Elements? {
    address.assumingMemoryBound(to: Elements.self).pointee
  }
}

/// An optional collection at an address.
@usableFromInline
enum OptionalCollection<Elements: Collection>: CollectionPlace {
  @inlinable
  @inline(__always)
  static func elements(_ address: UnsafeRawPointer) -> Elements? {
    address.assumingMemoryBound(to: Elements?.self).pointee
  }
}
