import GRDB
import PredicateModel
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("Names of a schema's tables, columns and keys")
struct SchemaNamesTests {
  private func read(_ sql: String, guessing: Bool = true) throws -> SchemaReading {
    let queue = try DatabaseQueue()
    return try queue.write { database in
      try database.execute(sql: sql)
      let changes = ModelChanges(guesses: guessing, entities: [])
      return try SchemaReader.read(database, file: .changes(changes))
    }
  }

  /// Each entity's relationships in words: `Album: artist → Artist (albums), tracks ⇉ Track (album)`.
  private func ways(_ reading: SchemaReading) -> [String] {
    reading.model.entities.filter { !$0.relationships.isEmpty }.map { entity in
      let ways = entity.relationships.map {
        "\($0.name) \($0.cardinality == .toOne ? "→" : "⇉") \($0.destination) (\($0.inverse ?? "-"))"
      }
      return "\(entity.name): " + ways.joined(separator: ", ")
    }
  }

  private static let cases: [(String, [String])] = [
    (
      "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY); CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, ArtistId INT REFERENCES artist);",
      ["Artist: albums ⇉ Album (artist)", "Album: artist → Artist (albums)"]
    ),
    // Two foreign keys to one table: the relationships are named after their roles, without the table's name if the role contains it.
    (
      """
      CREATE TABLE teams (id INTEGER PRIMARY KEY);
      CREATE TABLE matches (id INTEGER PRIMARY KEY, home_team_id INT REFERENCES teams, away_team_id INT REFERENCES teams);
      CREATE TABLE flights (origin INT REFERENCES teams, made_by INT REFERENCES teams);
      """,
      [
        "Team: homeMatches ⇉ Match (homeTeam), awayMatches ⇉ Match (awayTeam), originFlights ⇉ Flight (origin), "
          + "flightsMadeBy ⇉ Flight (madeBy), madeBies ⇉ Team (origins), origins ⇉ Team (madeBies)",
        "Match: homeTeam → Team (homeMatches), awayTeam → Team (awayMatches)",
        "Flight: origin → Team (originFlights), madeBy → Team (flightsMadeBy)",
      ]
    ),
    // Names that look equal: é as one scalar and as two.
    (
      "CREATE TABLE \"\u{E9}\" (id INTEGER PRIMARY KEY); CREATE TABLE \"e\u{301}\" (parent INT REFERENCES \"\u{E9}\");",
      ["\u{C9}: e\u{301} ⇉ \u{C9}2 (parent)", "\u{C9}2: parent → \u{C9} (e\u{301})"]
    ),
    // Trees.
    (
      """
      CREATE TABLE employees (id INTEGER PRIMARY KEY, manager_id INT REFERENCES employees);
      CREATE TABLE categories (id INTEGER PRIMARY KEY, parent_id INT REFERENCES categories);
      CREATE TABLE users (id INTEGER PRIMARY KEY, referrer_id INT REFERENCES users);
      CREATE TABLE parts (x INT, y INT, of_x INT, of_y INT, PRIMARY KEY (x, y), FOREIGN KEY (of_x, of_y) REFERENCES parts (x, y));
      """,
      [
        "Employee: manager → Employee (reports), reports ⇉ Employee (manager)",
        "Category: parent → Category (children), children ⇉ Category (parent)",
        "User: referrer → User (usersByReferrer), usersByReferrer ⇉ User (referrer)",
        "Part: of → Part (partsOf), partsOf ⇉ Part (of)",
      ]
    ),
    // To-one relationships at both ends: by a unique foreign key, and by a foreign key that is the primary key too.
    (
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY);
      CREATE TABLE passports (id INTEGER PRIMARY KEY, person_id INT UNIQUE REFERENCES people);
      CREATE TABLE profiles (id INTEGER PRIMARY KEY REFERENCES people);
      """,
      [
        "Person: passport → Passport (person), profile → Profile (person)", "Passport: person → Person (passport)",
        "Profile: person → Person (profile)",
      ]
    ),
    // Foreign keys that refer to other columns than the key or in another order, and names that are already taken.
    (
      """
      CREATE TABLE countries (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT);
      CREATE TABLE cities (id INTEGER PRIMARY KEY, country_code TEXT REFERENCES countries (code), country TEXT);
      CREATE TABLE lines (a INT, b INT, PRIMARY KEY (a, b));
      CREATE TABLE notes (line_b INT, line_a INT, lines TEXT, FOREIGN KEY (line_b, line_a) REFERENCES lines (b, a));
      """,
      [
        "Country: cities ⇉ City (relatedCountry)", "City: relatedCountry → Country (cities)",
        "Line: notes ⇉ Note (line)", "Note: line → Line (notes)",
      ]
    ),
    // Tables of pairs: with only two foreign keys, with an additional number, with further columns, and with both foreign keys to one table.
    (
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY); CREATE TABLE tags (id INTEGER PRIMARY KEY);
      CREATE TABLE shops (id INTEGER PRIMARY KEY);
      CREATE TABLE book_tags (id INTEGER PRIMARY KEY, book_id INT REFERENCES books, tag_id INT REFERENCES tags, UNIQUE (book_id, tag_id));
      CREATE TABLE stock (book_id INT REFERENCES books, shop_id INT REFERENCES shops, count INT, PRIMARY KEY (book_id, shop_id));
      CREATE TABLE follows (follower_id INT REFERENCES shops, followee_id INT REFERENCES shops, PRIMARY KEY (follower_id, followee_id));
      """,
      [
        "Book: stocks ⇉ Stock (book), tags ⇉ Tag (books), shops ⇉ Shop (books)", "Tag: books ⇉ Book (tags)",
        "Shop: stocks ⇉ Stock (shop), books ⇉ Book (shops), followees ⇉ Shop (followers), followers ⇉ Shop (followees)",
        "Stock: book → Book (stocks), shop → Shop (stocks)",
      ]
    ),
  ]

  @Test("Relationships", arguments: cases.indices)
  func relationships(index: Int) throws {
    let (sql, expected) = Self.cases[index]
    let reading = try read(sql)
    #expect(ways(reading) == expected)
    #expect(reading.notes.isEmpty, "\(reading.notes)")
  }

  @Test("A foreign key to columns without a key is not a relationship, and a note reports it")
  func left() throws {
    let reading = try read(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, n INT);
      CREATE TABLE b (x INT REFERENCES a (n), y INT REFERENCES nowhere);
      """)
    #expect(ways(reading).isEmpty)
    #expect(
      reading.notes == [
        "b.x cannot be a relationship, because it does not refer to a key of a",
        "b.y cannot be a relationship, because it does not refer to a key of nowhere",
      ])
  }

  @Test("Undeclared keys are guessed from names and types, with notes, and can be turned off")
  func guesses() throws {
    let sql = """
      CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE books (BookId INTEGER PRIMARY KEY, author_id INTEGER, editor_author_id INTEGER, isbn_id TEXT, parent_id INTEGER);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, author_id TEXT, BookId INTEGER, other_id INTEGER);
      """
    let reading = try read(sql)
    #expect(
      ways(reading) == [
        "Author: authorBooks ⇉ Book (author), editorBooks ⇉ Book (editorAuthor)",
        "Book: author → Author (authorBooks), editorAuthor → Author (editorBooks), parent → Book (children), "
          + "children ⇉ Book (parent), notes ⇉ Note (book)",
        "Note: book → Book (notes)",
      ])
    let areGuesses = reading.model.entities.flatMap(\.relationships).map(\.isGuessed)
    #expect(!areGuesses.contains(false))
    #expect(
      reading.notes.first
        == "books.author_id may be a foreign key to authors. This is only a guess, because the schema does not declare the foreign key"
    )
    #expect(reading.notes.count == 4)
    #expect(ways(try read(sql, guessing: false)).isEmpty)
    // If a table declares a foreign key, none of its other columns are guessed to be foreign keys.
    #expect(
      ways(
        try read(
          "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (c_id INT REFERENCES a, a_id INTEGER);")
      ) == ["A: bs ⇉ B (c)", "B: c → A (bs)"])
  }

  @Test("Attributes and entities of odd names, each once")
  func odd() throws {
    let reading = try read(
      #"""
      CREATE TABLE "2024 sales" ("gross $" REAL, "select" INT, self TEXT, "a ""b""" TEXT, "😀" TEXT, "!!" TEXT,
        first_name TEXT, firstName TEXT);
      CREATE TABLE "order" (id INTEGER PRIMARY KEY);
      CREATE TABLE orders (id INTEGER PRIMARY KEY);
      CREATE TABLE "Orders 2" (x);
      """#)
    #expect(reading.model.entityNames == ["_2024Sale", "Order", "Orders", "Orders2"])
    #expect(
      reading.model.entities[0].memberNames == [
        "gross", "select", "self2", "aB", "column", "column2", "firstName2", "firstName",
      ])
    // Entities are also found by the SQL names of their tables, exactly as they are spelled.
    let sales = try #require(reading.model.entity(named: "2024 sales"))
    #expect(sales.member(named: "gross $")?.name == "gross")
    #expect(sales.member(named: "first_name")?.name == "firstName2")
    #expect(sales.member(named: "GROSS $") == nil)
  }

  @Test("Constraints prove types, and flags are booleans")
  func checks() throws {
    let reading = try read(
      """
      CREATE TABLE t (a TEXT NOT NULL CHECK (typeof(a) = 'text'), b INT CHECK (typeof("b") IN ('integer', 'null')),
        c INTEGER CHECK (c IN (0, 1)), d TEXT CHECK (typeof(d) = 'blob'), e TEXT CHECK (length(e) > 1),
        f REAL CHECK (typeof(f) = 'real' OR f IS NULL), g TEXT, CHECK (typeof(g) = 'text') /* CHECK (typeof(e) = 'text') */);
      CREATE TABLE s (flag INTEGER NOT NULL CHECK (flag IN (1, 0)), n INTEGER) STRICT;
      """)
    let texts = reading.model.entities.flatMap(\.attributes).map {
      "\($0.name) \($0.type)\($0.isOptional ? "?" : "")\($0.isTrusted ? "*" : "")"
    }
    #expect(
      texts == [
        "a string*", "b integer?*", "c boolean?*", "d string", "e string?", "f double?", "g string*", "flag boolean*",
        "n integer?*",
      ])
  }

  @Test("How dates and UUIDs are stored, by their declarations and names")
  func storages() throws {
    let reading = try read(
      """
      CREATE TABLE t (a DATETIME, made_ms TIMESTAMP, made_unix DATETIME, day_julian DATE, made INTEGER, u UUID, v "UUID BLOB",
        row_uuid BINARY(16), other BINARY(16), bit BIT);
      CREATE TABLE ZMOVIE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLENTON TIMESTAMP);
      """)
    let storages = reading.model.entities.flatMap(\.attributes).map { "\($0.column) \($0.storage.rawValue)" }
    #expect(
      storages == [
        "a iso8601Text", "made_ms millisecondsSince1970", "made_unix secondsSince1970", "day_julian julianDay",
        "made integer", "u uuidText", "v uuidBytes", "row_uuid uuidBytes", "other blob", "bit zeroOrOne",
        "Z_PK integer", "Z_ENT integer", "Z_OPT integer", "ZLENTON secondsSince2001",
      ])
  }
}
