import OpenPredicate

extension Club: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Club<Declared>>] {
    [
      QueryProperty("year", \.year),
      QueryProperty("name", \.name),
      QueryProperty("home", \.home),
      QueryProperty("owner", \.owner),
      QueryProperty("parent", \.parent),
      QueryProperty("next", \.next),
      QueryProperty("loans", \.loans),
      QueryProperty("friends", \.friends),
      QueryProperty("marks", \.marks),
      QueryProperty("spare", \.spare),
      QueryProperty("prices", \.prices),
      QueryProperty("names", \.names),
      QueryProperty("tags", \.tags),
      QueryProperty("codes", \.codes),
      QueryProperty("counts", \.counts),
      QueryProperty("labels", \.labels),
    ]
  }
}
