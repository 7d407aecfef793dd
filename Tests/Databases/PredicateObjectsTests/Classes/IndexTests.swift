import Foundation
import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import Testing

/// Two versions of the classes of a library. Only the second one declares all indexes.
private enum Library {
  enum First {
    static let classes: [StoredObject.Type] = [Book.self, Owner.self]

    final class Book: StoredObject {
      @Stored var title: String
      @Stored(isIndexed: true) var shelf: Int?
      @Stored var year: Int
      @ToOne var owner: Owner?
    }

    final class Owner: StoredObject { @Stored var name: String }
  }

  enum Second {
    static let classes: [StoredObject.Type] = [Book.self, Owner.self]

    final class Book: StoredObject {
      @Stored(isIndexed: true) var title: String
      @Stored var shelf: Int?
      @Stored var year: Int
      @ToOne var owner: Owner?
      override class var indexes: [[String]] { [["owner", "year"]] }
    }

    final class Owner: StoredObject { @Stored(isUnique: true, isIndexed: true) var name: String }
  }
}

private class Person: StoredObject {
  @Stored(isIndexed: true) var name: String
  override class var indexes: [[String]] { [["name", "born"]] }
  @Stored var born: Int
}

private final class Pilot: Person { @Stored(isIndexed: true) var licence: String? }

private final class Misspelt: StoredObject {
  @Stored var title: String
  override class var indexes: [[String]] { [["titel"]] }
}

@Suite struct IndexTests {
  private func withFile(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "index-\(UUID().uuidString).sqlite").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    try body(path)
  }

  /// The indexes of a table with their columns, without those of SQLite.
  private func indexes(_ table: String, _ database: PredicateDatabase) throws -> [String: [String]] {
    try database.reader.read { connection in
      var found: [String: [String]] = [:]
      for name in try String.fetchAll(
        connection, sql: "SELECT name FROM pragma_index_list(?) WHERE origin = 'c'", arguments: [table])
      {
        found[name] = try String.fetchAll(
          connection, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [name])
      }
      return found
    }
  }

  private func plan(_ predicate: String, _ database: PredicateDatabase) throws -> String {
    let fetch = EntityFetch("Book", where: try QueryPredicate(QueryFormat(raw: predicate)))
    let statement = try database.statement(for: fetch, form: .keys).statement
    return try database.reader.read { connection in
      try Row.fetchAll(
        connection, sql: "EXPLAIN QUERY PLAN " + statement.text,
        arguments: StatementArguments(statement.bindings.map { _ in 1 })
      ).map { $0["detail"] as String }.joined(separator: "; ")
    }
  }

  @Test func newTablesHaveThem() throws {
    let context = try ObjectContext(classes: Library.Second.classes)
    let database = context.database
    #expect(
      try indexes("Book", database) == [
        "Book.title": ["title"], "Book.owner_id": ["owner_id"], "Book.owner_id.year": ["owner_id", "year"],
      ])
    // A unique value is found by the index of its constraint, so it gets no second index.
    #expect(try indexes("Owner", database).isEmpty)
    let book = try #require(database.model.entity(named: "Book"))
    #expect(book.indexes == [["owner", "year"], ["title"]])
    let text = try database.model.jsonText()
    #expect(try DataModel(jsonText: text).entity(named: "Book")?.indexes == book.indexes)
    #expect(try plan("title == 'Emma'", database).contains(/SEARCH .*INDEX Book\.title \(/))
    #expect(try plan("owner == Owner[3] AND year == 1999", database).contains(/SEARCH .*INDEX Book\.owner_id\.year \(/))
    #expect(try !plan("year == 1999", database).contains("SEARCH"))
  }

  @Test func aHierarchySharesThem() throws {
    let context = try ObjectContext(classes: [Person.self, Pilot.self])
    #expect(
      try indexes("Person", context.database) == [
        "Person.entity": ["entity"], "Person.name": ["name"], "Person.name.born": ["name", "born"],
        "Person.licence": ["licence"],
      ])
  }

  @Test func aMigrationMakesAndDropsThem() throws {
    try withFile { path in
      let former = try ObjectContext(path: path, classes: Library.First.classes)
      let book = try former.insert(Library.First.Book.self)
      (book.title, book.year, book.shelf) = ("Emma", 1815, 3)
      try former.save()
      #expect(try indexes("Book", former.database).keys.sorted() == ["Book.owner_id", "Book.shelf"])
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE INDEX own ON Book (year)") }

      let context = try ObjectContext(path: path, classes: Library.Second.classes, migration: ModelMigration())
      #expect(
        try indexes("Book", context.database).keys.sorted()
          == ["Book.owner_id", "Book.owner_id.year", "Book.title", "own"])
      #expect(try context.fetch(Library.Second.Book.self, "title == 'Emma'").map(\.shelf) == [3])
      #expect(try !PredicateDatabase.migrate(path: path, to: context.database.model))
    }
  }

  /// If two versions differ only in indexes, the migration does not rewrite the tables.
  @Test func theRowsStayInTheirPlaces() throws {
    try withFile { path in
      let classes = [Library.First.Owner.self, Library.First.Book.self]
      _ = try ObjectContext(path: path, classes: classes)
      let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'Book'"
      let before = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: page) }
      var model = try DataModel(classes: classes)
      model = try DataModel(jsonText: model.jsonText().replacing("[\"shelf\"]", with: "[\"year\"]"))
      #expect(try PredicateDatabase.migrate(path: path, to: model))
      let database = try PredicateDatabase.open(path: path)
      #expect(try indexes("Book", database).keys.sorted() == ["Book.owner_id", "Book.year"])
      #expect(try database.reader.read { try Int.fetchOne($0, sql: page) } == before)
      #expect(database.model.entity(named: "Book")?.indexes == [["year"]])
    }
  }

  @Test func anIndexOfAnotherProgramKeepsItsName() throws {
    try withFile { path in
      _ = try ObjectContext(path: path, classes: Library.First.classes)
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE INDEX \"Book.title\" ON Book (year)") }
      let model = try DataModel(
        jsonText: DataModel(classes: Library.First.classes).jsonText().replacing("[\"shelf\"]", with: "[\"title\"]"))
      let failure = #expect(throws: MigrationFailure.self) { try PredicateDatabase.migrate(path: path, to: model) }
      #expect(failure?.problems.map(\.kind) == [.otherTables])
      #expect(try indexes("Book", .open(path: path)).keys.sorted() == ["Book.owner_id", "Book.shelf", "Book.title"])
    }
  }

  @Test func aNameThatIsNoMember() throws {
    let issue = #expect(throws: ModelIssue.self) { try DataModel(classes: [Misspelt.self]) }
    #expect(issue?.description.contains("“titel”") == true)
  }
}
