#if PostgreSQL
  import PredicateDatabases
  import PredicatePostgreSQL
  import PredicateTestSupport
  import Testing

  @testable import PredicateShell

  /// Statements and commands of the shell over a database on a server.
  @Suite("The shell over PostgreSQL", .enabled(if: PostgreSQLServer.shared != nil))
  struct ServerShellTests {
    private static let script = """
      CREATE TABLE note (id int PRIMARY KEY, doc jsonb, seen timestamptz[]);
      INSERT INTO note VALUES (1, '{"a": 1}', '{2020-01-01}'), (2, '{"a": "t"}', '{2018-01-01}');
      CREATE TABLE friend (id int PRIMARY KEY, name text NOT NULL, mail text, born date);
      INSERT INTO friend VALUES (1, 'Anna', 'a@x.org', '1990-05-01'), (2, 'Björn', NULL, '1985-01-31'), (3, 'O''Hara "x"', '%', NULL);
      CREATE TABLE loan (id int PRIMARY KEY, friend_id int REFERENCES friend, days int NOT NULL);
      INSERT INTO loan VALUES (1, 1, 3), (2, 1, 40), (3, 2, 5);
      CREATE TABLE day (k date PRIMARY KEY); INSERT INTO day VALUES ('infinity'), ('2020-01-01');
      CREATE TABLE visit (id int PRIMARY KEY, day date REFERENCES day); INSERT INTO visit VALUES (1, 'infinity'), (2, '2020-01-01');
      CREATE TABLE share (k float8 PRIMARY KEY); INSERT INTO share VALUES ('NaN'), (0.5);
      CREATE TABLE part (id int PRIMARY KEY, share float8 REFERENCES share); INSERT INTO part VALUES (1, 'NaN'), (2, 0.5);
      """

    private static let url = Result { try #require(PostgreSQLServer.shared).makeDatabase("shell", script: script) }

    private static func shell() throws -> TestedShell {
      try TestedShell(PostgreSQLDatabase(connection: url.get(), isReadOnly: false))
    }

    /// `.type` cannot change the types of a server's columns, so no hint proposes `.type`.
    @Test(arguments: [
      ("Note where doc.a > 2", "Note[2] has such a value; "),
      ("Note where ANY seen > '2019-01-01'", ""),
    ])
    func noHintProposesATypeForAServer(statement: String, hint: String) throws {
      let found = try Self.shell().refusal(statement).hint
      #expect(found.hasPrefix(hint) && !found.contains(".type") && !found.contains("several types"), "\(found)")
    }

    /// Memory cannot find the row of an infinite key. The issue gives the reason.
    @Test(arguments: [
      ("Day", "visits", "no condition can contain the key of a row of Day, such as an infinite date"),
      ("Share", "parts", "a row of Share has a key that predicates cannot read: its k is nil or NaN"),
    ])
    func aKeyThatCannotBeReadIsNamed(entity: String, relationship: String, reason: String) throws {
      let shell = try Self.shell()
      _ = shell.session.run(".verify \(entity) where \(relationship).@count > 0")
      let text = shell.errors.take() + shell.output.take()
      #expect(text.contains("\(entity).\(relationship) cannot be followed here: \(reason)"), "\(text)")
    }

    @Test(arguments: [
      (".why 2 Friend where name BEGINSWITH 'A'", "false"),
      (".why 1 Friend where ANY loans.days > 30", "true"),
      (".empty Friend where name == 'Anna' AND mail == nil", "Without mail == nil: 1 friend."),
      (".verify Friend where ANY loans.days > 30", "are equal"),
      (".verify Friend where name CONTAINS '\"' OR mail LIKE '\\\\%'", "are equal"),
      (".verify Friend where name ==[cd] 'bjorn'", "are equal"),
      (".verify Loan group by friend show friend.name, sum(days) as days", "are equal"),
      (".explain Friend where name MATCHES 'A.*'", "MATCHES"),
    ])
    func commandsAnswerOnAServer(command: String, words: String) throws {
      let lines = try Self.shell().lines(command)
      #expect(lines.contains { $0.contains(words) }, "\(lines)")
    }

    /// Values of a column complete a text, also values with quotes.
    @Test(arguments: [("Friend where name == \"bj", ["Björn"]), ("Friend where name == \"O'", ["O'Hara"])])
    func valuesComplete(text: String, values: [String]) throws {
      let candidates = try Self.shell().session.completion(of: text).candidates.map(\.text)
      #expect(candidates.count == values.count, "\(candidates)")
      for (candidate, value) in zip(candidates, values) { #expect(candidate.contains(value), "\(candidate)") }
    }

    /// A name in quotes may have spaces. The server would shorten a longer name, so it is refused.
    @Test func theNameOfASchemaMayBeInQuotes() throws {
      let server = try #require(PostgreSQLServer.shared)
      let target = try server.makeDatabase("shell copies")
        .replacing(" ", with: "%20")
      let shell = try Self.shell()
      #expect(shell.lines(".export \(target) \"a b\"").last?.hasSuffix(" rows written to the schema a b") == true)
      let long = String(repeating: "x", count: 63)
      #expect(shell.lines(".export \(target) \(long)").last?.hasSuffix(" written to the schema \(long)") == true)
      let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname IN ('a b', '\(long)')"
      #expect(try server.run(schemas, in: "shell copies") == "2\n")
      _ = shell.session.run(".export \(target) é\(long)")
      let refusal = shell.errors.take()
      let words = "the name of the schema has 65 bytes, and names on a server have at most 63"
      #expect(refusal.contains(words), "\(refusal)")
      #expect(shell.refusal(".export \(target) a b").code == "command-argument")
      #expect(shell.refusal(".export \(target) \"\"").code == "command-argument")
    }
  }
#endif
