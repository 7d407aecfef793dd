/// A test of the instance that a row refers to; false where there is none.
struct ReferenceTest<Inner: RowTest>: RowTest {
  static var readsAnyRow: Bool { false }
  let offset: Int
  let inner: Inner

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let instance = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return false }
    return inner.passes(instance)
  }
}

/// The same for tests that may be asked of a filler, so that a nil costs no jump: whether there is an instance is not to be foretold.
struct FilledReferenceTest<Inner: RowTest>: RowTest {
  static var readsAnyRow: Bool { false }
  let offset: Int
  let inner: Inner
  /// What stands in for an instance.
  let filler = UInt(bitPattern: FillerRow.shared.address)

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let instance = row.load(fromByteOffset: offset, as: UInt.self)
    guard let address = UnsafeRawPointer(bitPattern: instance == 0 ? filler : instance) else { return false }
    return (inner.passes(address) ? 1 : 0) & (instance != 0 ? 1 : 0) != 0
  }
}

/// Memory that can be looked at in the place of an instance: read as strings it is empty ones.
final class FillerRow: @unchecked Sendable {
  /// A word of it.
  static let word: UInt64 = 0xE000_0000_0000_0000
  /// How many bytes it has.
  static let size = 4096
  /// The one that is needed.
  static let shared = FillerRow()

  /// Where it lies.
  let address: UnsafeRawPointer

  private init() {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.size / 8)
    words.initialize(repeating: Self.word, count: Self.size / 8)
    address = UnsafeRawPointer(words)
  }

  deinit { address.deallocate() }
}

/// Makes the loops for a test of the instance that a row refers to.
struct ReferenceMaker: RowTestVisitor {
  let offset: Int

  @inline(__always)
  func visit(_ test: some RowTest) -> RowFilter {
    if let reach = test.reach, reach <= FillerRow.size {
      return RowFilter(FilledReferenceTest(offset: offset, inner: test))
    }
    return RowFilter(ReferenceTest(offset: offset, inner: test))
  }
}
