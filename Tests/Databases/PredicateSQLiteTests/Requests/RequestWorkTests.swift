import GRDB
import GRDBSQLite
import PredicateBinding
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// A policy limits the steps of GRDB's requests, whatever the request does with its rows, and whatever else runs on the connection.
@Suite struct RequestWorkTests {
  struct Post: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "post"
    static let replies = hasMany(Reply.self)
    var id: Int64
    var title: String
  }

  struct Reply: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "reply"
    var id: Int64
    var postId: Int64
  }

  /// 10,000 rows take more than 20,000 steps.
  private static let policy = QueryPolicy(otherTypes: .all, work: 20_000)
  private static let large = QueryPolicy(otherTypes: .all, work: 100_000_000)
  private static let matchesAll = "id != 0 AND title != ''"
  private static let matchesNone = "id == 0 OR title == 'none'"

  private let queue: DatabaseQueue
  private let database: PredicateDatabase

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { connection in
      try connection.execute(
        sql: """
          CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE TABLE reply (id INTEGER PRIMARY KEY, postId INTEGER NOT NULL REFERENCES post(id) ON DELETE CASCADE);
          CREATE INDEX replies ON reply(postId);
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
          INSERT INTO post SELECT i, 'title ' || i FROM n;
          INSERT INTO reply SELECT id, id FROM post;
          """)
    }
    database = try PredicateDatabase(queue)
  }

  private func posts(_ text: String, _ policy: QueryPolicy = policy) throws -> QueryInterfaceRequest<Post> {
    try Post.filter(text: text, policy: policy, in: database)
  }

  private func replies(_ text: String, _ policy: QueryPolicy = policy) throws -> HasManyAssociation<Post, Reply> {
    try Post.replies.filter(text: text, policy: policy, in: database)
  }

  private typealias Use = @Sendable (RequestWorkTests, Database, QueryPolicy) throws -> Void

  /// All uses of a request that are tested. For most of them SQLite does its work within the first step of the statement.
  private static let uses: [(name: String, use: Use)] = [
    ("fetchCount", { _ = try $0.posts(matchesAll, $2).fetchCount($1) }),
    ("no match", { _ = try $0.posts(matchesNone, $2).fetchAll($1) }),
    ("first of none", { _ = try $0.posts(matchesNone, $2).fetchOne($1) }),
    ("isEmpty", { _ = try $0.posts(matchesNone, $2).isEmpty($1) }),
    ("order", { _ = try $0.posts(matchesAll, $2).order(Column("title")).fetchOne($1) }),
    ("order and limit", { _ = try $0.posts(matchesAll, $2).order(Column("title")).limit(3).fetchAll($1) }),
    ("distinct", { _ = try $0.posts(matchesAll, $2).select(Column("title")).distinct().fetchCount($1) }),
    ("group", { _ = try $0.posts(matchesAll, $2).group(Column("title")).fetchCount($1) }),
    ("aggregate", { _ = try $0.posts(matchesAll, $2).select(max(Column("title")), as: String.self).fetchOne($1) }),
    ("all", { _ = try $0.posts(matchesAll, $2).fetchAll($1) }),
    ("paths", { _ = try $0.posts("ANY replies.id != 0", $2).fetchCount($1) }),
    ("join", { _ = try Post.joining(required: $0.replies("id != 0", $2)).fetchCount($1) }),
    ("outer join", { _ = try Post.joining(optional: $0.replies("id != 0", $2)).fetchCount($1) }),
    ("outer join with keys", { _ = try Post.joining(optional: $0.replies("post.title == 'none'", $2)).fetchCount($1) }),
    ("number of others", { _ = try Post.annotated(with: $0.replies("id != 0", $2).count).fetchAll($1) }),
    (
      "others",
      { _ = try Post.including(all: $0.replies("post.title != ''", $2)).asRequest(of: Row.self).fetchAll($1) }
    ),
    ("updateAll", { _ = try $0.posts(matchesAll, $2).updateAll($1, Column("title").set(to: "x")) }),
    ("deleteAll", { _ = try $0.posts(matchesAll, $2).deleteAll($1) }),
    ("deleteAll with keys", { _ = try $0.posts("ANY replies.id != 0", $2).deleteAll($1) }),
  ]

  private func expectLimit(
    _ connection: Database, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    #expect(throws: PredicateIssue.tooMuchWork, sourceLocation: location) { try connection.reportingIssues(body) }
  }

  @Test(arguments: uses.map(\.name)) func everyUseIsLimited(_ name: String) throws {
    let use = try #require(Self.uses.first { $0.name == name }).use
    try queue.writeWithoutTransaction { try check(use, on: $0) }
  }

  private func check(_ use: Use, on connection: Database) throws {
    try expectLimit(connection) { try use(self, connection, Self.policy) }
    #expect(try Post.fetchCount(connection) == 10_000)
    #expect(try Post.filter(Column("title") == "x").isEmpty(connection))
    // The same statement completes with a larger limit, and without a limit.
    try connection.reportingIssues { try use(self, connection, Self.large) }
    #expect(
      try Reply.filter(matching: "id != 0", in: database).fetchCount(connection) == Reply.fetchCount(connection))
  }

  /// A condition that reads other tables is a nested statement, and its call starts the count of steps.
  @Test(arguments: ["ANY replies.id > 9990", "replies.@count == 1 AND id > 9990", "ANY replies.post.id > 9990"])
  func keysOfOtherTablesAreFound(_ text: String) throws {
    try queue.write { connection in
      let request = try posts(text, Self.large)
      let sql = try request.makePreparedRequest(connection).statement.sql
      #expect(sql.contains("IN (SELECT NULL WHERE NOT predicate_work"))
      #expect(try request.fetchCount(connection) == 10)
      #expect(try Post.joining(optional: replies("post.id > 9990", Self.large)).fetchCount(connection) == 10_000)
      #expect(try Post.joining(required: replies("post.id > 9990", Self.large)).fetchCount(connection) == 10)
      #expect(try request.deleteAll(connection) == 10)
      #expect(try Post.fetchCount(connection) == 9_990)
    }
  }

  @Test func aStatementWithinACursorHasItsOwnWork() throws {
    try queue.read { connection in
      // The inner statements together take more steps than the limit of the outer cursor, but only the cursor's own steps count for it.
      let outer = try posts("id <= 200", QueryPolicy(otherTypes: .all, work: 30_000)).fetchCursor(connection)
      var seen = 0
      while try connection.reportingIssues({ try outer.next() }) != nil {
        seen += 1
        let inner = try posts("id > 9000", QueryPolicy(otherTypes: .all, work: 30_000))
        #expect(try connection.reportingIssues { try inner.fetchCount(connection) } == 1_000)
      }
      #expect(seen == 200)
    }
  }

  @Test func aCursorStaysLimitedAfterAStatementWithinIt() throws {
    try queue.read { connection in
      let outer = try posts(Self.matchesAll).fetchCursor(connection)
      #expect(try outer.next() != nil)
      #expect(try posts("id <= 10").fetchCount(connection) == 10)
      try expectLimit(connection) { _ = try posts(Self.matchesAll).fetchCount(connection) }
      #expect(try database.count(EntityFetch("Post"), text: "id <= 10", policy: Self.policy) == 10)
      #expect(throws: PredicateIssue.tooMuchWork) {
        try database.count(EntityFetch("Post"), text: Self.matchesAll, policy: Self.policy)
      }
      try expectLimit(connection) { while try outer.next() != nil {} }
      #expect(try Post.fetchCount(connection) == 10_000)
    }
  }

  @Test func cursorsEndInAnyOrder() throws {
    try queue.read { connection in
      var first: RecordCursor<Post>? = try posts("id <= 10").fetchCursor(connection)
      let second = try posts(Self.matchesAll).fetchCursor(connection)
      #expect(try first?.next() != nil)
      #expect(try second.next() != nil)
      while try first?.next() != nil {}
      first = nil
      try expectLimit(connection) { while try second.next() != nil {} }
      #expect(try Post.filter(matching: "title != ''", in: database).fetchCount(connection) == 10_000)
    }
  }

  @Test func connectionsAreCountedByThemselves() throws {
    let other = try DatabaseQueue()
    try queue.backup(to: other)
    let otherDatabase = try PredicateDatabase(other)
    try queue.read { connection in
      let cursor = try posts(Self.matchesAll).fetchCursor(connection)
      #expect(try cursor.next() != nil)
      try other.read { second in
        #expect(try Post.filter(matching: "title != ''", in: otherDatabase).fetchCount(second) == 10_000)
        let limited = try Post.filter(text: Self.matchesAll, policy: Self.policy, in: otherDatabase)
        try expectLimit(second) { _ = try limited.fetchCount(second) }
      }
      try expectLimit(connection) { while try cursor.next() != nil {} }
    }
  }

  /// A statement that an application interrupts ends with SQLite's interruption error, and not with the issue for too many steps.
  @Test func anInterruptionIsNotALimit() throws {
    try queue.read { connection in
      let cursor = try posts(Self.matchesAll, Self.large).fetchCursor(connection)
      #expect(try cursor.next() != nil)
      queue.interrupt()
      let error = #expect(throws: DatabaseError.self) {
        try connection.reportingIssues { while try cursor.next() != nil {} }
      }
      #expect(error?.resultCode == .SQLITE_INTERRUPT)
      // An earlier limit that was not reported as an issue must not be reported for a later interruption.
      #expect(throws: DatabaseError.self) { try posts(Self.matchesAll).fetchCount(connection) }
      let other = try posts("id <= 10").fetchCursor(connection)
      #expect(try other.next() != nil)
      queue.interrupt()
      #expect(throws: DatabaseError.self) { try connection.reportingIssues { while try other.next() != nil {} } }
    }
    let whole = try Post.filter(matching: "title != ''", in: database)
    #expect(try queue.read { try whole.fetchCount($0) } == 10_000)
  }

  @Test func aHandlerOfTheApplicationIsReplaced() throws {
    try queue.read { connection in
      sqlite3_progress_handler(connection.sqliteConnection, 0, nil, nil)
      try expectLimit(connection) { _ = try posts(Self.matchesAll).fetchCount(connection) }
      sqlite3_progress_handler(connection.sqliteConnection, 1_000_000, { _ in 0 }, nil)
      try expectLimit(connection) { _ = try posts(Self.matchesAll).fetchCount(connection) }
      sqlite3_progress_handler(connection.sqliteConnection, 0, nil, nil)
      #expect(throws: PredicateIssue.tooMuchWork) {
        try database.count(EntityFetch("Post"), text: Self.matchesAll, policy: Self.policy)
      }
    }
  }

  @Test func progressIsShownWhileStepsAreCounted() throws {
    let reports = Locked(0)
    let work = EntityFetch("Post", where: try QueryPredicate("ANY replies.post.title CONTAINS 'x'"))
    func reportsOfWork() throws -> Int {
      let former = reports.withLock { $0 }
      for _ in 0..<20 { _ = try database.count(work) }
      return reports.withLock { $0 } - former
    }
    try database.watching({ _ in reports.withLock { $0 += 1 } }) {
      #expect(try reportsOfWork() > 0)
      try queue.read { connection in
        try expectLimit(connection) { _ = try posts(Self.matchesAll).fetchCount(connection) }
      }
      #expect(try reportsOfWork() > 0)
    }
    #expect(try reportsOfWork() == 0)
  }
}
