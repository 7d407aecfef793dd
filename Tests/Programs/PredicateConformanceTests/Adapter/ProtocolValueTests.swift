import PredicateConformance
import PredicateDocuments
import PredicateOutput
import PredicateSyntax
import PredicateValues
import Testing

@Suite("Values of the line protocol")
struct ProtocolValueTests {
  /// The answer for a value that the adapter returns unchanged.
  private func echo(_ json: String) -> String {
    let line = #"{"id":1,"op":"value","expression":"SELF","object":\#(json)}"#
    return AdapterSession(engine: FakeEngine()).answer(to: Array(line.utf8)) ?? "no answer"
  }

  /// A value, and the answer that the adapter gives for it; `nil` if the answer is the same text.
  @Test(arguments: [
    ("null", nil), ("true", nil), ("1", nil), ("1.0", nil), ("-0.0", nil), ("1e+20", nil), ("\"é\"", nil), ("[]", nil),
    ("{}", nil), ("[1,[2,{\"a\":null}]]", nil), (#"{"$date":1000.5}"#, nil), (#"{"$date":1000}"#, #"{"$date":1000.0}"#),
    (#"{"$date":"2001-01-01T00:16:40.5Z"}"#, #"{"$date":1000.5}"#), (#"{"$set":[1,"a"]}"#, nil),
    (#"{"$object":{"a":1,"b":{"c":2}}}"#, nil), (#"{"$data":"3q2+7w=="}"#, nil), (#"{"$data":""}"#, nil),
    (#"{"$uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#, nil),
    (#"{"$uuid":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f"}"#, #"{"$uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#),
    (#"{"$url":"https://example.org/ä"}"#, nil), (#"{"$decimal":"0.1"}"#, nil),
    (#"{"$decimal":"1e2"}"#, #"{"$decimal":"100"}"#),
    (#"{"$row":{"entity":"Friend","id":3}}"#, nil), (#"{"$int":"9223372036854775807"}"#, "9223372036854775807"),
    (#"{"$double":"nan"}"#, nil), (#"{"$double":"inf"}"#, nil), (#"{"$double":"-inf"}"#, nil),
    (#"{"$double":"0.1"}"#, "0.1"), (#"{"$date":{"$double":"inf"}}"#, nil),
    (#"{"$date":{"$int":"5"}}"#, #"{"$date":5.0}"#),
    // An object with other names, or with several, is a dictionary.
    (#"{"$other":1}"#, nil), (#"{"$date":1,"a":2}"#, nil), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
  ])
  func roundTrip(json: String, written: String?) {
    #expect(echo(json) == #"{"id":1,"value":\#(written ?? json)}"#)
  }

  @Test(arguments: [
    #"{"$date":true}"#, #"{"$date":"yesterday"}"#, #"{"$date":null}"#, #"{"$date":[1]}"#, #"{"$set":1}"#,
    #"{"$set":{}}"#,
    #"{"$object":[]}"#, #"{"$data":1}"#, #"{"$data":"x"}"#, #"{"$uuid":"1"}"#, #"{"$url":1}"#, #"{"$decimal":"x"}"#,
    #"{"$decimal":1}"#, #"{"$row":{}}"#, #"{"$row":{"entity":"E","id":1.5}}"#, #"{"$row":{"entity":1,"id":1}}"#,
    #"{"$int":"1.5"}"#, #"{"$int":"9223372036854775808"}"#, #"{"$int":1}"#, #"{"$double":"x"}"#, #"{"$double":1.5}"#,
    #"[[{"$set":[{"$date":true}]}]]"#,
  ])
  func malformed(json: String) {
    #expect(echo(json).hasPrefix(#"{"id":null,"error":{"kind":"protocol","code":"malformed-value""#))
  }

  @Test("A dictionary has no missing key, an object has")
  func missingKeys() {
    func key(_ object: String) -> String {
      let line = #"{"id":1,"op":"value","expression":"b","object":\#(object)}"#
      return AdapterSession(engine: FakeEngine()).answer(to: Array(line.utf8)) ?? "no answer"
    }
    #expect(key(#"{"a":1}"#) == #"{"id":1,"value":null}"#)
    #expect(key(#"{"$object":{"a":1}}"#).hasPrefix(#"{"id":1,"error":{"kind":"unknown-key""#))
    #expect(key(#"{"$object":{"b":null}}"#) == #"{"id":1,"value":null}"#)
  }

  @Test("A value that holds too many others inside one another is a limit")
  func depth() throws {
    var value = QueryValue.integer(1)
    for _ in 0..<JSONReader.maximumDepth - 1 { value = .array([value]) }
    let text = JSONWriter.text(of: try ProtocolValue.json(value))
    #expect(text.utf8.count == 2 * (JSONReader.maximumDepth - 1) + 1)
    let error = #expect(throws: PredicateIssue.self) { try ProtocolValue.json(.array([value])) }
    #expect(error?.kind == .limit)
  }
}
