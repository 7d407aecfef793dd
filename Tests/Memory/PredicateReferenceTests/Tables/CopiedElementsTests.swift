import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Elements, or some of their bytes, are copied out of one collection after the other, one chunk at a time.
@Suite struct CopiedElementsTests {
  private static let room = 4

  private struct Pair: Equatable {
    var text: String
    var number: Int
  }

  private static func copies<Elements: Collection & SendableMetatype>(
    _: Elements.Type, bytes: Range<Int>? = nil
  ) throws -> CopiedElements {
    try #require(TypeAccess.optionalCollection(Elements.self).copies?(room, bytes))
  }

  /// The elements that are copied from some collections, chunk by chunk: for each chunk the numbers of elements and the elements. A collection that does not
  /// fit continues in the next chunk, unless the rest is left out.
  private static func chunks<Elements, Found>(
    _ collections: [Elements?], _ copies: CopiedElements, leavesRests: Bool = false,
    _ element: (UnsafeRawPointer) -> Found
  ) -> [(counts: [Int], elements: [Found])] {
    var chunks: [(counts: [Int], elements: [Found])] = []
    collections.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let places = collections.indices.map { base + $0 * MemoryLayout<Elements?>.stride }
      var done = 0
      var resumes = false
      while done < places.count {
        var counts = [Int](repeating: 0, count: places.count - done)
        let finished = places[done...].withUnsafeBufferPointer { list in
          list.baseAddress.map { copies.copy($0, list.count, resumes, 0, room, &counts) } ?? 0
        }
        counts.removeLast(max(0, counts.count - finished - 1))
        let used = counts.reduce(0) { $0 + max(0, $1) }
        chunks.append((counts, (0..<used).map { element(copies.base + $0 * copies.stride) }))
        copies.clear(used)
        done += finished
        resumes = done < places.count
        if resumes && leavesRests {
          done += 1
          resumes = false
        }
      }
    }
    return chunks
  }

  private static func integer(_ address: UnsafeRawPointer) -> Int { address.load(as: Int.self) }

  @Test(arguments: [nil, 0..<8])
  func aCollectionThatDoesNotFitIsContinued(bytes: Range<Int>?) throws {
    let found = Self.chunks(
      [[1], nil, [2, 3, 4, 5, 6], [], [7]], try Self.copies([Int].self, bytes: bytes), Self.integer)
    #expect(found.map(\.counts).first == [1, CopiedElements.isNil, 3])
    #expect(found.flatMap(\.elements) == Array(1...7))
  }

  @Test(arguments: [nil, 0..<8])
  func nothingOfTheCollectionBeforeIsLeft(bytes: Range<Int>?) throws {
    let found = Self.chunks(
      [[1, 2, 3, 4, 5, 6], [7, 8, 9]], try Self.copies([Int].self, bytes: bytes), leavesRests: true, Self.integer)
    #expect(found.flatMap(\.elements) == [1, 2, 3, 4, 7, 8, 9])
  }

  @Test func setsAreContinued() throws {
    let found = Self.chunks([Set(1...9), nil, [10]], try Self.copies(Set<Int>.self), Self.integer)
    #expect(found.count == 3)
    #expect(found.flatMap(\.elements).sorted() == Array(1...10))
  }

  @Test func bytesOfElementsLieWhereTheElementsHaveThem() throws {
    let offset = try #require(MemoryLayout<Pair>.offset(of: \.number))
    let copies = try Self.copies([Pair].self, bytes: offset..<offset + 8)
    #expect(copies.stride == 8)
    let pairs = (0..<10).map { Pair(text: "a text that is too long to lie in the value \($0)", number: $0) }
    let found = Self.chunks([Array(pairs[..<3]), Array(pairs[3...])], copies) { ($0 + offset).load(as: Int.self) }
    #expect(found.flatMap(\.elements) == Array(0..<10))
  }

  @Test func bytesOfSeveralFieldsKeepTheirDistance() throws {
    struct Triple {
      var small: UInt8
      var text: String
      var last: UInt16
    }
    let first = try #require(MemoryLayout<Triple>.offset(of: \.small))
    let last = try #require(MemoryLayout<Triple>.offset(of: \.last))
    let copies = try Self.copies([Triple].self, bytes: first..<last + 2)
    let triples = (0..<7).map { Triple(small: UInt8($0), text: "text", last: UInt16($0 * 1000)) }
    let found = Self.chunks([triples], copies) {
      [Int(($0 + first).load(as: UInt8.self)), Int(($0 + last).load(as: UInt16.self))]
    }
    #expect(found.flatMap(\.elements) == (0..<7).map { [$0, $0 * 1000] })
  }

  @Test func bytesOfNoFieldStillCount() throws {
    let found = Self.chunks([[1, 2], [3, 4, 5]], try Self.copies([Int].self, bytes: 0..<0)) { _ in 0 }
    #expect(found.flatMap(\.elements).count == 5)
  }

  /// Only the elements of arrays are consecutive, and the engine requests bytes only for those.
  @Test func scatteredElementsHaveNoBytes() throws {
    let found = Self.chunks([Set(1...3)], try Self.copies(Set<Int>.self, bytes: 0..<8), Self.integer)
    #expect(found.map(\.counts) == [[CopiedElements.isScattered]])
  }
}
