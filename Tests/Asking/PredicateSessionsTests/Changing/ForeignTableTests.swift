import GRDB
import PredicateSQLite
import PredicateStatements
import Testing

/// Statements change tables of other programs. These have foreign keys with actions, foreign keys that no table declares, and columns with unusual names.
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

  /// The preview mentions a key that gets the default value of its column, and pairs that are deleted with their object although no foreign key is declared.
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
        "Deletes 1 shelf: Left.", "Sets shelf of 2 books to its default, by the delete rule set default.",
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

  /// A table of pairs without a key is changed by row numbers. If a pair occurs twice, removing the element deletes both rows.
  @Test func pairsWithoutAKey() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE lists (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE lists_songs (list_id INTEGER NOT NULL, song_id INTEGER NOT NULL);
          INSERT INTO lists VALUES (1, 'Rain'), (2, 'Sun'); INSERT INTO songs VALUES (1, 'a'), (2, 'b');
          INSERT INTO lists_songs VALUES (1, 1), (1, 1), (1, 2), (2, 2);
          """)
    }
    let lists = try ChangedDemo(PredicateDatabase(queue))
    #expect(try lists.rows("List show songs.@count sort by id") == ["2", "1"])
    try lists.change("update List set songs = songs MINUS {Song[1]} where id == 1")
    try lists.change("update List set songs = songs UNION {Song[1], Song[2]} where id == 2")
    #expect(try lists.rows("List show songs.@count sort by id") == ["1", "2"])
    try lists.history.save()
    let pairs = try queue.read {
      try String.fetchAll($0, sql: "SELECT list_id || '-' || song_id FROM lists_songs ORDER BY 1")
    }
    #expect(pairs == ["1-2", "2-1", "2-2"])
    try lists.change("delete ListsSong where song.title == \"b\"")
    try lists.history.save()
    #expect(try lists.rows("List show songs.@count sort by id") == ["0", "1"])
  }

  /// A column's name in double quotes is a text. As a value it would overwrite data, and in a condition it would be the same for each object.
  @Test func namesOfColumnsInQuotes() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, "List Price" TEXT, "Shop Price" TEXT, "Town (DE)" TEXT, n INT, label TEXT);
          INSERT INTO item VALUES (1, '1.5', NULL, 'Rom', 1, NULL), (2, '2.5', NULL, 'Ulm', 2, NULL);
          """)
    }
    let items = try ChangedDemo(PredicateDatabase(queue))
    let price = "to use the value of the property, write listPrice. To use the text, write 'List Price'"
    for text in [
      "update Item set \"Shop Price\" = \"List Price\"", "update Item set shopPrice = uppercase(\"List Price\")",
      "insert Item \"Shop Price\" = \"List Price\"",
    ] {
      #expect(try items.refusal(text) == ("constant-column", "\"List Price\"", price))
    }
    for condition in [
      "\"Town (DE)\" != \"Ulm\"", "\"Town (DE)\" BEGINSWITH \"U\"", "NOT \"Town (DE)\" == \"Ulm\"",
      "\"Town (DE)\" == nil", "\"Town (DE)\" IN {\"Ulm\"}", "\"town (de)\" == \"Ulm\"",
    ] {
      #expect(
        try items.refusal("delete Item where \(condition)")
          == (
            "constant-comparison", condition.contains("town") ? "\"town (de)\"" : "\"Town (DE)\"",
            "for the property, write townDE"
          ))
    }
    try items.change("update Item set shopPrice = 'List Price', label = \"n\" where townDE == \"Ulm\"")
    #expect(try items.rows("Item show shopPrice, label") == [",", "List Price,n"])
  }

  /// CURRENT_TIMESTAMP is a text. In a column whose dates are numbers, a new object gets a number like the others.
  @Test func theDefaultTimeInAColumnOfNumbers() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE account (id TEXT PRIMARY KEY, "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, "seenAt" DATETIME DEFAULT '2024-02-01 10:00:00');
          INSERT INTO account VALUES ('a', 1706175946812, 1706175946812), ('b', 1706175946813, 1706175946999);
          """)
    }
    let accounts = try ChangedDemo(PredicateDatabase(queue))
    try accounts.change("insert Account id = \"c\"")
    #expect(try accounts.rows("Account where createdAt > now() - 86400 AND seenAt.year == 2024 show id") == ["c"])
    try accounts.history.save()
    let stored = try queue.read {
      try String.fetchAll($0, sql: "SELECT typeof(createdAt) || ' ' || seenAt FROM account WHERE id = 'c'")
    }
    #expect(stored == ["integer 1706781600000"])
  }

  /// The table of pairs declares no foreign key, and a trigger may delete its rows. So the pairs of a deleted object stay.
  @Test func pairsThatNameNothingAreCounted() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL, UNIQUE (book, author));
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6) INSERT INTO books SELECT i, 'b' || i FROM n;
          INSERT INTO authors SELECT * FROM books; INSERT INTO books_authors_link SELECT id, id, id FROM books;
          INSERT INTO books_authors_link VALUES (7, 1, 2);
          CREATE TABLE notes (book INTEGER);
          CREATE TRIGGER gone AFTER DELETE ON books BEGIN DELETE FROM notes WHERE book = OLD.id; END;
          """)
    }
    let books = try ChangedDemo(PredicateDatabase(queue))
    #expect(
      try books.change("delete Book where id == 1").last
        == "Leaves 2 rows of books_authors_link with the key of an object that does not exist, unless the trigger gone deletes or changes them."
    )
  }
}
