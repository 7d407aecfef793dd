import OpenPredicate

extension Entry: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Entry<Declared>>] {
    [
      QueryProperty("year", \.year),
      QueryProperty("published", \.published),
      QueryProperty("stars", \.stars),
      QueryProperty("rating", \.rating),
      QueryProperty("lent", \.lent),
      QueryProperty("title", \.title),
      QueryProperty("subtitle", \.subtitle),
      QueryProperty("price", \.price),
      QueryProperty("bought", \.bought),
      QueryProperty("pages", \.pages),
      QueryProperty("link", \.link),
      QueryProperty("genre", \.genre),
      QueryProperty("level", \.level),
      QueryProperty("home", \.home),
      QueryProperty("owner", \.owner),
      QueryProperty("parent", \.parent),
      QueryProperty("next", \.next),
      QueryProperty("loans", \.loans),
      QueryProperty("marks", \.marks),
      QueryProperty("names", \.names),
    ]
  }
}
