import Testing

@testable import PredicateOutput

@Suite("Nouns for objects")
struct EntityNounTests {
  @Test(
    "Nouns",
    arguments: [
      ("Movie", 1, "1 movie"), ("Movie", 0, "0 movies"), ("Entity", 2, "2 entities"), ("Class", 2, "2 classes"),
      ("Day", 2, "2 days"), ("MovieLoan", 2, "2 movie loans"), ("orders", 1, "1 orders"), ("URL", 2, "2 URLs"),
      ("映画", 2, "2 映画"), ("order_item", 2, "2 order items"), ("Box", 3, "3 boxes"),
      ("RevenuePerDay", 2, "2 revenues per day"), ("RevenuePerDay", 1, "1 revenue per day"),
      ("cost_of_goods", 2, "2 costs of goods"), ("OrdersByCustomer", 2, "2 orders by customer"),
      ("ItemData", 2, "2 item data"), ("_2023Sale", 2, "2 2023 sales"),
      ("PerDay", 2, "2 per days"), ("By", 2, "2 by"),
    ])
  func nouns(_ entity: String, _ count: Int, _ expected: String) {
    #expect(EntityNoun(entity).counted(count) == expected)
  }
}
