import Foundation
import GRDB
import PredicateBinding
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Predicates in requests that applications make with GRDB.
@Suite struct RequestTests {
  struct Movie: Codable, FetchableRecord, TableRecord, Equatable {
    static let databaseTableName = "Movie"
    static let lender = belongsTo(Friend.self, using: ForeignKey(["lentToFriend_id"]))
    var id: Int64
    var title: String
    var year: Int
    var rating: Double?
  }

  struct Friend: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "Friend"
    var id: Int64
    var friendName: String
  }

  /// The demo database, whose rows are copied to connections that were opened without this package's functions.
  private static let rows = Result { try PredicateDatabase.demo() }

  private let database: PredicateDatabase
  private let queue: DatabaseQueue
  private let model: DataModel

  init() throws {
    queue = try DatabaseQueue()
    try Self.rows.get().reader.backup(to: queue)
    database = try PredicateDatabase(queue)
    model = database.model
  }

  @Test(arguments: [
    "year > 1990", "title CONTAINS[cd] 'THE'", "rating == nil OR rating >= 8", "ANY tags.name == 'classic'",
    "lentToFriend.friendName BEGINSWITH 'A'", "NOT (genre IN {'Drama', 'Noir'})", "loans.@count > 2", "SELF == $m",
    "title == 'it\\'s ?1 t0.\"year\"'", "length(title) > 20", "TRUEPREDICATE", "title != $nul",
  ])
  func filtersComposeWithRequests(format: String) throws {
    let variables: QueryVariables = [
      "m": QueryValue.reference(ObjectReference(entity: "Movie", key: 3)), "nul": "a\0b",
    ]
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let expected = try database.keys(EntityFetch("Movie", where: predicate), variables: variables)
    let alone = try Movie.filter(matching: predicate, in: database, variables: variables).orderByPrimaryKey()
    #expect(try queue.read { try alone.fetchAll($0) }.map(\.id) == expected)
    #expect(try queue.read { try alone.fetchCount($0) } == expected.count)

    let fetch = EntityFetch("Movie", where: predicate)
    let statement = try database.statement(for: fetch, variables: variables, form: .keys).statement
    if statement.bindings.contains(where: { $0.stringValue?.utf8.contains(0) == true }) {
      let issue = #expect(throws: PredicateIssue.self) { try statement.arguments }
      #expect(issue?.code == "nul-argument")
    } else {
      let keys = try database.reader.read { connection in
        try Int64.fetchAll(connection, sql: statement.text, arguments: statement.arguments)
      }
      #expect(keys == expected)
    }

    let own = try Movie.filter(Column("lent") == false).order(Column("year").desc, Column("id")).limit(7)
      .filter(matching: predicate, in: database, variables: variables)
    let lent = try database.keys(
      EntityFetch(
        "Movie", where: predicate && QueryPredicate(format: "lent == NO"),
        sortedBy: [QuerySortKey(QueryKeyPath(.key("year")), isAscending: false)], limit: 7), variables: variables)
    #expect(try queue.read { try own.fetchAll($0) }.map(\.id) == lent)
  }

  @Test func filtersComposeWithJoinsAndAliases() throws {
    let movies = TableAlias(name: "m")
    let request = try Movie.aliased(movies).joining(required: Movie.lender).filter(movies[Column("year")] > 1950)
      .filter(matching: "lentToFriend.email != nil AND year < 2000", in: database).filter(
        matching: "id > 0 OR id == nil", in: PredicateDatabase(queue, model: model.withKeys)
      )
      .order(movies[Column("id")])
    let expected = try database.ids(
      entity: "Movie",
      predicate: QueryPredicate(format: "lentToFriend.email != nil AND year > 1950 AND year < 2000"))
    #expect(!expected.isEmpty)
    #expect(try queue.read { try request.fetchAll($0) }.map(\.id) == expected)
    let friends = try Friend.filter(matching: "ANY lentMovies.year > 1980", in: database)
      .filter(matching: "friendName CONTAINS 'a'", in: database)
    #expect(
      try queue.read { try friends.fetchCount($0) }
        == database.count(
          EntityFetch(
            "Friend", where: QueryPredicate(format: "ANY lentMovies.year > 1980 AND friendName CONTAINS 'a'"))))
  }

  @Test func conditionsOfOneTableStandInTheRequest() throws {
    let request = try Movie.filter(matching: "year > 1990 AND rating >= 7.5", in: database)
    let text = try queue.read { try request.makePreparedRequest($0).statement.sql }
    #expect(text == #"SELECT * FROM "Movie" WHERE ("year" > ? AND "rating" >= ?)"#)
  }

  @Test func fetchesGiveRecordsInTheirOrder() throws {
    let fetch = EntityFetch(
      "Movie", where: try QueryPredicate(format: "year > $y AND title CONTAINS[c] 'a'"),
      sortedBy: [QuerySortKey(QueryKeyPath(.key("rating")), isAscending: false)], limit: 5)
    let movies = try database.records(Movie.self, fetch, variables: ["y": QueryValue.integer(1970)])
    #expect(movies.map(\.id) == (try database.keys(fetch, variables: ["y": QueryValue.integer(1970)])))
    #expect(movies.count == 5 && movies.allSatisfy { $0.year > 1970 })
    let groups = EntityFetch(
      "Movie", columns: [FetchedColumn(key: "genre"), FetchedColumn(try QueryExpression(format: "count()"))],
      groupBy: [FetchedColumn(key: "genre")])
    let rows = try database.request(for: groups, form: .rows)
    #expect(try queue.read { try rows.fetchAll($0) }.count == database.count(groups))
    #expect(throws: PredicateIssue.self) { try database.request(for: groups) }
  }

  @Test func poolsAndSnapshotsServe() throws {
    let path = NSTemporaryDirectory() + "requests-\(UUID().uuidString).sqlite"
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let pool = try DatabasePool(path: path)
    try Self.rows.get().reader.backup(to: pool)
    let fetch = EntityFetch("Movie", where: try QueryPredicate(format: "title LIKE[c] '*the*'"))
    let expected = try database.keys(fetch)
    #expect(try PredicateDatabase(pool).keys(fetch) == expected)
    #expect(try PredicateDatabase(pool.makeSnapshot(), model: model).keys(fetch) == expected)
    var seen = 0
    try PredicateDatabase(pool).forEachKey(fetch) { _ in seen += 1 }
    #expect(seen == expected.count)
    // A pool opens and closes connections. So watching must leave no state on a connection.
    let watched = try PredicateDatabase(pool)
    for _ in 0..<20 { #expect(try watched.watching({ _ in }) { try watched.keys(fetch) } == expected) }
  }

  @Test func whatDoesNotFitIsTold() throws {
    struct Other: TableRecord { static let databaseTableName = "Movies" }
    let table = #expect(throws: PredicateIssue.self) { try Other.filter(matching: "TRUEPREDICATE", in: database) }
    #expect(table?.code == "no-entity-of-table" && table?.hint == "the nearest is “Movie”")
    let key = #expect(throws: PredicateIssue.self) { try Movie.filter(matching: "yeer > 3", in: database) }
    #expect(key?.code == "unknown-key")
    #expect(throws: PredicateIssue.self) { try Movie.filter(matching: "year >", in: database) }
    #expect(throws: DatabaseIssue.self) { try PredicateDatabase(DatabaseQueue(), model: model) }
  }
}

extension DataModel {
  /// The same model, in which the key of each entity also is an attribute.
  fileprivate var withKeys: DataModel {
    DataModel(
      entities: entities.map { entity in
        Entity(
          name: entity.name, table: entity.table, key: entity.key,
          attributes: entity.attributes + [Attribute(name: "id", type: .integer, isTrusted: true)],
          relationships: entity.relationships)
      })
  }
}
