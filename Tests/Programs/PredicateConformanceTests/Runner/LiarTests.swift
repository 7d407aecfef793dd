import Foundation
import PredicateRecords
import Testing

@testable import PredicateConformance

/// A runner that no liar fools: at every case at which an implementation lies, both runners say so, and they agree.
@Suite("Liars", .enabled(if: PythonRunner.isAvailable))
struct LiarTests {
  /// Some cases of each topic are enough: all of them take the same way.
  private func cases(for liar: Liar) -> [ConformanceCase] {
    var counts: [String: Int] = [:]
    return SuiteRun.cases.filter(ConformanceSelection().contains).filter { item in
      if let topics = liar.topics, counts[item.topic] == nil, counts.count == topics { return false }
      counts[item.topic, default: 0] += 1
      return counts[item.topic, default: 0] <= liar.casesOfTopic
    }
  }

  /// The cases as a suite of their own, so that the runner in Python sees the same.
  private func write(_ cases: [ConformanceCase], to folder: TemporaryFolder) throws -> URL {
    let ids = Set(cases.map(\.id))
    let suite = GrammarFolder.url("suite")
    for file in try GrammarFolder.suiteFiles() {
      var json = try JSONReader.value(of: Array(try Data(contentsOf: file)))
      if case .object(let object) = json { json = object["cases"] ?? .null }
      guard case .array(let elements) = json else { continue }
      let kept = elements.filter {
        if case .object(let item) = $0, case .string(let id)? = item["id"] { ids.contains(id) } else { false }
      }
      if kept.isEmpty { continue }
      let path = "suite" + file.path.dropFirst(suite.path.count)
      _ = try folder.write(JSONWriter.text(of: .array(kept)), to: path)
    }
    return folder.url.appendingPathComponent("suite")
  }

  @Test("Both runners catch a liar at every case it lies about", arguments: Liar.allCases)
  func caught(_ liar: Liar) throws {
    let folder = try TemporaryFolder()
    let cases = cases(for: liar)
    try #require(!cases.isEmpty)
    let suite = try write(cases, to: folder)
    let program = try folder.write(liar.program(suite: GrammarFolder.url("suite")), to: "liar.py")
    let adapter =
      liar == .dies
      ? #"while read line; do case "$line" in *hello*) echo '{"engines":["memory"]}';; *) exit;; esac; done"#
      : "exec /usr/bin/python3 '\(program.path)'"
    // Only the liar that never answers can run out of its time, however slow the machine is.
    let timeout = liar == .hangs ? 0.2 : PythonRunner.enoughSeconds
    var runner = ConformanceRunner(target: AdapterProcess(command: adapter, timeout: timeout))
    let run = runner.run(try ConformanceSuite(folder: suite).cases)
    for result in run.results {
      #expect(liar.isCaught(result.verdict, at: result.item), "\(result.name): \(result.verdict.rawValue)")
    }
    let fatal = run.results.contains { $0.item.level == .required && !liar.isHonest(about: $0.item) }
    #expect(fatal && run.status == .wrongInput)
    let python = try PythonRunner.run(adapter: adapter, suite: suite, timeout: timeout)
    #expect(python.verdicts == run.verdicts)
    #expect(python.status == 1)
  }
}
