import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Tables of two foreign keys without any key, as some tools create them: a relationship at both ends, and an entity for the rows.
@Suite("Tables of pairs without a key")
struct KeylessPairTests {
  /// The first pair occurs twice, and one pair refers to no song.
  private static let rows = """
    INSERT INTO lists VALUES (1, 'Rain'), (2, 'Sun'), (3, 'Snow');
    INSERT INTO songs VALUES (1, 'a', 100), (2, 'b', 200), (3, 'c', 300);
    INSERT INTO lists_songs VALUES (1, 1), (1, 1), (1, 2), (2, 1), (2, 9);
    """

  private static func script(_ list: String, _ song: String, index: String = "") -> String {
    """
    CREATE TABLE lists (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT, length INTEGER);
    CREATE TABLE lists_songs (list_id INTEGER NOT NULL \(list), song_id INTEGER NOT NULL \(song));
    \(index)
    \(rows)
    """
  }

  static let scripts = [
    script("REFERENCES lists (id)", "REFERENCES songs (id)"),
    script("", ""),
    script(
      "", "", index: "CREATE INDEX by_list ON lists_songs (list_id); CREATE INDEX by_song ON lists_songs (song_id);"),
    script("", "", index: "CREATE INDEX by_both ON lists_songs (song_id, list_id);"),
  ]

  /// Only an index of both columns finds the other rows of a pair. With an index of one column each pair would be compared with all pairs of its list.
  @Test(arguments: zip(scripts, [false, false, false, true]))
  func rowsOfAPairAreFoundByAnIndexOfBoth(script: String, isFound: Bool) throws {
    let subject = try ScriptDatabase.subject(script)
    let fetch = EntityFetch("List", where: try QueryPredicate(format: "songs.@count == 2"))
    let text = try subject.database.statement(for: fetch).statement.text
    #expect(text.contains("\"rowid\" < ") == isFound, "\(text)")
    #expect(text.contains("SELECT DISTINCT") != isFound, "\(text)")
  }

  @Test(arguments: scripts)
  func arePairsOnce(script: String) throws {
    let subject = try ScriptDatabase.subject(script)
    let model = subject.database.model
    let songs = try #require(model.entity(named: "List")?.relationship(named: "songs"))
    #expect(songs.cardinality == .toMany)
    #expect(songs.inverse == "lists")
    #expect(
      model.entity(named: "ListsSong") != nil, "the rows stay an entity, because they may say more than the pairs")
    #expect(try subject.ids("songs.@count == 2", "List") == [1])
    #expect(try subject.ids("songs.@count == 1", "List") == [2])
    #expect(try subject.ids("songs.@count < 1", "List") == [3])
    #expect(try subject.ids("songs.@sum.length == 300", "List") == [1])
    #expect(try subject.ids("songs.@avg.length == 150", "List") == [1])
    #expect(try subject.ids("ANY songs.title == 'a'", "List") == [1, 2])
    #expect(try subject.ids("NONE songs.length > 150", "List") == [2, 3])
    #expect(try subject.ids("ALL songs.length < 150", "List") == [2, 3])
    #expect(try subject.ids("SUBQUERY(songs, $s, $s.length < 250).@count == 2", "List") == [1])
    #expect(try subject.ids("lists.songs.@count == 3", "Song") == [1])
    #expect(try subject.ids("ANY lists.name == 'Rain'", "Song") == [1, 2])
    let counts = EntityFetch(
      "List", columns: [FetchedColumn(try QueryExpression(format: "songs.@count"))],
      sortedBy: [QuerySortKey(try QueryExpression(format: "id"))])
    #expect(
      try subject.database.fetch(counts).rows.map(\.[0].debugDescription) == ["integer(2)", "integer(1)", "integer(0)"])
  }

  /// If the columns compare differently from the keys, different values may be the same pair. Then the table is an entity, and there is no
  /// relationship between lists and songs.
  @Test func ofOtherValues() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE lists (code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT);
      CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE lists_songs (list_code TEXT REFERENCES lists (code), song_id INTEGER REFERENCES songs (id));
      INSERT INTO lists VALUES ('r', 'Rain'); INSERT INTO songs VALUES (1, 'a');
      INSERT INTO lists_songs VALUES ('r', 1), ('R', 1);
      """)
    #expect(subject.database.model.entity(named: "List")?.relationship(named: "songs") == nil)
    #expect(try subject.ids("listsSongs.@count == 2", "Song") == [1])
  }

  /// A table with a unique pair needs no entity of its own. A table with a third column is not a table of pairs.
  @Test func ofOtherTables() throws {
    func model(_ table: String) throws -> DataModel {
      try ScriptDatabase.open(
        """
        CREATE TABLE lists (id INTEGER PRIMARY KEY); CREATE TABLE songs (id INTEGER PRIMARY KEY);
        CREATE TABLE lists_songs (list_id INTEGER REFERENCES lists (id), song_id INTEGER REFERENCES songs (id)\(table));
        """
      ).model
    }
    let unique = try model(", UNIQUE (song_id, list_id)")
    #expect(unique.entity(named: "ListsSong") == nil)
    #expect(unique.entity(named: "Song")?.relationship(named: "lists") != nil)
    let further = try model(", played INTEGER")
    #expect(further.entity(named: "ListsSong") != nil)
    #expect(further.entity(named: "Song")?.relationship(named: "lists") == nil)
  }
}
