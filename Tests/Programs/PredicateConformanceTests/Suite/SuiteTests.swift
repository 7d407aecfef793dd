import Testing

@testable import PredicateConformance

/// This implementation passes the suite. There is a test for each case, and for a case with a fixture a test for each engine.
@Suite("The conformance suite")
struct SuiteTests {
  @Test("The cases of a topic", arguments: SuiteRun.topics)
  func conforms(topic: String) {
    let results = SuiteRun.run.results.filter { $0.item.topic == topic }
    #expect(!results.isEmpty)
    for result in results where result.verdict != .pass {
      Issue.record(
        "\(topic)/\(result.name): \(result.item.text) gave \(ConformanceReport.answer(result)) [\(result.item.source)]")
    }
  }

  @Test("The suite can be read, and has cases of every topic")
  func isComplete() throws {
    let cases = try SuiteRun.suite.get().cases
    #expect(cases.count >= 2_000)
    #expect(cases.count { !$0.expectation.admitsValue } >= 500)
    #expect(Set(cases.map(\.topic)).count >= 20)
  }

  @Test("Every case names a rule of semantics.md or a production of predicate.ebnf, and every rule has a case")
  func rules() throws {
    // In the document, a rule begins a list item: `- **nil.equal** …`.
    let definitions = try GrammarFolder.text("semantics.md").matches(of: /(?m)^- \*\*([a-z][A-Za-z0-9.-]*)\*\*/)
    let names = definitions.map { String($0.1) }
    let defined = Set(names)
    #expect(defined.count == names.count && defined.count > 200, "\(names)")
    // FetchCaseTests checks the rules of fetch.ebnf.
    let used = Set(SuiteRun.cases.filter { $0.topic != "fetch" }.map(\.rule))
    let unknown = used.subtracting(defined).subtracting(ProductionTests.productions).sorted()
    #expect(unknown.isEmpty, "cases name rules that are not defined")
    #expect(defined.subtracting(used).sorted().isEmpty, "rules without a case")
    let required = Set(try SuiteRun.suite.get().cases.filter { $0.level == .required }.map(\.rule))
    // The rules in semantics.md that have no case. Their text explains the reason.
    #expect(defined.subtracting(required).sorted() == ["apple.function-nils", "error.place", "fixture.absent"])
  }
}
