import OpenPredicate

extension Friend: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Friend<Declared>>] {
    [
      QueryProperty("name") { $0.name },
      QueryProperty("age") { $0.age },
      QueryProperty("rank") { $0.rank },
    ]
  }
}
