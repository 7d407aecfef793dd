// Forms and names of other libraries, in memory. The compiler shows what to write.
//
// error 22:18: 'count' is unavailable: write count(where: "year > 1990")
// error 23:18: 'first(_:sortedBy:)' is unavailable: write first(where: "year > 1990"), or sorted(by: "year").first(where: "year > 1990")
// error 24:18: 'sorted(by:)' is unavailable: write sorted(by: "year"), or import PredicateFoundation and write sorted(by: \.year)
// error 25:7: 'init(_:)' is unavailable: write QueryExpression(property: "year"), with the name of the property
// error 26:7: '!' is unavailable: write isRead .== false, with the expression in the place of isRead
// error 27:18: 'format' is unavailable: write canonicalFormat
// error 27:36: 'predicateFormat' is unavailable: write canonicalFormat, or import PredicateFoundation
// error 28:17: 'withSubstitutionVariables' is unavailable: write try filter(predicate, variables: ["minimum": 1990]), or import PredicateFoundation
// error 29:21: 'explain' is unavailable: write try explanation(with: object)
// error 30:22: 'issues(in:for:)' is unavailable: write try BoundQuery<Movie>(QueryFormat(raw: text)), which throws the issue; for text that a user typed, write try QueryPolicy.Query<Movie>(typed, policy: policy)
// error 31:7: 'init(_:)' is unavailable: write FunctionDefinition("isLong:", of: Movie.self) { … }, and call isLong(SELF) == YES in the predicate; for one condition in memory, Swift's filter takes the closure
import OpenPredicate

struct Movie {
  var title: String
  var year: Int
}

func forms(_ movies: [Movie], _ predicate: QueryPredicate, typed: String) throws {
  _ = try movies.count("year > 1990")
  _ = try movies.first("year > 1990", sortedBy: .descending("year"))
  _ = try movies.sorted(by: \.year)
  _ = QueryExpression(\Movie.year) .> 1990
  _ = !QueryExpression(property: "lent")
  _ = (predicate.format, predicate.predicateFormat)
  _ = predicate.withSubstitutionVariables(["minimum": 1990])
  _ = try predicate.explain(movies[0])
  _ = QueryPredicate.issues(in: typed, for: Movie.self)
  _ = QueryPredicate { (movie: Movie) in movie.year > 1990 }
}
