import Testing

@testable import PredicateValues

@Suite struct QueryDictionaryTests {
  @Test func ofTwoAlikeTheLastCounts() {
    let dictionary = QueryDictionary([("a", 1), ("b", 2), ("a", 3), ("e\u{301}", 4), ("\u{E9}", 5)])
    #expect(dictionary.keys == ["a", "b", "e\u{301}", "\u{E9}"] && dictionary.count == 4)
    #expect(dictionary["a"]?.equals(3) == true && dictionary["e\u{301}"]?.equals(4) == true)
    #expect(dictionary["\u{E9}"]?.equals(5) == true && dictionary["c"] == nil)
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 40, 64, 65, 200])
  func namesAreFound(_ count: Int) {
    let dictionary = QueryDictionary((0..<count).map { ("name \($0)", .integer(Int64($0))) })
    #expect(dictionary.keys == (0..<count).map { "name \($0)" })
    for index in 0..<count { #expect(dictionary["name \(index)"]?.equals(.integer(Int64(index))) == true) }
    #expect(dictionary["name \(count)"] == nil)
  }

  @Test func dictionariesThatLookAlikeShareTheirNames() {
    let names = ["title", "year", "a name that is too long to be stored in place"]
    let dictionaries = (0..<3).map { number in QueryDictionary(names.map { ($0, .integer(number)) }) }
    #expect(
      dictionaries[0].sharedKeys === dictionaries[1].sharedKeys
        && dictionaries[1].sharedKeys === dictionaries[2].sharedKeys)
    #expect(QueryDictionary(names.reversed().map { ($0, 1) }).sharedKeys !== dictionaries[0].sharedKeys)
    #expect(QueryDictionary([("e\u{301}", 1)]).sharedKeys !== QueryDictionary([("\u{E9}", 1)]).sharedKeys)
    // Dictionaries whose names have equal ends are told apart, although only one list of names is cached for them.
    let first = QueryDictionary([("beginning 1 the end", 1)])
    let second = QueryDictionary([("beginning 2 the end", 2)])
    #expect(first.keys != second.keys && second["beginning 2 the end"]?.equals(2) == true)
  }

  @Test func manyKindsOfDictionaries() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 {
        group.addTask {
          (0..<3000).allSatisfy { index in
            let name = "kind \(index % (200 + task))"
            let dictionary = QueryDictionary([(name, .integer(Int64(index))), ("x", .null)])
            return dictionary[name]?.equals(.integer(Int64(index))) == true && dictionary.keys == [name, "x"]
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
