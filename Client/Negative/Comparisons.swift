// Comparisons of expressions have a dot, and a text in a variable is no expression.
//
// error 18:30: '>' is unavailable: write .> with a dot
// error 19:30: '>=' is unavailable: write .>= with a dot
// error 20:30: '<' is unavailable: write .< with a dot
// error 21:30: '<=' is unavailable: write .<= with a dot
// error 22:18: 'filter' is unavailable: write .== with a dot: == of two expressions is a Bool, whether they are the same
// error 23:11: 'init(_:)' is unavailable: write QueryExpression(property: name), or QueryFormat(raw: text)
// error 24:30: 'descending' is unavailable: write .descending("year"), or import PredicateFoundation and write try .descending(\Movie.year)
import OpenPredicate

struct Movie {
  var year = 0
}

func ask(_ movies: [Movie], _ text: String) throws {
  let year = QueryExpression(property: "year")
  _ = try movies.filter(year > 1990)
  _ = try movies.filter(year >= 1990 && year .< 2000)
  _ = try movies.filter(year < 1990)
  _ = try movies.filter(year <= 1990)
  _ = try movies.filter(year == nil)
  _ = try QueryExpression(text)
  _ = try movies.sorted(by: .descending(\Movie.year))
}
