import PredicateBinding
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateStatements
import PredicateValues

/// A fixture in a database, with the oracle for it.
struct Contract {
  let fixture: ContractFixture
  let database: any QueryDatabase
  let reference: GraphFetch

  init(_ contract: DatabaseContract, for use: DatabaseContract.Use = .reading) throws {
    fixture = ContractFixture()
    database = try contract.make(fixture, fixture.model, for: use)
    reference = FixtureGraph(fixture).fetches
  }

  /// A query of a text, bound to the model.
  func bound(_ text: String) throws -> BoundFetch {
    let tree = StatementParser(model: fixture.model, currentEntity: "Book").parse(text)
    guard case .query(let query) = try tree.get() else { throw NoQuery(text: text) }
    return try BoundStatement(query, model: fixture.model, variables: [:]).bound
  }

  /// A text that is a query was expected.
  struct NoQuery: Error {
    let text: String
  }

  /// Rows as texts of ASCII: Swift's `==` of strings takes canonically equivalent ones for equal.
  static func text(_ row: [QueryValue]) -> String {
    "\(row)".unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
  }
}
