import OpenPredicate

/// A film as a search box may read it. Text that people type reads a property table, and nothing else of a film exists for it.
struct ListedMovie: QueryableProperties {
  let movie: Movie

  static let queryProperties: [QueryProperty<ListedMovie>] = [
    QueryProperty("title", \.movie.title), QueryProperty("year", \.movie.year), QueryProperty("rating", \.movie.rating),
    QueryProperty("tags", \.movie.tags), QueryProperty("price", \.movie.price),
  ]
}

/// What a person may type: everything of the table but the price, with less work than a program may take.
let searchPolicy = QueryPolicy(work: 100_000).allowing(.except("price"), of: ListedMovie.self)

/// The films for a typed text.
func found(_ typed: String) throws(PredicateIssue) -> [Movie] {
  try movies.map(ListedMovie.init).filter(text: typed, policy: searchPolicy).map(\.movie)
}

/// The answer of a search box to a typed text: the titles found, or the error with a mark below its place.
func search(_ typed: String) -> String {
  do throws(PredicateIssue) {
    let titles = try found(typed).map(\.title)
    return titles.isEmpty ? "nothing found" : titles.joined(separator: ", ")
  } catch {
    return DiagnosticRenderer().render(error, in: typed)
  }
}
