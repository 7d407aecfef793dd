import PredicateDocuments
import PredicateSyntax
import PredicateValues
import Testing

/// Reading JSON gives its values, and the places of its texts.
@Suite struct JSONDocumentTests {
  @Test("Values")
  func values() throws {
    let text = #" {"a": [1, 2.5, true, false, null, "x"], "a": 12345678901234567890123, "é": {}} "#
    guard case .table(let members) = try JSONDocument.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)) else {
      throw DocumentIssue("expected a table", at: 0)
    }
    #expect(members.map(\.key) == ["a", "a", "é"])
    let list = QueryValue.array([.integer(1), .double(2.5), .boolean(true), .boolean(false), .null, .string("x")])
    #expect("\(members[0].value.value)" == "\(list)")
    let wide = try #require(QueryDecimal("12345678901234567890123"))
    #expect("\(members[1].value.value)" == "\(QueryValue.decimal(wide))")
  }

  @Test("Each escape has its place")
  func places() throws {
    let text = #"["a\"é\u00e9\ud83d\ude00\/"]"#
    guard case .list(let elements) = try JSONDocument.read(Array(text.utf8)), let found = elements.first?.text else {
      throw DocumentIssue("expected a list", at: 0)
    }
    #expect(found.text == "a\"éé😀/")
    #expect(found.place(of: 1..<2) == 3..<5 && found.place(of: 2..<4) == 5..<7)
    #expect(
      found.place(of: 4..<6) == 7..<13 && found.place(of: 6..<10) == 13..<25 && found.place(of: 10..<11) == 25..<27)
    #expect(found.isEscaped(at: 1) && !found.isEscaped(at: 2))
  }

  @Test(
    "Files that are not JSON, with the byte",
    arguments: [
      ("", 0, "expected a value, found the end of the file"), ("[1", 2, "expected a comma or the end"),
      ("[1,]", 3, "expected a value after the comma"), ("{a: 1}", 1, "expected a key in quotes"),
      ("{\"a\" 1}", 5, "expected a colon"), ("[1] 2", 4, "expected the end of the file"),
      ("[\"a", 1, "the closing quote of a string is missing"), ("[01]", 2, "expected a comma or the end"),
      ("[\"\\x\"]", 2, "expected JSON, found an escape sequence that is not allowed in JSON"),
      ("[\"a\nb\"]", 3, "expected JSON, found an unexpected character"),
      ("[\"\\ud800\"]", 2, "expected JSON, found half of a surrogate pair"),
      ("[1e999]", 1, "expected JSON, found a number beyond the range of a double"),
      ("[nul]", 1, "expected a value"), ("[ -]", 2, "expected a value"),
    ])
  func mistakes(text: String, offset: Int, message: String) throws {
    let issue = #expect(throws: DocumentIssue.self) { try JSONDocument.read(Array(text.utf8)) }
    #expect(issue == DocumentIssue(message, at: offset))
  }
}
