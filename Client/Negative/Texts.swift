// A text in the place of a format: each message names the way.
//
// error 12:18: 'count(where:variables:)' is unavailable: expected a string literal: write values as interpolations, as in "year > \(minimum)"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use count(text:policy:)
// error 13:18: 'first(where:variables:)' is unavailable: expected a string literal: write values as interpolations, as in "year > \(minimum)"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use first(text:policy:)
import OpenPredicate

struct Movie {
  var year = 0
}

func ask(_ movies: inout [Movie], _ text: String) throws {
  _ = try movies.count(where: text)
  _ = try movies.first(where: text)
}
