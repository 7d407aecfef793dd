import Foundation
import PredicateDatabases
import PredicatePostgreSQL
import PredicateSQLite
import PredicateSyntax
import Testing

@testable import PredicateShell

/// The list of kinds of databases, which the programs ask.
@Suite("Kinds of databases")
struct DatabaseKindTests {
  /// An address has the beginning that its kind declares. Everything else is a file.
  @Test(arguments: [
    ("postgresql://ann@db.example.org/shop", "postgresql"), ("postgres://", "postgresql"),
    ("host=/tmp dbname=shop", "postgresql"), ("service=shop", "postgresql"), ("films.sqlite", "sqlite"),
    ("PostgreSQL://localhost/x", "postgresql"), ("POSTGRES://localhost/x", "postgresql"),
    ("application_name=x host=localhost", "postgresql"), ("sslrootcert=a host=b", "postgresql"),
    ("connect_timeout=3 host=b", "postgresql"), ("options=-csearch_path=x", "postgresql"), ("hosts=x", "sqlite"),
    (" host=/x", "postgresql"), ("host = /x dbname=y", "postgresql"), ("\thost\n=x", "postgresql"),
    ("scram_client_key=x host=b", "postgresql"), ("oauth_issuer=x host=b", "postgresql"),
    ("HOST=/x", "sqlite"), ("Port=a.sqlite", "sqlite"), ("host", "sqlite"), ("host name=x", "sqlite"), ("=", "sqlite"),
    ("postgresql.sqlite", "sqlite"), ("", "sqlite"),
  ])
  func addresses(text: String, kind: String) {
    #expect(NamedDatabase.kind(at: text).name == kind)
  }

  /// A kind of file that this project does not have. Its databases are rows of the fake database.
  private static let duck = DatabaseKind(
    name: "duck", noun: "a duck", isServer: false,
    addresses: DatabaseAddresses(
      schemes: ["duck:"], keywords: ["pond"], fileEndings: [".quack"], fileSignatures: [FileSignature("POND", at: 8)]),
    foldsLike: false, countedRows: .received, changeRefusal: { "“\($0)” is read only" },
    options: [DatabaseKind.Option("quiet", help: "The duck is quiet.")],
    open: { FakeDatabase(name: ([$0.address] + $0.options.sorted()).joined(separator: " ")) })

  /// The content of a file decides before its name. A file without content is recognized by its name.
  @Test func filesOfAnotherKindAreOpened() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kinds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String, _ content: String?) throws -> String {
      let file = folder.appendingPathComponent(name)
      if let content { try Data(content.utf8).write(to: file) }
      return file.path
    }
    let kinds = NamedDatabase.kinds + [Self.duck]
    let duck = "01234567POND with more bytes"
    for (name, content, kind) in [
      ("pond", duck, "duck"), ("pond.sqlite", duck, "duck"), ("new.quack", nil, "duck"), ("empty.Quack", "", "duck"),
      ("short", "01234567PON", "sqlite"), ("films.quack", "SQLite format 3\0", "sqlite"),
      ("new.sqlite", nil, "sqlite"),
      ("text.csv", "a,b", "sqlite"), ("new", nil, "sqlite"),
    ] as [(String, String?, String)] {
      #expect(NamedDatabase.kind(at: try path(name, content), among: kinds).name == kind, "\(name)")
    }
    #expect(NamedDatabase.kind(at: "duck:pond", among: kinds).name == "duck")
    // A folder and a pipe are not read.
    #expect(NamedDatabase.kind(at: folder.path, among: kinds).name == "sqlite")
    let pipe = folder.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(NamedDatabase.kind(at: pipe, among: kinds).name == "sqlite")
    // An address is opened with its beginning in small letters.
    let address = try NamedDatabase.database("DUCK:Pond", model: nil, isReadOnly: true, among: kinds)
    #expect(address.name == "duck:Pond")
    let pond = folder.appendingPathComponent("pond").path
    let opened = try NamedDatabase.database(pond, model: nil, isReadOnly: true, among: kinds)
    #expect(opened is FakeDatabase && opened.name == pond)
  }

  /// A URL of another kind of database is not a missing file. The hint names the schemes that exist.
  @Test(arguments: ["mysql://x", "postgresql:/x", "https://example.org/a.sqlite"])
  func aURLOfAnUnknownKind(address: String) throws {
    let issue = #expect(throws: DatabaseIssue.self) {
      try NamedDatabase.database(address, model: nil, isReadOnly: true)
    }
    #expect(issue?.message == "“\(address)” is not the address of a database")
    #expect(
      issue?.hint == "write the path of a file, or a URL that begins with postgresql:// or postgres://")
  }

  /// A file may have the name of a list of settings. A URL is never a file.
  @Test func anExistingFileIsNotAListOfSettings() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kinds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let kinds = [
      NamedDatabase.kinds[0],
      DatabaseKind(
        name: "pond", noun: "a pond", isServer: true,
        addresses: DatabaseAddresses(schemes: [folder.path.lowercased() + "/u"], keywords: [folder.path + "/options"]),
        foldsLike: false, countedRows: .received, changeRefusal: nil, open: { FakeDatabase(name: $0.address) }),
    ]
    for name in ["options=a.sqlite", "options=empty", "url=a.sqlite"] {
      let file = folder.appendingPathComponent(name).path
      #expect(NamedDatabase.kind(at: file, among: kinds).name == "pond", "\(name)")
      try Data((name.hasSuffix("y") ? "" : "SQLite format 3\0").utf8).write(to: URL(fileURLWithPath: file))
      #expect(NamedDatabase.kind(at: file, among: kinds).name == (name.hasPrefix("u") ? "pond" : "sqlite"), "\(name)")
    }
    let subfolder = folder.appendingPathComponent("options=folder")
    try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
    #expect(NamedDatabase.kind(at: subfolder.path, among: kinds).name == "pond")
  }

  /// No address and no file belongs to two kinds.
  @Test func eachAddressHasOneKind() {
    let kinds = NamedDatabase.kinds
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    for scheme in kinds.flatMap(\.addresses.schemes) {
      #expect(kinds.filter { $0.addresses.match(schemeOf: scheme + "x") }.count == 1, "\(scheme)")
    }
    for keyword in kinds.flatMap(\.addresses.keywords) {
      #expect(kinds.filter { $0.addresses.match(keywordOf: keyword + "=x") }.count == 1, "\(keyword)")
    }
    for ending in kinds.flatMap(\.addresses.fileEndings) {
      #expect(kinds.filter { $0.addresses.match(endingOf: "x" + ending) }.count == 1, "\(ending)")
    }
    for signature in kinds.flatMap(\.addresses.fileSignatures) {
      let bytes = [UInt8](repeating: 0, count: signature.offset) + signature.bytes
      #expect(kinds.filter { $0.addresses.match(bytes: bytes) }.count == 1, "\(signature)")
    }
  }

  @Test func helpNamesEachKind() {
    #expect(NamedDatabase.nouns == "A SQLite file, or the URL of a PostgreSQL database")
    for kind in NamedDatabase.kinds where kind.copy != nil {
      #expect(ShellCommand.export.details.contains(kind.help.copying ?? "–"), "\(kind.name)")
    }
    #expect(ShellCommand.explain.details.contains(NamedDatabase.help(\.measuredPlan)))
    #expect(ShellCommand.raw.details.contains(NamedDatabase.help(\.rawSQL)))
  }

  /// An option of the command line is passed only to a kind that lists it.
  @Test func anOptionOfAnotherKindIsRefused() throws {
    let kinds = NamedDatabase.kinds + [Self.duck]
    func open(_ path: String?, _ options: Set<String>) throws -> any QueryDatabase {
      try NamedDatabase.database(path, model: nil, isReadOnly: true, options: options, among: kinds)
    }
    #expect(try open("duck:pond", ["quiet"]).name == "duck:pond quiet")
    for (path, options, message) in [
      ("duck:pond", ["server-sums", "quiet"], "the option --server-sums does not apply to a duck"),
      ("films.sqlite", ["server-sums"], "the option --server-sums does not apply to a SQLite file"),
      (nil, ["server-sums"], "the option --server-sums cannot be used without the name of a database"),
    ] as [(String?, Set<String>, String)] {
      let issue = try #require(throws: DatabaseIssue.self) { try open(path, options) }
      #expect(issue.kind == .notPermitted)
      #expect(issue.description == "\(message) (run the command without --server-sums)")
    }
  }

  /// Two kinds may understand the same option. The command has it once.
  @Test func optionsOfTheCommandLine() {
    #expect(NamedDatabase.options().map(\.name) == ["server-sums"])
    let goose = DatabaseKind(
      name: "goose", noun: "a goose", isServer: false, addresses: DatabaseAddresses(), foldsLike: false,
      countedRows: .received, changeRefusal: nil,
      options: [
        DatabaseKind.Option("quiet", help: "The goose is quiet."), DatabaseKind.Option("slow", help: "It is slow."),
      ], open: { FakeDatabase(name: $0.address) })
    let options = NamedDatabase.options(among: [Self.duck, goose])
    #expect(options.map(\.name) == ["quiet", "slow"])
    #expect(options.map(\.help) == ["The duck is quiet.\nThe goose is quiet.", "It is slow."])
  }

  /// Only kinds that have Core Data stores get the model of one.
  @Test func theModelOfACoreDataStoreIsRefused() throws {
    #expect(NamedDatabase.kinds.filter(\.readsCoreDataModels).map(\.name) == ["sqlite"])
    for kind in [Self.duck] + NamedDatabase.kinds where !kind.readsCoreDataModels && kind.obstacle == nil {
      var opening = DatabaseOpening("duck:pond")
      opening.coreDataModel = .movies
      let issue = try #require(throws: DatabaseIssue.self) { try kind.open(opening) }
      #expect(issue.kind == .unusableSchema)
      #expect(issue.message == "only a store of Core Data has the data model of an Xcode project")
    }
  }

  /// A copy needs a database that is open for writing. The message says “server” only for a kind on servers.
  @Test func aCopyNeedsWriting() throws {
    let output = TextOutput()
    let session = ShellSession(database: FakeDatabase(), output: output, errors: output)
    #expect(session.run(".export postgresql://nowhere.invalid/shop films") == .refused)
    #expect(
      output.take().hasPrefix(
        "error[export-write]: to copy a database to a server, the shell must be opened with --write\n"))
    #expect(
      PredicateIssue.copyNeedsWrite(to: Self.duck, .none).message
        == "to copy a database to another database, the shell must be opened with --write")
  }

  /// Without an address in the environment, fixtures are files, and one is the demo database.
  @Test func fixtures() throws {
    let files = try NamedDatabase.fixtures(["PATH": "/bin"])
    #expect(files.name == "sqlite")
    #expect(try files.open("movies").model.entity(named: "Movie") != nil)
    #expect(throws: DatabaseIssue.self) { try files.open("/nowhere/at/all") }
    let server = ["OPENPREDICATE_POSTGRESQL": "postgresql://nowhere.invalid/"]
    #if PostgreSQL
      #expect(try NamedDatabase.fixtures(server).name == "postgresql")
    #else
      #expect(throws: DatabaseIssue.self) { try NamedDatabase.fixtures(server) }
    #endif
  }

  /// The environment can select a kind of files. Each fixture is a file in its folder.
  @Test func fixturesOfAnotherKindOfFiles() throws {
    let kinds = NamedDatabase.kinds + [Self.duck]
    let files = try NamedDatabase.fixtures(["OPENPREDICATE_DUCK": "ponds"], among: kinds)
    #expect(files.name == "duck")
    #expect(try files.open("movies").name == "ponds/movies.duck")
    #expect(try NamedDatabase.fixtures(["OPENPREDICATE_SQLITE": "files"], among: kinds).name == "sqlite")
    let issue = try #require(throws: DatabaseIssue.self) {
      try NamedDatabase.fixtures(["OPENPREDICATE_DUCK": "ponds", "OPENPREDICATE_SQLITE": "files"], among: kinds)
    }
    #expect(
      issue.description
        == "OPENPREDICATE_SQLITE and OPENPREDICATE_DUCK cannot be used together (set one of these variables)")
  }

  /// An address for a kind that the build lacks is an error before the first case. No case runs on files.
  @Test func anAddressForAMissingKindIsRefused() throws {
    let missing = DatabaseKind(
      name: "goose", noun: "a goose", isServer: true, addresses: DatabaseAddresses(schemes: ["goose:"]),
      foldsLike: false, countedRows: .received, changeRefusal: nil, help: DatabaseKind.Help(copying: "It copies."),
      driver: .failure(
        DatabaseIssue(.notADatabase, "this command was built without geese", hint: "hatch one")))
    #expect(throws: DatabaseIssue.self) { try missing.open(DatabaseOpening("goose:1")) }
    #expect(throws: DatabaseIssue.self) { try missing.copy?(FakeDatabase(), "goose:1", "s") }
    let kinds = NamedDatabase.kinds + [missing]
    #expect(try NamedDatabase.fixtures([:], among: kinds).name == "sqlite")
    let issue = try #require(throws: DatabaseIssue.self) {
      try NamedDatabase.fixtures(["OPENPREDICATE_GOOSE": "goose:1"], among: kinds)
    }
    #expect(
      issue.description
        == "the address in OPENPREDICATE_GOOSE cannot be used: this command was built without geese (hatch one)")
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
