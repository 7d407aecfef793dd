import Foundation
import Testing

/// The sources of the targets that are no database contain no name of a database, and no word for a feature that only one database has. The exceptions
/// are the files that list the databases, and files about the demo database, which is a SQLite database.
@Suite struct NeutralWordsTests {
  /// The folder of a target, with the words that it may not have.
  struct Target: Sendable, CustomTestStringConvertible {
    let folder: String
    let words: [String]
    /// The words that a file may have for a reason.
    var exceptions: [String: Set<String>] = [:]

    var testDescription: String { folder }
  }

  private static let names = [
    "SQLite", "PostgreSQL", "GRDB", "affinity", "affinities", "Affinity", "typeof", "boxed", "BINARY", "NOCASE",
    "PRAGMA",
    "ROWID", "rowid", "NOT INDEXED", "json_each", "SQLITE_\\w+", "pg_\\w+", "import PredicateSQLite",
    "import PredicatePostgreSQL",
  ]

  static let targets = [
    Target(folder: "Databases/PredicateSQL", words: names + ["box", "boxes", "64", "StorageClass"]),
    Target(
      folder: "Databases/PredicateModel", words: names,
      exceptions: [
        // An example of a collation's name, which the database understands.
        "Attribute.swift": ["NOCASE"]
      ]),
    Target(
      folder: "Databases/PredicateDatabases", words: names,
      exceptions: [
        // Guesses compare names of columns in real schemas. Some real columns have the name of a row number.
        "KeyGuesses.swift": ["rowid"]
      ]),
    Target(folder: "Databases/PredicateFetching", words: names),
    Target(
      folder: "Asking/PredicateStatements", words: names,
      exceptions: [
        // Users write the names that real schemas and SQL have for a key.
        "StatementAdvice+Names.swift": ["rowid"]
      ]),
    Target(folder: "Asking/PredicateSessions", words: names),
    Target(
      folder: "Asking/PredicateShell", words: names,
      exceptions: [
        "DatabaseKinds.swift": ["import PredicateSQLite", "import PredicatePostgreSQL", "SQLite", "PostgreSQL"],
        "NamedDatabase.swift": ["import PredicateSQLite"],
        "DemoProgram.swift": ["import PredicateSQLite"],
      ]),
    Target(folder: "Asking/PredicateWeb", words: names),
    Target(
      folder: "Programs/predicate", words: names,
      exceptions: [
        // The names of traits, in the message of the command without databases.
        "PredicateCommand.swift": ["SQLite", "PostgreSQL"]
      ]),
  ]

  @Test(arguments: targets) func sourcesNameNoDatabase(target: Target) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Sources/\(target.folder)").standardizedFileURL
    let pattern = try Regex("\\b(?:\(target.words.joined(separator: "|")))\\b")
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var count = 0
    var used: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = Set(text.matches(of: pattern).map { String(text[$0.range]) })
      let allowed = target.exceptions[file.lastPathComponent] ?? []
      #expect(found.isSubset(of: allowed), "\(file.lastPathComponent): \(found.subtracting(allowed))")
      if !found.isDisjoint(with: allowed) { used.insert(file.lastPathComponent) }
    }
    #expect(count > 10)
    // An exception that no file needs is deleted.
    #expect(used == Set(target.exceptions.keys))
  }
}
