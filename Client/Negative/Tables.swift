// The closure of a property reads its object, and no other state that changes.
//
// error 14:5: mutation of captured var 'reads' in concurrently-executing code
// error 22:7: stored property 'columns' of 'Sendable'-conforming class 'Row' is mutable
import OpenPredicate

final class Movie {
  var title = ""
}

func property() -> QueryProperty<Movie> {
  var reads = 0
  return QueryProperty("title") { movie in
    reads += 1
    return movie.title
  }
}

final class Row: QueryObject {
  var entityName: String { "Row" }
  var reference: ObjectReference? { nil }
  var columns: [String: QueryValue] = [:]
  var keys: [String] { columns.keys.sorted() }
  func value(forKey key: String) -> QueryValue? { columns[key] }
}
