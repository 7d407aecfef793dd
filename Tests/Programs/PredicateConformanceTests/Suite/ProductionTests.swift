import Testing

@testable import PredicateConformance

/// For every production of the grammar, a valid case uses it and an invalid case violates it.
@Suite("The productions of the grammar")
struct ProductionTests {
  /// The names on the left of `=` at the start of a line.
  static let productions: [String] = {
    guard let text = try? GrammarFolder.text("predicate.ebnf") else { return [] }
    return text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^([A-Z][A-Za-z0-9]*) *=/).map { String($0.1) }
    }
  }()

  @Test("The grammar has productions, each once")
  func grammar() {
    #expect(Self.productions.count > 40, "predicate.ebnf cannot be read")
    #expect(Set(Self.productions).count == Self.productions.count)
  }

  /// The productions that only statements derive, and the rule of their cases in `Grammar/fetch`.
  static let ofStatements = ["Spoken": "fetch.windows", "OfEach": "fetch.windows"]

  @Test("A production of statements has a valid and an invalid case", arguments: ofStatements)
  func isCoveredByStatements(_ production: String, _ rule: String) {
    #expect(Self.productions.contains(production))
    let errors = FetchCaseTests.cases.filter { $0.rule == rule }.map { $0.expectation["error"] != nil }
    #expect(errors.contains(false) && errors.contains(true))
  }

  @Test("A production has a valid and an invalid case", arguments: productions.filter { ofStatements[$0] == nil })
  func isCovered(_ production: String) {
    let cases = SuiteRun.cases.filter { $0.productions.contains(production) }
    #expect(cases.contains { $0.expectation.admitsValue }, "no case uses \(production)")
    #expect(cases.contains { !$0.expectation.admitsValue }, "no case breaks \(production)")
  }

  @Test("Cases name existing productions")
  func names() {
    let known = Set(Self.productions)
    for item in SuiteRun.cases {
      for name in item.productions { #expect(known.contains(name), "\(item.id): there is no production \(name)") }
    }
  }
}
