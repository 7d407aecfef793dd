import Foundation
import PredicateDocuments
import Testing

@testable import PredicateConformance

/// The engine over Swift values passes the suite. `engine-adapter` answers by the engine, and fails if the reference evaluator has another answer.
@Suite("The engine over Swift values")
struct EngineTests {
  @Test("Every case, but those that name rows by their keys")
  func conforms() throws {
    let command = try #require(GrammarFolder.program("engine-adapter"))
    let cases = SuiteRun.cases.filter { ConformanceSelection().contains($0) && !Self.isLeftOut($0) }
    #expect(cases.count > 5_500)
    let adapter = AdapterProcess(
      command: "'\(command)' '\(GrammarFolder.url("fixtures/movies.json").path)'", timeout: PythonRunner.enoughSeconds)
    var runner = ConformanceRunner(target: adapter)
    let wrong = runner.run(cases).results.filter { $0.verdict != .pass }
    #expect(wrong.isEmpty, "\(wrong.map { "\($0.name): \($0.item.text) gave \(ConformanceReport.answer($0))" })")
  }

  /// Cases that the engine cannot run. Swift instances have no keys and no entity that lists all of them, and their to-many elements have no order.
  /// If a path goes through an absent to-one object, the engine keeps a nil where a database has no row. The engine does not read statements. One
  /// case needs exactly the number of steps that a row may take.
  private static func isLeftOut(_ item: ConformanceCase) -> Bool {
    let namesRows = item.fixture != nil && item.inputs.contains { JSONWriter.text(of: $0.value).contains("$row") }
    return namesRows || item.topic == "fetch" || item.rule.hasPrefix("extension.entity")
      || item.rule == "quantifier.relationship" || item.rule == "fixture.order" || item.rule == "fixture.absent"
      || item.id == "error.kind.fixture-many-steps"
  }
}
