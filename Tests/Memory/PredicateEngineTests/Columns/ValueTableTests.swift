import Testing

@testable import PredicateEngine

/// Tables of constants contain exactly the values that they are made of.
@Suite struct ValueTableTests {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 16, 17, 100, 2000])
  func numbers(_ count: Int) {
    let values = (0..<Int64(count)).map { $0 &* 1_000_003 }
    let table = ValueTable(values + values)
    #expect(values.allSatisfy(table.contains))
    #expect(values.allSatisfy { !table.contains($0 + 1) })
    #expect(!table.contains(.min))
  }

  @Test func doublesThatAreEqual() {
    #expect(ValueTable([0.0]).contains(-0.0))
    #expect(ValueTable([-0.0, 1, .infinity]).contains(0))
    #expect(ValueTable([1, .infinity]).contains(.infinity))
    #expect(!ValueTable([1, .infinity]).contains(-.infinity))
  }

  @Test func pairsOfWords() {
    let pairs = (0..<300).map { WordPair(first: $0 % 7, second: $0) }
    let table = ValueTable(pairs)
    #expect(pairs.allSatisfy(table.contains))
    #expect(pairs.allSatisfy { !table.contains(WordPair(first: $0.second, second: $0.first + 300)) })
  }
}
