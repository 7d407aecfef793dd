import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Another process changes rows of tables whose keys are not integers. The policy of the context decides about conflicts.
@Suite struct KeyConflictTests {
  private static let tables = [
    "CREATE TABLE place (code TEXT PRIMARY KEY, name TEXT)",
    "CREATE TABLE place (code TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID",
    "CREATE TABLE place (code TEXT, number INTEGER DEFAULT 1, name TEXT, PRIMARY KEY (code, number)) WITHOUT ROWID",
    "CREATE TABLE place (code TEXT, name TEXT)",
  ]

  private static func context(_ table: String, _ policy: ConflictPolicy) throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: "\(table); INSERT INTO place (code, name) VALUES ('a', 'A'), ('b', 'B')") }
    return try ObjectContext(PredicateDatabase(name: "places", queue: queue), conflicts: policy)
  }

  private func execute(_ sql: String, _ context: ObjectContext) throws {
    // The database has only this connection, so the context does not notice the change.
    let queue = try #require(context.database.reader as? DatabaseQueue)
    try queue.write { try $0.execute(sql: sql) }
  }

  private func names(_ context: ObjectContext) throws -> [String] {
    try context.database.reader.read { try String.fetchAll($0, sql: "SELECT code || name FROM place ORDER BY code") }
  }

  private static func places(_ context: ObjectContext) throws -> [StoredObject] {
    try context.objects(EntityFetch("Place")).sorted { try $0.value(of: "name").text < $1.value(of: "name").text }
  }

  @Test("A changed row", arguments: tables) func changed(_ table: String) throws {
    for (policy, expected) in [
      (ConflictPolicy.fail, ["aX", "bB"]), (.keepOurs, ["aO", "bB"]), (.keepTheirs, ["aX", "bB"]),
    ] {
      let context = try Self.context(table, policy)
      let place = try #require(try Self.places(context).first)
      try place.set("name", to: .string("O"))
      try execute("UPDATE place SET name = 'X' WHERE code = 'a'", context)
      if policy == .fail {
        let failure = #expect(throws: SaveFailure.self) { try context.save() }
        #expect(failure?.problems.map(\.kind) == [.conflict])
      } else {
        try context.save()
      }
      #expect(try names(context) == expected, "\(policy)")
    }
  }

  @Test("A deleted row", arguments: tables) func deleted(_ table: String) throws {
    for (policy, expected) in [(ConflictPolicy.fail, ["bB"]), (.keepOurs, ["aO", "bB"]), (.keepTheirs, ["bB"])] {
      let context = try Self.context(table, policy)
      let place = try #require(try Self.places(context).first)
      try place.set("name", to: .string("O"))
      try execute("DELETE FROM place WHERE code = 'a'", context)
      if policy == .fail {
        #expect(throws: SaveFailure.self) { try context.save() }
      } else {
        try context.save()
      }
      #expect(try names(context) == expected, "\(policy)")
    }
  }

  /// An id finds the same row in another context, although each context numbers its objects separately.
  @Test("Ids", arguments: tables) func ids(_ table: String) throws {
    let context = try Self.context(table, .fail)
    let places = try Self.places(context)
    let other = try ObjectContext(context.database)
    let second = try #require(try other.object(for: places[1].id))
    #expect(try second.value(of: "name").equals(.string("B")) && second.id == places[1].id)
    #expect(places[0].id != places[1].id)
    let key = table.contains("number") ? #""a", 1"# : table.contains("KEY") ? #""a""# : "1"
    #expect("\(places[0].id)" == "Place[\(key)]")
    // An id with only the number finds another row in another context, unless the row has a row number.
    let number = ObjectID(ObjectReference(entity: "Place", key: places[0].id.reference.key))
    let ids = [number] + places.map(\.id) + [second.id]
    for id in ids { for other in ids where id == other { #expect(id.hashValue == other.hashValue) } }
    #expect((number == places[0].id) != table.contains("WITHOUT"))
  }
}

extension QueryValue {
  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
