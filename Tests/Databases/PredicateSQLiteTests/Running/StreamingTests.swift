import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

@Suite struct StreamingTests {
  private static let fetch = EntityFetch("Movie", sortedBy: [QuerySortKey(QueryKeyPath(.key("title")))])

  @Test func batchesAreTheFetchInParts() throws {
    let database = try RunningTests.demo.get()
    let whole = try database.fetch(Self.fetch)
    for size in [1, 7, 200, 1_000, 0] {
      var sizes: [Int] = []
      var rows: [[QueryValue]] = []
      try database.forEachBatch(of: size, Self.fetch) { batch in
        #expect(batch.columns == whole.columns)
        sizes.append(batch.rows.count)
        rows += batch.rows
      }
      #expect(rows.map { "\($0)" } == whole.rows.map { "\($0)" })
      #expect(sizes.dropLast().allSatisfy { $0 == max(1, size) })
    }
    var batches: [ResultTable] = []
    try database.forEachBatch(of: 5, EntityFetch("Movie", limit: 0)) { batches.append($0) }
    #expect(batches.map(\.rows.count) == [0] && batches.first?.columns == whole.columns)
  }

  @Test func theBodyEndsItAndMayAskTheDatabase() throws {
    struct Enough: Error {}
    let database = try RunningTests.demo.get()
    var seen = 0
    #expect(throws: Enough.self) {
      try database.forEachRow(Self.fetch) { row in
        seen += 1
        // While a fetch returns its rows, the same statement and another one run inside of its closure.
        var inner = 0
        try database.forEachRow(Self.fetch) { _ in inner += 1 }
        #expect(inner == 200)
        #expect(try database.count(EntityFetch("Friend")) > 0)
        if seen == 3 { throw Enough() }
      }
    }
    #expect(seen == 3)
    #expect(try database.keys(Self.fetch).count == 200)
  }

  @Test func interruptionEndsIt() throws {
    let database = try PredicateDatabase.demo()
    let endless = EntityFetch(
      "Movie", where: try QueryPredicate(format: "ANY tags.movies.tags.movies.title != 'x'"))
    var seen = 0
    #expect(throws: CancellationError.self) {
      try database.forEachRow(endless) { _ in
        seen += 1
        database.interrupt()
      }
    }
    #expect(seen >= 1)
  }

  @Test func cancelledTasksStop() async throws {
    let database = try PredicateDatabase.demo()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try database.forEachKey(Self.fetch) { _ in }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
