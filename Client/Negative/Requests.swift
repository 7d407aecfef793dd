// A request of GRDB takes a predicate with a database, whose model has the names.
//
// error 19:17: 'filter' is unavailable: write try filter(matching: format, in: database)
// error 20:23: 'filter' is unavailable: write try filter(matching: format, in: database)
// error 21:17: 'filter' is unavailable: write try filter(matching: predicate, in: database)
// error 22:17: 'filter(matching:in:)' is unavailable: expected a string literal. For text from a user, write filter(text:policy:in:); for trusted text, write QueryFormat(raw:)
// error 27:11: 'init(_:where:sortedBy:limit:)' is unavailable: expected a string literal. For text from a user, write fetch(_:text:policy:); for trusted text, write QueryFormat(raw:)
// error 28:7: 'init(_:where:sortedBy:limit:)' is unavailable: the sort keys must be a list: sortedBy: ["year", .descending("title")]
// error 29:7: 'init(_:)' is unavailable: write FetchedColumn(key: name), or FetchedColumn(expression)
import GRDB
import OpenPredicate
import PredicateSQLite

struct Movie: TableRecord, FetchableRecord, Decodable {
  var id: Int64
}

func films(_ connection: Database, _ database: PredicateDatabase, _ text: String) throws {
  _ = try Movie.filter("year > \(1990)").fetchAll(connection)
  _ = try Movie.all().filter("year > 1990").order(Column("title")).fetchAll(connection)
  _ = try Movie.filter(QueryExpression(property: "year") .> 1990).deleteAll(connection)
  _ = try Movie.filter(matching: text, in: database).fetchAll(connection)
  _ = try Movie.filter(matching: "year > 1990", in: database).filter(Column("lent") == false).fetchAll(connection)
}

func tables(_ text: String) throws {
  _ = try EntityFetch("Movie", where: text)
  _ = EntityFetch("Movie", sortedBy: "title")
  _ = FetchedColumn(text)
}
