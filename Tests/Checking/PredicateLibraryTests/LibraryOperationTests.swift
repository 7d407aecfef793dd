import Testing

@testable import PredicateLibrary

@Suite("The functions of the library by name")
struct LibraryOperationTests {
  @Test(
    "Each operation answers as its function does",
    arguments: [
      (LibraryOperation.format, "a=1", nil, #"{"canonical":"a == 1"}"#),
      (.holds, "a > 1", #"{"a": 2}"#, #"{"holds":true}"#),
      (.matches, "a > 1", "{\"a\":1}\n{\"a\":2}", #"{"failures":[],"matches":[2],"missingKeys":[],"records":2}"#),
      (.check, "a == 1", nil, #"{"findings":[]}"#),
    ] as [(LibraryOperation, String, String?, String)])
  func answers(operation: LibraryOperation, predicate: String, input: String?, expected: String) {
    #expect(operation.answer(to: predicate, input: input, options: nil) == expected)
  }

  @Test(
    "An error is an answer",
    arguments: [("a ==", nil), ("a == 1", "{\"profile\":\"mumki\"}")] as [(String, String?)])
  func failures(predicate: String, options: String?) {
    let answer = LibraryOperation.holds.answer(to: predicate, input: "{}", options: options)
    #expect(answer.hasPrefix(#"{"error":{"#))
  }

  @Test("An explanation names each part")
  func explain() {
    let answer = LibraryOperation.explain.answer(to: "a > 1 AND b == 2", input: #"{"a": 0, "b": 2}"#, options: nil)
    #expect(answer.contains("a > 1") && answer.contains("b == 2"))
  }
}
