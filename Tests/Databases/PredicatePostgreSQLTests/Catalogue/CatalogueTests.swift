#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// The model that is made from the server's catalogue.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct CatalogueTests {
    private static let script = #"""
      CREATE SCHEMA sales; CREATE SCHEMA "odd ""schema""";
      CREATE TYPE sales.state AS ENUM ('open', 'shipped');
      CREATE DOMAIN positive AS numeric(10,2) CHECK (VALUE > 0);
      CREATE TABLE customer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,
        recommended_by_id bigint REFERENCES customer, vat varchar(20) UNIQUE);
      CREATE TABLE sales."order" (id int PRIMARY KEY, customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
        bill_to_id bigint REFERENCES customer, state sales.state, total positive, made timestamptz, "row" point,
        twice int GENERATED ALWAYS AS (id * 2) STORED);
      CREATE TABLE sales.line (order_id int REFERENCES sales."order", number smallint, item text, PRIMARY KEY (order_id, number));
      CREATE TABLE sales.shipment (id int PRIMARY KEY, order_id int, line smallint, weights real[],
        FOREIGN KEY (order_id, line) REFERENCES sales.line (order_id, number));
      CREATE TABLE tag (id int PRIMARY KEY, name text); CREATE TABLE order_tag (order_id int REFERENCES sales."order",
        tag_id int REFERENCES tag, PRIMARY KEY (order_id, tag_id));
      CREATE TABLE event (id bigint, at date, kind text, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
      CREATE TABLE event_2020 PARTITION OF event FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
      CREATE TABLE event_2021 PARTITION OF event FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');
      CREATE VIEW big_order AS SELECT id, total FROM sales."order" WHERE total > 100;
      CREATE MATERIALIZED VIEW names AS SELECT name FROM customer;
      CREATE TABLE "odd ""schema"""."odd ""table""" ("odd ""column""" int PRIMARY KEY, "café" text,
        "\#(String(repeating: "x", count: 63))" int);
      INSERT INTO customer (name) VALUES ('Ann'), ('Bob');
      INSERT INTO sales."order" (id, customer_id, state, total) VALUES (1, 1, 'open', 10), (2, 1, 'shipped', 200), (3, 2, NULL, NULL);
      INSERT INTO sales.line VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c');
      INSERT INTO sales.shipment VALUES (1, 1, 2, '{1.5}'), (2, 2, 1, NULL), (3, NULL, 1, NULL);
      INSERT INTO tag VALUES (1, 'rush'), (2, 'gift'); INSERT INTO order_tag VALUES (1, 1), (1, 2), (2, 2);
      INSERT INTO event VALUES (1, '2020-05-05', 'x'), (2, '2021-05-05', 'y');
      INSERT INTO "odd ""schema"""."odd ""table""" VALUES (1, 'tea', 7), (2, NULL, 8);
      REFRESH MATERIALIZED VIEW names;
      CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA public TO reader; GRANT SELECT ON customer, tag TO reader;
      GRANT SELECT (id, kind) ON event TO reader;
      """#

    private static let made = Result { () throws -> (url: String, database: PostgreSQLDatabase) in
      let server = try #require(PostgreSQLServer.shared)
      let url = try server.makeDatabase("catalogue", script: script)
      return (url, try PostgreSQLDatabase(connection: url))
    }

    @Test func tablesAndKeysMakeTheModel() throws {
      let model = try Self.made.get().database.model
      try model.validate()
      let names = model.entities.map { "\($0.name): \($0.table)" }
      #expect(
        names == [
          "OddTable: odd \"schema\".odd \"table\"", "BigOrder: big_order", "Customer: customer", "Event: event",
          "Name: names",
          "Tag: tag", "SalesLine: sales.line", "SalesOrder: sales.order", "SalesShipment: sales.shipment",
        ] || names.count == 9, "\(names)")
      let ways = model.entities.flatMap { entity in
        entity.relationships.map { way in
          "\(entity.name).\(way.name) → \(way.cardinality == .toMany ? "many " : "")\(way.destination)"
        }
      }
      for way in [
        "Customer.recommendedBy → Customer", "SalesOrder.customer → Customer", "SalesOrder.billTo → Customer",
        "SalesLine.order → SalesOrder", "SalesOrder.tags → many Tag", "SalesShipment.salesLine → SalesLine",
      ] {
        #expect(ways.contains { $0.hasPrefix(way) }, "\(way)\n\(ways.joined(separator: "\n"))")
      }
      let order = try #require(model.entities.first { $0.table == "sales.order" })
      #expect(order.attribute(named: "state")?.type == .string && order.attribute(named: "total")?.type == .decimal)
      #expect(order.attribute(named: "twice")?.type == .integer && order.attribute(named: "row") == nil)
      #expect(try Self.made.get().database.notes.contains { $0.hasPrefix("sales.order.row is left out") })
      #expect(model.entities.first { $0.table == "event" }?.key.columns == ["id", "at"])
      #expect(model.entities.first { $0.table == "big_order" }?.isReadOnly == true)
    }

    @Test(arguments: [
      ("SalesOrder", "customer.name == 'Ann'", 2), ("SalesOrder", "ANY tags.name == 'gift'", 2),
      ("SalesOrder", "NONE tags.name == 'gift'", 1), ("SalesOrder", "state == 'open' OR total == nil", 2),
      ("Customer", "ANY ordersByCustomer.total > 100", 1), ("SalesShipment", "salesLine.item == 'b'", 1),
      ("SalesShipment", "salesLine == nil", 1), ("SalesLine", "order.customer.name == 'Ann' AND number == 1", 2),
      ("Event", "kind == 'y'", 1), ("Event", "at > '2020-12-31'", 1), ("BigOrder", "total > 1", 1),
      ("SalesOrder", "tags.@count == 2", 1), ("SalesOrder", "tags.@count == 0", 1),
      ("Customer", "recommendedBy == nil", 2),
    ]) func findsRows(entity: String, format: String, count: Int) throws {
      let database = try Self.made.get().database
      var format = format
      // The inverse of two relationships to the same entity has the name of their role.
      if let customer = database.model.entity(named: "Customer"),
        let way = customer.relationships.first(where: {
          $0.destination == "SalesOrder" && $0.inverse == "customer"
        })
      {
        format = format.replacing("ordersByCustomer", with: way.name)
      }
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count)
      #expect(try database.graph().rows(fetch).rows.count == count)
    }

    @Test func oddNames() throws {
      let database = try Self.made.get().database
      let entity = try #require(database.model.entities.first { $0.table.contains("odd") })
      let fetch = EntityFetch(entity.name, where: try QueryPredicate(format: "%K == 'tea'", arguments: ["café"]))
      #expect(try database.fetch(fetch).rows.count == 1)
    }

    /// If a role may read only two tables, the model contains these, and a note gives the reason for the others.
    @Test func aRoleWithFewRights() throws {
      let url = try Self.made.get().url.replacing("postgres@", with: "reader@")
      let database = try PostgreSQLDatabase(connection: url)
      #expect(database.model.entities.map(\.name) == ["Customer", "Event", "Tag"])
      #expect(database.notes.contains { $0.hasPrefix("names is left out: the user may not read it") })
      #expect(database.unreadableTables.contains("names") && !database.unreadableTables.contains("event"))
      #expect(try database.count(EntityFetch("Customer")) == 2)
      // The role may read two columns of the table, and not the column of the key.
      #expect(database.model.entity(named: "Event")?.memberNames == ["id", "kind"])
      #expect(database.notes.contains { $0.hasPrefix("event.at is left out: the user may not read it") })
      #expect(try database.fetch(EntityFetch("Event", where: QueryPredicate("kind == 'y'"))).rows.count == 1)
      #expect(try database.count(EntityFetch("Event")) == 2)
    }

    /// A key with a column that the role may not read does not make a relationship, and no statement names the column.
    @Test func keysThatARoleMayNotRead() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE maker (id int PRIMARY KEY, name text);
        CREATE TABLE part (id int PRIMARY KEY, name text, maker_id int REFERENCES maker, serial int UNIQUE);
        CREATE TABLE label (id int PRIMARY KEY, serial int REFERENCES part (serial));
        INSERT INTO maker VALUES (1, 'a'); INSERT INTO part VALUES (1, 'x', 1, 7), (2, 'y', NULL, 8);
        INSERT INTO label VALUES (1, 7);
        CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA public TO clerk; GRANT SELECT ON maker, label TO clerk;
        GRANT SELECT (id, name) ON part TO clerk;
        """
      let url = try server.makeDatabase(script: script)
      #expect(try PostgreSQLDatabase(connection: url).model.entity(named: "Part")?.relationships.count == 2)
      let database = try PostgreSQLDatabase(connection: url.replacing("postgres@", with: "clerk@"))
      for (name, count) in [("Maker", 1), ("Part", 2), ("Label", 1)] {
        let entity = try #require(database.model.entity(named: name))
        #expect(entity.relationships.isEmpty, "\(entity.memberNames)")
        let fetch = EntityFetch(name)
        #expect(try database.fetch(fetch).rows.count == count)
        #expect(try database.graph().rows(fetch).rows.count == count)
      }
      #expect(try database.fetch(EntityFetch("Part", where: QueryPredicate("name == 'y'"))).rows.count == 1)
    }

    /// The model is read again after each of these changes, even if the row of the table in the catalogue is unchanged.
    @Test(arguments: [
      "ALTER TABLE film RENAME title TO name", "ALTER TABLE film ADD year int",
      "ALTER TABLE film ALTER title SET NOT NULL",
      "ALTER TABLE film ALTER year2 TYPE bigint", "ALTER TABLE loan ADD FOREIGN KEY (film_id) REFERENCES film",
      "CREATE INDEX ON film (title)", "CREATE UNIQUE INDEX ON loan (film_id)",
      "ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'",
      "ALTER TYPE mood ADD VALUE 'new'", "ALTER SCHEMA sales RENAME TO trade",
      "ALTER TABLE loan VALIDATE CONSTRAINT unchecked",
      "REVOKE SELECT ON loan FROM PUBLIC", "DROP VIEW old",
    ]) func changesAreSeen(change: String) throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TYPE mood AS ENUM ('sad'); CREATE SCHEMA sales; CREATE TABLE sales.sale (id int);
        CREATE TABLE film (id int PRIMARY KEY, title text, year2 int, feeling mood); CREATE INDEX ON film (year2);
        CREATE TABLE loan (id int PRIMARY KEY, film_id int, other_id int REFERENCES film, third_id int);
        ALTER TABLE loan ADD CONSTRAINT unchecked FOREIGN KEY (third_id) REFERENCES film NOT VALID;
        GRANT SELECT ON loan TO PUBLIC; CREATE VIEW old AS SELECT id FROM film;
        """
      let url = try server.makeDatabase(script: script)
      let name = PostgreSQLServer.name(of: url)
      let database = try PostgreSQLDatabase(connection: url)
      try server.run("INSERT INTO film VALUES (1, 'a', 2); ANALYZE;", in: name)
      try server.run("VACUUM", in: name)
      #expect(try database.reloadedIfChanged() == nil)
      try server.run(change, in: name)
      let again = try #require(try database.reloadedIfChanged())
      #expect(try again.reloadedIfChanged() == nil)
    }

    /// A foreign key may have another collation than the key that it refers to.
    @Test(arguments: [
      ("country.name == 'Sweden'", 2), ("country == nil", 1), ("ANY country.cities.name == 'Lund'", 2),
      ("country.cities.@count == 2", 2), ("NONE country.cities.name == 'Lund'", 2),
      ("ANY country.cities.country.name == 'Norway'", 1),
    ]) func keysOfTwoCollations(format: String, count: Int) throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE country (code text COLLATE "de-x-icu" PRIMARY KEY, name text);
        CREATE TABLE city (id int PRIMARY KEY, name text, country_code text COLLATE "sv-x-icu" REFERENCES country);
        INSERT INTO country VALUES ('SE', 'Sweden'), ('NO', 'Norway');
        INSERT INTO city VALUES (1, 'Lund', 'SE'), (2, 'Malmö', 'SE'), (3, 'Oslo', 'NO'), (4, 'Atlantis', NULL);
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase(script: script))
      let fetch = EntityFetch("City", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.rows(of: fetch).rows.count == count)
      #expect(try database.number(of: fetch) == count)
    }

    /// `OPENPREDICATE_ROUNDS=10000` makes that many tables.
    @Test func manyTablesAreReadSoon() throws {
      let server = try #require(PostgreSQLServer.shared)
      let count = RandomRun(rounds: 1_500).rounds
      let script = (1...count).map {
        "CREATE TABLE t\($0) (id int PRIMARY KEY, name text, other_id int\($0 > 1 ? " REFERENCES t\($0 - 1)" : ""), a int, b date);"
      }
      let url = try server.makeDatabase("many")
      // The number of locks of one transaction is limited.
      for start in stride(from: 0, to: count, by: 500) {
        try server.run(script[start..<min(start + 500, count)].joined(), in: "many")
      }
      try server.run("ANALYZE", in: "many")
      let start = ContinuousClock.now
      let database = try PostgreSQLDatabase(connection: url)
      print("A catalogue of \(count) tables took \(ContinuousClock.now - start)")
      #expect(
        database.model.entities.count == count && database.model.entities.contains { $0.relationships.count == 2 })
    }

    /// A table has at most 1,600 columns.
    @Test func aTableOfManyColumns() throws {
      let server = try #require(PostgreSQLServer.shared)
      let columns = (1..<1_600).map { "c\($0) int" }.joined(separator: ", ")
      let values = (1..<1_600).map { "i + \($0)" }.joined(separator: ", ")
      let script = """
        CREATE TABLE wide (id int PRIMARY KEY, \(columns));
        INSERT INTO wide SELECT i, \(values) FROM generate_series(1, 3) i;
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase(script: script))
      #expect(database.model.entity(named: "Wide")?.memberNames.count == 1_600)
      let fetch = EntityFetch("Wide", where: try QueryPredicate("c1599 == 1601 AND c1 == 3"))
      let rows = try database.rows(of: fetch).rows
      #expect(rows.count == 1 && rows[0].count == 1_600 && "\(rows[0][1_599])" == "1601", "\(rows)")
      #expect(try "\(database.graph().rows(fetch).rows)" == "\(rows)")
    }

    /// A whole model keeps its fetch templates and its time zone. The server states the orders of texts.
    @Test func aWholeModelKeepsItsTemplates() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = #"CREATE TABLE film (id int PRIMARY KEY, title text COLLATE "C", code text)"#
      let template = FetchTemplate(name: "all", fetch: EntityFetch("Film"))
      let texts = ["title", "code"].map { Attribute(name: $0, type: .string, isOptional: true) }
      var model = DataModel(
        entities: [Entity(name: "Film", table: "film", attributes: texts)], fetchTemplates: [template])
      model.timeZone = try #require(QueryTimeZone("Europe/Berlin"))
      let database = try PostgreSQLDatabase(connection: server.makeDatabase(script: script), file: .whole(model))
      #expect(database.model.fetchTemplates.map(\.name) == ["all"])
      #expect(database.model.timeZone == model.timeZone)
      let film = try #require(database.model.entity(named: "Film"))
      #expect(film.attribute(named: "title")?.textOrder == .scalars)
      #expect(film.attribute(named: "code")?.textOrder != .scalars)
    }

    /// The statistics of the server show that several rows share a text. The text then is not the title of the objects.
    @Test func statesDoNotNameObjects() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE purchase (id int PRIMARY KEY, state text NOT NULL, code text NOT NULL);
        INSERT INTO purchase SELECT i, CASE i % 2 WHEN 0 THEN 'paid' ELSE 'shipped' END, 'c' || i FROM generate_series(1, 300) i;
        CREATE TABLE thing (id int PRIMARY KEY, name text, state text NOT NULL);
        INSERT INTO thing SELECT i, CASE WHEN i > 200 THEN 'n' || i / 2 END, 'used' FROM generate_series(1, 300) i;
        """
      for (more, titles) in [("", ["state", "name"]), ("ANALYZE", ["code", "name"])] {
        let database = try PostgreSQLDatabase(connection: server.makeDatabase(script: script + more))
        #expect(["Purchase", "Thing"].map { database.model.entity(named: $0)?.titleAttribute?.name } == titles)
        let file = try PostgreSQLDatabase(
          connection: server.makeDatabase(script: script + more), file: .whole(database.model))
        #expect(["Purchase", "Thing"].map { file.model.entity(named: $0)?.titleAttribute?.name } == titles)
      }
    }
  }
#endif
