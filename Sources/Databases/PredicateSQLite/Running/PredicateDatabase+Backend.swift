import Foundation
import PredicateBinding
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateValues

extension PredicateDatabase: QueryDatabase {
  /// The absolute path; nil for a database in memory.
  package var path: String? {
    reader.path == ":memory:" ? nil : URL(fileURLWithPath: name).standardizedFileURL.path
  }

  package var isWritable: Bool { writer != nil }

  /// Translates a fetch. SQLite runs all of it, except for columns that cannot be expressed in SQL.
  package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws(PredicateIssue) -> PreparedFetch {
    try prepare(fetch, as: form, options: BindingOptions(), leaving: .columns)
  }

  /// Passes the rows to the body as SQLite finds them.
  package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    struct Ended: Error {}
    do { try forEachRow(fetch) { if try !body($0) { throw Ended() } } } catch is Ended {}
  }

  /// Runs work whose statements may take a number of SQLite's steps together. A call of a function counts as one step. If the call already has a limit, only that one
  /// holds.
  package func limiting<Result>(steps: Int, _ work: () throws -> Result) rethrows -> Result {
    if CallLimit.current != nil { return try work() }
    return try CallLimit.$current.withValue(CallLimit(nil, steps: steps), operation: work)
  }

  /// The obstacle of an ordered index, or the order of the column's collation, which is the order of an index of the column.
  package func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
    if let obstacle = comparison.orderedIndexObstacle { return obstacle }
    guard attribute.storage == .text, attribute.textOrder != .unknown else { return nil }
    if comparison.options.contains(.caseInsensitive) {
      return attribute.comparesBinary ? "the index distinguishes capital and small letters" : nil
    }
    guard case .collation(let collation) = attribute.textOrder else { return nil }
    return "its column has the collation \(collation), but predicates compare texts by their Unicode scalars"
  }

  /// Fetches in memory over a graph of objects that is loaded for them.
  package func graph() throws -> GraphFetch { GraphFetch(try ObjectGraph(self)) }

  /// Values from the first rows of the table.
  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    try distinctValues(of: attribute, in: entity, prefix: prefix, limit: limit)
  }
}
