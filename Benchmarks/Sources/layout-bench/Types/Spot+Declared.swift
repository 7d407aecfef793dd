import OpenPredicate

extension Spot: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Spot<Declared>>] {
    [
      QueryProperty("east", \.east),
      QueryProperty("north", \.north),
    ]
  }
}
