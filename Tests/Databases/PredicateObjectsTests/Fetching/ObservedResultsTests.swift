import Foundation
import GRDB
import Observation
import PredicateSQLite
import PredicateObjects
import PredicateTestSupport
import PredicateValues
import Synchronization
import Testing

@Suite struct ObservedResultsTests {
  private static let classes: [StoredObject.Type] = [Article.self, Maker.self]
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 25
  private static let seed = environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 2_300_000

  private static func path() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("results-\(UUID().uuidString).sqlite").path
  }

  /// A context over a new file, and another one over another connection to it.
  private static func contexts(_ path: String) throws -> (here: ObjectContext, there: ObjectContext) {
    (try ObjectContext(path: path, classes: classes), try ObjectContext(path: path, classes: classes))
  }

  private static func fill(_ context: ObjectContext) throws {
    for (index, name) in ["bolt", "cup", "disc", "egg", "fan"].enumerated() {
      let article = try context.insert(Article.self)
      article.name = name
      article.rank = index
      article.kind = index < 3 ? "metal" : nil
    }
    try context.save()
  }

  @Test func changesOfTheContextItself() throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let results: ObservedResults<Article> = try context.observe(Article.self, "rank < 10", sortedBy: "rank")
    #expect(results.objects.map(\.name) == ["bolt", "cup", "disc", "egg", "fan"])
    #expect(try results.update() == nil)
    results.objects[0].rank = 7
    results.objects[1].name = "mug"
    try context.delete(results.objects[2])
    let gear = try context.insert(Article.self)
    (gear.name, gear.rank) = ("gear", 3)
    let changes = try #require(try results.update())
    #expect(results.objects.map(\.name) == ["mug", "egg", "gear", "fan", "bolt"])
    #expect(changes.deletes.map(\.index) == [2])
    #expect(changes.inserts.map(\.index) == [2])
    #expect(changes.moves.map { [$0.from.index, $0.to.index] } == [[0, 4]])
    #expect(changes.updates.map(\.index) == [0, 4])
    // Saving assigns keys, but does not change the shown values.
    try context.save()
    #expect(try results.update() == nil)
    // Undoing restores the rank of the object that was moved to the front.
    context.undo()
    #expect(try results.update()?.moves.map { [$0.from.index, $0.to.index] } == [[2, 0]])
  }

  /// Observation sees that the list or its sections were read, and reports an update that found changes.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func observation() throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let results = try context.observe(Article.self, "rank < 10", sortedBy: "rank")
    let count = Mutex(0)
    func track(_ read: () -> Void) { withObservationTracking(read) { count.withLock { $0 += 1 } } }
    track { _ = results.objects.count }
    track { _ = results.sections.count }
    #expect(try results.update() == nil)
    #expect(count.withLock { $0 } == 0)
    try context.delete(results.objects[2])
    #expect(try results.update() != nil)
    #expect(count.withLock { $0 } == 2)
    #expect(results.objects.count == 4)
  }

  @Test func sections() throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let results: ObservedResults<Article> = try context.observe(Article.self, sortedBy: "name", sectionedBy: "kind")
    #expect(results.sections.map { results[$0].map(\.name) } == [["egg", "fan"], ["bolt", "cup", "disc"]])
    #expect(results.sections[0].name.isNull)
    // The section loses its last object and is removed. The object moves to a new section.
    results.objects[1].kind = "metal"
    results.objects[0].kind = "wood"
    let changes = try #require(try results.update())
    #expect(results.sections.map { results[$0].map(\.name) } == [["bolt", "cup", "disc", "fan"], ["egg"]])
    #expect(changes.deletedSections == [0])
    #expect(changes.insertedSections == [1])
    #expect(
      changes.moves.map { [$0.from.section, $0.from.item, $0.to.section, $0.to.item] } == [
        [0, 1, 0, 3], [0, 0, 1, 0],
      ])
    #expect(changes.inserts.isEmpty && changes.deletes.isEmpty)
  }

  /// If the order ignores case, each section occurs once, and “a” comes before “B”.
  @Test(arguments: [true, false]) func sectionsInAnOrderWithoutCase(isAscending: Bool) throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let kinds = ["b", "A", "B", "a", "b"]
    for (article, kind) in zip(try context.fetch(Article.self, sortedBy: "rank"), kinds) { article.kind = kind }
    try context.save()
    let key = QuerySortKey("kind", isAscending: isAscending, options: .caseInsensitive)
    let results: ObservedResults<Article> = try context.observe(
      Article.self, sortedBy: key, "rank", sectionedBy: "kind")
    let names = results.sections.map { results[$0].compactMap(\.kind) }
    let ascending = [["A"], ["a"], ["B"], ["b", "b"]]
    #expect(names == (isAscending ? ascending : ascending.reversed()))
    results.objects[0].kind = "B"
    let changes = try #require(try results.update())
    #expect(results.sections.count == (isAscending ? 3 : 4))
    #expect(changes.moves.count == 1 && changes.inserts.isEmpty && changes.deletes.isEmpty)
  }

  @Test func sectionsOfNewObjects() throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let results: ObservedResults<Article> = try context.observe(Article.self, sortedBy: "name", sectionedBy: "kind")
    let gear = try context.insert(Article.self)
    (gear.name, gear.kind) = ("gear", "metal")
    #expect(try results.update()?.inserts.map { [$0.section, $0.item] } == [[1, 3]])
    #expect(results[results.sections[1]].last === gear)
    #expect(try context.fetch(Article.self).contains { $0 === gear })
  }

  @Test func sectionsOfAPathAndDescending() throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let articles = try context.fetch(Article.self, sortedBy: "rank")
    for (name, range) in [("Ann", 0..<2), ("Bob", 2..<4)] {
      let maker = try context.insert(Maker.self)
      maker.name = name
      maker.articles = Array(articles[range])
    }
    let results: ObservedResults<Article> = try context.observe(
      Article.self, sortedBy: .descending("maker.name"), "rank", sectionedBy: "maker.name")
    #expect(results.sections.map { results[$0].map(\.name) } == [["disc", "egg"], ["bolt", "cup"], ["fan"]])
    try context.save()
    #expect(try results.update() == nil)
    // The name of the section belongs to a maker, which is not an object of the results.
    let bob = try #require(try context.fetch(Maker.self, "name == 'Bob'").first)
    bob.name = "Zoe"
    let changes = try #require(try results.update())
    #expect(changes.deletedSections == [0] && changes.insertedSections == [0])
    #expect(changes.updates.isEmpty)
  }

  @Test func batches() throws {
    let context = try ObjectContext(classes: Self.classes)
    try Self.fill(context)
    let other = try ObjectContext(context.database, classes: Self.classes)
    let results: ObservedResults<Article> = try other.observe(Article.self, sortedBy: "rank", batchSize: 2)
    #expect(results.objects.allSatisfy { !$0.isLoaded })
    #expect(results.objects[2].name == "disc")
    #expect(results.objects.map(\.isLoaded) == [false, false, true, true, false])
    for article in try context.fetch(Article.self) { article.name += "!" }
    try context.save()
    // Changes of objects that were not loaded are not reported.
    let changes = try #require(try results.update())
    #expect(changes.updates.map(\.index) == [2, 3])
    #expect(results.objects[4].name == "fan!")
  }

  @Test func anotherConnection() throws {
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (here, there) = try Self.contexts(path)
    try Self.fill(there)
    let results: ObservedResults<Article> = try here.observe(Article.self, sortedBy: "rank")
    #expect(results.objects.count == 5)
    for article in try there.fetch(Article.self, "rank == 1") { article.name = "mug" }
    #expect(try results.update() == nil)
    try there.save()
    #expect(try results.update()?.updates.map(\.index) == [1])
    #expect(results.objects[1].name == "mug")
    #expect(try results.update() == nil)
  }

  /// A pool has a connection that writes and others that read. Changes of rows through any of them, or through other connections to the file,
  /// are seen. Checking unchanged results runs no fetch.
  @Test func pools() throws {
    let path = Self.path()
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    try Self.fill(ObjectContext(path: path, classes: Self.classes))
    let fetches = Mutex(0)
    var configuration = PredicateDatabase.defaultConfiguration
    configuration.prepareDatabase { connection in
      connection.trace { event in
        if case .statement(let statement) = event, statement.sql.contains("Article"), statement.sql.hasPrefix("SELECT")
        {
          fetches.withLock { $0 += 1 }
        }
      }
    }
    let pool = try DatabasePool(path: path, configuration: configuration)
    let context = try ObjectContext(PredicateDatabase(pool), classes: Self.classes)
    let results: ObservedResults<Article> = try context.observe(Article.self, sortedBy: "rank")
    let sections: ObservedResults<Article> = try context.observe(Article.self, sortedBy: "rank", sectionedBy: "kind")
    let before = fetches.withLock { $0 }
    for _ in 0..<10 { #expect(try results.update() == nil) }
    #expect(fetches.withLock { $0 } == before)
    // The pool's own connection.
    try pool.write { try $0.execute(sql: "UPDATE Article SET name = 'mug' WHERE rank = 1") }
    #expect(try results.update()?.updates.map(\.index) == [1])
    // The context.
    results.objects[0].rank = 9
    #expect(try results.update()?.moves.map { [$0.from.index, $0.to.index] } == [[0, 4]])
    try context.save()
    #expect(try results.update() == nil)
    // Another connection, as another process has it.
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "DELETE FROM Article WHERE rank = 9") }
    #expect(try results.update()?.deletes.map(\.index) == [4])
    #expect(results.objects.map(\.name) == ["mug", "disc", "egg", "fan"])
    let changes = try #require(try sections.update())
    #expect(changes.deletes.count == 1 && changes.moves.isEmpty)
    // With a read-only pool, each check runs a fetch.
    configuration.readonly = true
    let reading = try ObjectContext(
      PredicateDatabase(DatabasePool(path: path, configuration: configuration)), classes: Self.classes)
    let read: ObservedResults<Article> = try reading.observe(Article.self, sortedBy: "rank")
    #expect(try read.update() == nil)
    try queue.write { try $0.execute(sql: "DELETE FROM Article WHERE name = 'egg'") }
    #expect(try read.update()?.deletes.map(\.index) == [2])
  }

  @Test func anotherProcess() async throws {
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (isObserved, observed) = AsyncStream<Void>.makeStream()
    let waiting = Task {
      defer { observed.finish() }
      let (here, there) = try Self.contexts(path)
      try Self.fill(there)
      let results: ObservedResults<Article> = try here.observe(Article.self, sortedBy: "rank")
      observed.finish()
      let changes = try await results.nextChanges(every: .milliseconds(10))
      return (indexes: changes.inserts.map(\.index), last: results.objects.last?.name)
    }
    for await _ in isObserved {}
    let process = try await TestProcess.onThread {
      try TestProcess.run("/usr/bin/env", ["python3", "-c", Self.script, path])
    }
    // If the other process has failed, the wait would never end, so it is cancelled.
    if process.status != 0 { waiting.cancel() }
    #expect(process.status == 0, "\(process.errors)")
    let changes = try await waiting.value
    #expect(changes.indexes == [5])
    #expect(changes.last == "theirs")
  }

  private static let script = """
    import sqlite3, sys
    with sqlite3.connect(sys.argv[1]) as c:
        c.execute("INSERT INTO Article (name, rank) VALUES ('theirs', 99)")
    """

  @Test func sequenceOfChanges() async throws {
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (here, there) = try Self.contexts(path)
    try Self.fill(there)
    let results: ObservedResults<Article> = try here.observe(Article.self, "rank > 1", sortedBy: "rank")
    var counts: [Int] = []
    results.objects[0].rank = 0
    for try await changes in results.updates(every: .milliseconds(1)) {
      counts.append(changes.deletes.count * 10 + changes.inserts.count)
      if counts.count == 2 { break }
      for article in try there.fetch(Article.self, "rank == 1") { article.rank = 5 }
      try there.save()
    }
    #expect(counts == [10, 1])
  }

  /// A commit of this process ends the wait immediately. The interval between checks is longer than the test.
  @Test(arguments: [false, true])
  @MainActor func commitsOfThisProcessArePushed(sharesItsConnection: Bool) async throws {
    let path = Self.path()
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let (here, other) = try Self.contexts(path)
    let there = sharesItsConnection ? try ObjectContext(here.database, classes: Self.classes) : other
    let results: ObservedResults<Article> = try here.observe(Article.self, sortedBy: "rank")
    func next() -> Task<Int, any Error> {
      Task { @MainActor in try await results.nextChanges(every: .seconds(86_400)).inserts.count }
    }
    // The commit happens before the wait or during it.
    var waiting = next()
    try Self.fill(there)
    #expect(try await waiting.value == 5)
    for isBatch in [false, true] {
      waiting = next()
      for _ in 0..<20 { await Task.yield() }
      if isBatch {
        try there.batchInsert(Article.self, [["name": "gear", "rank": 9]], rules: .skipped)
      } else {
        let article = try there.insert(Article.self)
        (article.name, article.rank) = ("hook", 8)
        try there.save()
      }
      #expect(try await waiting.value == 1)
    }
    if sharesItsConnection {
      waiting = next()
      for _ in 0..<20 { await Task.yield() }
      try await here.database.writer?.write {
        try $0.execute(sql: "INSERT INTO Article (name, rank) VALUES ('iron', 10)")
      }
      #expect(try await waiting.value == 1)
    }
    // A commit that changes nothing that the results show does not end the wait. If it did, the wait would end without an insert.
    waiting = next()
    for _ in 0..<20 { await Task.yield() }
    try there.insert(Maker.self).name = "Anna"
    try there.save()
    for _ in 0..<20 { await Task.yield() }
    let article = try there.insert(Article.self)
    (article.name, article.rank) = ("nail", 7)
    try there.save()
    #expect(try await waiting.value == 1)
  }

  @Test func cancelledWaiting() async throws {
    let task = Task {
      let context = try ObjectContext(classes: Self.classes)
      let results: ObservedResults<Article> = try context.observe(Article.self)
      return try await results.nextChanges(every: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Random changes of objects and rows. After each update, the results are compared with a naive oracle.
  ///
  /// `OPENPREDICATE_ROUNDS=1000 swift test --filter ObservedResultsTests` runs 1,000 sequences.
  @Test func differences() throws {
    for round in 0..<Self.rounds {
      let seed = Self.seed + UInt64(round)
      try Self.sequence(seed, "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1")
    }
  }

  private static func sequence(_ seed: UInt64, _ name: String) throws {
    var random = SplitMix64(seed: seed)
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (here, there) = try contexts(path)
    (here.conflicts, there.conflicts) = (.keepOurs, .keepOurs)
    try fill(there)
    let isSectioned = Bool.random(using: &random)
    let results: ObservedResults<Article> = try here.observe(
      Article.self, "rank < 8", sortedBy: "rank", sectionedBy: isSectioned ? "kind" : nil)
    var shown = ShownList(results)
    for step in 0..<12 {
      let before = results.objects.map { DifferenceOracle.Shown($0, results) }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if Bool.random(using: &random) {
          try change(here, &random)
        } else {
          if here.hasChanges { try here.save() }
          try change(there, &random)
          try there.save()
        }
      }
      if Bool.random(using: &random) { try here.save() }
      let changes = try results.update()
      let after = results.objects.map { DifferenceOracle.Shown($0, results) }
      let oracle = DifferenceOracle(before: before, after: after)
      let place = "\(name), step \(step)"
      let found = changes?.inserts.map { after[$0.index].object } ?? []
      #expect(Set(found) == oracle.inserted && found.count == oracle.inserted.count, "\(place)")
      let gone = changes?.deletes.map { before[$0.index].object } ?? []
      #expect(Set(gone) == oracle.deleted && gone.count == oracle.deleted.count, "\(place)")
      let updated = changes?.updates.map { after[$0.index].object } ?? []
      #expect(Set(updated) == oracle.updated && updated.count == oracle.updated.count, "\(place)")
      #expect(changes?.moves.count ?? 0 == oracle.leastMoves, "\(place)")
      if let changes { shown.follow(changes, results) }
      #expect(shown.sections == ShownList(results).sections, "\(place)")
      let fetched = try here.fetch(Article.self, "rank < 8", sortedBy: isSectioned ? "kind" : "rank", "rank")
      #expect(fetched.map(ObjectIdentifier.init) == results.objects.map(ObjectIdentifier.init), "\(place)")
    }
  }

  private static func change(_ context: ObjectContext, _ random: inout SplitMix64) throws {
    let articles = try context.fetch(Article.self)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let article = try context.insert(Article.self)
      article.name = "new"
      article.rank = Int.random(in: 0..<10, using: &random)
      article.kind = ["metal", "wood", nil].randomElement(using: &random) ?? nil
    case 2: if let article = articles.randomElement(using: &random) { try context.delete(article) }
    case 3: articles.randomElement(using: &random)?.name = "name \(Int.random(in: 0..<3, using: &random))"
    case 4: articles.randomElement(using: &random)?.kind = ["metal", "wood", nil].randomElement(using: &random) ?? nil
    case 5: context.undo()
    default: articles.randomElement(using: &random)?.rank = Int.random(in: 0..<10, using: &random)
    }
  }
}
