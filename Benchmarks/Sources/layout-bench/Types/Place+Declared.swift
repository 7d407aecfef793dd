import OpenPredicate

extension Place: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Place<Declared>>] {
    [
      QueryProperty("city", \.city),
      QueryProperty("zip", \.zip),
      QueryProperty("floor", \.floor),
      QueryProperty("note", \.note),
      QueryProperty("spot", \.spot),
    ]
  }
}
