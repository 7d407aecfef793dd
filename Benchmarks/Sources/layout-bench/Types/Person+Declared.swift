import OpenPredicate

extension Person: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Person<Declared>>] {
    [
      QueryProperty("name", \.name),
      QueryProperty("age", \.age),
      QueryProperty("email", \.email),
      QueryProperty("home", \.home),
    ]
  }
}
