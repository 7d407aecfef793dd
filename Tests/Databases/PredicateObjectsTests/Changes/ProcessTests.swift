import Foundation
import GRDB
import PredicateObjects
import PredicateTestSupport
import Testing

/// Processes that are killed while they save, and processes that write the same objects.
///
/// `OPENPREDICATE_ROUNDS=200 swift test --filter "\.ProcessTests"` kills 200 processes one after the other, which all write one file, and 50 for
/// each kind of file that is written as a whole.
@Suite(.serialized) struct ProcessTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 4
  /// The number of killed processes. Files that are written as a whole take longer, so a quarter of them is killed.
  private static func rounds(_ kind: StoreKind) -> Int { kind == .sqlite ? rounds : max(1, rounds / 4) }
  private static let seed = environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1_810_000

  private static var writer: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "store-writer").path
  }

  /// Starts a writer and kills it at a random moment. The writer prints a number after each save, and is killed after the first one. Returns its output.
  private func outputOfKilledWriter(_ random: inout SplitMix64, _ arguments: String...) throws -> String {
    try TestProcess.with(Self.writer, arguments) { writer in
      _ = writer.output(bytes: 1)
      usleep(UInt32.random(in: 0..<20_000, using: &random))
      writer.kill()
      let outcome = writer.finish()
      #expect(outcome.status == -SIGKILL, "\(outcome.errors)")
      return outcome.output
    }
  }

  /// A file with the objects of the writers.
  private func withFile(_ kind: StoreKind, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-writer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "objects.\(kind)").path
    let beginning = try TestProcess.run(Self.writer, ["begin", path])
    try #require(beginning.status == 0, "\(beginning.errors)")
    try body(path)
  }

  /// The rows of a file. A file that is written as a whole is read into memory.
  private func rows(_ path: String, _ kind: StoreKind) throws -> any DatabaseReader {
    kind == .sqlite ? try DatabaseQueue(path: path) : try PredicateDatabase.store(path: path, kind: kind).reader
  }

  private func numbers(_ path: String, _ kind: StoreKind, _ sql: String) throws -> [Int] {
    try rows(path, kind).read { try Int.fetchAll($0, sql: sql) }
  }

  /// After the kill, the file contains one complete save, and no save that was printed is lost.
  @Test(arguments: StoreKind.allCases) func killedProcessesLoseNothing(kind: StoreKind) throws {
    var random = SplitMix64(seed: Self.seed)
    try withFile(kind) { path in
      var last = 0
      for round in 0..<Self.rounds(kind) {
        let printed = try outputOfKilledWriter(&random, "forever", path)
        // A last line without a newline was not printed completely.
        let lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
        let told = lines.dropLast().last.flatMap { Int($0) } ?? last
        let found = try numbers(path, kind, "SELECT DISTINCT number FROM Cell")
        try #require(found.count == 1, "seed \(Self.seed), round \(round): half a save: \(found)")
        #expect(found[0] == told || found[0] == told + 1, "seed \(Self.seed), round \(round): \(told) was told")
        #expect(told > last)
        last = found[0]
        let entries = Array(max(1, last - 19)...last)
        #expect(try numbers(path, kind, "SELECT number FROM Entry ORDER BY number") == entries)
        #expect(try numbers(path, kind, "SELECT count(*) FROM Entry_marks GROUP BY entry_id") == entries.map { _ in 2 })
        #expect(try numbers(path, kind, "SELECT count(*) FROM pragma_foreign_key_check") == [0])
        let check = try rows(path, kind).read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        #expect(check == ["ok"])
      }
    }
  }

  /// A save to two files is in both files or in neither.
  @Test func killedProcessesSaveToAllFiles() throws {
    var random = SplitMix64(seed: Self.seed)
    try withFile(.sqlite) { path in
      let pages = path + ".pages"
      for round in 0..<Self.rounds {
        _ = try outputOfKilledWriter(&random, "both", path, pages)
        // Reading a file reverts a save that the killed process did not finish.
        let cells = try numbers(path, .sqlite, "SELECT DISTINCT number FROM Cell")
        let page = try numbers(pages, .sqlite, "SELECT number FROM Page")
        #expect(cells.count == 1 && cells == page, "seed \(Self.seed), round \(round)")
      }
    }
  }

  /// Runs two writers at once, to their ends.
  private func both(_ first: [String], _ second: [String]) throws {
    try TestProcess.with(Self.writer, first) { one in
      let outcomes = [try TestProcess.run(Self.writer, second), one.finish()]
      #expect(outcomes.map(\.status) == [0, 0], "\(outcomes.map(\.errors))")
    }
  }

  /// With the policy `fail` no addition of either process is lost.
  @Test(arguments: StoreKind.allCases) func noUpdateIsLost(kind: StoreKind) throws {
    try withFile(kind) { path in
      let times = 10 * Self.rounds(kind)
      try both(["add", path, "\(times)"], ["add", path, "\(times)"])
      #expect(try numbers(path, kind, "SELECT number FROM Cell ORDER BY id LIMIT 1") == [2 * times])
    }
  }

  /// With the policy `keepOurs`, a conflict keeps the change of the saving process, and the other process's changes of other attributes.
  @Test(arguments: StoreKind.allCases) func attributesAreMerged(kind: StoreKind) throws {
    try withFile(kind) { path in
      let times = 10 * Self.rounds(kind)
      try both(["merge", path, "\(times)", "first"], ["merge", path, "\(times)", "second"])
      #expect(try numbers(path, kind, "SELECT number FROM Cell ORDER BY id LIMIT 1") == [times])
      #expect(try numbers(path, kind, "SELECT other FROM Cell ORDER BY id LIMIT 1") == [times])
    }
  }
}
