import Testing

@testable import PredicateOutput

@Suite("What objects are called")
struct EntityNounTests {
  @Test(
    "Nouns",
    arguments: [
      ("Movie", 1, "1 movie"), ("Movie", 0, "0 movies"), ("Entity", 2, "2 entities"), ("Class", 2, "2 classes"),
      ("Day", 2, "2 days"), ("MovieLoan", 2, "2 movie loans"), ("orders", 1, "1 orders"), ("URL", 2, "2 URLs"),
      ("映画", 2, "2 映画"), ("order_item", 2, "2 order items"), ("Box", 3, "3 boxes"),
    ])
  func nouns(_ entity: String, _ count: Int, _ expected: String) {
    #expect(EntityNoun(entity).counted(count) == expected)
  }
}
