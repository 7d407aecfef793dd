// A text in the place of a format: each message names the way.
//
// error 12:18: 'count(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into count(text:policy:)
// error 13:18: 'first(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)
import OpenPredicate

struct Movie {
  var year = 0
}

func ask(_ movies: inout [Movie], _ text: String) throws {
  _ = try movies.count(where: text)
  _ = try movies.first(where: text)
}
