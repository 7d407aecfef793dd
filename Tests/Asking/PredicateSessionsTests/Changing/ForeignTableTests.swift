import GRDB
import PredicateSQLite
import PredicateStatements
import Testing

/// Statements that change tables of other programs: actions of their keys, keys that nothing declares, and columns with unusual names.
@Suite("Changes of tables of other programs")
struct ForeignTableTests {
  /// A property that is called like a constant is written with a `#`, also as a member of a change; `NO` and `no` are the constant.
  @Test func propertiesCalledLikeConstants() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE flight (id INTEGER PRIMARY KEY, no INTEGER, yes INTEGER, late BOOLEAN);
          INSERT INTO flight VALUES (1, 12, 5, 0), (2, 13, 6, 1), (3, 12, 7, 1);
          """)
    }
    let flights = try ChangedDemo(PredicateDatabase(queue))
    #expect(try flights.rows("Flight where #no == 12 show id") == ["1", "3"])
    #expect(try flights.rows("Flight where #no IN {13} AND #yes > 5 show #no, #yes") == ["13,6"])
    #expect(try flights.rows("Flight where late == no show id") == ["1"])
    #expect(try flights.rows("Flight group by #no show #no, max(#yes)") == ["12,7", "13,6"])
    #expect(try flights.rows("Flight show id sort by #no desc, id") == ["2", "1", "3"])
    #expect(try flights.rows("#no == #yes * 2 + 1 show id") == ["2"])
    try flights.change("update Flight set #no = #yes, #late = YES where #no == 13")
    try flights.change("insert Flight #no = 1, #yes = 2")
    try flights.change("delete Flight where #no != 6 AND #yes != 7")
    #expect(try flights.rows("Flight show #no, #yes") == ["6,6", "12,7"])
  }

  /// A key with a default gets it, and the pairs of a table that no key declares are deleted with their object.
  @Test func defaultsAndPairsAreSaid() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, shelf_id INTEGER NOT NULL DEFAULT 2 REFERENCES shelf(id) ON DELETE SET DEFAULT);
          INSERT INTO shelf VALUES (1, 'Left'), (2, 'Right');
          INSERT INTO book VALUES (1, 'A', 1), (2, 'B', 1), (3, 'C', 2);
          """)
    }
    let books = try ChangedDemo(try PredicateDatabase(name: "books", queue: queue))
    #expect(
      try books.change("delete Shelf where id == 1") == [
        "Deletes 1 shelf: Left.", "Gives shelf of 2 books the default, by the rule set default.",
      ])
    try books.history.save()
    #expect(try books.rows("Book where shelf.name == 'Right' show title") == ["A", "B", "C"])
    let pairs = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try pairs.write {
      try $0.execute(
        sql: """
          CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL, author_id INTEGER NOT NULL, UNIQUE (book_id, author_id));
          INSERT INTO books VALUES (1, 'A'), (2, 'B');
          INSERT INTO authors VALUES (1, 'X'), (2, 'Y');
          INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 2, 1), (3, 2, 2);
          """)
    }
    #expect(
      try ChangedDemo(PredicateDatabase(pairs)).change("delete Author where id == 1") == [
        "Deletes 1 author: X.", "Removes it from authors of 2 books, by the rule nullify.",
      ])
  }
}
