import PredicateStatements
import Testing

@testable import PredicateShell

/// The table of statement codes, which `predicate explain` and the page of errors show.
@Suite("Codes of statements")
struct StatementCodeTests {
  @Test(
    "A wrong text has the code, and the right text runs",
    arguments: StatementCode.all.compactMap { $0.wrong == nil ? nil : $0.code })
  func examples(code: String) throws {
    let example = try #require(StatementCode.of(code))
    let shell = try TestedShell()
    #expect(shell.refusal(try #require(example.wrong)).code == code)
    shell.lines(try #require(example.right))
  }

  @Test func everyCodeIsThereOnce() {
    let codes = StatementCode.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(StatementCode.all.allSatisfy { $0.meaning.hasSuffix(".") })
  }
}
