import GRDB
import PredicateModel
import PredicateSQLite
import Testing

/// Foreign keys that are not declared: column names suggest them, and the values decide.
@Suite struct KeyGuessTests {
  /// Each to-one relationship: `Group.user → User by user_id`.
  private func ways(_ sql: String) throws -> [String] {
    let model = try ScriptDatabase.open(sql).model
    return model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship -> String? in
        guard case .foreignKey(let columns) = relationship.storage else { return nil }
        let key = relationship.referencedColumns ?? model.destination(of: relationship)?.key.columns ?? []
        return
          "\(entity.name).\(relationship.name) → \(relationship.destination).\(key.joined()) by \(columns.joined())"
      }
    }
  }

  @Test func ofTwoColumnsTheOneIsTakenWhoseValuesJoin() throws {
    let tables = """
      CREATE TABLE users (_id INTEGER PRIMARY KEY, user_id INT UNIQUE NOT NULL, name TEXT);
      CREATE TABLE groups (_id INTEGER PRIMARY KEY, user_id INT);
      INSERT INTO users VALUES (1, 900, 'ann'), (2, 901, 'bob');
      """
    #expect(
      try ways(tables + "INSERT INTO groups VALUES (1, 900), (2, 901)") == ["Group.user → User.user_id by user_id"])
    #expect(try ways(tables + "INSERT INTO groups VALUES (1, 1), (2, 2)") == ["Group.user → User._id by user_id"])
    #expect(try ways(tables + "INSERT INTO groups VALUES (1, 77), (2, 78)").isEmpty)
    // If the foreign key has no values, the names decide.
    #expect(try ways(tables) == ["Group.user → User._id by user_id"])
    let database = try ScriptDatabase.open(tables + "INSERT INTO groups VALUES (1, 900), (2, 901)")
    let fetch = EntityFetch("Group", where: try QueryPredicate(format: "user.name == 'ann'"))
    #expect(try database.keys(fetch) == [1])
  }

  /// A table with a declared key may have further keys. Names that show keys, and values that join, are both needed.
  @Test func keysBesideDeclaredOnes() throws {
    let tables = """
      CREATE TABLE library (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album (id TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE song (id INTEGER PRIMARY KEY, library_id INTEGER REFERENCES library (id), album_id TEXT, album INTEGER);
      INSERT INTO library VALUES (1, 'l'); INSERT INTO album VALUES ('a1', 'A'), ('b2', 'B');
      """
    let declared = "Song.library → Library.id by library_id"
    #expect(
      try ways(tables + "INSERT INTO song VALUES (1, 1, 'a1', 1), (2, 1, 'b2', 1)")
        == [declared, "Song.relatedAlbum → Album.id by album_id"])
    #expect(try ways(tables + "INSERT INTO song VALUES (1, 1, 'x', 1), (2, 1, 'y', 1)") == [declared])
    #expect(try ways(tables) == [declared])
  }

  /// A text called like a table is a key if its values are keys named `id`, and a plain text if they are names.
  @Test func textsCalledLikeTables() throws {
    let rows = (1...6).map { "('k\($0)', 'n\($0)')" }.joined(separator: ", ")
    func uses(_ prefix: String) -> String { (1...6).map { "(\($0), '\(prefix)\($0)')" }.joined(separator: ", ") }
    let tables = """
      CREATE TABLE categories (id TEXT PRIMARY KEY, name TEXT UNIQUE); INSERT INTO categories VALUES \(rows);
      CREATE TABLE entry (nr INTEGER PRIMARY KEY, category TEXT); INSERT INTO entry VALUES
      """
    #expect(try ways("\(tables) \(uses("k"))") == ["Entry.category → Category.id by category"])
    #expect(try ways("\(tables) \(uses("n"))").isEmpty)
  }

  @Test func keysThatAreRowNumbers() throws {
    #expect(
      try ways(
        """
        CREATE TABLE chat (_id INTEGER PRIMARY KEY, subject TEXT);
        CREATE TABLE message (_id INTEGER PRIMARY KEY, chat_row_id INTEGER, text TEXT);
        CREATE TABLE media (message_row_id INTEGER PRIMARY KEY, path TEXT);
        INSERT INTO chat VALUES (1, 'a'), (2, 'b'); INSERT INTO message VALUES (1, 1, 'x'), (2, 2, 'y');
        """) == ["Message.chatRow → Chat._id by chat_row_id"])
  }

  @Test func keysCalledROWID() throws {
    #expect(
      try ways(
        """
        CREATE TABLE handle (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT);
        CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, handle_id INTEGER DEFAULT 0);
        INSERT INTO handle VALUES (3, '+49'), (4, '+1');
        INSERT INTO message VALUES (1, 'a', 0), (2, 'b', 3), (3, 'c', 4), (4, 'd', 0);
        """) == ["Message.handle → Handle.ROWID by handle_id"])
  }

  @Test func namesThatBeginAlike() throws {
    let tables = """
      CREATE TABLE app_places (id INTEGER PRIMARY KEY, url TEXT);
      CREATE TABLE app_visits (id INTEGER PRIMARY KEY, place_id INTEGER, origin_id INTEGER);
      CREATE TABLE app_origins (id INTEGER PRIMARY KEY, host TEXT);
      INSERT INTO app_places VALUES (10, 'a'), (20, 'b');
      INSERT INTO app_origins VALUES (1, 'h');
      """
    #expect(
      try ways(tables + "INSERT INTO app_visits VALUES (1, 10, 7), (2, 20, 7)")
        == ["AppVisit.place → AppPlace.id by place_id"])
    // A name that fits several tables needs values that refer to rows of one of them.
    #expect(try ways(tables).isEmpty)
  }

  @Test func namesThatBeginWithID() throws {
    #expect(
      try ways(
        """
        CREATE TABLE files (idFile INTEGER PRIMARY KEY, idPath INTEGER, strFilename TEXT);
        CREATE TABLE path (idPath INTEGER PRIMARY KEY, strPath TEXT);
        CREATE TABLE movie (idMovie INTEGER PRIMARY KEY, idFile INTEGER, title TEXT);
        INSERT INTO path VALUES (5, '/a');
        INSERT INTO files VALUES (7, 5, 'x.mkv');
        INSERT INTO movie VALUES (1, 7, 'X');
        """) == ["File.path → Path.idPath by idPath", "Movie.file → File.idFile by idFile"])
  }

  /// A column that is named after its own table, such as `status_id`, is not a foreign key.
  @Test func ownNumbers() throws {
    #expect(
      try ways(
        """
        CREATE TABLE statuses (_id INTEGER PRIMARY KEY, status_id INT UNIQUE NOT NULL, reply_status_id INT, parent_id INT);
        INSERT INTO statuses VALUES (1, 900, NULL, NULL), (2, 901, 900, 1), (3, 902, 901, 2);
        """) == [
          "Status.replyStatus → Status.status_id by reply_status_id", "Status.parent → Status._id by parent_id",
        ])
  }

  /// The column has the same name as the key of exactly one other table, or the name of the other table and of its key. It is a foreign key only if
  /// its values show that.
  @Test func namesOfOtherKeys() throws {
    let stars = """
      CREATE TABLE DimStore (StoreKey INTEGER PRIMARY KEY, Region TEXT);
      CREATE TABLE FactSales (SaleID INTEGER PRIMARY KEY, StoreKey INTEGER, Amount REAL);
      INSERT INTO DimStore VALUES (1, 'N'), (2, 'S'), (3, 'S');
      """
    let star = try ways(stars + "INSERT INTO FactSales VALUES (1, 1, 5), (2, 2, 6), (3, 2, 7), (4, 3, 7)")
    #expect(star == ["FactSale.store → DimStore.StoreKey by StoreKey"])
    #expect(try ways(stars + "INSERT INTO FactSales VALUES (1, 11, 5), (2, 12, 6)").isEmpty)
    #expect(try ways(stars).isEmpty)
    let school = """
      CREATE TABLE subject (code TEXT PRIMARY KEY, title TEXT); CREATE TABLE pupil (id INTEGER PRIMARY KEY, code TEXT);
      CREATE TABLE lesson (id INTEGER PRIMARY KEY, subject_code TEXT, code TEXT);
      INSERT INTO subject VALUES ('LA', 'Latin'), ('MA', 'Maths'); INSERT INTO pupil VALUES (1, 'LA');
      INSERT INTO lesson VALUES (1, 'LA', 'LA'), (2, 'MA', 'MA');
      """
    #expect(try ways(school) == ["Lesson.subject → Subject.code by subject_code"])
    // Two tables have a key of this name.
    #expect(
      try ways(
        stars
          + "CREATE TABLE StoreHour (StoreKey INTEGER PRIMARY KEY); INSERT INTO FactSales VALUES (1, 1, 5), (2, 2, 6);"
      )
      .isEmpty)
  }

  /// The column of an empty table has the name of the other table's key. The names then decide.
  @Test func namesWithoutValues() throws {
    #expect(
      try ways(
        """
        CREATE TABLE files (idFile INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE movie (idMovie INTEGER PRIMARY KEY, idFile INTEGER);
        """) == ["Movie.file → File.idFile by idFile"])
  }

  /// `item_type` names the table that each row refers to.
  @Test func keysOfSeveralTables() throws {
    let tables = """
      CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO items VALUES (1, 'a'), (2, 'b');
      CREATE TABLE versions (id INTEGER PRIMARY KEY, item_type VARCHAR, item_id INT, event TEXT);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, itemType INT, itemId INT);
      CREATE TABLE drafts (id INTEGER PRIMARY KEY, type TEXT, item_id INT);
      INSERT INTO versions VALUES (1, 'Item', 1, 'x'), (2, 'Order', 2, 'x');
      """
    #expect(try ways(tables) == ["Note.item → Item.id by itemId", "Draft.item → Item.id by item_id"])
  }

  /// A text `customer_type` that names no table or class is a property of the customer.
  @Test(arguments: [
    (["retail", "wholesale"], true), (["retail", "wholesale", "Order"], true), (["Customer", "Order"], false),
    (["customers"], false), (["App\\Models\\Video", "App\\Models\\Customer"], false), (["Shop::Person"], false),
    (["order", "retail"], false), ([""], false),
  ])
  func textsThatNameNoTable(types: [String], isGuessed: Bool) throws {
    let rows = (0..<6).map { "(\($0 + 1), \($0 % 2 + 1), '\(types[$0 % types.count])')" }
    let tables = """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL);
      INSERT INTO customers VALUES (1, 'a'), (2, 'b');
      CREATE TABLE sales (id INTEGER PRIMARY KEY, customer_id INT, customer_type TEXT);
      INSERT INTO sales VALUES \(rows.joined(separator: ", "));
      """
    #expect(try ways(tables) == (isGuessed ? ["Sale.customer → Customer.id by customer_id"] : []))
  }

  /// A value of 0 means that there is no related row, unless the table has a row with the key 0.
  @Test func zeros() throws {
    let tables = """
      CREATE TABLE comments (id INTEGER PRIMARY KEY, text TEXT);
      CREATE TABLE actions (id INTEGER PRIMARY KEY, comment_id INT NOT NULL DEFAULT 0);
      INSERT INTO actions VALUES (1, 0), (2, 0);
      """
    #expect(try ways(tables).isEmpty)
    #expect(try ways(tables + "INSERT INTO comments VALUES (0, 'x')") == ["Action.comment → Comment.id by comment_id"])
    #expect(
      try ways(tables + "INSERT INTO comments VALUES (7, 'x'); INSERT INTO actions VALUES (3, 7)")
        == ["Action.comment → Comment.id by comment_id"])
    let counts = """
      CREATE TABLE counts (id INTEGER PRIMARY KEY, note TEXT);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, count INT);
      INSERT INTO counts (id) VALUES (1), (2), (3), (4), (5), (6);
      INSERT INTO orders (count) VALUES (1), (2), (3), (4), (5);
      """
    #expect(try ways(counts) == ["Order.count → Count.id by count"])
    #expect(try ways(counts + "INSERT INTO orders (count) VALUES (0)").isEmpty)
  }

  @Test func integersCalledLikeATable() throws {
    let tables = """
      CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT);
      CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER, note TEXT);
      CREATE TABLE notes (id TEXT PRIMARY KEY);
      INSERT INTO urls VALUES (11, 'a'), (12, 'b'), (13, 'c'), (14, 'd'), (15, 'e');
      INSERT INTO notes VALUES ('x');
      """
    #expect(
      try ways(tables + "INSERT INTO visits SELECT id, id, 'x' FROM urls") == ["Visit.url → Url.id by url"])
    #expect(try ways(tables + "INSERT INTO visits SELECT id, id + 1, 'x' FROM urls").isEmpty)
    // That a few small numbers refer to rows is no evidence, because it can be chance.
    #expect(try ways(tables + "INSERT INTO visits VALUES (1, 11, 'x'), (2, 12, 'x')").isEmpty)
  }
}
