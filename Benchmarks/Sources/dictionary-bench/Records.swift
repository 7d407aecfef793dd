import BenchData
import OpenPredicate

/// The records as dictionaries, as reading JSON or a developer's own code makes them.
enum Records {
  typealias Dictionary = [String: Any]

  /// As Swift dictionaries of anything: nested dictionaries, arrays of strings; what a record lacks is not there.
  static func dictionaries(_ movies: [Movie]) -> [Dictionary] {
    movies.map { movie in
      var record: Dictionary = [
        "year": movie.year, "rating": movie.rating, "lent": movie.lent, "genre": movie.genre, "title": movie.title,
        "tags": movie.tags,
      ]
      if let borrower = movie.borrower {
        record["borrower"] = ["name": borrower.name, "age": borrower.age] as Dictionary
      }
      return record
    }
  }

  /// As values of the language.
  static func values(_ movies: [Movie]) -> [QueryValue] {
    movies.map { movie in
      var record: [(String, QueryValue)] = [
        ("year", .integer(Int64(movie.year))), ("rating", .double(movie.rating)), ("lent", .boolean(movie.lent)),
        ("genre", .string(movie.genre)), ("title", .string(movie.title)),
        ("tags", .array(movie.tags.map { .string($0) })),
      ]
      if let borrower = movie.borrower {
        let names = [("name", QueryValue.string(borrower.name)), ("age", QueryValue.integer(Int64(borrower.age)))]
        record.append(("borrower", .dictionary(QueryDictionary(names))))
      }
      return .dictionary(QueryDictionary(record))
    }
  }
}
