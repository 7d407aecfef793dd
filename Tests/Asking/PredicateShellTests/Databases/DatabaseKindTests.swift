import Foundation
import PredicateDatabases
import PredicatePostgreSQL
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The list of kinds of databases, which the programs ask.
@Suite("Kinds of databases")
struct DatabaseKindTests {
  /// An address has the beginning that its kind declares. Everything else is a file.
  @Test(arguments: [
    ("postgresql://ann@db.example.org/shop", "postgresql"), ("postgres://", "postgresql"),
    ("host=/tmp dbname=shop", "postgresql"), ("service=shop", "postgresql"), ("films.sqlite", "sqlite"),
    ("postgresql.sqlite", "sqlite"), ("", "sqlite"),
  ])
  func addresses(text: String, kind: String) {
    #expect(NamedDatabase.kind(at: text).name == kind)
  }

  /// Only files of the first kind have no addresses, and no address belongs to two kinds.
  @Test func eachAddressHasOneKind() {
    #expect(NamedDatabase.kinds.filter { !$0.isServer }.map(\.name) == [NamedDatabase.kinds[0].name])
    #expect(Set(NamedDatabase.kinds.map(\.name)).count == NamedDatabase.kinds.count)
    for address in NamedDatabase.kinds.flatMap(\.addresses) {
      #expect(NamedDatabase.kinds.filter { $0.has(address: address) }.count == 1, "\(address)")
    }
  }

  @Test func helpNamesEachKind() {
    #expect(NamedDatabase.nouns == "A SQLite file, or the URL of a PostgreSQL database")
    for kind in NamedDatabase.kinds where kind.copy != nil {
      #expect(ShellCommand.export.details.contains(kind.help.copying ?? "–"), "\(kind.name)")
    }
    #expect(ShellCommand.explain.details.contains(NamedDatabase.help(\.measuredPlan)))
  }

  /// Without an address in the environment, fixtures are files, and one is the demo database.
  @Test func fixtures() throws {
    let files = NamedDatabase.fixtures(["PATH": "/bin"])
    #expect(files.name == "sqlite")
    #expect(try files.open("movies").model.entity(named: "Movie") != nil)
    #expect(throws: DatabaseIssue.self) { try files.open("/nowhere/at/all") }
    #expect(NamedDatabase.fixtures(["OPENPREDICATE_POSTGRESQL": "postgresql://nowhere.invalid/"]).name == "postgresql")
  }

  /// Statements that change rows are refused by the sentence of the kind.
  @Test func changesAreRefused() {
    let output = TextOutput()
    let database = FakeDatabase()
    database.kind = .postgreSQL
    let session = ShellSession(database: database, output: output, errors: output)
    #expect(session.run("delete Movie where id == 1") == .refused)
    #expect(
      output.take().contains("statements cannot change the rows of “movies”; they can be read and imported"))
  }
}
