import Testing

@testable import PredicateOutput

@Suite("The terminal")
struct TerminalFactsTests {
  @Test func coloursAreForTerminals() {
    #expect(!TerminalFacts.showsColors(-1, environment: ["TERM": "xterm"]))
    #expect(TerminalFacts.width(of: -1, environment: ["COLUMNS": "132"]) == 132)
    #expect(TerminalFacts.width(of: -1, environment: ["COLUMNS": "1"]) == 20)
    #expect(TerminalFacts.width(of: -1, environment: [:]) == 80)
  }
}
