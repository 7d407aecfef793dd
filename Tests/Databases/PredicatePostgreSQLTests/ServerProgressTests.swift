#if PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateModel
  import PredicateTestSupport
  import PredicateValues
  import Testing

  @testable import PredicatePostgreSQL

  /// Progress of statements: the rows that arrived, and what the server does.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerProgressTests {
    private static func database(_ name: String) throws -> PostgreSQLDatabase {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, title text); INSERT INTO film SELECT i, 'x' FROM generate_series(1, 300) i;
        """
      return try PostgreSQLDatabase(connection: server.makeDatabase(name, script: script))
    }

    /// Each row is reported when it arrives, also by a fetch whose rows come in parts. Nothing is reported after the work.
    @Test func arrivedRowsAreCounted() throws {
      let database = try Self.database("progress_rows")
      let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
      for isBesideOthers in [false, true] {
        let reports = Locked([Int]())
        try database.watching({ rows in reports.withLock { $0.append(rows) } }) {
          if isBesideOthers {
            try database.runBesideOthers(fetch) { _ in true }
          } else {
            try database.run(fetch) { _ in true }
          }
        }
        let found = reports.withLock { $0 }
        #expect(found.last == 300 && found == found.sorted() && found.contains(1), "\(found.suffix(5))")
        try database.run(fetch) { _ in true }
        #expect(reports.withLock { $0.count } == found.count)
        #expect(database.activity == nil)
      }
    }

    /// Statements about the catalogue are not part of the answer, so the progress does not count their rows.
    @Test func rowsOfTheCatalogueAreNotCounted() throws {
      let database = try Self.database("progress_catalogue")
      let reports = Locked([Int]())
      try database.watching({ rows in reports.withLock { $0.append(rows) } }) {
        _ = try database.reloadedIfChanged()
        _ = try database.version()
        #expect(reports.withLock { $0 }.allSatisfy { $0 == 0 })
        _ = try database.rows(of: EntityFetch("Film", limit: 5))
      }
      #expect(reports.withLock { $0.max() } == 5)
    }

    /// Two threads watch one pool. The watch that began first ends first. Each counts the rows of its own statements.
    @Test func watchesEndInAnyOrder() throws {
      let database = try Self.database("progress_two")
      let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
      let (first, second) = (Locked([Int]()), Locked([Int]()))
      let (firstBegan, secondBegan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (firstEnded, secondEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        firstBegan.wait()
        database.watching({ rows in second.withLock { $0.append(rows) } }) {
          secondBegan.signal()
          firstEnded.wait()
          do { try database.run(fetch) { _ in true } } catch { Issue.record("\(error)") }
        }
        secondEnded.signal()
      }
      try database.watching({ rows in first.withLock { $0.append(rows) } }) {
        firstBegan.signal()
        secondBegan.wait()
        try database.run(fetch) { _ in true }
      }
      let counted = first.withLock { $0 }
      #expect(counted.last == 300)
      #expect(second.withLock { $0.isEmpty })
      firstEnded.signal()
      secondEnded.wait()
      #expect(second.withLock { $0.last } == 300)
      try database.run(fetch) { _ in true }
      #expect(first.withLock { $0 } == counted)
      #expect(second.withLock { $0.last } == 300)
      #expect(database.activity == nil)
    }

    /// A task that the work has started outlives the work. Its rows are not reported.
    @Test func aTaskIsNotReportedAfterTheWork() async throws {
      let database = try Self.database("progress_task")
      let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
      let reports = Locked(0)
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      let task = database.watching({ _ in reports.withLock { $0 += 1 } }) {
        Task {
          for await _ in ended { break }
          try database.run(fetch) { _ in true }
          return database.activity
        }
      }
      end.yield()
      #expect(try await task.value == nil)
      #expect(reports.withLock { $0 } == 0)
    }

    /// A count waits for a lock that another connection holds. The lock is released only after the report of this reason, so the count has an answer only
    /// if the reason is reported.
    @Test func theServerReportsWhatItDoes() throws {
      let database = try Self.database("progress_lock")
      let other = try ServerConnection(database.target)
      try other.runAll("BEGIN; LOCK TABLE public.film IN ACCESS EXCLUSIVE MODE")
      let isReleased = Locked(false)
      let count = try database.watching({ _ in
        guard database.activity == "the server waits for a lock" else { return }
        let isFirst = isReleased.withLock { released in
          defer { released = true }
          return !released
        }
        if isFirst { other.endTransaction() }
      }) { try database.count(EntityFetch("Film")) }
      #expect(count == 300)
      #expect(isReleased.withLock { $0 })
    }

    /// Optional work stops before a statement that the server expects to exceed the limit. Other statements have no limit.
    @Test func optionalWorkHasALimit() throws {
      let database = try Self.database("progress_limit")
      let fetch = EntityFetch("Film")
      #expect(try database.limiting(steps: 10_000_000) { try database.rows(of: fetch).rows.count } == 300)
      database.limiting(steps: 10) {
        for _ in 0..<2 {
          let issue = #expect(throws: DatabaseIssue.self) { try database.rows(of: fetch) }
          #expect(issue?.kind == .timedOut)
        }
      }
      #expect(try database.rows(of: fetch).rows.count == 300)
    }

    @Test(arguments: [
      ("", "the server computes"), ("Lock", "the server waits for a lock"),
      ("Extension", "the server waits for another server"), ("Activity", nil),
    ])
    func classesOfEventsHaveAClause(event: String, clause: String?) {
      #expect(ServerWatch.clause(for: event) == clause)
    }
  }

  extension ServerConnection {
    /// Ends the open transaction, which releases its locks.
    fileprivate func endTransaction() {
      do { try runAll("ROLLBACK") } catch { Issue.record("\(error)") }
    }
  }
#endif
