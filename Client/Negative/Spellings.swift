// Spellings of other libraries get messages with the spellings of this library.
//
// error 10:22: 'init(path:)' is unavailable: write PredicateDatabase.open(path:)
// error 11:20: 'sql(for:)' is unavailable: write statement(for: fetch).statement.text
// error 12:23: 'count(_:where:)' is unavailable: write count(EntityFetch(entity, where: format))
import OpenPredicate
import PredicateSQLite

func films(_ path: String) throws -> Int {
  let database = try PredicateDatabase(path: path)
  _ = try database.sql(for: EntityFetch("Movie"))
  return try database.count("Movie", where: "year > 1990")
}
