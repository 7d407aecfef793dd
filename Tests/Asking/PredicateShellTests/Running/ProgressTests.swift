import Foundation
import GRDB
import PredicateSessions
import PredicateDemo
import PredicateModel
import PredicatePostgreSQL
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

@Suite("Progress")
struct ProgressTests {
  @Test func aQueryIsExpectedToReadTheRowsOfItsTable() throws {
    let output = TextOutput()
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: output)
    for text in ["title MATCHES \".*x.*\"", "count Movie"] {
      let query = try #require(session.parser.parse(text).query)
      #expect(try session.prepared(query).expectedRows() == 200)
    }
  }

  @Test func aDatabaseReportsTheRowsThatSQLiteHasRead() throws {
    let queue = try DemoDatabase.makeQueue()
    let database = try PredicateDatabase(queue)
    let reports = Locked([Int]())
    // There are 600,000 rows whatever plan is used: SQLite reports progress after a number of steps, not after some time.
    let sql = "SELECT count(*) FROM Movie a CROSS JOIN Movie b CROSS JOIN Tag t WHERE a.year + b.year + t.id < 0"
    let count = try database.watching({ rows in reports.withLock { $0.append(rows) } }) {
      try queue.read { try Int.fetchOne($0, sql: sql) }
    }
    #expect(count == 0)
    let rows = reports.withLock { $0 }
    #expect(rows.count >= 2)
    #expect(rows == rows.sorted() && (rows.first ?? 0) > 0 && (rows.last ?? 0) <= 700_000, "\(rows)")
    // Progress is not reported after the end.
    _ = try queue.read { try Int.fetchOne($0, sql: sql) }
    #expect(reports.withLock { $0.count } == rows.count)
  }

  /// Two threads watch one connection. The watch that began first ends first. Each counts the rows of its own statements.
  @Test func watchesOfSQLiteEndInAnyOrder() throws {
    let queue = try DemoDatabase.makeQueue()
    let database = try PredicateDatabase(queue)
    let sql = "SELECT count(*) FROM Movie a CROSS JOIN Movie b CROSS JOIN Tag t WHERE a.year + b.year + t.id < 0"
    let (first, second) = (Locked(0), Locked(0))
    let (firstBegan, secondBegan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (firstEnded, secondEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      firstBegan.wait()
      database.watching({ _ in second.withLock { $0 += 1 } }) {
        secondBegan.signal()
        firstEnded.wait()
        do { _ = try queue.read { try Int.fetchOne($0, sql: sql) } } catch { Issue.record("\(error)") }
      }
      secondEnded.signal()
    }
    try database.watching({ _ in first.withLock { $0 += 1 } }) {
      firstBegan.signal()
      secondBegan.wait()
      _ = try queue.read { try Int.fetchOne($0, sql: sql) }
    }
    let counted = first.withLock { $0 }
    #expect(counted > 0 && second.withLock { $0 } == 0)
    firstEnded.signal()
    secondEnded.wait()
    let other = second.withLock { $0 }
    #expect(other > 0)
    _ = try queue.read { try Int.fetchOne($0, sql: sql) }
    #expect(first.withLock { $0 } == counted && second.withLock { $0 } == other)
  }

  /// A database with 100,000 films, and a count that reads all of them. The count has run twice, so its statement is kept.
  private static func countOfFilms() throws -> (database: PredicateDatabase, count: @Sendable () throws -> Int) {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE film (id INTEGER PRIMARY KEY, year INTEGER NOT NULL);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          INSERT INTO film SELECT i, i % 100 FROM n;
          """)
    }
    let database = try PredicateDatabase(queue)
    let condition = try QueryPredicate(format: "year * 2 + 1 < 0 OR year * 3 + 2 < 0")
    let fetch = try database.prepare(
      BoundFetch(EntityFetch("Film", where: condition), model: database.model), as: .count)
    let count: @Sendable () throws -> Int = { try database.number(fetch) }
    #expect(try count() == 0 && count() == 0)
    return (database, count)
  }

  /// A report has only the rows of the watched work, although another thread ran the same kept statement after the watch began.
  @Test func rowsOfOtherWorkAreNotReported() throws {
    let (database, count) = try Self.countOfFilms()
    let reports = Locked([Int]())
    let ended = DispatchSemaphore(value: 0)
    try database.watching({ rows in reports.withLock { $0.append(rows) } }) {
      Thread.detachNewThread {
        do {
          let found = try count()
          #expect(found == 0)
        } catch {
          Issue.record("\(error)")
        }
        ended.signal()
      }
      ended.wait()
      #expect(reports.withLock { $0.isEmpty })
      let found = try count()
      #expect(found == 0)
    }
    let rows = reports.withLock { $0 }
    #expect(rows.count >= 2 && rows == rows.sorted(), "\(rows)")
    #expect((rows.last ?? 0) > 50_000 && (rows.last ?? 0) <= 100_000, "\(rows)")
  }

  /// The rows of a statement that outer work runs are not rows of the inner work.
  @Test func anInnerWatchReportsOnlyItsOwnRows() throws {
    let (database, count) = try Self.countOfFilms()
    let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
    let reports = Locked([Int]())
    var seen = 0
    try database.run(fetch) { _ in
      seen += 1
      guard seen == 90_000 else { return true }
      let found = try database.watching({ rows in reports.withLock { $0.append(rows) } }, count)
      #expect(found == 0)
      return false
    }
    let rows = reports.withLock { $0 }
    #expect((rows.first ?? 0) > 0 && (rows.last ?? 0) > 50_000 && (rows.last ?? 0) <= 100_000, "\(rows)")
  }

  /// A task that the work has started outlives the work. Its rows are not reported.
  @Test func aTaskIsNotReportedAfterTheWork() async throws {
    let (database, count) = try Self.countOfFilms()
    let reports = Locked(0)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let task = database.watching({ _ in reports.withLock { $0 += 1 } }) {
      Task {
        for await _ in ended { break }
        return try count()
      }
    }
    end.yield()
    #expect(try await task.value == 0)
    #expect(reports.withLock { $0 } == 0)
  }

  @Test func aStatementDrawsTheReportsOfItsDatabaseAndErasesThem() {
    let drawn = Locked("")
    let database = FakeDatabase()
    let output = TextOutput()
    let screen = ShellScreen(output: output, errors: output, layout: { .plain })
    screen.progress = ProgressBar(
      delay: .zero, now: { .zero }, width: { 80 }, draw: { text in drawn.withLock { $0 += text } })
    let session = ShellSession(database: database, screen: screen, interrupts: InterruptWatch())
    database.reportsWhileFetching = [7]
    #expect(session.run("Movie") == .done)
    #expect(drawn.withLock { $0 } == "\r⠋ 0 s, 7 rows looked at; Ctrl-C cancels\u{1B}[K\r\u{1B}[K")
    #expect(output.text.hasSuffix("3 movies\n"))
  }

  /// A server reports the rows that arrive, and what it does. The number of rows in its tables is not the total.
  @Test func aServerReportsTheRowsThatArriveAndItsActivity() {
    let drawn = Locked("")
    let database = FakeDatabase()
    database.kind = .postgreSQL
    database.activity = "the server waits for a lock"
    let output = TextOutput()
    let screen = ShellScreen(output: output, errors: output, layout: { .plain })
    screen.progress = ProgressBar(
      delay: .zero, now: { .zero }, width: { 80 }, draw: { text in drawn.withLock { $0 += text } })
    let session = ShellSession(database: database, screen: screen, interrupts: InterruptWatch())
    database.reportsWhileFetching = [1]
    #expect(session.run("Movie") == .done)
    #expect(
      drawn.withLock { $0 }
        == "\r⠋ 0 s, 1 row received, the server waits for a lock; Ctrl-C cancels\u{1B}[K\r\u{1B}[K")
  }
}
