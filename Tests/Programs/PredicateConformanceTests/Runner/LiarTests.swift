import Foundation
import PredicateDocuments
import Testing

@testable import PredicateConformance

/// Each runner detects all false answers of an implementation that lies, and both runners give the same verdicts.
@Suite("Liars", .enabled(if: PythonRunner.isAvailable))
struct LiarTests {
  /// Some cases of each topic. They are enough, because all cases are handled in the same way.
  private func cases(for liar: Liar) -> [ConformanceCase] {
    var counts: [String: Int] = [:]
    let enough = liar.casesOfTopic
    return SuiteRun.cases.filter(ConformanceSelection().contains).filter { item in
      if let topics = liar.topics, counts[item.topic] == nil, counts.count == topics { return false }
      counts[item.topic, default: 0] += 1
      return counts[item.topic, default: 0] <= enough
    }
  }

  /// The cases of a file of the suite, with their identifiers.
  private struct SuiteFile {
    /// The path below the folder of the suite.
    let path: String
    let cases: [(id: String, json: JSONValue)]
  }

  private static let files = Result {
    let suite = GrammarFolder.url("suite")
    return try GrammarFolder.suiteFiles().map { file in
      let json = try JSONReader.value(of: Array(try Data(contentsOf: file)))
      guard case .object(let object) = json, case .array(let elements)? = object["cases"] else {
        return SuiteFile(path: file.path, cases: [])
      }
      let cases = elements.compactMap { element -> (id: String, json: JSONValue)? in
        guard case .object(let item) = element, case .string(let id)? = item["id"] else { return nil }
        return (id, element)
      }
      return SuiteFile(path: String(file.path.dropFirst(suite.path.count)), cases: cases)
    }
  }

  /// Writes the cases as a separate suite, so that the runner in Python runs the same cases.
  private func write(_ cases: [ConformanceCase], to folder: TemporaryFolder) throws -> URL {
    let ids = Set(cases.map(\.id))
    for file in try Self.files.get() {
      let kept = file.cases.filter { ids.contains($0.id) }.map(\.json)
      if kept.isEmpty { continue }
      _ = try folder.write(JSONWriter.text(of: .array(kept)), to: "suite" + file.path)
    }
    return folder.url.appendingPathComponent("suite")
  }

  @Test("Both runners catch a liar at every false answer", arguments: Liar.allCases)
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
    // Only the liar that never answers can exceed the time limit, even on a slow machine.
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
