import PredicateMemory

/// How the elements of an array are reached from the row that has the array.
struct ElementPath: Sendable {
  /// Where the row has the array.
  let offset: Int
  /// From the storage to the first element.
  let firstOffset: Int
  let stride: Int
  /// Whether there may be no array.
  let isOptional: Bool

  /// How many elements the array of a row has; nil where there is no array.
  @inline(__always)
  func count(of row: UnsafeRawPointer) -> Int? { ArrayMemory.count(row + offset) }

  /// The addresses of elements that lie behind one another.
  struct Places: IteratorProtocol {
    let first: UnsafeRawPointer
    let stride: Int
    let count: Int
    var position = 0

    @inline(__always)
    mutating func next() -> UnsafeRawPointer? {
      guard position < count else { return nil }
      defer { position &+= 1 }
      return first + position &* stride
    }
  }

  /// The addresses of the elements of a row's array; nil where there is no array.
  @inline(__always)
  func places(of row: UnsafeRawPointer) -> Places? {
    guard let storage = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    return Places(first: storage + firstOffset, stride: stride, count: ArrayMemory.count(inStorage: storage))
  }

  /// Where an element of a row's array lies; -1 is the last one. Nil where there is none.
  @inline(__always)
  func element(_ index: Int, of row: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard let storage = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    let count = ArrayMemory.count(inStorage: storage)
    let position = index < 0 ? count &+ index : index
    return position >= 0 && position < count ? storage + firstOffset + position &* stride : nil
  }
}
