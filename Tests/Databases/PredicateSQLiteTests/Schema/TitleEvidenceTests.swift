import PredicateModel
import PredicateSQLite
import Testing

/// Which attribute is the title that people recognise objects by: the rows decide, by whether its values differ.
@Suite struct TitleEvidenceTests {
  /// The title of the entity `T` whose table has some columns, and rows that are numbered by `i`.
  private func title(_ columns: String, _ values: String, count: Int = 300, key: String = "id INTEGER PRIMARY KEY")
    throws
    -> String?
  {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE t (\(key), \(columns));
      WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(count))
      INSERT INTO t SELECT i, \(values) FROM s;
      """)
    return database.model.entity(named: "T")?.titleAttribute?.name
  }

  @Test func statesDoNotNameObjects() throws {
    #expect(try title("status TEXT NOT NULL", "CASE i % 2 WHEN 0 THEN 'paid' ELSE 'shipped' END") == nil)
    #expect(try title("status TEXT NOT NULL, code TEXT NOT NULL", "'paid', 'c' || i") == "code")
    #expect(try title("code TEXT NOT NULL", "'c' || i") == "code")
    // For a column called `name`, different values in half of the rows suffice, because things of one kind may share a name.
    #expect(try title("name TEXT", "'n' || (i / 2)") == "name")
    #expect(try title("name TEXT", "'n' || (i % 7)") == nil)
    #expect(try title("name TEXT, label TEXT", "'n' || (i % 7), 'l' || i") == "label")
    // Persons share names.
    #expect(try title("last_name TEXT", "'n' || (i % 7)") == "lastName")
  }

  /// The sample includes rows at the end of a large table. A table that is not large is read once from beginning to end.
  @Test func samples() throws {
    #expect(try title("code TEXT NOT NULL", "CASE WHEN i < 150 THEN 'c' || i ELSE 'c' END") == nil)
    #expect(try title("code TEXT NOT NULL", "'c' || i", count: 150) == "code")
    #expect(try title("code TEXT NOT NULL", "'c'", count: 2) == "code")
    #expect(try title("code TEXT NOT NULL", "'c'", count: 3) == nil)
    #expect(
      try title("code TEXT NOT NULL", "CASE i % 2 WHEN 0 THEN 'paid' ELSE 'c' END", key: "k TEXT PRIMARY KEY") == nil)
  }

  @Test func viewsAreNotRead() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t (name) VALUES ('a'), ('a'), ('a');
      CREATE VIEW v AS SELECT id, name FROM t;
      """)
    #expect(database.model.entity(named: "T")?.titleAttribute == nil)
    #expect(database.model.entity(named: "V")?.titleAttribute?.name == "name")
  }
}
