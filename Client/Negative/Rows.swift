// Rows of tables, statements of SQL, and texts with a policy.
//
// error 23:33: 'subscript(_:)' is unavailable: write for row in table { try row["title"] }, or call fetch(_:as:) to get rows of a Decodable type
// error 24:17: 'fetch(text:policy:variables:)' is unavailable: a policy can be used only for a condition. Write filter(text: typed, policy: policy).fetch(statement), with a statement of the application
// error 29:56: 'sql' is unavailable: write .statement.text
// error 29:84: 'arguments' is unavailable: write try .statement.arguments
// error 33:7: 'init(_:columns:groupBy:having:sortedBy:limit:)' is unavailable: expected a string literal. For trusted text, write QueryFormat(raw: text)
// error 37:7: 'init(allowing:of:)' is unavailable: write QueryPolicy().allowing(.only("title", "year"), of: Movie.self)
// error 38:21: 'requiring(_:of:variables:)' is unavailable: expected a string literal. For a rule from a trusted source, write QueryFormat(raw: text)
// error 39:21: 'requiring(_:ofEntity:variables:)' is unavailable: expected a string literal. For a rule from a trusted source, write QueryFormat(raw: text)
import GRDB
import OpenPredicate
import PredicateSQLite
import PredicateStatements

struct Sale {
  var region: String
  var amount: Int
}

func report(_ sales: [Sale], _ typed: String, _ policy: QueryPolicy) throws {
  let table = try sales.fetch("group by region show region, sum(amount) as total")
  for row in table.rows { print(row["region"], row[1]) }
  _ = try sales.fetch(text: typed, policy: policy)
}

func rows(_ connection: Database, _ database: PredicateDatabase) throws -> [Row] {
  let translation = try database.statement(for: EntityFetch("Sale"))
  return try Row.fetchAll(connection, sql: translation.sql, arguments: translation.arguments)
}

func groups(_ text: String) throws {
  _ = EntityFetch("Sale", columns: ["region"], groupBy: ["region"], having: text)
}

func policies(_ rule: String) {
  _ = QueryPolicy(allowing: ["region"], of: Sale.self)
  _ = QueryPolicy().requiring(rule, of: Sale.self)
  _ = QueryPolicy().requiring(rule, ofEntity: "Sale")
}
