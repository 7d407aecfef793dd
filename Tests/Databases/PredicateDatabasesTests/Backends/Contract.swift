import PredicateBinding
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateStatements
import PredicateValues

/// A database that contains the fixture, with the oracle that gives the expected rows.
struct Contract {
  let fixture: ContractFixture
  let database: any QueryDatabase
  let reference: GraphFetch

  init(
    _ contract: DatabaseContract, _ kind: ContractFixture.Kind = .whole, for use: DatabaseContract.Use = .reading
  ) throws {
    fixture = ContractFixture(kind)
    database = try contract.make(fixture, fixture.model, for: use)
    reference = FixtureGraph(fixture).fetches
  }

  /// A query of a text, bound to the model.
  func bound(_ text: String) throws -> BoundFetch {
    let tree = StatementParser(model: fixture.model, currentEntity: "Book").parse(text)
    guard case .query(let query) = try tree.get() else { throw NoQuery(text: text) }
    return try BoundStatement(query, model: fixture.model, variables: [:]).bound
  }

  /// The text is not a query.
  struct NoQuery: Error {
    let text: String
  }

  /// Rows as ASCII texts, because Swift's `==` of strings would treat canonically equivalent strings as equal.
  static func text(_ row: [QueryValue]) -> String {
    "\(row)".unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
  }
}
