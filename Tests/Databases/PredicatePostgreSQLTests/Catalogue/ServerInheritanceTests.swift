#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Tables with child tables. The server checks a key only among the rows of one table, not among those of its children, so two rows may have the same key.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerInheritanceTests {
    /// Vehicle 1 is both a row of the parent table and a row of a child table. No foreign key refers to a reading, and two tables have a reading 1.
    private static let made = Result {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE depot (id int PRIMARY KEY, name text);
        CREATE TABLE vehicle (id int PRIMARY KEY, weight int, depot_id int REFERENCES depot);
        CREATE TABLE tram (axles int) INHERITS (vehicle);
        CREATE TABLE trip (id int PRIMARY KEY, vehicle_id int REFERENCES vehicle);
        CREATE TABLE reading (id int PRIMARY KEY, level int NOT NULL, depot_id int REFERENCES depot);
        CREATE TABLE old_reading () INHERITS (reading);
        ALTER TABLE old_reading ALTER level DROP NOT NULL;
        INSERT INTO depot VALUES (1, 'north');
        INSERT INTO vehicle VALUES (1, 5, 1), (2, 6, NULL); INSERT INTO tram VALUES (1, 7, 9, 4), (8, 3, 1, 6);
        INSERT INTO trip VALUES (1, 1), (2, 2);
        INSERT INTO reading VALUES (1, 10, 1); INSERT INTO old_reading VALUES (1, 20, 9), (2, NULL, 1);
        ANALYZE;
        """
      return try PostgreSQLDatabase(connection: server.makeDatabase("inheritance", script: script))
    }

    @Test(arguments: [
      ("Trip", "vehicle.weight > 4", 2), ("Trip", "vehicle != nil", 2), ("Vehicle", "trips.@count == 1", 2),
      ("Vehicle", "weight > 0", 2), ("Tram", "weight > 0", 2), ("Depot", "ANY vehicles.weight == 5", 1),
      ("Reading", "id == 1", 2), ("Reading", "level == nil", 1), ("Reading", "depot == nil", 1),
      ("Reading", "depot.name == 'north'", 2), ("OldReading", "id > 0", 2),
    ])
    func answers(entity: String, format: String, count: Int) throws {
      let database = try Self.made.get()
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count)
      #expect(try database.graph().count(fetch) == count)
      let found = try database.rows(of: fetch).rows.map { "\($0)" }.sorted()
      #expect(try found == database.graph().rows(fetch).rows.map { "\($0)" }.sorted())
    }

    @Test func keysAndNotes() throws {
      let database = try Self.made.get()
      let vehicle = try #require(database.model.entity(named: "Vehicle"))
      let reading = try #require(database.model.entity(named: "Reading"))
      #expect(vehicle.key.columns == ["id"] && reading.key.columns.isEmpty && reading.uniqueness.isEmpty)
      #expect(reading.attribute(named: "level")?.isOptional == true)
      #expect(reading.relationship(named: "depot")?.isTrusted == false)
      #expect(
        database.notes == [
          "vehicle is read without the rows of the tables that inherit from it, because foreign keys refer only to its own rows",
          "the key of reading is left out: a table that inherits from it may contain a row with the same key",
        ], "\(database.notes)")
    }

    @Test func anImportGoesIntoTheTable() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE vehicle (id int PRIMARY KEY, weight int); CREATE TABLE tram (axles int) INHERITS (vehicle);
        CREATE TABLE trip (id int PRIMARY KEY, vehicle_id int REFERENCES vehicle);
        """
      let url = try server.makeDatabase(script: script)
      let database = try PostgreSQLDatabase(connection: url, isReadOnly: false)
      var rows: [[StoredValue]] = [[.integer(1), .integer(5)], [.integer(2), .integer(6)]]
      try database.write(RowImport(table: "vehicle", columns: ["id", "weight"])) {
        rows.isEmpty ? nil : rows.removeFirst()
      } refusing: { reason, _ in
        Issue.record("\(reason)")
      }
      #expect(try server.run("SELECT count(*) FROM ONLY vehicle", in: PostgreSQLServer.name(of: url)) == "2\n")
    }

    // MARK: Keys without a collation

    /// Tables whose keys are labels of an enum, labels of a domain over the enum, and times.
    private static let keyed = Result {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TYPE grade AS ENUM ('low', 'mid', 'high'); CREATE DOMAIN rank AS grade;
        CREATE TABLE level (grade grade PRIMARY KEY, label text); INSERT INTO level VALUES ('low', 'x'), ('mid', 'y'), ('high', 'x');
        CREATE TABLE class (rank rank PRIMARY KEY, label text); INSERT INTO class VALUES ('low', 'x'), ('mid', 'y'), ('high', 'x');
        CREATE TABLE slot (start time PRIMARY KEY, label text); INSERT INTO slot VALUES ('15:00', 'x'), ('09:00', 'y'), ('12:30:00.5', 'x');
        CREATE TABLE visit (id int PRIMARY KEY, grade grade REFERENCES level, start time REFERENCES slot);
        INSERT INTO visit VALUES (1, 'low', '09:00'), (2, 'low', NULL), (3, 'high', '15:00');
        """
      return try PostgreSQLDatabase(connection: server.makeDatabase("labels", script: script))
    }

    @Test(arguments: [
      ("Level", "label != nil", "high low mid"), ("Level", "grade == 'low'", "low"), ("Level", "grade > 'low'", "mid"),
      ("Level", "grade IN {'low', 'mid', 'none'}", "low mid"), ("Level", "visits.@count > 1", "low"),
      ("Level", "visits.@count == 0", "mid"), ("Level", "label MATCHES 'x'", "high low"),
      ("Class", "label != nil", "high low mid"), ("Class", "rank == 'low'", "low"),
      ("Class", "rank >= 'low'", "low mid"),
      ("Class", "rank IN {'low', 'none'}", "low"), ("Class", "rank BEGINSWITH 'm'", "mid"),
      ("Class", "rank != 'low' AND label MATCHES 'x'", "high"),
      ("Slot", "label != nil", "09:00:00 12:30:00.5 15:00:00"), ("Slot", "start == '15:00:00'", "15:00:00"),
      ("Slot", "start > '12'", "12:30:00.5 15:00:00"), ("Slot", "visits.@count == 1", "09:00:00 15:00:00"),
      ("Slot", "ANY visits.grade == 'low'", "09:00:00"), ("Slot", "label MATCHES 'x'", "12:30:00.5 15:00:00"),
    ])
    func keysWithoutCollations(entity: String, format: String, keys: String) throws {
      let database = try Self.keyed.get()
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      let key = try #require(database.model.entity(named: entity)?.key.columns.first)
      func shown(_ table: ResultTable) throws -> String {
        let place = try #require(table.columns.firstIndex(of: key))
        return table.rows.map { row in if case .string(let text) = row[place] { text } else { "\(row[place])" } }
          .joined(separator: " ")
      }
      #expect(try shown(database.fetch(fetch)) == keys)
      #expect(try shown(database.graph().rows(fetch)) == keys)
      #expect(try database.count(fetch) == keys.split(separator: " ").count)
    }

    @Test func theSameRow() throws {
      let database = try Self.keyed.get()
      let visit = try #require(database.model.entity(named: "Visit"))
      for relationship in visit.relationships {
        let format = "SUBQUERY(Visit, $v, $v.\(relationship.name) == \(relationship.name)).@count > 1"
        let fetch = EntityFetch("Visit", where: try QueryPredicate(format: QueryFormat(raw: format)))
        #expect(try database.count(fetch) == database.graph().count(fetch), "\(format)")
      }
      #expect(visit.relationships.count == 2)
    }
  }
#endif
