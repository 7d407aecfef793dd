import Testing

@testable import PredicateEvaluation

/// Elements are copied out of one collection after the other, a chunk at a time.
@Suite struct CopiedElementsTests {
  private static func copies<Elements: Collection & SendableMetatype>(_: Elements.Type) -> CopiedElements? {
    TypeAccess.optionalCollection(Elements.self).copies?(4)
  }

  private func elements(_ copies: CopiedElements, _ count: Int) -> [Int] {
    Array(UnsafeBufferPointer(start: copies.base.assumingMemoryBound(to: Int.self), count: count))
  }

  @Test func aCollectionThatDoesNotFitIsContinued() throws {
    let copies = try #require(Self.copies([Int].self))
    withUnsafePointer(to: [1, 2, 3, 4, 5, 6] as [Int]?) { #expect(copies.copy($0, 0, 4) == 4) }
    #expect(elements(copies, 4) == [1, 2, 3, 4])
    copies.clear(4)
    #expect(copies.copy(nil, 0, 4) == 2)
    #expect(elements(copies, 2) == [5, 6])
    #expect(copies.copy(nil, 2, 2) == 0)
  }

  @Test func nothingOfTheCollectionBeforeIsLeft() throws {
    let copies = try #require(Self.copies([Int].self))
    withUnsafePointer(to: [1, 2, 3, 4, 5, 6] as [Int]?) { #expect(copies.copy($0, 0, 4) == 4) }
    // The rest is not wanted.
    withUnsafePointer(to: [7, 8, 9] as [Int]?) { #expect(copies.copy($0, 1, 3) == 3) }
    #expect(elements(copies, 4) == [1, 7, 8, 9])
    #expect(copies.copy(nil, 0, 4) == 0)
    withUnsafePointer(to: nil as [Int]?) { #expect(copies.copy($0, 0, 4) == nil) }
    withUnsafePointer(to: [] as [Int]?) { #expect(copies.copy($0, 0, 4) == 0) }
  }

  @Test func setsAreContinued() throws {
    let copies = try #require(Self.copies(Set<Int>.self))
    var found: [Int] = []
    try withUnsafePointer(to: Set(1...9) as Set<Int>?) { set in
      var address: UnsafeRawPointer? = UnsafeRawPointer(set)
      while true {
        let count = try #require(copies.copy(address, 0, 4))
        if count == 0 { break }
        found += elements(copies, count)
        address = nil
      }
    }
    #expect(found.sorted() == Array(1...9))
  }
}
