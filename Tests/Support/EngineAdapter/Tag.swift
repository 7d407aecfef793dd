import PredicateEngine
import PredicateMemory
import PredicateReference

final class Tag: QueryableProperties {
  let name: String
  var movies: [Movie] = []

  init(name: String) { self.name = name }

  static let queryProperties: [QueryProperty<Tag>] =
    InPlaceReads.areOn
    ? [.storedFields]
    : [
      QueryProperty("name", \.name),
      QueryProperty("movies", \.movies),
    ]
}
