import Foundation
import PredicateLibrary
import PredicateTestSupport
import Testing

/// The functions of the C library give the right answers and errors, free their memory, and can be called from several threads.
@Suite("The C library") struct LibraryTests {
  /// The answer as a value of JSON. Its memory is freed.
  private static func answer(_ text: UnsafeMutablePointer<CChar>?) throws -> [String: Any] {
    let pointer = try #require(text)
    defer { openPredicateFree(pointer) }
    let data = Data(String(cString: pointer).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func code(_ text: UnsafeMutablePointer<CChar>?) throws -> String? {
    (try answer(text)["error"] as? [String: Any])?["code"] as? String
  }

  private static func matches(_ predicate: String, _ lines: String, options: String? = nil) throws -> [String: Any] {
    try answer(openPredicateFilter(predicate, lines, lines.utf8.count, options))
  }

  @Test("check gives errors and notes with their places")
  func check() throws {
    let answer = try Self.answer(openPredicateCheck("a == 1 AND\nmachine_type == laptop", #"{"profile": "munki"}"#))
    let findings = try #require(answer["findings"] as? [[String: Any]])
    let finding = try #require(findings.first { $0["code"] as? String == "unquoted-word" })
    #expect(finding["severity"] as? String == "error")
    #expect(finding["start"] as? Int == 27)
    #expect(finding["end"] as? Int == 33)
    #expect(finding["line"] as? Int == 2)
    #expect(finding["column"] as? Int == 17)
    let own = #"{"profileJSON": "{\"format\": 1, \"name\": \"ours\", \"unknownKeys\": \"error\"}"}"#
    let unknown = try Self.answer(openPredicateCheck("a == 1", own))["findings"] as? [[String: Any]]
    #expect(unknown?.map { $0["code"] as? String } == ["unknown-key"])
  }

  @Test("format gives the canonical form, with a consumer's terms")
  func format() throws {
    #expect(
      try Self.answer(openPredicateFormat("year>1990&&a=='x'", nil))["canonical"] as? String
        == "year > 1990 AND a == \"x\"")
    #expect(
      try Self.answer(openPredicateFormat("@status(a.b)=='x'", #"{"profile": "ddm"}"#))["canonical"] as? String
        == "@status(a.b) == \"x\"")
  }

  @Test("evaluate gives the answer of one record")
  func evaluate() throws {
    let options = #"{"variables": {"least": 5}}"#
    #expect(try Self.answer(openPredicateEvaluate("n >= $least", #"{"n": 5}"#, options))["holds"] as? Bool == true)
    #expect(try Self.answer(openPredicateEvaluate("n >= $least", #"{"n": 4}"#, options))["holds"] as? Bool == false)
  }

  @Test("filter gives the numbers of matching lines, and the issues of others")
  func filter() throws {
    let answer = try Self.matches(
      "n > 1 AND naem != 'x'", "{\"n\": 2}\n\n{\"n\": \n[1]\n{\"n\": \"2\"}\r\n{\"n\": 3, \"name\": 1}")
    #expect(answer["matches"] as? [Int] == [1, 6])
    #expect(answer["records"] as? Int == 5)
    #expect((answer["failures"] as? [[String: Any]])?.map { $0["line"] as? Int } == [3, 4, 5])
    #expect((answer["missingKeys"] as? [[String: Any]])?.map { $0["name"] as? String } == ["naem"])
    #expect(try Self.answer(openPredicateFilter("n > 1", nil, 5, nil))["records"] as? Int == 0)
    #expect(try Self.answer(openPredicateFilter("n > 1", "{\"n\": 2}\nrest", 8, nil))["matches"] as? [Int] == [1])
  }

  @Test("explain gives the parts of the predicate")
  func explain() throws {
    let answer = try Self.answer(openPredicateExplain("n > 1 AND m > 1", #"{"n": 1, "m": 2}"#, nil))
    let explanation = try #require(answer["explanation"] as? [String: Any])
    #expect(explanation["holds"] as? Bool == false)
    #expect((explanation["parts"] as? [[String: Any]])?.map { $0["decides"] as? Bool } == [true, false])
  }

  private static func document(_ text: String, _ name: String, _ options: String? = nil) throws -> [String: Any] {
    try answer(openPredicateCheckDocument(text, text.utf8.count, name, options))
  }

  @Test("check_document finds the predicates of a document, by the profile that it belongs to")
  func document() throws {
    let text = #"{"installable_condition": "machine_type == laptop"}"#
    for options in [nil, #"{"profile": "munki", "edits": true}"#] {
      let answer = try Self.document(text, "pkgsinfo/a.json", options)
      #expect(answer["predicates"] as? Int == 1)
      #expect(answer["profiles"] as? [String: Int] == ["munki": 1])
      let finding = try #require((answer["findings"] as? [[String: Any]])?.first)
      #expect(finding["code"] as? String == "unquoted-word")
      #expect(finding["column"] as? Int == 44)
      #expect((finding["edit"] as? [String: Any])?["text"] as? String == (options == nil ? nil : #"\"laptop\""#))
    }
    let own = try Self.document(#"{"rules": [{"when": "a =="}]}"#, "a.json", #"{"at": ["rules[].when"]}"#)
    #expect((own["findings"] as? [[String: Any]])?.first?["path"] as? String == "rules[0].when")
    let broken = try Self.document(#"{"installable_condition": "#, "a.json", #"{"profile": "munki"}"#)
    #expect(broken["unreadable"] as? Bool == true)
    #expect(try Self.document("", "a.png")["predicates"] as? Int == 0)
    #expect(try Self.code(openPredicateCheckDocument(nil, 5, nil, nil)) == "missing")
    #expect(try Self.code(openPredicateCheckDocument("{}", 2, "a.json", #"{"at": 5}"#)) == "options")
  }

  @Test("A handle keeps a predicate and its options")
  func handle() throws {
    let handle = openPredicatePrepare("n >= $least", #"{"variables": {"least": 5}}"#)
    defer { openPredicateRelease(handle) }
    for n in 4...6 {
      let answer = try Self.answer(openPredicatePreparedEvaluate(handle, "{\"n\": \(n)}"))
      #expect(answer["holds"] as? Bool == (n >= 5))
    }
    let lines = "{\"n\": 5}\n{\"n\": 1}"
    #expect(try Self.answer(openPredicatePreparedFilter(handle, lines, lines.utf8.count))["matches"] as? [Int] == [1])
    let explanation = try Self.answer(openPredicatePreparedExplain(handle, #"{"n": 1}"#))["explanation"]
    #expect((explanation as? [String: Any])?["holds"] as? Bool == false)
    #expect(try Self.code(openPredicatePreparedEvaluate(handle, nil)) == "missing")
    #expect(try Self.code(openPredicatePreparedEvaluate(nil, "{}")) == "missing")
    #expect(try Self.code(openPredicatePreparedCheckDocument(handle, "{}", 2, "a.json")) == "missing")
    openPredicateRelease(nil)
  }

  @Test("A handle without a predicate checks documents and predicates")
  func checks() throws {
    let handle = openPredicatePrepare(nil, #"{"profile": "munki"}"#)
    defer { openPredicateRelease(handle) }
    let text = #"{"installable_condition": "machine_type == laptop"}"#
    let answer = try Self.answer(openPredicatePreparedCheckDocument(handle, text, text.utf8.count, "a.json"))
    #expect((answer["findings"] as? [[String: Any]])?.first?["code"] as? String == "unquoted-word")
    let checked = try Self.answer(openPredicatePreparedCheck(handle, "machine_type == laptop"))
    #expect((checked["findings"] as? [[String: Any]])?.first?["start"] as? Int == 16)
    #expect(try Self.code(openPredicatePreparedEvaluate(handle, "{}")) == "missing")
  }

  @Test("An error of a handle is the answer of its calls")
  func wrongHandle() throws {
    let unreadable = openPredicatePrepare("a ==", nil)
    #expect(try Self.code(openPredicatePreparedEvaluate(unreadable, "{}")) == "operand-expected")
    openPredicateRelease(unreadable)
    let unknown = openPredicatePrepare("a == 1", #"{"profile": "munky"}"#)
    #expect(try Self.code(openPredicatePreparedEvaluate(unknown, "{}")) == "options")
    #expect(try Self.code(openPredicatePreparedCheck(unknown, "a == 1")) == "options")
    openPredicateRelease(unknown)
  }

  @Test("Every error is an answer, too")
  func failures() throws {
    #expect(try Self.code(openPredicateFormat("year >", nil)) == "operand-expected")
    #expect(try Self.code(openPredicateFormat(nil, nil)) == "missing")
    #expect(try Self.code(openPredicateFormat("a\u{FF} == 1", "{")) == "json")
    let latin: [CChar] = [0x61, -1, 0]
    #expect(try Self.code(openPredicateFormat(latin, nil)) == "encoding")
    #expect(try Self.code(openPredicateCheck("a == 1", #"{"profil": "munki"}"#)) == "options")
    #expect(try Self.code(openPredicateCheck("a == 1", #"{"profile": "munky"}"#)) == "options")
    #expect(try Self.code(openPredicateCheck("a == 1", #"{"variables": 5}"#)) == "options")
    #expect(try Self.code(openPredicateCheck("a == 1", "[]")) == "json")
    #expect(try Self.code(openPredicateEvaluate("a == 1", nil, nil)) == "missing")
    #expect(try Self.code(openPredicateEvaluate("a == 1", "[{}]", nil)) == "json")
    #expect(try Self.code(openPredicateEvaluate("a == $x", "{}", nil)) == "unbound-variable")
    #expect(try Self.code(openPredicateEvaluate("a > 1", #"{"a": "1"}"#, nil)) != nil)
    openPredicateFree(nil)
  }

  @Test("The place of an error is one of the predicate")
  func errorPlace() throws {
    let answer = try Self.answer(openPredicateFormat("é ==\n )", nil))
    let error = try #require(answer["error"] as? [String: Any])
    #expect(error["start"] as? Int == 7)
    #expect(error["line"] as? Int == 2)
    #expect(error["column"] as? Int == 2)
  }

  @Test("A deep predicate in a thread with the stack that the header asks for", arguments: [100, 5_000])
  func smallStack(depth: Int) throws {
    func repeated(_ text: String) -> String { String(repeating: text, count: depth) }
    let texts = [
      repeated("(") + "a == 1" + repeated(")"), repeated("NOT ") + "a == 1",
      "a == 1" + repeated("+(1") + repeated(")"), repeated("(a == 1 AND (b == 2 OR ") + "a == 1" + repeated("))"),
    ]
    // The explanation of a deep predicate is deep JSON, which takes more stack than the predicate.
    let answers = Stack.run(size: max(Stack.size, 2 << 20)) {
      texts.flatMap { text in
        [
          openPredicateCheck(text, nil), openPredicateFormat(text, nil),
          openPredicateEvaluate(text, #"{"a": 1}"#, nil), openPredicateExplain(text, #"{"a": 1}"#, nil),
        ].map { pointer in
          defer { openPredicateFree(pointer) }
          return pointer.map { String(cString: $0) } ?? ""
        }
      }
    }
    #expect(answers?.count == 16)
    #expect(answers?.allSatisfy { $0.hasPrefix("{") } == true)
    #expect(answers?.contains { $0.contains("limit") } == (depth > 100))
  }

  @Test("Several threads at once")
  func threads() async throws {
    let answers = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          (0..<20).allSatisfy { round in
            let pointer = openPredicateEvaluate(
              "n == $x AND list CONTAINS n", "{\"n\": \(number), \"list\": [\(number), \(round)]}",
              "{\"variables\": {\"x\": \(number)}}")
            defer { openPredicateFree(pointer) }
            return pointer.map { String(cString: $0) } == #"{"holds":true}"#
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 16)
    #expect(answers.allSatisfy { $0 })
  }
}
