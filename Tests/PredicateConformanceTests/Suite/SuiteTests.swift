import Testing

@testable import PredicateShell

/// The suite against this implementation: a test a case, and for a fixture a test an engine.
@Suite("The conformance suite")
struct SuiteTests {
  @Test("A case", arguments: SuiteRun.run.results)
  func conforms(_ result: ConformanceResult) {
    let found = "\(result.item.text) gave \(ConformanceReport.answer(result)) [\(result.item.source)]"
    #expect(result.verdict == .pass, "\(found)")
  }

  @Test("The suite can be read, and has cases of every topic")
  func isComplete() throws {
    let cases = try SuiteRun.suite.get().cases
    #expect(cases.count >= 2_000)
    #expect(cases.count { !$0.expectation.admitsValue } >= 500)
    #expect(Set(cases.map(\.topic)).count >= 20)
  }

  @Test("Every case names a rule that semantics.md or predicate.ebnf has")
  func rules() throws {
    let text = try GrammarFolder.text("semantics.md") + GrammarFolder.text("predicate.ebnf")
    let rules = Set(SuiteRun.cases.map(\.rule))
    for rule in rules.sorted() { #expect(text.contains(rule), "there is no rule \(rule)") }
  }
}
