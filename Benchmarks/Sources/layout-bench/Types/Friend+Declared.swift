import OpenPredicate

extension Friend: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Friend<Declared>>] {
    [
      QueryProperty("name", \.name),
      QueryProperty("age", \.age),
      QueryProperty("rank", \.rank),
    ]
  }
}
