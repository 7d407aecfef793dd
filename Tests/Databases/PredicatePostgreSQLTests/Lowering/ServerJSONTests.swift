#if PostgreSQL
  import PredicateDatabaseSuite
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Paths into columns of json and jsonb: the server gives the rows that memory finds, and the rows that make a condition fail.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerJSONTests {
    private static func database(_ name: String, _ documents: [String]) throws -> PostgreSQLDatabase {
      let server = try #require(PostgreSQLServer.shared)
      let rows = documents.enumerated().map { number, document in
        let text = "'\(document.replacing("'", with: "''"))'"
        return "(\(number + 1), \(text), \(text))"
      }
      let script = """
        CREATE TABLE note (id int PRIMARY KEY, payload jsonb, raw json);
        INSERT INTO note VALUES \(rows.joined(separator: ", "));
        """
      return try PostgreSQLDatabase(connection: server.makeDatabase(name, script: script))
    }

    private static func answer(_ rows: () throws -> ResultTable) -> String {
      do { return try rows().rows.map { "\($0[0])" }.joined(separator: " ") } catch let issue as PredicateIssue {
        return "\(issue.kind)"
      } catch { return "\(error)" }
    }

    @Test func randomConditions() throws {
      let run = RandomRun(rounds: 300)
      var documents = JSONTrial(seed: run.seed)
      let database = try Self.database("json", (1...60).map { _ in documents.document() })
      let graph = try database.graph()
      var (decided, narrowed) = (0, 0)
      for seed in run.seeds {
        var trial = JSONTrial(seed: seed)
        let format = trial.condition(on: trial.random.oneIn(4) ? "raw" : "payload")
        let fetch = EntityFetch("Note", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let expected = Self.answer { try graph.rows(fetch) }
        #expect(Self.answer { try database.rows(of: fetch) } == expected, "\(format) (OPENPREDICATE_SEED=\(seed))")
        let count = expected.split(separator: " ").count
        if count > 0, count < 60 { decided += 1 }
        let statement = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement
        if statement?.text.contains(" WHERE ") == true { narrowed += 1 }
      }
      #expect(run.rounds < 100 || decided > run.rounds / 5 && narrowed > run.rounds / 10, "\(decided), \(narrowed)")
    }

    /// The message about a document that cannot be read names its row as statements write it, whatever characters the key has.
    @Test(arguments: ["5", "a\"b", #"a\b"#, #"\"#, "it's", "line\nbreak\t", "“x”", "\"\u{301}", "]", "é\u{7}", ""])
    func anUnreadableDocumentNamesItsRow(key: String) throws {
      let database = try Self.unreadable.get()
      let fetch = EntityFetch("Doc", where: try QueryPredicate("name == \(key)"))
      let issue = try #require(throws: DatabaseIssue.self) { try database.rows(of: fetch) }
      let label = "Doc[\(QueryExpression.literal(.string(key)).exactFormat), 3]"
      #expect(issue.message.hasPrefix("the JSON in body of \(label) cannot be read: "), "\(issue)")
      let named = try QueryPredicate(format: QueryFormat(raw: "SELF == \(label)"))
      #expect(try database.number(of: EntityFetch("Doc", where: named)) == 1, "\(label)")
    }

    /// Documents that are nested deeper than the language allows, under keys with quotes, backslashes and control characters.
    private static let unreadable = Result {
      let server = try #require(PostgreSQLServer.shared)
      let script = #"""
        CREATE TABLE doc (name text, version int, body json, PRIMARY KEY (name, version));
        INSERT INTO doc SELECT name, 3, (repeat('[', 3000) || repeat(']', 3000))::json FROM unnest(ARRAY[
          '5', 'a"b', E'a\\b', E'\\', 'it''s', E'line\nbreak\t', '“x”', U&'"\0301', ']', E'é\u0007', ''
        ]) AS name;
        """#
      return try PostgreSQLDatabase(connection: server.makeDatabase("unreadable", script: script))
    }

    /// If the value of one row cannot be compared, the issue names the row and the function that converts the value.
    @Test(arguments: [
      ("payload.age > 60", "CAST(x, 'NSNumber')"), ("payload.age BETWEEN {1, 5}", "CAST(x, 'NSNumber')"),
      ("payload.age + 1 > 60", "CAST(x, 'NSNumber')"),
      ("payload.tags.length > 2", "before the condition, add a condition that is false"),
    ])
    func aValueThatCannotBeComparedNamesItsRow(format: String, way: String) throws {
      let database = try Self.ages.get()
      let fetch = EntityFetch("Note", where: try QueryPredicate(format: QueryFormat(raw: format)))
      let issue = #expect(throws: PredicateIssue.self) { try database.rows(of: fetch) }
      #expect(issue?.hint?.hasPrefix("Note[2] has such a value; ") == true, "\(issue?.hint ?? "")")
      #expect(issue?.hint?.contains(way) == true)
      #expect(issue?.message.contains("never") == false)
      var columns = EntityFetch("Note")
      columns.columns = [FetchedColumn(try QueryExpression(format: "payload.age + 1"), as: "next")]
      let inColumn = #expect(throws: PredicateIssue.self) { try database.rows(of: columns) }
      #expect(inColumn?.hint?.hasPrefix("Note[2] has such a value; ") == true)
    }

    private static let ages = Result {
      try database("json ages", [#"{"age": 61}"#, #"{"age": "old", "tags": ["a", "b"]}"#, #"{"age": 3}"#])
    }

    private static let documents = Result {
      try database(
        "json rows",
        [
          #"{"kind": "x", "a": {"b": 2}}"#, #"{"kind": "y", "a": {"b": 2.0}, "done": true}"#,
          #"{"a": {"b": 1}, "items": [3]}"#, #"{"a": {"b": 0.1}, "items": [], "done": 1}"#,
          #"{"a": null, "done": false}"#, "null",
        ])
    }

    /// The server returns only the rows that meet the condition.
    @Test(arguments: [
      ("payload.kind == 'x'", 1), ("payload.a.b == 2", 2), ("payload.a.b > 1.5", 2), ("payload.a.b <= 1", 2),
      ("payload.items[0] == 3", 1), ("payload.done == YES", 2),
    ])
    func rowsThatAreRead(format: String, rows: Int) throws {
      let database = try Self.documents.get()
      let fetch = EntityFetch("Note", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.rows(of: fetch).rows.count == rows)
      let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows)
      var read = 0
      try database.run(prepared) { _ in
        read += 1
        return true
      }
      #expect(try database.values(of: "payload", in: "Note", prefix: "{", limit: 9).count == 5)
      #expect(prepared.remainder != nil && read == rows, "\(prepared.statement?.text ?? "")")
    }
  }
#endif
