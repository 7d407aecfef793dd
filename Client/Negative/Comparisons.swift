// Comparisons of expressions have a dot, and a text in a variable is no expression.
//
// error 28:18: 'filter' is unavailable: write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool
// error 28:30: '>' is unavailable: write .> with a dot
// error 29:18: 'filter' is unavailable: write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool
// error 29:30: '<' is unavailable: write .< with a dot
// error 30:18: 'filter' is unavailable: write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool
// error 30:30: '<=' is unavailable: write .<= with a dot
// error 31:30: '>=' is unavailable: write .>= with a dot
// error 31:38: '&&' is unavailable: the left side is a Bool: write a comparison with a dot, as in year .> 1990 && …
// error 32:39: '&&' is unavailable: the right side is a Bool: write a comparison with a dot, as in … && year .> 1990
// error 32:47: '<' is unavailable: write .< with a dot
// error 33:30: '==' is unavailable: write .== with a dot: == of two expressions is a Bool, whether they are the same
// error 33:38: '||' is unavailable: the left side is a Bool: write a comparison with a dot, as in year .> 1990 || …
// error 34:38: '||' is unavailable: the right side is a Bool: write a comparison with a dot, as in … || year .> 1990
// error 34:80: '>' is unavailable: write .> with a dot
// error 35:18: 'filter' is unavailable: write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool
// error 36:11: 'init(_:)' is unavailable: write QueryExpression(property: name), or QueryFormat(raw: text)
// error 37:30: 'descending' is unavailable: write .descending("year"), or import PredicateFoundation and write try .descending(\Movie.year)
import OpenPredicate

struct Movie {
  var year = 0
}

func ask(_ movies: [Movie], _ text: String) throws {
  let year = QueryExpression(property: "year")
  _ = try movies.filter(year > 1990)
  _ = try movies.filter(year < 1990)
  _ = try movies.filter(year <= 1990)
  _ = try movies.filter(year >= 1990 && year .< 2000)
  _ = try movies.filter(year .>= 1990 && year < 2000)
  _ = try movies.filter(year == 1990 || year .> 2000)
  _ = try movies.filter(year .> 2000 || QueryExpression(property: "marks").all > 3)
  _ = try movies.filter(year == nil)
  _ = try QueryExpression(text)
  _ = try movies.sorted(by: .descending(\Movie.year))
}
