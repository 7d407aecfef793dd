import PredicateDatabases
import PredicatePostgreSQL
import PredicateSQLite

/// The only list of kinds of databases in the programs. The target of a database declares its kind; a new one is added here.
extension NamedDatabase {
  /// The kinds of databases. Files are of the first kind.
  static let kinds: [DatabaseKind] = [.sqlite, .postgreSQL]

  /// The kind of the database at a path or an address.
  static func kind(at address: String) -> DatabaseKind { kinds.first { $0.has(address: address) } ?? kinds[0] }

  /// The databases that a command line can name, at the beginning of a sentence: `A SQLite file, or the URL of a PostgreSQL database`.
  package static var nouns: String {
    let nouns = kinds.map(\.noun)
    let all = nouns.dropLast().joined(separator: ", ") + (nouns.count > 1 ? ", or " : "") + (nouns.last ?? "")
    return all.prefix(1).uppercased() + all.dropFirst()
  }

  /// The paragraphs of the kinds in a help text.
  package static func help(_ paragraph: (DatabaseKind.Help) -> String?) -> String {
    kinds.compactMap { paragraph($0.help) }.joined(separator: "\n")
  }

  /// The databases for the line protocol. A fixture is a file, or the demo database for the name `movies`.
  ///
  /// If the environment has an address in `OPENPREDICATE_` with the name of a kind, such as `OPENPREDICATE_POSTGRESQL`, each fixture is a schema at this
  /// address, as `.export` writes it. `movies` then has the model of the demo database.
  package static func fixtures(
    _ environment: [String: String]
  ) -> (name: String, open: (_ fixture: String) throws -> any QueryDatabase) {
    for kind in kinds where kind.isServer {
      guard let address = environment["OPENPREDICATE_\(kind.name.uppercased())"] else { continue }
      return (
        kind.name,
        { fixture in
          var opening = DatabaseOpening(address)
          opening.schema = fixture
          opening.file = fixture == "movies" ? .whole(try demo().model) : nil
          return try kind.open(opening)
        }
      )
    }
    return (kinds[0].name, { try $0 == "movies" ? demo() : kinds[0].open(DatabaseOpening($0)) })
  }
}
