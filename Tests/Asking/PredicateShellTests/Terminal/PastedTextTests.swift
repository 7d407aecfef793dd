import Testing

@testable import PredicateShell

@Suite("Pasted text of a terminal")
struct PastedTextTests {
  @Test(
    "Lines and the draft",
    arguments: [
      ("a", [], "a"), ("a\rb", ["a"], "b"), ("a\r\nb\r\n", ["a", "b"], ""), ("a\n\nb", ["a", ""], "b"), ("", [], ""),
      ("\ta\u{7}b\u{1B}", [], " ab"), ("春\r香", ["春"], "香"),
    ] as [(String, [String], String)])
  func pieces(_ text: String, _ lines: [String], _ draft: String) {
    let pasted = PastedText(text)
    #expect(pasted.lines == lines)
    #expect(pasted.draft == draft)
  }

  @Test func linesAreTakenInTheirOrder() {
    var pasted = PastedText("a\rb\rc")
    #expect(pasted.next == "a" && pasted.takeLine() == "a")
    #expect(pasted.takeLine() == "b")
    #expect(pasted.takeLine() == nil && pasted.next == "c")
    #expect(pasted.takeDraft() == "c")
    #expect(pasted.next == nil)
  }
}
