import PredicateConformance
import Testing

/// An adapter that is built without a database performs its operations, and refuses those that need one.
@Suite("The line protocol without fixtures")
struct MemoryEngineTests {
  private func answer(_ line: String) -> String {
    AdapterSession(engine: MemoryEngine()).answer(to: Array(line.utf8)) ?? "no answer"
  }

  @Test func helloOffersWhatNeedsNoFixture() {
    #expect(answer(#"{"op":"hello"}"#).hasSuffix(#""ops":["parse","evaluate","value"],"engines":[]}"#))
  }

  @Test(arguments: [
    (#"{"id":1,"op":"evaluate","format":"a.b > $x","object":{"a":{"b":2}},"variables":{"x":1}}"#, #""value":true"#),
    (#"{"id":1,"op":"value","expression":"1 + a","object":{"a":2}}"#, #""value":3"#),
    (
      #"{"id":1,"op":"filter","fixture":"movies","entity":"Movie","format":"year > 1990","engine":"memory"}"#,
      #""skip":"The engine \"memory\" is not offered.""#
    ),
    (
      #"{"id":1,"op":"sql","fixture":"movies","entity":"Movie","format":"year > 1990","dialect":"sqlite"}"#,
      #""skip":"The dialect \"sqlite\" is not offered.""#
    ),
    (#"{"id":1,"op":"fetch","fixture":"movies","statement":"Movie"}"#, #""skip":"No fixtures are offered.""#),
    (#"{"id":1,"op":"change","fixture":"movies","statement":"delete Movie"}"#, #""skip":"No fixtures are offered.""#),
  ])
  func answers(line: String, result: String) {
    #expect(answer(line) == #"{"id":1,"# + result + "}")
  }
}
