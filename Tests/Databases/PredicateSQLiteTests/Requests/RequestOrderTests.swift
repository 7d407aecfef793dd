import GRDB
import PredicateBinding
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// The untrusted order of requests, over tables with unusual keys.
@Suite struct RequestOrderTests {
  private struct Item: TableRecord { static let databaseTableName = "item" }
  private struct Pair: TableRecord { static let databaseTableName = "pair" }

  private static func policy(_ entities: String...) -> QueryPolicy {
    entities.reduce(QueryPolicy()) { $0.allowing(.all, ofEntity: $1) }
  }

  /// A key column with the name that a column of a subquery could have.
  @Test(arguments: ["key", "value", "KEY", "id", "key_key", "a\"b"])
  func keysWithAnyName(_ name: String) throws {
    let queue = try DatabaseQueue()
    let column = "\"\(name.replacing("\"", with: "\"\""))\""
    try queue.write { connection in
      try connection.execute(
        sql: """
          CREATE TABLE friend (id INTEGER PRIMARY KEY, name TEXT, "key_value" TEXT, "value_key" TEXT);
          CREATE TABLE item (\(column) INTEGER PRIMARY KEY, friend_id INTEGER REFERENCES friend (id));
          INSERT INTO friend VALUES (1, 'c', '', ''), (2, 'b', '', ''), (3, 'a', '', '');
          INSERT INTO item VALUES (1, 1), (2, 2), (3, 3);
          """)
    }
    let policy = Self.policy("Item", "Friend")
    let database = try PredicateDatabase(queue)
    for (order, expected) in [("friend.name", [3, 2, 1]), ("friend.name desc", [1, 2, 3])] as [(String, [Int64])] {
      let request = try Item.select(sql: column, as: Int64.self)
        .filter(text: "friend.name != ''", order: order, policy: policy, in: database)
      #expect(try queue.read { try request.fetchAll($0) } == expected, "\(order)")
      #expect(try queue.read { try request.reversed().fetchAll($0) } == expected.reversed(), "\(order)")
    }
  }

  /// Rows without an integer key cannot be looked up. Their own columns sort them, and their key decides between equal values.
  @Test func rowsWithoutIntegerKey() throws {
    let queue = try DatabaseQueue()
    try queue.write { connection in
      try connection.execute(
        sql: """
          CREATE TABLE pair (n INTEGER, b TEXT, a TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
          CREATE TABLE part (id INTEGER PRIMARY KEY, pa TEXT, pb TEXT, FOREIGN KEY (pa, pb) REFERENCES pair (a, b));
          INSERT INTO pair VALUES (3, '2', 'x'), (3, '1', 'y'), (3, '1', 'x'), (4, '1', 'a');
          INSERT INTO part VALUES (1, 'x', '1');
          """)
    }
    let policy = Self.policy("Pair", "Part")
    let database = try PredicateDatabase(queue)
    func rows(_ order: String) throws -> QueryInterfaceRequest<String> {
      try Pair.select(sql: "a || b", as: String.self)
        .filter(text: "n > 0", order: order, policy: policy, in: database)
    }
    let sorted = try rows("n desc")
    #expect(try queue.read { try sorted.fetchAll($0) } == ["a1", "x1", "x2", "y1"])
    #expect(try queue.read { try sorted.reversed().fetchAll($0) } == ["y1", "x2", "x1", "a1"])
    let issue = #expect(throws: PredicateIssue.self) { try rows("parts.@count desc") }
    let other = #expect(throws: PredicateIssue.self) {
      try Pair.filter(text: "parts.@count > 0", policy: policy, in: database)
    }
    #expect(issue?.code == other?.code && issue?.message == other?.message && issue?.kind == .unsupported)
  }

  /// The reversed request has the opposite order, also between equal values.
  @Test func reversedRequests() throws {
    let database = try PredicateDatabase.demo()
    struct Movie: TableRecord { static let databaseTableName = "movie" }
    let policy = Self.policy("Movie", "Friend")
    for order in ["year desc, title", "lentToFriend.friendName", "rating"] {
      let request = try Movie.select(Column("id"), as: Int64.self)
        .filter(text: "year > 1900", order: order, policy: policy, in: database)
      let (forwards, backwards) = try database.reader.read { connection in
        (try request.fetchAll(connection), try request.reversed().fetchAll(connection))
      }
      #expect(forwards.count > 20 && backwards == forwards.reversed(), "\(order)")
    }
  }
}
