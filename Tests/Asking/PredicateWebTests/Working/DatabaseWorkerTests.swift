import Foundation
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues
import Testing

@testable import PredicateWeb

/// The worker ends work at its time limit, and work for a statement that the page has replaced. No test waits for time to pass, because the work ends
/// when it is interrupted.
@Suite("The worker of the database")
struct DatabaseWorkerTests {
  /// A database whose work never ends by itself.
  private struct EndlessDatabase: QueryDatabase {
    let name = "endless"
    let kind = DatabaseKind.sqlite
    let model = DataModel(entities: [])
    let interruption = DispatchSemaphore(value: 0)

    func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch { throw CancellationError() }
    func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {}
    func interrupt() { interruption.signal() }

    /// The database has no rows.
    func inTimeZone(_ zone: QueryTimeZone) -> EndlessDatabase { self }
    func version() throws -> DatabaseVersion { DatabaseVersion(schema: 0, data: 0) }
    func reloadedIfChanged() throws -> EndlessDatabase? { nil }
    func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { true }

    /// Runs until it is interrupted.
    func work() throws {
      interruption.wait()
      interruption.signal()
      throw CancellationError()
    }
  }

  private func ticket(_ number: Int, page: String = "a") -> DatabaseWorker.Ticket {
    DatabaseWorker.Ticket(page: page, number: number)
  }

  @Test func longWorkIsEnded() async throws {
    let (worker, database) = (DatabaseWorker(), EndlessDatabase())
    await #expect(throws: DatabaseWorker.End.self) {
      try await worker.run(for: nil, on: database, within: .milliseconds(1)) { try database.work() }
    }
    #expect(worker.isIdle)
    #expect(try await worker.run(for: nil, on: database, within: .seconds(600)) { 3 } == 3)
  }

  /// A loop in memory that runs no statement of the database ends, too.
  @Test func workInMemoryIsCancelled() async throws {
    let (worker, database) = (DatabaseWorker(), EndlessDatabase())
    let begun = AsyncStream<Void>.makeStream()
    let old = Task {
      try await worker.run(for: ticket(1), on: database, within: .seconds(600)) {
        begun.continuation.yield()
        while true { try Task.checkCancellation() }
      }
    }
    for await _ in begun.stream { break }
    worker.announce(ticket(2))
    await #expect(throws: DatabaseWorker.End.self) { try await old.value }
    #expect(try await worker.run(for: ticket(2), on: database, within: .seconds(600)) { true })
  }

  /// Interrupted work may return a part of its result instead of an error. The worker returns this part.
  @Test func interruptedWorkMayReturnAPart() async throws {
    let (worker, database) = (DatabaseWorker(), EndlessDatabase())
    let part = try await worker.run(for: nil, on: database, within: .milliseconds(1)) {
      do { try database.work() } catch is CancellationError {}
      return "part"
    }
    #expect(part == "part")
  }

  /// Counting facets in the background does not delay the rows that the page needs next.
  @Test func workInTheBackgroundGivesWay() async throws {
    let (worker, database) = (DatabaseWorker(), EndlessDatabase())
    let begun = AsyncStream<Void>.makeStream()
    var ticket = ticket(1)
    ticket.isBackground = true
    let facets = Task { [ticket] in
      try await worker.run(for: ticket, on: database, within: .seconds(600)) {
        begun.continuation.yield()
        // The worker discards the result of work that was replaced.
        do { try database.work() } catch is CancellationError {}
      }
    }
    for await _ in begun.stream { break }
    worker.announce(self.ticket(1))
    await #expect(throws: DatabaseWorker.End.self) { try await facets.value }
    #expect(try await worker.run(for: self.ticket(1), on: database, within: .seconds(600)) { true })
  }

  @Test func aNewerStatementEndsTheOlderOne() async throws {
    let (worker, database) = (DatabaseWorker(), EndlessDatabase())
    let begun = AsyncStream<Void>.makeStream()
    let old = Task {
      try await worker.run(for: ticket(1), on: database, within: .seconds(600)) {
        begun.continuation.yield()
        try database.work()
      }
    }
    for await _ in begun.stream { break }
    // A request of another page does not end the work.
    worker.announce(ticket(9, page: "b"))
    #expect(!worker.isIdle)
    worker.announce(ticket(2))
    await #expect(throws: DatabaseWorker.End.self) { try await old.value }
    #expect(try await worker.run(for: ticket(2), on: database, within: .seconds(600)) { true })
    // Work for an older statement does not begin.
    await #expect(throws: DatabaseWorker.End.self) {
      try await worker.run(for: ticket(1), on: database, within: .seconds(600)) { Issue.record("It ran.") }
    }
  }
}
