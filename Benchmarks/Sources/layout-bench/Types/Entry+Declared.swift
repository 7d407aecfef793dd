import OpenPredicate

extension Entry: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Entry<Declared>>] {
    [
      QueryProperty("year") { $0.year },
      QueryProperty("published") { $0.published },
      QueryProperty("stars") { $0.stars },
      QueryProperty("rating") { $0.rating },
      QueryProperty("lent") { $0.lent },
      QueryProperty("title") { $0.title },
      QueryProperty("subtitle") { $0.subtitle },
      QueryProperty("price") { $0.price },
      QueryProperty("bought") { $0.bought },
      QueryProperty("pages") { $0.pages },
      QueryProperty("link") { $0.link },
      QueryProperty("genre") { $0.genre },
      QueryProperty("level") { $0.level },
      QueryProperty("home") { $0.home },
      QueryProperty("owner") { $0.owner },
      QueryProperty("parent") { $0.parent },
      QueryProperty("next") { $0.next },
      QueryProperty("loans") { $0.loans },
      QueryProperty("marks") { $0.marks },
      QueryProperty("names") { $0.names },
    ]
  }
}
