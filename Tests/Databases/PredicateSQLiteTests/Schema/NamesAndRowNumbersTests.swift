import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Names that have a meaning in SQL, and the least and the greatest possible row number.
@Suite struct NamesAndRowNumbersTests {
  @Test(arguments: ["true", "false", "TRUE", "null", "current_date"])
  func aColumnNamedLikeAWordOfSQL(name: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, "\(name)" TEXT, n INT, parent INT REFERENCES t (id));
      INSERT INTO t VALUES (1, NULL, NULL, NULL), (2, 'x', 5, 1), (3, NULL, 3, 2);
      """)
    #expect(try subject.ids("NOT n > 3", "T") == [1, 3])
    #expect(try subject.ids("NOT parent.n > 3", "T") == [1, 2])
    #expect(try subject.ids("NOT (ANY children.n > 4)", "T") == [2, 3])
    #expect(try subject.ids("#\(name) == 'x' OR #\(name) != nil", "T") == [2])
  }

  /// The table has the least and the greatest possible row number, whose difference overflows Int64. Queries and samples of rows still work.
  @Test(arguments: ["DATE", "BOOLEAN", "UUID"])
  func rowNumbersAtBothEnds(type: String) throws {
    let rows = (1...24).map { "(\($0), NULL)" }.joined(separator: ", ")
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, d \(type)); CREATE INDEX t_d ON t (d);
      INSERT INTO t VALUES (-9223372036854775808, NULL), \(rows), (9223372036854775807, NULL);
      """)
    #expect(try subject.ids("id < 0 OR id > 24", "T") == [.min, .max])
    #expect(try subject.ids("d == nil", "T").count == 26)
    #expect(try subject.database.distinctValues(of: "id", in: "T", sample: 10).count > 0)
  }

  @Test func aTableWithoutAName() throws {
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE \"\" (id INTEGER PRIMARY KEY, n); INSERT INTO \"\" VALUES (1, x'01'), (2, 5);")
    #expect(try subject.ids("id == 2 AND n > 4", "Table") == [2])
    let failing = EntityFetch("Table", where: try QueryPredicate(format: "n > 4"))
    #expect(throws: PredicateIssue.self) { try subject.database.fetch(failing) }
  }

  @Test func aRelationshipIsNotCalledLikeTheRowNumber() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE _rowid_ (id INTEGER PRIMARY KEY); INSERT INTO _rowid_ VALUES (5);
      CREATE TABLE note (_rowid__id INTEGER REFERENCES _rowid_); INSERT INTO note VALUES (5), (NULL);
      """)
    #expect(try subject.ids("rowid == 2", "Note") == [2])
    let columns = try subject.database.fetch(EntityFetch("Note")).columns
    #expect(Set(columns).count == columns.count)
  }

  /// If a column is called `rowid`, the name denotes this column. The row number is still found.
  @Test func aColumnNamedRowid() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (rowid TEXT, d DATE); INSERT INTO t VALUES ('b', '2024-01-01'), ('a', NULL);
      CREATE TABLE all_names (rowid TEXT, oid TEXT, _rowid_ TEXT); INSERT INTO all_names VALUES ('x', 'y', 'z');
      """)
    #expect(try subject.ids("#rowid == 'a'", "T") == [2])
    #expect(
      try subject.database.distinctValues(of: "rowid", in: "T").map(\.debugDescription)
        == ["a", "b"].map { QueryValue.string($0).debugDescription })
    #expect(
      try subject.database.distinctValues(of: "oid", in: "AllName").map(\.debugDescription)
        == [QueryValue.string("y").debugDescription])
  }
}
