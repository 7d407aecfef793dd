import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import Testing

@testable import PredicateDemo

@Suite("The demo database")
struct DemoDatabaseTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DemoDatabase.makeQueue()
  }

  private func number(_ sql: String) throws -> Int {
    try queue.read { try Int.fetchOne($0, sql: sql) ?? -1 }
  }

  private func names(_ sql: String) throws -> [String] {
    try queue.read { try String.fetchAll($0, sql: sql) }
  }

  @Test(
    "The demo has the right numbers of rows",
    arguments: [
      ("SELECT COUNT(*) FROM Movie", 200), ("SELECT COUNT(*) FROM Friend", 12), ("SELECT COUNT(*) FROM Tag", 15),
      ("SELECT COUNT(*) FROM Loan", 300), ("SELECT SUM(lent) FROM Movie", 40),
      ("SELECT COUNT(*) FROM Loan WHERE returnedOn IS NULL", 40),
      // Ids are 1, 2, 3 ….
      ("SELECT MIN(id) || MAX(id) FROM Movie", 1200), ("SELECT MIN(id) || MAX(id) FROM Friend", 112),
      ("SELECT MIN(id) || MAX(id) FROM Tag", 115), ("SELECT MIN(id) || MAX(id) FROM Loan", 1300),
      // The last tag is on no film, the eleventh friend borrows nothing.
      ("SELECT COUNT(*) FROM Tag WHERE id NOT IN (SELECT tag_id FROM Movie_tags)", 1),
      ("SELECT COUNT(*) FROM Friend WHERE id NOT IN (SELECT friend_id FROM Loan)", 1),
      ("SELECT COUNT(*) FROM Friend WHERE id NOT IN (SELECT friend_id FROM Friend_friends)", 1),
    ])
  func counts(sql: String, expected: Int) throws {
    #expect(try number(sql) == expected)
  }

  @Test(
    "The demo has no inconsistent rows",
    arguments: [
      // lent ⇔ lentOn ⇔ lentToFriend.
      "SELECT COUNT(*) FROM Movie WHERE lent IS NOT (lentOn IS NOT NULL) OR lent IS NOT (lentToFriend_id IS NOT NULL)",
      // A film that is lent has exactly one open loan, with its day and friend; no other film has one.
      """
      SELECT COUNT(*) FROM Movie m WHERE lent IS NOT (SELECT COUNT(*) FROM Loan l WHERE l.movie_id = m.id
      AND returnedOn IS NULL)
      """,
      """
      SELECT COUNT(*) FROM Loan l JOIN Movie m ON m.id = l.movie_id WHERE l.returnedOn IS NULL
      AND (m.lentOn IS NOT l.lentOn OR m.lentToFriend_id IS NOT l.friend_id)
      """,
      // No two loans of one film overlap, and none ends before it begins.
      """
      SELECT COUNT(*) FROM Loan a JOIN Loan b ON a.movie_id = b.movie_id AND a.id <> b.id
      WHERE a.lentOn <= b.lentOn AND COALESCE(a.returnedOn, 9e99) >= b.lentOn
      """,
      "SELECT COUNT(*) FROM Loan WHERE returnedOn <= lentOn",
      // Loans are from 2015 to 2026, and numbered as they happened.
      "SELECT COUNT(*) FROM Loan WHERE lentOn < 441763200 OR COALESCE(returnedOn, lentOn) >= 820454400",
      "SELECT COUNT(*) FROM Loan a JOIN Loan b ON b.id = a.id + 1 WHERE a.lentOn > b.lentOn",
      // Friendship is mutual, and no one is their own friend.
      """
      SELECT COUNT(*) FROM Friend_friends a WHERE friend_id = other_id OR NOT EXISTS
      (SELECT 1 FROM Friend_friends b WHERE b.friend_id = a.other_id AND b.other_id = a.friend_id)
      """,
    ])
  func consistency(sql: String) throws {
    #expect(try number(sql) == 0)
  }

  @Test("Every optional attribute and relationship is nil somewhere, and set somewhere")
  func nils() throws {
    for entity in DemoDatabase.model.entities {
      var columns = entity.attributes.filter(\.isOptional).map(\.column)
      for relationship in entity.relationships where relationship.isOptional {
        if case .foreignKey(let key) = relationship.storage { columns += key }
      }
      for column in columns {
        let counts = "SELECT COUNT(*) > COUNT(\(column)) AND COUNT(\(column)) > 0 FROM \(entity.table)"
        #expect(try number(counts) == 1, "\(entity.name).\(column)")
      }
    }
    #expect(try number("SELECT COUNT(*) FROM Loan WHERE note = ''") > 0)
  }

  @Test("Every friend but one has borrowed, and friends whose names begin with A, a and Å have films now")
  func friends() throws {
    let initials = try names("SELECT friendName FROM Friend").compactMap(\.first)
    #expect(Set(initials).count == 12)
    #expect(initials.contains("A") && initials.contains("a") && initials.contains("Å"))
    for initial in ["A", "a", "Å"] {
      let lent =
        "SELECT COUNT(*) FROM Movie m JOIN Friend f ON f.id = m.lentToFriend_id WHERE f.friendName LIKE '\(initial)%'"
      #expect(try number(lent) > 0, "\(initial)")
    }
  }

  @Test("Tags are spread unevenly, and films have between none and many")
  func tags() throws {
    let counts = try queue.read {
      try Int.fetchAll($0, sql: "SELECT COUNT(*) FROM Movie_tags GROUP BY tag_id ORDER BY 1")
    }
    #expect(counts.count == 14)
    #expect(try #require(counts.last) > 4 * (try #require(counts.first)))
    #expect(try number("SELECT COUNT(*) FROM Movie WHERE id NOT IN (SELECT movie_id FROM Movie_tags)") > 0)
    #expect(try number("SELECT MAX(n) FROM (SELECT COUNT(*) n FROM Movie_tags GROUP BY movie_id)") >= 5)
  }

  @Test(
    "Titles have hard cases for string operators",
    arguments: [
      "Amélie", "Léon", "七人の侍", "Сталкер", "기생충", "Ο Θίασος", "পথের পাঁচালী", "ואלס עם באשיר", "جدایی نادر از سیمین", "π",
      "I ❤️ Huckabees", #""Crocodile" Dundee"#, "'Round Midnight", "Rosemary's Baby", "M*A*S*H",
      "*batteries not included",
      "What's Up, Doc?", "8½", "(500) Days of Summer", "WALL·E", "Cafe\u{301} Society",
      "Out of Rosenheim (Bagdad Café)",
    ])
  func titles(title: String) throws {
    let count = try queue.read {
      try Int.fetchOne(
        $0, sql: "SELECT COUNT(*) FROM Movie WHERE CAST(title AS BLOB) = ?", arguments: [Data(title.utf8)])
    }
    #expect(count == 1)
  }

  @Test("The columns are exactly those of the model, in tables that prove their types")
  func columns() throws {
    for entity in DemoDatabase.model.entities {
      var expected = Set(entity.attributes.map(\.column) + entity.key.columns)
      for relationship in entity.relationships {
        if case .foreignKey(let key) = relationship.storage { expected.formUnion(key) }
      }
      #expect(Set(try names("SELECT name FROM pragma_table_info('\(entity.table)')")) == expected)
      #expect(try number("SELECT strict FROM pragma_table_list('\(entity.table)')") == 1)
    }
    #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: "UPDATE Movie SET lent = 2") } }
    #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: "UPDATE Movie SET year = 'x'") } }
  }

  @Test("Foreign keys refer to rows, follow the delete rules, and have indexes")
  func foreignKeys() throws {
    #expect(try queue.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }.isEmpty)
    #expect(try names("PRAGMA integrity_check") == ["ok"])
    try queue.write { database in
      let borrower = try Int.fetchOne(database, sql: "SELECT lentToFriend_id FROM Movie WHERE lent")
      #expect(throws: DatabaseError.self) {
        try database.execute(sql: "DELETE FROM Friend WHERE id = ?", arguments: [borrower])
      }
      try database.execute(sql: "DELETE FROM Movie")
      for table in ["Loan", "Movie_tags"] {
        #expect(try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") == 0)
      }
    }
    for (table, column) in [
      ("Movie", "title"), ("Movie", "year"), ("Movie", "genre"), ("Movie", "lentToFriend_id"), ("Loan", "movie_id"),
      ("Loan", "friend_id"), ("Movie_tags", "tag_id"), ("Friend_friends", "other_id"),
    ] {
      let detail = try queue.read {
        try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN SELECT * FROM \(table) WHERE \(column) = 1").map {
          $0["detail"] as String
        }
      }
      #expect(detail.joined().contains("SEARCH"), "\(table).\(column): \(detail)")
    }
  }

  @Test("The demo has the same bytes every time, in memory and as a file")
  func determinism() throws {
    let path = NSTemporaryDirectory() + "demo-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try DemoFile().write(to: path)
    let file = try DatabaseQueue(path: path)
    #expect(try dump(queue) == dump(file))
    #expect(try dump(queue) == dump(DemoDatabase.makeQueue()))
    // Every value of the demo database is part of the checksum.
    let sum = try checksum(dump(queue))
    #expect(sum == 12_307_819_149_015_403_799)
    let issue = #expect(throws: DatabaseIssue.self) { try DemoFile().write(to: path) }
    #expect(issue?.kind == .fileExists)
  }

  @Test("The file is made completely or not at all")
  func atomicity() throws {
    try queue.write { database in
      _ = #expect(throws: DatabaseError.self) { try DemoDatabase.create(in: database) }
    }
    let other = try DatabaseQueue()
    try other.write { database in
      try database.execute(sql: "CREATE TABLE Loan (x)")
      #expect(throws: DatabaseError.self) { try DemoDatabase.create(in: database) }
      #expect(try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema") == ["Loan"])
    }
  }
}
