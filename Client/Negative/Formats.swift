// A text is no format, so that nothing that was typed becomes one by accident; and comparisons of expressions have a dot.
//
// error 19:14: 'filter(_:variables:)' is unavailable: expected a string literal: write values as interpolations, as in "year > \(minimum)"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)
// error 23:7: 'init(_:)' is unavailable: expected a string literal: write values as interpolations, as in "year > \(minimum)"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)
// error 27:14: 'count(where:)' is unavailable: write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool
// error 27:61: '==' is unavailable: write .== with a dot: == of two expressions is a Bool, whether they are the same
// error 31:14: 'filter' is unavailable: write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool
// error 31:57: '!=' is unavailable: write .!= with a dot: != of two expressions is a Bool, whether they differ
// error 34:62: cannot convert value of type 'Bool' to specified type 'QueryPredicate'
// error 37:7: 'init(_:)' is unavailable: expected a string literal: write values as interpolations, as in "year > \(minimum)"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)
import OpenPredicate

struct Movie {
  var year = 0
}

func find(_ movies: [Movie], _ text: String) throws -> [Movie] {
  // The operand of `try`.
  try movies.filter(text)
}

func read(_ text: String) throws -> QueryPredicate {
  try QueryPredicate(text)
}

func old(_ movies: [Movie]) throws -> Int {
  try movies.count(where: QueryExpression(property: "year") == 1990)
}

func rated(_ movies: [Movie]) throws -> [Movie] {
  try movies.filter(QueryExpression(property: "rating") != 3)
}

let year: QueryPredicate = QueryExpression(property: "year") == 1990

func bind(_ text: String) throws -> BoundQuery<Movie> {
  try BoundQuery(text)
}
