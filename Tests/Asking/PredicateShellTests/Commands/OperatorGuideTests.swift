import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

@Suite("Help on operators")
struct OperatorGuideTests {
  private static let entries = OperatorTable.entries.filter { !$0.example.isEmpty }

  @Test("Examples give the documented results", arguments: entries.map(\.example))
  func example(_ example: String) throws {
    let parts = example.components(separatedBy: " ⇒ ")
    try #require(parts.count == 2)
    if ["true", "false"].contains(parts[1]) {
      let predicate = try QueryPredicate(format: QueryFormat(raw: parts[0]))
      #expect(try predicate.evaluateByReference(with: QueryValue.null) == (parts[1] == "true"))
    } else {
      let value = try QueryExpression(format: QueryFormat(raw: parts[0])).valueByReference(with: .null)
      let expected = try QueryExpression(format: QueryFormat(raw: parts[1])).valueByReference(with: .null)
      #expect(ValueText().text(of: value) == ValueText().text(of: expected))
    }
  }

  @Test(
    "Every operator that can be evaluated has an example, which shows the operator",
    arguments: OperatorTable.entries.map(\.spelling))
  func spelling(_ spelling: String) {
    for entry in HelpWriter.operators(spelled: spelling) {
      #expect(!entry.rule.isEmpty)
      let isUnsupported = ["TOKENMATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS"].contains(spelling)
      #expect(isUnsupported ? entry.example.isEmpty : entry.example.contains(spelling), "\(entry.example)")
    }
  }
}
