import Foundation
import GRDB
import PredicateDemo
import PredicateModel
import Testing

@testable import PredicateSQLite

@Suite("Opening a database")
struct SchemaOpeningTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("opening-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  private func issue(at path: String) -> DatabaseIssue? {
    #expect(throws: DatabaseIssue.self) { try PredicateDatabase.open(path: path) }
  }

  @Test("The demo opens, and its copy on disk has the same model, for reading only")
  func demo() throws {
    let demo = try PredicateDatabase.demo()
    #expect(demo.name == "demo" && demo.writer != nil)
    _ = try DemoFile().write(to: path("demo.sqlite"))
    let file = try PredicateDatabase.open(path: path("demo.sqlite"))
    #expect(try file.model.jsonText() == demo.model.jsonText())
    #expect(file.writer == nil)
    let writable = try PredicateDatabase.open(path: path("demo.sqlite"), isReadOnly: false)
    try writable.writer?.write { try $0.execute(sql: "DELETE FROM Loan WHERE id = 1") }
    #expect(try file.reader.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM Loan") } == 299)
    try FileManager.default.removeItem(at: directory)
  }

  @Test("Each reason for failing to open has its own issue")
  func failures() throws {
    #expect(issue(at: path("nothing"))?.kind == .fileMissing)
    #expect(issue(at: path("nothing"))?.message == "there is no file “\(path("nothing"))”")
    #expect(issue(at: directory.path)?.kind == .isDirectory)
    try Data("Once upon a time there was a text that was long enough to look like something.".utf8).write(
      to: directory.appendingPathComponent("text"))
    #expect(issue(at: path("text"))?.kind == .notADatabase)
    try Data().write(to: directory.appendingPathComponent("empty"))
    #expect(try PredicateDatabase.open(path: path("empty")).model.entities.isEmpty)
    try FileManager.default.removeItem(at: directory)
  }

  @Test("A given model is used if it fits")
  func ownModel() throws {
    _ = try DemoFile().write(to: path("demo.sqlite"))
    func model(_ column: String) -> DataModel {
      DataModel(entities: [
        Entity(name: "Film", table: "Movie", attributes: [Attribute(name: "x", column: column, type: .string)])
      ])
    }
    let database = try PredicateDatabase.open(path: path("demo.sqlite"), model: model("title"))
    #expect(database.model.entityNames == ["Film"])
    #expect(try ObjectGraph(database).objects(of: "Film").count == 200)
    let issue = #expect(throws: DatabaseIssue.self) {
      try PredicateDatabase.open(path: path("demo.sqlite"), model: model("colour"))
    }
    #expect(issue?.kind == .unusableSchema)
    #expect(issue?.message == "the data model does not fit the database, in which the column Movie.colour is missing")
    try FileManager.default.removeItem(at: directory)
  }

  /// A model file does not state how a column compares texts, or states it wrongly. The answers are those of memory nevertheless.
  @Test("The columns of a whole model state how they compare", arguments: [nil, "BINARY", "NOCASE", "RTRIM"])
  func columnsOfAWholeModel(collation: String?) throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE word (id INTEGER PRIMARY KEY, folded TEXT COLLATE NOCASE, plain TEXT COLLATE BINARY, number NUMERIC);
          INSERT INTO word VALUES (1, 'a', 'a', 'x'), (2, 'A', 'A', 'y'), (3, 'b', 'b', '5');
          """)
    }
    let order = collation.map { #","collation":"\#($0)""# } ?? ""
    let attributes = ["folded", "plain", "number", "ROWID"].map {
      #"{"name":"\#($0)","type":"string","optional":true\#(order)}"#
    }
    let file = try ModelFile(
      jsonText: """
        {"format":1,"entities":[{"name":"Word","table":"word","key":{"columns":["id"],"reference":"id"},
          "attributes":[\(attributes.joined(separator: ","))]}]}
        """)
    let database = try PredicateDatabase(name: "words", queue: queue, file: file)
    let word = try #require(database.model.entity(named: "Word"))
    #expect(word.attributes.map(\.textOrder) == [.collation("NOCASE"), .scalars, .scalars, .scalars])
    #expect(word.attributes.map(\.convertsNumericTexts) == [false, false, true, true])
    for (format, count) in [
      ("folded == 'a'", 1), ("folded > 'Z'", 2), ("folded IN {'A', 'B'}", 1), ("plain == 'A'", 1), ("number == '5'", 0),
      ("number == nil", 1), ("ROWID == '1'", 0), ("ROWID IN {'1', '2'}", 0), ("ROWID < '5'", 0), ("ROWID == nil", 3),
    ] {
      let fetch = EntityFetch("Word", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count, "\(format)")
      #expect(try database.graph().rows(fetch).rows.count == count, "\(format)")
    }
    #expect(try database.reloadedIfChanged() == nil)
  }

  /// The facts of a whole model come from the schema, too. Tables that have changed otherwise do not matter.
  @Test("A column of a whole model that compares in another way is reported")
  func changedColumnsOfAWholeModel() throws {
    let file = path("words.sqlite")
    let other = try DatabaseQueue(path: file)
    try other.write { database in
      try database.execute(
        sql: """
          CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO word VALUES (1, 'a'), (2, 'A');
          CREATE TABLE number (id INTEGER PRIMARY KEY, digits TEXT); INSERT INTO number VALUES (1, '5');
          CREATE TABLE gone (id INTEGER PRIMARY KEY, text TEXT COLLATE NOCASE);
          CREATE TABLE pair (id INTEGER PRIMARY KEY, text TEXT COLLATE NOCASE, other TEXT); INSERT INTO pair VALUES (1, 'a', 'x');
          """)
    }
    func entity(_ name: String, _ column: String) -> Entity {
      Entity(
        name: name, table: name.lowercased(),
        attributes: [Attribute(name: column, type: .string, isOptional: true)])
    }
    let pair = Entity(
      name: "Pair", table: "pair",
      attributes: ["text", "other"].map { Attribute(name: $0, type: .string, isOptional: true) })
    let model = DataModel(entities: [entity("Word", "text"), entity("Number", "digits"), entity("Gone", "text"), pair])
    let database = try PredicateDatabase.open(path: file, model: model)
    func count(_ name: String, _ format: String) throws -> Int {
      try database.count(EntityFetch(name, where: try QueryPredicate(format: QueryFormat(raw: format))))
    }
    try other.write { try $0.execute(sql: "CREATE TABLE more (id INTEGER); ALTER TABLE word ADD COLUMN more TEXT") }
    #expect(try count("Word", "text == 'a'") == 1)
    // The table `gone` is reported only by statements that use it.
    try other.write { database in
      try database.execute(
        sql: """
          DROP TABLE gone; DROP TABLE word; CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT COLLATE NOCASE);
          INSERT INTO word VALUES (1, 'a'), (2, 'A');
          """)
    }
    let issue = #expect(throws: DatabaseIssue.self) { try count("Word", "text == 'a'") }
    #expect(issue?.kind == .schemaChanged && issue?.message.contains(#""word""#) == true)
    #expect(try count("Number", "digits == '5'") == 1)
    let gone = #expect(throws: DatabaseIssue.self) { try count("Gone", "text == 'a'") }
    #expect(gone?.message.contains("gone") == true && gone?.message.contains("was changed") == false)
    // A dropped column is reported only by statements that use it.
    try other.write { try $0.execute(sql: "ALTER TABLE pair DROP COLUMN text") }
    #expect(try count("Pair", "other == 'x'") == 1)
    let dropped = #expect(throws: DatabaseIssue.self) { try count("Pair", "text == 'a'") }
    #expect(dropped?.message.contains("text") == true && dropped?.message.contains("was changed") == false)
    try other.write { database in
      try database.execute(sql: "DROP TABLE number; CREATE TABLE number (id INTEGER PRIMARY KEY, digits NUMERIC)")
    }
    #expect(throws: DatabaseIssue.self) { try count("Number", "digits == '5'") }
    try FileManager.default.removeItem(at: directory)
  }

  /// A change of a model file names a table or a column that is missing now. The other changes of the file apply to the other tables.
  @Test("Changed tables are reported, although a model file with changes no longer fits")
  func changedTablesOfAModelFile() throws {
    let file = path("changes.sqlite")
    let other = try DatabaseQueue(path: file)
    let word = "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT, day TEXT, old TEXT)"
    try other.write { database in
      try database.execute(
        sql: """
          \(word); INSERT INTO word VALUES (1, 'a', '2024-01-31', 'x'), (2, 'A', '2024-01-31', 'x');
          CREATE TABLE number (id INTEGER PRIMARY KEY, digits TEXT); INSERT INTO number VALUES (1, '5');
          CREATE TABLE gone (id INTEGER PRIMARY KEY, text TEXT, word_id INTEGER);
          """)
    }
    let changes = try ModelFile(
      jsonText: """
        {"format":1,"extends":"schema","guess":false,"entities":[
          {"table":"gone","attributes":[{"column":"text","name":"t"}],
           "relationships":[{"name":"word","destination":"word","inverse":"gone","storage":{"foreignKey":["word_id"]}}]},
          {"table":"word","name":"Entry","attributes":[{"column":"old","name":"past"},{"column":"text","name":"spelling"},
            {"column":"day","name":"date","type":"date","storage":"iso8601Text"}]}]}
        """)
    let database = try PredicateDatabase.open(path: file, file: changes)
    func count(_ name: String, _ format: String) throws -> Int {
      try database.count(EntityFetch(name, where: try QueryPredicate(format: QueryFormat(raw: format))))
    }
    let number = try #require(database.model.entities.first { $0.table == "number" }?.name)
    #expect(try count("Entry", "spelling == 'a' AND date != nil") == 1)
    try other.write { try $0.execute(sql: "DROP TABLE gone; ALTER TABLE word DROP COLUMN old") }
    #expect(try count("Entry", "spelling == 'a' AND date != nil") == 1)
    let dropped = #expect(throws: DatabaseIssue.self) { try count("Entry", "past == 'x'") }
    #expect(dropped?.message.contains("old") == true && dropped?.message.contains("was changed") == false)
    try other.write { database in
      try database.execute(
        sql: """
          DROP TABLE word; CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT COLLATE NOCASE, day TEXT);
          INSERT INTO word VALUES (1, 'a', '2024-01-31'), (2, 'A', '2024-01-31');
          """)
    }
    let issue = #expect(throws: DatabaseIssue.self) { try count("Entry", "spelling == 'a'") }
    #expect(issue?.kind == .schemaChanged && issue?.message.contains(#""word""#) == true)
    #expect(try count(number, "digits == '5'") == 1)
    try FileManager.default.removeItem(at: directory)
  }

  @Test("A database is locked while another process writes to it")
  func locked() throws {
    _ = try DemoFile().write(to: path("busy.sqlite"))
    let other = try DatabaseQueue(path: path("busy.sqlite"))
    var impatient = PredicateDatabase.defaultConfiguration
    impatient.busyMode = .immediateError
    try other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN EXCLUSIVE")
      let issue = #expect(throws: DatabaseIssue.self) {
        try PredicateDatabase.open(path: path("busy.sqlite"), configuration: impatient)
      }
      #expect(issue?.kind == .locked)
      #expect(issue?.message.contains("another process is writing") == true)
      try database.execute(sql: "ROLLBACK")
    }
    try FileManager.default.removeItem(at: directory)
  }
}
