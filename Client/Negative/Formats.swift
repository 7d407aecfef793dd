// A text is no format, so that nothing that was typed becomes one by accident; and comparisons of expressions have a dot.
//
// error 16:14: 'filter(_:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 20:7: 'init(_:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 23:61: '==' is unavailable: write .== with a dot: == of two expressions is a Bool, whether they are the same
// error 24:65: '!=' is unavailable: write .!= nil with a dot: without it, the comparison is a Bool
// error 27:7: 'init(_:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
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

let old: QueryPredicate = QueryExpression(property: "year") == 1990
let rated: QueryPredicate = QueryExpression(property: "rating") != nil

func bind(_ text: String) throws -> BoundQuery<Movie> {
  try BoundQuery(text)
}
