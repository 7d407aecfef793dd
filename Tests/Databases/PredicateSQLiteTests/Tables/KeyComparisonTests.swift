import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Foreign keys and keys whose comparison in SQLite differs from the comparison of their values.
@Suite struct KeyComparisonTests {
  /// SQLite stores −2⁶³ as a floating-point number and does not find the row number −2⁶³ by it.
  @Test func theLeastRowNumberAsAFloatingPointNumber() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, n CLOB);
      CREATE TABLE box (id INTEGER PRIMARY KEY, note_id INTEGER REFERENCES note (id));
      INSERT INTO note VALUES (-9223372036854775808, '1'), (-9007199254740992, '2');
      INSERT INTO box VALUES (1, CAST(-9223372036854775808 AS REAL)), (2, CAST(-9007199254740992 AS REAL));
      """)
    #expect(try subject.ids("note.n != nil", "Box") == [2])
    #expect(try subject.ids("note == nil", "Box") == [1])
  }

  /// SQLite writes the greatest double as a text of 15 digits. This text is greater than every double and reads as infinity, but the reference to its
  /// row is still found.
  @Test func theGreatestDoublesReferToTheirTexts() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE note (name TEXT PRIMARY KEY);
      CREATE TABLE box (id INTEGER PRIMARY KEY, note_name REAL REFERENCES note (name));
      INSERT INTO note VALUES (-1.7976931348623157e308), (1.7976931348623157e308), (1e308);
      INSERT INTO box VALUES (1, -1.7976931348623157e308), (2, 1.7976931348623157e308), (3, 1e308), (4, 9e999);
      """)
    #expect(try subject.ids("note != nil", "Box") == [1, 2, 3])
    #expect(try subject.ids("boxes.@count == 1", "Note") == [1, 2, 3])
  }

  /// SQLite calls this a foreign key mismatch: a foreign key must refer to an index that has the columns' own collations.
  @Test(arguments: [
    "id TEXT COLLATE NOCASE, parent_id TEXT REFERENCES movie (id), PRIMARY KEY (id COLLATE RTRIM)",
    "id TEXT COLLATE NOCASE, parent_id TEXT REFERENCES movie (id), UNIQUE (id COLLATE BINARY)",
  ])
  func anIndexByAnotherCollationIsNoKey(columns: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE movie (\(columns));
      INSERT INTO movie (id) VALUES ('a'); INSERT INTO movie (parent_id) VALUES ('a'); INSERT INTO movie (id) VALUES ('A');
      """)
    #expect(subject.database.model.entity(named: "Movie")?.relationships.isEmpty == true)
    #expect(try subject.database.fetch(EntityFetch("Movie")).rows.count == 3)
    #expect(try subject.ids("id == 'a'", "Movie") == [1])
  }

  /// A unique index with another collation cannot be referred to, but still identifies rows that have no other key.
  @Test(arguments: [("", "NOCASE"), ("COLLATE NOCASE", "BINARY"), ("COLLATE NOCASE", "NOCASE"), ("", "BINARY")])
  func rowsWithoutNumbersAreOnesOfTheirKeys(own: String, index: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE place (name TEXT \(own), size INT UNIQUE, PRIMARY KEY (name COLLATE \(index))) WITHOUT ROWID;
      INSERT INTO place VALUES ('a', 1), ('b', 2); INSERT OR IGNORE INTO place VALUES ('A', 3);
      CREATE TABLE visit (id INTEGER PRIMARY KEY, size INT REFERENCES place (size), other INT REFERENCES place (size));
      INSERT INTO visit VALUES (1, 1, 1), (2, 1, 3), (3, 2, NULL), (4, 3, 3), (5, NULL, NULL);
      """)
    let names = subject.database.model.entity(named: "Visit")?.relationships.map(\.name) ?? []
    #expect(names.count == 2)
    let format = "\(names[0]) == \(names[1])"
    #expect(try subject.ids(format, "Visit") == [1, 4, 5])
  }

  /// Two texts that are different under a UNIQUE constraint may be the same key when they are compared with the referenced column. Then the inverse
  /// relationship is to-many.
  @Test(arguments: [
    ("id TEXT COLLATE NOCASE PRIMARY KEY", "movie_id TEXT UNIQUE", "'Abc'", "('Abc'), ('abc')"),
    ("id INTEGER PRIMARY KEY", "movie_id CLOB UNIQUE", "7", "('7'), ('7.0')"),
    ("id INTEGER PRIMARY KEY", "movie_id UNIQUE", "8", "(8), ('8')"),
  ])
  func uniqueForeignKeysThatAreOneKey(key: String, foreignKey: String, movie: String, tags: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE movie (\(key)); CREATE TABLE tag (\(foreignKey) REFERENCES movie (id));
      INSERT INTO movie VALUES (\(movie)); INSERT INTO tag VALUES \(tags);
      """)
    #expect(try subject.database.fetch(EntityFetch("Movie")).rows.count == 1)
    #expect(try subject.ids("tags.@count == 2", "Movie").count == 1)
  }

  /// A number refers to the key that is its text. Different numbers can have the same text, and the number that the text represents may be another one.
  @Test func numbersThatReferToTexts() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (k TEXT PRIMARY KEY, parent_k REAL REFERENCES t);
      INSERT INTO t (k) VALUES (9e999), ('0.3'), ('7.0');
      INSERT INTO t (parent_k) VALUES (9e999), (0.30000000000000004), (7), (0.3);
      """)
    #expect(try subject.ids("children.@count == 1", "T") == [1, 3])
    #expect(try subject.ids("children.@count == 2", "T") == [2])
    #expect(try subject.ids("parent.k == '0.3'", "T") == [5, 7])
    #expect(try subject.ids("ANY children.parentK > 6", "T") == [1, 3])
  }

  @Test func aUniqueForeignKeyOfTheSameFormIsOneToOne() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE movie (id TEXT COLLATE NOCASE PRIMARY KEY);
      CREATE TABLE poster (movie_id TEXT COLLATE NOCASE UNIQUE REFERENCES movie (id), size INT);
      INSERT INTO movie VALUES ('Abc'); INSERT INTO poster VALUES ('abc', 3);
      """)
    #expect(try subject.ids("poster.size == 3", "Movie") == [1])
  }
}
