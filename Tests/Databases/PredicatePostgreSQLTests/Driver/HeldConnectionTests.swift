#if PostgreSQL
  import PredicateDatabases
  import PredicateFetching
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// The body that receives the rows of a statement runs further statements, while the rows come in parts.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct HeldConnectionTests {
    /// The rows of `seen` show the connection that reads them. The time limit of idle transactions is 10 minutes.
    private static func database(_ name: String, limit: Int = -1) throws -> PostgreSQLDatabase {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE person (id int PRIMARY KEY, name text);
        INSERT INTO person SELECT i, (ARRAY['Anna', 'Bob'])[i % 2 + 1] FROM generate_series(1, 112) i;
        CREATE VIEW seen AS SELECT id, pg_backend_pid() AS pid, current_setting('idle_in_transaction_session_timeout') AS idle FROM person;
        CREATE VIEW broken AS SELECT id, 1 / (id - id) AS q FROM person;
        CREATE ROLE \(name) LOGIN CONNECTION LIMIT \(limit); ALTER ROLE \(name) SET idle_in_transaction_session_timeout = '10min';
        GRANT USAGE ON SCHEMA public TO \(name); GRANT SELECT ON person, seen, broken TO \(name);
        """
      let url = try server.makeDatabase(name, script: script).replacing("postgres@", with: "\(name)@")
      return try PostgreSQLDatabase(connection: url)
    }

    /// 56 of 112 rows, for each of which memory needs other rows. They come in three parts: 16, 32 and 64 rows. A shorter part would reach memory after
    /// the end of the transaction.
    private static func inParts() throws -> EntityFetch {
      let condition = try QueryPredicate("SUBQUERY(Person, $p, $p.name MATCHES 'A.*' AND $p.id == id).@count > 0")
      return EntityFetch("Seen", where: condition, columns: try columns())
    }

    private static func columns() throws -> [FetchedColumn] {
      [FetchedColumn(try QueryExpression(format: "pid")), FetchedColumn(try QueryExpression(format: "idle"))]
    }

    /// The connection that reads a row of `seen`.
    private struct Reader: Hashable {
      let connection: Int64
      let idle: String

      init(_ row: [QueryValue]) throws {
        guard case .integer(let connection) = row[0], case .string(let idle) = row[1] else {
          throw DatabaseIssue(.failed, "\(row)")
        }
        (self.connection, self.idle) = (connection, idle)
      }

      init(_ database: PostgreSQLDatabase) throws {
        let rows = try database.fetch(EntityFetch("Seen", columns: columns(), limit: 1)).rows
        try self.init(#require(rows.first))
      }
    }

    /// The server does not end the transaction, however long a body takes. A statement of the body does not depend on the transaction.
    @Test func aBodyHasAConnectionOfItsOwn() throws {
      let database = try Self.database("held_body")
      var readers: [Reader] = []
      var errors = 0
      try database.forEachRow(Self.inParts()) { row in
        let (held, own) = (try Reader(row), try Reader(database))
        #expect(held.idle == "0" && own.idle == "10min" && own.connection != held.connection)
        do {
          _ = try database.count(EntityFetch("Broken", where: try QueryPredicate("q > 0")))
        } catch is DatabaseIssue { errors += 1 }
        readers.append(held)
      }
      #expect(readers.count == 56 && errors == 56 && Set(readers).count == 1, "\(readers)")
      var tables = 0
      try database.forEachBatch(of: 20, Self.inParts()) { table in
        let held = try Reader(table.rows[0])
        // The last table is passed after the end of the transaction.
        if table.rows.count == 20 { #expect(try Reader(database).connection != held.connection) }
        tables += 1
      }
      #expect(tables == 3)
    }

    /// The body may itself start a statement whose rows come in parts, and end it early.
    @Test func partsInParts() throws {
      let database = try Self.database("held_parts")
      struct Enough: Error {}
      var pairs = 0
      try database.forEachRow(Self.inParts()) { row in
        let held = try Reader(row)
        #expect(throws: Enough.self) {
          try database.forEachRow(Self.inParts()) { inner in
            let reader = try Reader(inner)
            #expect(reader.connection != held.connection && reader.idle == "0")
            pairs += 1
            throw Enough()
          }
        }
      }
      #expect(pairs == 56)
    }

    /// A task that a body starts may run longer than the iteration, whose connection then runs other statements.
    @Test func aTaskOutlivesTheBody() async throws {
      let database = try Self.database("held_task")
      let (isOver, end) = AsyncStream.makeStream(of: Void.self)
      var tasks: [Task<Int, any Error>] = []
      let count = EntityFetch("Person", where: try QueryPredicate("id < 51"))
      try database.forEachRow(Self.inParts()) { _ in
        if !tasks.isEmpty { return }
        tasks.append(
          Task {
            for await _ in isOver {}
            return try (0..<200).reduce(0) { sum, _ in sum + (try database.count(count)) }
          })
        // These tasks run at the same time as the iteration.
        tasks.append(Task { try (0..<200).reduce(0) { sum, _ in sum + (try database.count(count)) } })
        tasks.append(Task.detached { try (0..<200).reduce(0) { sum, _ in sum + (try database.count(count)) } })
      }
      end.finish()
      #expect(tasks.count == 3)
      for _ in 0..<200 { #expect(try database.count(EntityFetch("Person")) == 112) }
      for task in tasks { #expect(try await task.value == 10_000) }
    }

    /// If the role may have only one connection, a statement in the body gets an error. Later statements run.
    @Test func oneConnectionIsTooFewForABody() throws {
      let database = try Self.database("held_alone", limit: 1)
      var errors = 0
      let names = try database.forEachRow(Self.inParts()) { _ in
        do { _ = try database.count(EntityFetch("Person")) } catch let issue as DatabaseIssue {
          #expect(issue.message.contains("too many connections"), "\(issue)")
          errors += 1
        }
      }
      #expect(errors == 56 && names == ["pid", "idle"])
      #expect(try database.count(EntityFetch("Person")) == 112)
    }
  }
#endif
