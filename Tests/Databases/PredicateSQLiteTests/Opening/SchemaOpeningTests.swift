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
    let attributes = ["folded", "plain", "number"].map {
      #"{"name":"\#($0)","type":"string","optional":true\#(order)}"#
    }
    let file = try ModelFile(
      jsonText: """
        {"format":1,"entities":[{"name":"Word","table":"word","key":{"columns":["id"],"reference":"id"},
          "attributes":[\(attributes.joined(separator: ","))]}]}
        """)
    let database = try PredicateDatabase(name: "words", queue: queue, file: file)
    let word = try #require(database.model.entity(named: "Word"))
    #expect(word.attributes.map(\.textOrder) == [.collation("NOCASE"), .scalars, .scalars])
    #expect(word.attributes.map(\.convertsNumericTexts) == [false, false, true])
    for (format, count) in [
      ("folded == 'a'", 1), ("folded > 'Z'", 2), ("folded IN {'A', 'B'}", 1), ("plain == 'A'", 1), ("number == '5'", 0),
      ("number == nil", 1),
    ] {
      let fetch = EntityFetch("Word", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count, "\(format)")
      #expect(try database.graph().rows(fetch).rows.count == count, "\(format)")
    }
    #expect(try database.reloadedIfChanged() == nil)
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
