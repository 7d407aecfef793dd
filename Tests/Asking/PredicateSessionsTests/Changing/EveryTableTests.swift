import GRDB
import PredicateModel
import PredicateSQLite
import Testing

/// Insert, update and delete work for every table of several well-known schemas, and for a table with each kind of key.
@Suite struct EveryTableTests {
  private static func database(_ sql: String) throws -> PredicateDatabase {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try PredicateDatabase(name: "tables", queue: queue)
  }

  @Test("Music: integer keys, one table of pairs") func music() throws {
    let tables = try TableTrial(Self.database(Self.musicSchema)).run()
    #expect(tables == ["Artist", "Album", "Staff", "Buyer", "Genre", "Song", "Receipt", "ReceiptLine", "Playlist"])
  }

  @Test("Orders: text keys, lines of an order, tables of pairs of texts, views") func orders() throws {
    let tables = try TableTrial(Self.database(Self.ordersSchema)).run()
    #expect(tables == ["Client", "Segment", "Region", "Area", "Worker", "Item", "Order", "OrderDetail"])
  }

  @Test("Rental: link tables with further columns, triggers, keys that are declared INT") func rental() throws {
    let tables = try TableTrial(Self.database(Self.rentalSchema), ignoring: ["last_update"]).run()
    #expect(tables == ["Performer", "Language", "Feature", "FeaturePerformer", "Branch", "Copy", "Rental"])
  }

  @Test("Keys of every kind") func keys() throws {
    let tables = try TableTrial(Self.database(Self.keySchema)).run()
    #expect(
      tables == [
        "TextKey", "TextOnly", "RealKey", "BlobKey", "Uuid", "NoKey", "PairKey", "PairOnly", "UsesPair", "UsesText",
        "Deep", "Folded", "Total",
      ])
  }

  private static let musicSchema = """
    CREATE TABLE artist (artist_id INTEGER NOT NULL, name NVARCHAR(120), CONSTRAINT pk PRIMARY KEY (artist_id));
    CREATE TABLE album (album_id INTEGER NOT NULL PRIMARY KEY, title NVARCHAR(160) NOT NULL,
      artist_id INTEGER NOT NULL REFERENCES artist (artist_id) ON DELETE NO ACTION);
    CREATE TABLE staff (staff_id INTEGER NOT NULL PRIMARY KEY, last_name NVARCHAR(20) NOT NULL,
      reports_to INTEGER REFERENCES staff (staff_id), hired DATETIME);
    CREATE TABLE buyer (buyer_id INTEGER NOT NULL PRIMARY KEY, last_name NVARCHAR(20) NOT NULL,
      support_id INTEGER REFERENCES staff (staff_id));
    CREATE TABLE genre (genre_id INTEGER NOT NULL PRIMARY KEY, name NVARCHAR(120));
    CREATE TABLE song (song_id INTEGER NOT NULL PRIMARY KEY, name NVARCHAR(200) NOT NULL,
      album_id INTEGER REFERENCES album (album_id), genre_id INTEGER REFERENCES genre (genre_id),
      price NUMERIC(10,2) NOT NULL);
    CREATE TABLE receipt (receipt_id INTEGER NOT NULL PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyer (buyer_id),
      receipt_date DATETIME NOT NULL, total NUMERIC(10,2) NOT NULL);
    CREATE TABLE receipt_line (receipt_line_id INTEGER NOT NULL PRIMARY KEY,
      receipt_id INTEGER NOT NULL REFERENCES receipt (receipt_id), song_id INTEGER NOT NULL REFERENCES song (song_id),
      quantity INTEGER NOT NULL);
    CREATE TABLE playlist (playlist_id INTEGER NOT NULL PRIMARY KEY, name NVARCHAR(120));
    CREATE TABLE playlist_song (playlist_id INTEGER NOT NULL REFERENCES playlist (playlist_id),
      song_id INTEGER NOT NULL REFERENCES song (song_id), PRIMARY KEY (playlist_id, song_id));
    INSERT INTO artist VALUES (1, 'A'), (2, 'B');
    INSERT INTO album VALUES (1, 'One', 1), (2, 'Two', 2);
    INSERT INTO staff VALUES (1, 'Head', NULL, '2020-01-01'), (2, 'Hand', 1, NULL);
    INSERT INTO buyer VALUES (1, 'Buyer', 2);
    INSERT INTO genre VALUES (1, 'Jazz');
    INSERT INTO song VALUES (1, 'S', 1, 1, 0.99), (2, 'T', 2, NULL, 1.99);
    INSERT INTO receipt VALUES (1, 1, '2024-01-01 00:00:00', 2.98);
    INSERT INTO receipt_line VALUES (1, 1, 1, 1), (2, 1, 2, 1);
    INSERT INTO playlist VALUES (1, 'P');
    INSERT INTO playlist_song VALUES (1, 1);
    """

  private static let ordersSchema = """
    CREATE TABLE Clients (ClientID TEXT, CompanyName TEXT, PRIMARY KEY (`ClientID`));
    CREATE TABLE Segments (SegmentID TEXT NOT NULL, About TEXT, PRIMARY KEY ("SegmentID"));
    CREATE TABLE ClientSegments (ClientID TEXT NOT NULL REFERENCES Clients (ClientID),
      SegmentID TEXT NOT NULL REFERENCES Segments (SegmentID), PRIMARY KEY (ClientID, SegmentID));
    CREATE TABLE Regions (RegionID INTEGER NOT NULL PRIMARY KEY, RegionDescription TEXT NOT NULL);
    CREATE TABLE Areas (AreaID TEXT NOT NULL, AreaDescription TEXT NOT NULL, RegionID INTEGER NOT NULL,
      PRIMARY KEY ("AreaID"), FOREIGN KEY (RegionID) REFERENCES Regions (RegionID));
    CREATE TABLE Workers (WorkerID INTEGER PRIMARY KEY AUTOINCREMENT, LastName TEXT, BirthDate DATE,
      ReportsTo INTEGER REFERENCES Workers (WorkerID));
    CREATE TABLE WorkerAreas (WorkerID INTEGER NOT NULL REFERENCES Workers (WorkerID),
      AreaID TEXT NOT NULL REFERENCES Areas (AreaID), PRIMARY KEY (WorkerID, AreaID));
    CREATE TABLE Items (ItemID INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, ItemName TEXT NOT NULL,
      UnitPrice NUMERIC DEFAULT 0, CHECK (UnitPrice >= 0));
    CREATE TABLE Orders (OrderID INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, ClientID TEXT REFERENCES Clients (ClientID),
      WorkerID INTEGER REFERENCES Workers (WorkerID), ShipName TEXT, OrderDate DATETIME);
    CREATE TABLE [Order Details] (OrderID INTEGER NOT NULL REFERENCES Orders (OrderID),
      ItemID INTEGER NOT NULL REFERENCES Items (ItemID), UnitPrice NUMERIC NOT NULL DEFAULT 0,
      Quantity INTEGER NOT NULL DEFAULT 1 CHECK (Quantity > 0), PRIMARY KEY (OrderID, ItemID));
    CREATE VIEW Bills AS SELECT * FROM Orders JOIN Clients USING (ClientID);
    INSERT INTO Clients VALUES ('ALFA', 'Alfa'), ('BETA', 'Beta');
    INSERT INTO Segments VALUES ('S1', 'small');
    INSERT INTO ClientSegments VALUES ('ALFA', 'S1');
    INSERT INTO Regions VALUES (1, 'North');
    INSERT INTO Areas VALUES ('01581', 'Westboro', 1);
    INSERT INTO Workers VALUES (1, 'Davolio', '1968-12-08', NULL);
    INSERT INTO WorkerAreas VALUES (1, '01581');
    INSERT INTO Items VALUES (1, 'Chai', 18), (2, 'Chang', 19), (3, 'Syrup', 10);
    INSERT INTO Orders VALUES (10248, 'ALFA', 1, 'Alfa', '2016-07-04'), (10249, NULL, NULL, NULL, NULL);
    INSERT INTO [Order Details] VALUES (10248, 1, 14, 12), (10248, 2, 10, 2);
    """

  private static let rentalSchema = """
    CREATE TABLE performer (performer_id INTEGER NOT NULL, name VARCHAR(45) NOT NULL, last_update TIMESTAMP NOT NULL,
      PRIMARY KEY (performer_id));
    CREATE TABLE language (language_id INTEGER NOT NULL PRIMARY KEY, name CHAR(20) NOT NULL, last_update TIMESTAMP NOT NULL);
    CREATE TABLE feature (feature_id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(255) NOT NULL,
      language_id INT NOT NULL REFERENCES language (language_id), original_language_id INT REFERENCES language (language_id),
      last_update TIMESTAMP NOT NULL);
    CREATE TABLE feature_performer (performer_id INT NOT NULL, feature_id INT NOT NULL, last_update TIMESTAMP NOT NULL,
      PRIMARY KEY (performer_id, feature_id),
      FOREIGN KEY (performer_id) REFERENCES performer (performer_id) ON DELETE NO ACTION ON UPDATE CASCADE,
      FOREIGN KEY (feature_id) REFERENCES feature (feature_id) ON DELETE NO ACTION ON UPDATE CASCADE);
    CREATE TABLE branch (branch_id INTEGER NOT NULL PRIMARY KEY, city TEXT NOT NULL, last_update TIMESTAMP NOT NULL);
    CREATE TABLE copy (copy_id INTEGER NOT NULL PRIMARY KEY, feature_id INT NOT NULL REFERENCES feature (feature_id),
      branch_id INT NOT NULL REFERENCES branch (branch_id), last_update TIMESTAMP NOT NULL);
    CREATE TABLE rental (rental_id INTEGER NOT NULL PRIMARY KEY, copy_id INT NOT NULL REFERENCES copy (copy_id),
      active CHAR(1) DEFAULT 'Y' NOT NULL, last_update TIMESTAMP NOT NULL);
    \(["performer", "feature", "feature_performer", "copy", "rental"].map { table in
      """
      CREATE TRIGGER \(table)_ai AFTER INSERT ON \(table) BEGIN
        UPDATE \(table) SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
      END;
      CREATE TRIGGER \(table)_au AFTER UPDATE ON \(table) BEGIN
        UPDATE \(table) SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
      END;
      """
    }.joined(separator: "\n"))
    INSERT INTO performer VALUES (1, 'P', '2024-01-01'), (2, 'Q', '2024-01-01');
    INSERT INTO language VALUES (1, 'English', '2024-01-01');
    INSERT INTO feature VALUES (1, 'F', 1, NULL, '2024-01-01'), (2, 'G', 1, 1, '2024-01-01');
    INSERT INTO feature_performer VALUES (1, 1, '2024-01-01');
    INSERT INTO branch VALUES (1, 'Here', '2024-01-01');
    INSERT INTO copy VALUES (1, 1, 1, '2024-01-01');
    INSERT INTO rental VALUES (1, 1, 'Y', '2024-01-01');
    """

  private static let keySchema = """
    CREATE TABLE text_key (code TEXT PRIMARY KEY, note TEXT);
    CREATE TABLE text_only (code TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID;
    CREATE TABLE real_key (amount REAL PRIMARY KEY, note TEXT) WITHOUT ROWID;
    CREATE TABLE blob_key (bytes BLOB PRIMARY KEY, note TEXT) WITHOUT ROWID;
    CREATE TABLE uuid (id UUID PRIMARY KEY, note TEXT);
    CREATE TABLE no_key (name TEXT, note TEXT);
    CREATE TABLE pair_key (a TEXT, b INTEGER, note TEXT, PRIMARY KEY (a, b));
    CREATE TABLE pair_only (a TEXT, b INTEGER, note TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE uses_pair (id INTEGER PRIMARY KEY, a TEXT, b INTEGER, note TEXT,
      FOREIGN KEY (a, b) REFERENCES pair_only (a, b));
    CREATE TABLE uses_text (place INTEGER, code TEXT REFERENCES text_only (code), note TEXT,
      PRIMARY KEY (code, place)) WITHOUT ROWID;
    CREATE TABLE deep (code TEXT, place INTEGER, step INTEGER, note TEXT, PRIMARY KEY (code, place, step),
      FOREIGN KEY (code, place) REFERENCES uses_text (code, place)) WITHOUT ROWID;
    CREATE TABLE folded (name TEXT COLLATE NOCASE PRIMARY KEY, other TEXT REFERENCES folded (name)) WITHOUT ROWID;
    CREATE TABLE total (code TEXT PRIMARY KEY, price INTEGER, twice INTEGER AS (price * 2)) WITHOUT ROWID;
    INSERT INTO text_key VALUES ('a', 'x'), ('b', NULL);
    INSERT INTO text_only VALUES ('a', 'x'), ('b', NULL);
    INSERT INTO real_key VALUES (8.25, 'x');
    INSERT INTO blob_key VALUES (x'0001', 'x');
    INSERT INTO no_key VALUES ('a', 'x'), ('a', 'x');
    INSERT INTO pair_key VALUES ('a', 1, 'x');
    INSERT INTO pair_only VALUES ('a', 1, 'x'), ('a', 2, 'y');
    INSERT INTO uses_pair VALUES (1, 'a', 1, 'x');
    INSERT INTO uses_text VALUES (1, 'a', 'x');
    INSERT INTO deep VALUES ('a', 1, 1, 'x');
    INSERT INTO folded VALUES ('Ada', NULL), ('Bob', 'ADA');
    INSERT INTO total (code, price) VALUES ('a', 2);
    """
}
