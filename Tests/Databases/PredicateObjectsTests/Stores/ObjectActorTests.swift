import Foundation
import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import Synchronization
import Testing

private final class Note: StoredObject {
  @Stored var text: String
}

private struct Refusal: Error {}

@Suite struct ObjectActorTests {
  /// A statement that never ends by itself.
  private static let endless =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c WHERE n < 0"

  private static func runEndless(_ context: ObjectContext) throws {
    _ = try context.database.reader.read { try Int.fetchOne($0, sql: endless) }
  }

  private func add(_ texts: [String], to store: ObjectActor) async throws {
    try await store.perform { context in
      for text in texts { try context.insert(Note.self).text = text }
      try context.save()
    }
  }

  @Test func fetchesAndSaves() async throws {
    let store = try ObjectActor(classes: [Note.self])
    try await add(["a", "b"], to: store)
    let id = try await store.perform { try #require(try $0.fetch(Note.self, "text == 'b'").first).id }
    #expect(try await store.perform { (try $0.object(for: id) as? Note)?.text } == "b")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 { group.addTask { try await add(["\(number)"], to: store) } }
      try await group.waitForAll()
    }
    #expect(try await store.perform { try $0.count(Note.self) } == 52)
  }

  @Test func aCallThatThrowsLeavesNoChanges() async throws {
    let store = try ObjectActor(classes: [Note.self])
    await #expect(throws: Refusal.self) {
      try await store.perform { context in
        try context.insert(Note.self).text = "half"
        throw Refusal()
      }
    }
    #expect(try await store.perform { !$0.hasChanges })
    // A call that ends with unsaved changes throws, and its changes are discarded.
    let issue = await #expect(throws: StoreIssue.self) {
      try await store.perform { try $0.insert(Note.self).text = "forgotten" }
    }
    #expect(issue?.kind == .unsavedChanges)
    #expect(try await store.perform { !$0.hasChanges })
    // Changes that an earlier call kept on purpose stay.
    try await store.perform(keepsChanges: true) { try $0.insert(Note.self).text = "kept" }
    await #expect(throws: Refusal.self) { try await store.perform { _ in throw Refusal() } }
    #expect(try await store.perform { try $0.count(Note.self) } == 1)
  }

  @Test func theTimeOfACallIsOver() async throws {
    let store = try ObjectActor(classes: [Note.self])
    func kind(_ body: @Sendable (ObjectContext) throws -> Void, within limit: Duration) async -> DatabaseIssue.Kind? {
      do {
        try await store.perform(within: limit, body)
      } catch {
        return (error as? DatabaseIssue)?.kind
      }
      return nil
    }
    #expect(await kind({ _ in }, within: .zero) == .timedOut)
    #expect(await kind(Self.runEndless, within: .milliseconds(20)) == .timedOut)
    // The next statement of a call does not begin.
    #expect(
      await kind(
        { context in
          try? Self.runEndless(context)
          _ = try context.fetch(Note.self)
        }, within: .milliseconds(20)) == .timedOut)
    #expect(
      await kind(
        { context in
          try? Self.runEndless(context)
          try context.insert(Note.self).text = "late"
          try context.save()
        }, within: .milliseconds(20)) == .timedOut)
    #expect(try await store.perform(within: .seconds(600)) { try $0.count(Note.self) } == 0)
  }

  @Test func cancellingEndsOnlyTheStatementOfItsTask() async throws {
    let database = try PredicateDatabase.make(model: DataModel(classes: [Note.self]))
    let first = ObjectActor(try ObjectContext(database, classes: [Note.self]))
    let second = ObjectActor(try ObjectContext(database, classes: [Note.self]))
    try await add(["a"], to: second)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let hasEnded = Mutex(false)
    let long = Task {
      defer { hasEnded.withLock { $0 = true } }
      try await first.perform { context in
        beginning.finish()
        try Self.runEndless(context)
      }
    }
    for await _ in begun {}
    // A call of the same actor waits until the actor is free. A call of the other actor waits for the connection.
    let waiting = Task { try await first.perform { try $0.count(Note.self) } }
    let other = Task { try await second.perform { try $0.count(Note.self) } }
    waiting.cancel()
    #expect(!hasEnded.withLock { $0 })
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(try await other.value == 1)
    #expect(try await first.perform { try $0.count(Note.self) } == 1)
  }

  @Test func onlyANewFileHasAWriteAheadLog() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString).sqlite").path
    let old = path + ".old"
    defer { for rest in ["", "-wal", "-shm", ".old"] { try? FileManager.default.removeItem(atPath: path + rest) } }
    func mode(_ store: ObjectActor) async throws -> String? {
      try await store.perform { try $0.database.reader.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } }
    }
    let store = try ObjectActor(path: path, classes: [Note.self])
    let reader = try ObjectActor(path: path, classes: [Note.self])
    #expect(try await mode(store) == "wal")
    #expect(try await mode(reader) == "wal")
    _ = try PredicateDatabase.make(path: old, model: DataModel(classes: [Note.self]))
    #expect(try await mode(ObjectActor(path: old, classes: [Note.self])) == "delete")

    // The reader fetches while the other actor is within a write transaction.
    try await add(["a"], to: store)
    let count = try await store.perform { context in
      try context.database.writer?.write { connection -> Int in
        try connection.execute(sql: "INSERT INTO Note (text) VALUES ('b')")
        let other = try ObjectContext(path: path, classes: [Note.self])
        return try other.count(Note.self)
      }
    }
    #expect(count == 1)
    #expect(try await reader.perform { try $0.count(Note.self) } == 2)
  }
}
