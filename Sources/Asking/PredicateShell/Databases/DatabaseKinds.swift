import Foundation
import PredicateDatabases
import PredicatePostgreSQL
import PredicateSQLite

/// The only list of kinds of databases in the programs. The target of a database declares its kind; a new one is added here.
extension NamedDatabase {
  /// The kinds of databases. A file that no kind recognizes is opened as the first kind, which reports the reason if it cannot read the file.
  static let kinds: [DatabaseKind] = [.sqlite, .postgreSQL]

  /// The kind of the database at a path or an address.
  ///
  /// The scheme of a URL decides first. If the address is the path of an existing file, the content of the file decides, then the ending of its name.
  /// Otherwise a keyword of a list of settings decides, then the ending of the name. So an existing file `options=a.sqlite` is opened as a file.
  static func kind(at address: String, among kinds: [DatabaseKind] = NamedDatabase.kinds) -> DatabaseKind {
    if let kind = kinds.first(where: { $0.addresses.match(schemeOf: address) }) { return kind }
    if isRegularFile(address) {
      let signatures = kinds.flatMap(\.addresses.fileSignatures)
      let bytes = firstBytes(ofFile: address, count: signatures.map(\.end).max() ?? 0)
      if let kind = kinds.first(where: { $0.addresses.match(bytes: bytes) }) { return kind }
    } else if let kind = kinds.first(where: { $0.addresses.match(keywordOf: address) }) {
      return kind
    }
    return kinds.first { $0.addresses.match(endingOf: address) } ?? kinds[0]
  }

  /// Whether a path is that of a regular file. Other files are not read, because reading a pipe would take bytes from it or wait for a writer.
  private static func isRegularFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// The first bytes of a regular file. Empty if it cannot be read: opening the database then reports the reason.
  private static func firstBytes(ofFile path: String, count: Int) -> [UInt8] {
    guard count > 0, let file = FileHandle(forReadingAtPath: path) else { return [] }
    do { return Array(try file.read(upToCount: count) ?? Data()) } catch { return [] }
  }

  /// The databases that a command line can name, at the beginning of a sentence: `A SQLite file, or the URL of a PostgreSQL database`.
  package static var nouns: String {
    let nouns = kinds.map(\.noun)
    let all = nouns.dropLast().joined(separator: ", ") + (nouns.count > 1 ? ", or " : "") + (nouns.last ?? "")
    return all.prefix(1).uppercased() + all.dropFirst()
  }

  /// The paragraphs of the kinds in a help text.
  package static func help(separator: String = "\n", _ paragraph: (DatabaseKind.Help) -> String?) -> String {
    kinds.compactMap { paragraph($0.help) }.joined(separator: separator)
  }

  /// The options that some kinds understand, each once. The help of an option has the texts of all kinds that understand it.
  package static func options(among kinds: [DatabaseKind] = NamedDatabase.kinds) -> [DatabaseKind.Option] {
    var options: [DatabaseKind.Option] = []
    for option in kinds.flatMap(\.options) {
      if let place = options.firstIndex(where: { $0.name == option.name }) {
        options[place].help += "\n" + option.help
      } else {
        options.append(option)
      }
    }
    return options
  }

  /// The databases for the line protocol. A fixture is a file of the first kind, or the demo database for the name `movies`.
  ///
  /// The environment can select a kind, also the first one, by a variable with `OPENPREDICATE_` and the name of the kind, such as
  /// `OPENPREDICATE_POSTGRESQL`. For a kind on servers, the variable has an address, and each fixture is a schema at this address, as `.export` writes
  /// it. For a kind of files, the variable has the path of a folder, and each fixture is a file in this folder: `films.sqlite` for the fixture `films`
  /// of the kind `sqlite`. If the environment selects a kind, `movies` has the model of the demo database.
  ///
  /// - Throws: The reason why this build cannot open databases of the kind; an issue if the environment selects several kinds.
  package static func fixtures(
    _ environment: [String: String], among kinds: [DatabaseKind] = NamedDatabase.kinds
  ) throws(DatabaseIssue) -> (name: String, open: (_ fixture: String) throws -> any QueryDatabase) {
    func variable(of kind: DatabaseKind) -> String { "OPENPREDICATE_\(kind.name.uppercased())" }
    let selected = kinds.filter { environment[variable(of: $0)] != nil }
    if selected.count > 1 {
      throw DatabaseIssue(
        .notPermitted, "\(selected.map(variable).joined(separator: " and ")) cannot be used together",
        hint: "set one of these variables")
    }
    if let kind = selected.first, let address = environment[variable(of: kind)] {
      if let obstacle = kind.obstacle {
        throw DatabaseIssue(
          obstacle.kind, "the address in \(variable(of: kind)) cannot be used: \(obstacle.message)",
          hint: obstacle.hint)
      }
      return (
        kind.name,
        { fixture in
          var opening = DatabaseOpening(kind.isServer ? address : "\(address)/\(fixture).\(kind.name)")
          opening.schema = kind.isServer ? fixture : nil
          opening.file = fixture == "movies" ? .whole(try demo().model) : nil
          return try kind.open(opening)
        }
      )
    }
    return (kinds[0].name, { try $0 == "movies" ? demo() : kinds[0].open(DatabaseOpening($0)) })
  }
}
