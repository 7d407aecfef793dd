// Directions, groups and single objects as other libraries write them. The compiler shows the form of this library.
//
// error 17:18: 'sorted(by:ascending:)' is unavailable: write sorted(by: .descending("year"))
// error 18:18: 'sorted(by:order:)' is unavailable: write sorted(by: .descending("year"))
// error 19:50: 'order' is unavailable: write .descending("year")
// error 20:30: 'desc' is unavailable: write .descending("year")
// error 20:45: 'asc' is unavailable: write .ascending("year"), or only "year"
// error 21:11: 'init(grouping:by:)' is unavailable: write try movies.grouped(by: "genre"), whose groups have a key and elements
// error 22:41: 'matches' is unavailable: write try predicate.evaluate(with: object); for many objects, write let query = try BoundQuery<Movie>(predicate), and then try query.matches(object)
import OpenPredicate

struct Movie {
  var year = 0
}

func orders(_ movies: [Movie], _ predicate: QueryPredicate) throws {
  _ = try movies.sorted(by: "year", ascending: false)
  _ = try movies.sorted(by: "year", order: .reverse)
  _ = try movies.sorted(by: QuerySortKey("year").order(.descending))
  _ = try movies.sorted(by: .desc("year"), .asc("title"))
  _ = try Dictionary(grouping: movies, by: "year")
  _ = try movies.filter { try predicate.matches($0) }
}
