// The names of a policy are a list of a type.
//
// error 16:7: 'init(allowed:)' is unavailable: write QueryPolicy().allowing(.only("title", "year"), of: Movie.self)
// error 17:21: 'allowing(_:of:)' is unavailable: write allowing(.only("title", "year"), of: Movie.self)
// error 18:21: 'allowing(_:of:)' is unavailable: write allowing(.only("title", "year"), of: Movie.self)
// error 19:47: 'allowing' is unavailable: write QueryPolicy().allowing(.only("title", "year"), of: Movie.self)
import OpenPredicate

struct Movie: QueryableProperties {
  var title = ""

  static let queryProperties = [QueryProperty("title", \Movie.title)]
}

func search(_ movies: [Movie], _ typed: String) throws {
  _ = QueryPolicy(allowed: ["title"])
  _ = QueryPolicy().allowing("title", "year", of: Movie.self)
  _ = QueryPolicy().allowing(["title"], of: Movie.self)
  _ = try movies.filter(text: typed, policy: .allowing(["title"]))
}
