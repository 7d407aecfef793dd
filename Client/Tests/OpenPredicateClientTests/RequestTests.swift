#if SQLite || PostgreSQL
  import Foundation
  import GRDB
  import OpenPredicate
  import PredicateSQLite
  import Testing

  /// Filters of GRDB's requests and associations, in the style of an application.
  @Suite struct RequestTests {
    private struct Author: Codable, FetchableRecord, TableRecord, EncodableRecord {
      var id: Int64
      var name: String
      static let books = hasMany(Book.self)
    }

    private struct Book: Codable, FetchableRecord, TableRecord {
      var id: Int64
      var title: String
      var year: Int
      static let author = belongsTo(Author.self)
    }

    private func queue() throws -> DatabaseQueue {
      var configuration = Configuration()
      SQLiteFunctions.prepare(&configuration)
      let queue = try DatabaseQueue(configuration: configuration)
      try queue.write { db in
        try db.execute(
          sql: """
            CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE book (
              id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL, authorId INTEGER NOT NULL REFERENCES author);
            INSERT INTO author VALUES (1, 'Anna'), (2, 'Ben');
            INSERT INTO book VALUES (1, 'Old', 1950, 1), (2, 'New', 2001, 1), (3, 'Newer', 2010, 2);
            """)
      }
      return queue
    }

    @Test func argumentsAndVariables() throws {
      let queue = try queue()
      let database = try PredicateDatabase(queue)
      try queue.read { db in
        #expect(try Book.filter(matching: "year > \(1990)", in: database).fetchCount(db) == 2)
        #expect(
          try Book.all().filter(matching: "year > \(1990) AND title BEGINSWITH \("Newer")", in: database).fetchCount(
            db)
            == 1)
        let minimum = 1990
        let request = try Book.filter(matching: "year > $minimum", in: database, variables: ["minimum": minimum])
        #expect(try request.fetchAll(db).map(\.title) == ["New", "Newer"])
        #expect(throws: PredicateIssue.self) { try Book.filter(matching: "year > %@", in: database) }
      }
    }

    /// A literal column is a property or a path.
    @Test func columns() throws {
      let database = try PredicateDatabase(queue())
      let books = try database.fetch(EntityFetch("Book", columns: ["title", "author.name"], sortedBy: ["id"]))
      #expect(books.columns == ["title", "author.name"])
      #expect(books.rows[2].map(\.stringValue) == ["Newer", "Ben"])
      let authors = try database.fetch(EntityFetch("Author", columns: ["name", "books.@count"], sortedBy: ["id"]))
      #expect(try authors.map { try $0["books.@count"].intValue } == [2, 1])
      #expect(throws: PredicateIssue.self) { try database.fetch(EntityFetch("Book", columns: ["author.nmae"])) }
    }

    @Test func associations() throws {
      let queue = try queue()
      let database = try PredicateDatabase(queue)
      try queue.read { db in
        let recent = try Author.books.filter(matching: "year > \(1990)", in: database)
        #expect(try Author.joining(required: recent).fetchAll(db).map(\.name) == ["Anna", "Ben"])
        let old = try Author.books.filter(matching: "year < \(1990) AND author.name == 'Anna'", in: database)
        #expect(try Author.joining(required: old).fetchAll(db).map(\.name) == ["Anna"])
        let annas = try Author(id: 1, name: "Anna").request(for: Author.books).filter(
          matching: "year > 1990", in: database)
        #expect(try annas.fetchAll(db).map(\.title) == ["New"])
      }
    }
  }
#endif
