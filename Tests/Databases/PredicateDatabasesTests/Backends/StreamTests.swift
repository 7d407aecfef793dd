import Foundation
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateValues
import Testing

/// Rows are passed to a body while they are read. The tests count the rows that are read, and end streams early.
@Suite struct StreamTests {
  /// A condition that SQLite without functions leaves to memory.
  private static let text = "Book where title LIKE '*e*'"

  /// A back end that counts its statements, and the objects that its base gives to memory.
  private final class CountedWork: QueryBackend {
    let base: any QueryDatabase
    let objects = Locked(0)
    let statements = Locked(0)
    /// The rows of other fetches, which memory needs to follow relationships.
    let related = Locked(0)

    init(_ base: any QueryDatabase) { self.base = base }

    var model: DataModel { base.model }
    func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }
    func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
      statements.withLock { $0 += 1 }
      return try base.prepare(fetch, as: form)
    }
    func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
      try base.run(fetch) { row in
        (fetch.remainder == nil ? related : objects).withLock { $0 += 1 }
        return try body(row)
      }
    }
  }

  /// Memory fetches the objects that are related to a batch of rows with one statement per relationship. 40 objects are two batches.
  @Test(arguments: DatabaseContract.all)
  func relationshipsOfABatchAreReadAtOnce(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    for (text, other) in [
      ("Person where ALL authorBooks.title LIKE '*e*'", "Book"),
      ("Book where author.name LIKE '*e*' show title", "Person"),
    ] {
      let counted = CountedWork(contract.database)
      let fetch = try contract.bound(text)
      let found = try counted.rows(counted.prepare(fetch, as: .rows)).rows
      #expect(try found.map(Contract.text) == contract.reference.rows(fetch).rows.map(Contract.text))
      #expect(counted.statements.withLock(\.self) <= 3, "\(text)")
      // The second batch does not fetch the objects of the first one again.
      let isOfDatabase = counted.objects.withLock(\.self) == 0
      let all = try contract.database.number(of: EntityFetch(other))
      #expect(isOfDatabase || counted.related.withLock(\.self) <= all, "\(text)")
    }
  }

  @Test(arguments: DatabaseContract.all)
  func endWhereTheBodyEndsThem(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    let counted = CountedWork(contract.database)
    let prepared = try counted.prepare(contract.bound(Self.text), as: .rows)
    let all = try contract.reference.rows(contract.bound(Self.text)).rows
    var found: [[QueryValue]] = []
    try counted.forEachRow(prepared) { row in
      found.append(row)
      return found.count < 3
    }
    #expect(found.map(Contract.text) == all.prefix(3).map(Contract.text))
    // The first 16 objects are passed before the others are read.
    #expect([0, 16].contains(counted.objects.withLock(\.self)))
  }

  @Test(arguments: DatabaseContract.all)
  func endAtTheLimit(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    let counted = CountedWork(contract.database)
    let fetch = try contract.bound(Self.text + " limit 2 offset 1")
    let found = try counted.rows(counted.prepare(fetch, as: .rows)).rows
    #expect(try found.map(Contract.text) == contract.reference.rows(fetch).rows.map(Contract.text))
    #expect([0, 16].contains(counted.objects.withLock(\.self)))
    // With a limit of 0 nothing is read.
    #expect(try counted.rows(counted.prepare(fetch.limited(to: 0), as: .rows)).rows.isEmpty)
    #expect([0, 16].contains(counted.objects.withLock(\.self)))
  }

  @Test(arguments: DatabaseContract.all)
  func batchesHaveAllRows(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    let prepared = try contract.database.prepare(contract.bound(Self.text), as: .rows)
    let all = try contract.database.rows(prepared)
    for size in [1, 4, 100] {
      var tables: [ResultTable] = []
      try contract.database.forEachBatch(of: size, prepared) { tables.append($0) }
      #expect(tables.flatMap(\.rows).map(Contract.text) == all.rows.map(Contract.text))
      #expect(tables.dropLast().allSatisfy { $0.rows.count == size && $0.columns == all.columns })
    }
    var tables: [ResultTable] = []
    let none = try contract.bound("Book where title LIKE 'nothing*'")
    try contract.database.forEachBatch(of: 4, contract.database.prepare(none, as: .rows)) { tables.append($0) }
    #expect(tables.map(\.rows.count) == [0] && tables[0].columns == all.columns)
  }

  @Test(arguments: DatabaseContract.all)
  func theBodyMayAskTheDatabase(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    let prepared = try contract.database.prepare(contract.bound(Self.text), as: .keys)
    let one = try contract.database.prepare(contract.bound("Tag"), as: .count)
    var numbers: Set<Int> = []
    try contract.database.forEachRow(prepared) { _ in
      numbers.insert(try contract.database.number(one))
      return true
    }
    #expect(numbers == [8])
  }

  @Test(arguments: DatabaseContract.all)
  func whatTheBodyThrowsEndsThem(contract: DatabaseContract) throws {
    struct Ended: Error {}
    let contract = try Contract(contract)
    for text in [Self.text, "Book"] {
      let prepared = try contract.database.prepare(contract.bound(text), as: .rows)
      #expect(throws: Ended.self) { try contract.database.forEachRow(prepared) { _ in throw Ended() } }
      #expect(try contract.database.rows(prepared).rows.count > 3)
    }
  }

  @Test(arguments: DatabaseContract.all)
  func aCancelledTaskEndsThem(contract: DatabaseContract) async throws {
    let contract = try Contract(contract)
    for text in [Self.text, "Book"] {
      let prepared = try contract.database.prepare(contract.bound(text), as: .rows)
      let database = contract.database
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try database.rows(prepared).rows.count
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try database.rows(prepared).rows.count > 3)
    }
  }

  @Test(arguments: DatabaseContract.all)
  func anInterruptEndsThem(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    for text in [Self.text, "Book"] {
      let prepared = try contract.database.prepare(contract.bound(text), as: .rows)
      #expect(throws: CancellationError.self) {
        try contract.database.forEachRow(prepared) { _ in
          contract.database.interrupt()
          return true
        }
      }
      #expect(try contract.database.rows(prepared).rows.count > 3)
    }
  }

  @Test(arguments: DatabaseContract.all)
  func aStatementHasNoConstants(contract: DatabaseContract) throws {
    let contract = try Contract(contract)
    for (first, second) in [
      ("Book where title == \"a'b\" limit 3", "Book where title == 'x; DROP TABLE book' limit 4"),
      ("Book where title BEGINSWITH 'Em' AND pages > 7", "Book where title BEGINSWITH '\"' AND pages > 8"),
    ] {
      let statements = try [first, second].map {
        try contract.database.prepare(contract.bound($0), as: .rows).statement
      }
      #expect((statements[0] == nil) == (statements[1] == nil))
      guard let one = statements[0], let other = statements[1] else { continue }
      #expect(one.text == other.text)
      #expect(!one.text.contains("DROP") && !one.text.contains("Em"))
    }
  }
}
