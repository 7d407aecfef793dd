import PredicateDatabaseSuite
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Columns of JSON: which columns the model reads as JSON, and that memory and SQL give the same answers about paths into them.
@Suite struct JSONColumnTests {
  private static let script = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, payload JSON, doc JSONB NOT NULL, checked TEXT CHECK ("checked" IS NULL OR json_valid("checked")),
      extra_data TEXT, title TEXT, raw BLOB);
    INSERT INTO note VALUES
      (1, '{"kind": "a", "size": 3, "items": [{"price": 4.5}, {"price": 1}], "tags": ["x", "y"]}', 'null', '[1]', '{"a": 1}', 'x', NULL),
      (2, ' {"size":3.0,"kind":"a","items":[]} ', '"s"', NULL, '[]', '[y', CAST('{"b": 2}' AS BLOB)),
      (3, 'not JSON', '7', ' null ', '{}', 'z', x'7b'),
      (4, NULL, '{"kind": "b", "kind": "c"}', '12345678901234567890', NULL, '', x'00'),
      (5, '{"kind": "b", "size": null}', '1e2', 'true', '{"a": [1]}', NULL, 5);
    """

  private static let subject = Result {
    try AgreementSubject(ScriptDatabase.open(script).retyped("raw", of: "Note", to: .any, storedAs: .json))
  }

  @Test func whichColumnsAreJSON() throws {
    let database = try ScriptDatabase.open(Self.script)
    let entity = try #require(database.model.entity(named: "Note"))
    let storages = ["payload", "doc", "checked", "extraData", "title"].map { entity.attribute(named: $0)?.storage }
    #expect(storages == [.json, .json, .json, .text, .text])
    #expect(entity.attribute(named: "doc")?.mayBeNil == true)
    #expect(
      database.notes == ["note.payload holds texts such as “not JSON”, which are read as nil because they are not JSON"]
    )
    #expect(database.suggestions.map { "\($0.attribute) \($0.type)" } == ["extraData any"])
    let retyped = try database.retyped("extraData", of: "Note", to: .any)
    #expect(retyped.model.entity(named: "Note")?.attribute(named: "extraData")?.storage == .json)
    let text = try #require(try retyped.modelFileText())
    #expect(try ModelFile(jsonText: text).text() == text && text.contains("json"))
  }

  @Test(arguments: [
    ("payload.kind == 'a'", [1, 2] as [Int64]), ("payload.size == 3", [1, 2]), ("payload.items[0].price > 3", [1]),
    ("ANY payload.tags == 'x'", [1]), ("payload == nil", [3, 4]), ("payload.size == nil", [3, 4, 5]),
    ("doc == nil", [1]), ("doc != nil", [2, 3, 4, 5]), ("checked == nil", [2, 3]), ("checked == YES", [5]),
    ("id == 4 AND checked > 12345678901234567889", [4]), ("doc == 's'", [2]), ("doc == 7", [3]), ("doc == 100", [5]),
    ("id == 4 AND doc.kind == 'c'", [4]), ("id == 2 AND raw.b == 2", [2]), ("raw == nil", [1, 3, 4]), ("raw == 5", [5]),
    ("payload.items.price CONTAINS 1", [1]), ("payload.items[SIZE] == 0", [2]), ("payload[\"kind\"] == 'b'", [5]),
  ])
  func paths(format: String, expected: [Int64]) throws {
    let subject = try Self.subject.get()
    #expect(try subject.ids(format, "Note") == expected, "\(format)")
    try AgreementTests.check("NOT (\(format))", "Note", in: subject)
  }

  /// A path into a single value gives nil: one document of another structure does not make the statement fail.
  @Test(arguments: [
    ("v.x == 1", [1] as [Int64]), ("v.x == nil", [2, 3, 4, 6, 7]), ("v.x.y == nil", [1, 2, 3, 4, 6, 7]),
    ("v[0] == 1", [5]),
    ("v[FIRST] == 1", [5]), ("v[FIRST] == nil", [1, 2, 3, 4, 6, 7]), ("v[LAST] == 1", [5]),
    ("v[SIZE] == 1", [1, 5, 7]),
    ("v[SIZE] == nil", [2, 3, 4, 6]), ("v[id - 5] == 1", [5]), ("v[id].x == nil", [1, 2, 3, 4, 5, 6, 7]),
    ("v[LAST].x == nil", [1, 2, 3, 4, 5, 6, 7]), ("v[FIRST][SIZE] == nil", [1, 2, 3, 4, 5, 6, 7]),
    ("v[\"x\"] == 1", [1]), ("v[0].y == nil", [1, 2, 3, 4, 5, 6, 7]), ("v.length == 1", [4]), ("v.self == 5", [3]),
  ])
  func singleValuesAmongDocuments(format: String, expected: [Int64]) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v JSON);
      INSERT INTO t VALUES (1, '{"x":1}'), (2, 'true'), (3, '5'), (4, '"s"'), (5, '[1]'), (6, 'null'), (7, '{"y":{}}');
      """)
    #expect(try subject.ids(format, "T") == expected, "\(format)")
    try AgreementTests.check("NOT (\(format))", "T", in: subject)
  }

  /// A name collects its values in the dictionaries of a list. Lists among these values are flattened, and dictionaries are not.
  @Test(arguments: [
    ("v.a.@count == 2", [1, 2] as [Int64]), ("v.a.@count == 1", [3, 4]), ("v.a.b CONTAINS 1", [1]),
    ("v.a CONTAINS 2", [2]), ("v.a[0].c == 2", [1]),
  ])
  func namesInLists(format: String, expected: [Int64]) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v JSON);
      INSERT INTO t VALUES (1, '[{"a":{"b":1,"c":2}},{"a":3}]'), (2, '[{"a":[1,2]}]'), (3, '[{"a":{"c":1,"d":2}}]'), (4, '[{"b":2}]');
      """)
    #expect(try subject.ids(format, "T") == expected, "\(format)")
    try AgreementTests.check("NOT (\(format))", "T", in: subject)
  }

  /// Paths into JSON as columns, sort keys and group keys give the same rows in SQL and in memory.
  @Test func wholeFetches() throws {
    let subject = try Self.subject.get()
    func rows(_ fetch: EntityFetch) throws -> [[QueryValue]] {
      let found = try subject.database.fetch(fetch).rows
      let expected = try GraphFetch(subject.graph).rows(fetch).rows
      #expect(found.count == expected.count)
      for (row, other) in zip(found, expected) {
        #expect(zip(row, other).allSatisfy { $0.equals($1) }, "\(row) for \(other)")
      }
      return found
    }
    func path(_ text: String) throws -> QueryExpression { try QueryExpression(format: QueryFormat(raw: text)) }
    let shown = EntityFetch(
      "Note", columns: [FetchedColumn(try path("payload.items[0].price")), FetchedColumn(try path("checked"))],
      sortedBy: [QuerySortKey(try path("payload.size"), isAscending: false)])
    #expect(try rows(shown).count == 5)
    let groups = EntityFetch(
      "Note", columns: [FetchedColumn(try path("payload.kind")), FetchedColumn(try path("count()"))],
      groupBy: [FetchedColumn(try path("payload.kind"))])
    #expect(try rows(groups).count == 3)
    let whole = EntityFetch(
      "Note", columns: [FetchedColumn(try path("count()"))], groupBy: [FetchedColumn(try path("doc"))])
    #expect(try rows(whole).count == 5)
  }

  @Test func randomConditions() throws {
    let run = RandomRun(rounds: 300)
    var documents = JSONTrial(seed: run.seed)
    let rows = (1...60).map { "(\($0), '\(documents.document().replacing("'", with: "''"))')" }
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE note (id INTEGER PRIMARY KEY, payload JSON); INSERT INTO note VALUES \(rows.joined(separator: ", "))"
    )
    var decided = 0
    for seed in run.seeds {
      var trial = JSONTrial(seed: seed)
      let count = try AgreementTests.check(trial.condition(on: "payload"), "Note", in: subject, seed: seed)
      if count > 0, count < 60 { decided += 1 }
    }
    #expect(run.rounds < 100 || decided > run.rounds / 5, "\(decided) of \(run.rounds)")
  }
}
