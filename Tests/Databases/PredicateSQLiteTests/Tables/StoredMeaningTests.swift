import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// A value that its column's declaration does not allow reads as nil everywhere: in conditions, orders, groups and shown columns.
@Suite struct StoredMeaningTests {
  @Test func aBlobOfAnotherLengthIsNoUUID() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, u UUID);
      INSERT INTO t VALUES (1, x'000102030405060708090a0b0c0d0e0f'), (2, x'00010203040506'), (3, x'0001'), (4, NULL),
        (5, x'ff0102030405060708090a0b0c0d0e0f'), (6, x'ff0102030405060708090a0b0c0d0e0f'), (7, 'text');
      CREATE INDEX t_u ON t (u);
      """)
    #expect(try subject.ids("u == nil", "T") == [2, 3, 4, 7])
    #expect(try subject.ids("u > CAST('00000000-0000-0000-0000-000000000000', 'NSUUID')", "T") == [1, 5, 6])
    let list = "{CAST('00010203-0405-0607-0809-0A0B0C0D0E0F', 'NSUUID'), CAST('x', 'NSUUID')}"
    #expect(try subject.ids("u IN \(list)", "T") == [1])
    // A text in a column of UUIDs that is the written form of one is read as this UUID.
    #expect(try subject.ids("u == '00010203-0405-0607-0809-0a0b0c0d0e0f'", "T") == [1])
    let texts = "{'00010203-0405-0607-0809-0A0B0C0D0E0F', 'FF010203-0405-0607-0809-0A0B0C0D0E0F'}"
    #expect(try subject.ids("u IN \(texts)", "T") == [1, 5, 6])
    try AgreementTests.check("u != 'FF010203-0405-0607-0809-0A0B0C0D0E0F'", "T", in: subject)
    let sorted = EntityFetch("T", sortedBy: [QuerySortKey(QueryKeyPath(.key("u")))])
    #expect(try subject.database.keys(sorted) == [2, 3, 4, 7, 1, 5, 6])
    let u = FetchedColumn(key: "u")
    let count = FetchedColumn(.call("count", []), as: "n")
    let groups = try subject.database.fetch(EntityFetch("T", columns: [u, count], groupBy: [u])).rows
    #expect(groups.map(\.[0].isNull) == [true, false, false])
    #expect("\(groups.map { $0[1] })" == "\([QueryValue.integer(4), .integer(1), .integer(2)])")
  }

  /// SQLite 3.40 does not check the types of generated columns of STRICT tables, stored ones included.
  @Test func generatedColumnsOfStrictTablesAreNotTrusted() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, n INTEGER, v REAL AS (n || 'x') STORED, w INTEGER AS (n || 'y') VIRTUAL) STRICT;
      INSERT INTO t (id, n) VALUES (1, 1), (2, NULL);
      """)
    #expect(try subject.ids("v > 3", "T") == [])
    #expect(try subject.ids("w > 3", "T") == [])
    #expect(try subject.ids("v == nil AND w == nil", "T") == [1, 2])
  }

  @Test func objectsAndCollectionsHaveNoBounds() throws {
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, year INT); INSERT INTO t VALUES (1, 1);")
    for format in ["SELF BETWEEN {SELF, SELF}", "{year} BETWEEN {{1}, {2}}"] {
      #expect(throws: (any Error).self) {
        try subject.database.keys(EntityFetch("T", where: QueryPredicate(format: QueryFormat(raw: format))))
      }
      #expect(try subject.ids("NOT year BETWEEN {2, 3}", "T") == [1])
      try AgreementTests.check(format, "T", in: subject)
    }
  }
}
