import OpenPredicate

extension Film: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Film<Declared>>] {
    [
      QueryProperty("year", \.year),
      QueryProperty("published", \.published),
      QueryProperty("copies", \.copies),
      QueryProperty("weight", \.weight),
      QueryProperty("stars", \.stars),
      QueryProperty("hits", \.hits),
      QueryProperty("rating", \.rating),
      QueryProperty("height", \.height),
      QueryProperty("ratio", \.ratio),
      QueryProperty("lent", \.lent),
      QueryProperty("title", \.title),
      QueryProperty("author", \.author),
      QueryProperty("price", \.price),
      QueryProperty("bought", \.bought),
      QueryProperty("shown", \.shown),
      QueryProperty("key", \.key),
      QueryProperty("page", \.page),
      QueryProperty("cover", \.cover),
      QueryProperty("pages", \.pages),
      QueryProperty("discs", \.discs),
      QueryProperty("score", \.score),
      QueryProperty("checked", \.checked),
      QueryProperty("subtitle", \.subtitle),
      QueryProperty("fee", \.fee),
      QueryProperty("returned", \.returned),
      QueryProperty("token", \.token),
      QueryProperty("link", \.link),
      QueryProperty("back", \.back),
      QueryProperty("genre", \.genre),
      QueryProperty("subgenre", \.subgenre),
      QueryProperty("grade", \.grade),
      QueryProperty("level", \.level),
      QueryProperty("shelf", \.shelf),
      QueryProperty("oldShelf", \.oldShelf),
    ]
  }
}
