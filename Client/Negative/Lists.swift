// Contexts, results and tables with the members of other libraries.
//
// error 30:21: 'init(url:classes:fetchTemplates:migration:)' is unavailable: write try ObjectContext(path: url.path, classes: [Movie.self])
// error 31:11: 'deleteAll(_:where:)' is unavailable: write try context.batchDelete(type, condition)
// error 33:16: 'count' is unavailable: write results.objects.count
// error 33:31: 'isEmpty' is unavailable: write results.objects.isEmpty
// error 33:40: 'subscript(_:)' is unavailable: write results.objects[0]
// error 37:20: 'first' is unavailable: write fetch(EntityFetch("Movie", where: "year > 1990", limit: 1)).first
// error 38:17: 'sorted(by:order:)' is unavailable: write sorted(by: \.year, isAscending: false), or sorted(by: .descending(\Movie.year))
// error 42:33: 'subscript(_:)' is unavailable: write for row in table { try row["title"] }, or call fetch(_:as:) to get rows of a Decodable type
// error 43:20: 'decode' is unavailable: write decoded(as: Row.self), or fetch(_:as:) in place of fetch(_:)
import Foundation
import PredicateFoundation
import PredicateObjects
import PredicateStatements

final class Movie: StoredObject {
  @Stored var title: String
}

struct Film {
  var year: Int
}

struct Row: Decodable {
  var title: String
}

func lists(_ url: URL) throws {
  let context = try ObjectContext(url: url, classes: [Movie.self])
  context.deleteAll(Movie.self, where: "title == 'a'")
  let results = try context.observe(Movie.self)
  _ = (results.count, results.isEmpty, results[0])
}

func first(_ database: PredicateDatabase, _ films: [Film]) throws {
  _ = try database.first(EntityFetch("Movie"))
  _ = try films.sorted(by: \.year, order: .reverse)
}

func rows(_ table: ResultTable) throws -> [Row] {
  for row in table.rows { print(row["title"].stringValue ?? "none") }
  return try table.decode()
}
