import Foundation
import GRDB
import PredicateSQLite
import Testing

/// The lines that the README shows for GRDB, unchanged: `ReadmeTests` looks for them here.
@Suite struct GRDBReadmeTests {
  private struct Movie: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var title: String
    var year: Int
  }

  @Test func linesOfTheReadme() throws {
    let path = NSTemporaryDirectory() + "readme-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE movie (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL);
          CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE movie_tag (
            movie_id INTEGER NOT NULL REFERENCES movie, tag_id INTEGER NOT NULL REFERENCES tag, PRIMARY KEY (movie_id, tag_id));
          INSERT INTO movie VALUES (1, 'Old', 1980), (2, 'Young', 1999), (3, 'Another', 1991), (4, 'Untagged', 2001);
          INSERT INTO tag VALUES (1, 'classic'), (2, 'cult');
          INSERT INTO movie_tag VALUES (1, 1), (2, 1), (3, 2), (3, 1);
          """)
    }

    var configuration = Configuration()
    SQLiteFunctions.prepare(&configuration)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let database = try PredicateDatabase(queue)
    let found = try queue.read { db in
      try Movie.filter(matching: "year > 1990 AND ANY tags.name == 'classic'", in: database)
        .order(Column("year")).fetchAll(db)
    }

    #expect(found.map(\.id) == [3, 2])
  }
}
