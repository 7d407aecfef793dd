import PredicateConformance
import PredicateDocuments
import PredicateOutput
import PredicateSyntax
import PredicateValues
import Testing

/// The adapter follows the examples and rules of the line protocol.
@Suite("The line protocol")
struct AdapterSessionTests {
  private func answer(_ line: String, _ engine: FakeEngine = FakeEngine()) -> String {
    AdapterSession(engine: engine).answer(to: Array(line.utf8)) ?? "no answer"
  }

  @Test func hello() {
    let expected =
      #""implementation":"OpenPredicate","version":"\#(ProjectVersion.text)","protocol":1,"#
      + #""ops":["parse","evaluate","value","filter","fetch","change","sql"],"engines":["memory","sqlite"]}"#
    #expect(answer(#"{"op":"hello"}"#) == "{" + expected)
    #expect(answer(#"{"op":"hello","id":7}"#) == #"{"id":7,"# + expected)
  }

  @Test("A program's own operations answer with their members, and the protocol does not name them")
  func operations() {
    let echo = AdapterOperation("echo", input: "record") { predicate, input, options in
      "{\"heard\":[\"\(predicate)\",\(input ?? "null"),\(options ?? "null")]}"
    }
    let session = AdapterSession(engine: FakeEngine(), operations: [echo])
    func answer(_ line: String) -> String { session.answer(to: Array(line.utf8)) ?? "no answer" }
    #expect(answer(#"{"op":"hello"}"#).contains(#""sql"]"#))
    #expect(
      answer(#"{"id":1,"op":"echo","format":"a","record":{"b": 2},"options":{}}"#)
        == #"{"id":1,"heard":["a",{"b":2},{}]}"#)
    #expect(answer(#"{"id":1,"op":"echo","format":"a"}"#).contains("missing-member"))
    #expect(answer(#"{"id":1,"op":"ECHO","format":"a"}"#).contains("skip"))
  }

  @Test(arguments: ["", " ", "\t \r", "\r"])
  func blankLines(line: String) {
    #expect(AdapterSession(engine: FakeEngine()).answer(to: Array(line.utf8)) == nil)
  }

  @Test(arguments: [
    (#"{"id":1,"op":"parse","format":"a = 1"}"#, #"{"id":1,"canonical":"a == 1"}"#),
    (#"{"id":1,"op":"parse","format":"a = 1","arguments":[]}"#, #"{"id":1,"canonical":"a == 1"}"#),
    (#"{"id":1,"op":"parse","format":"%K = %@"}"#, #"{"id":1,"canonical":"%K == %@"}"#),
    (#"{"id":1,"op":"parse","format":"%K = %@","arguments":null}"#, #"{"id":1,"canonical":"%K == %@"}"#),
    (
      #"{"id":1,"op":"parse","format":"%K = %@","arguments":["self","bob"]}"#,
      #"{"id":1,"canonical":"SELF == \"bob\""}"#
    ),
    (#"{"id":1,"op":"parse","format":"a = %@","arguments":[1]}"#, #"{"id":1,"canonical":"a == 1"}"#),
    (
      #"{"id":1,"op":"parse","format":"a + 1 = %@ + 1","arguments":[1.0]}"#, #"{"id":1,"canonical":"a + 1 == 1.0 + 1"}"#
    ),
    (#"{"id":1,"op":"parse","format":"a = %@","arguments":[null]}"#, #"{"id":1,"canonical":"a == nil"}"#),
    (
      #"{"id":1,"op":"parse","format":"a = %@","arguments":[9223372036854775807]}"#,
      #"{"id":1,"canonical":"a == 9223372036854775807"}"#
    ),
    (
      #"{"id":1,"op":"parse","format":"a = %@","arguments":[{"$int":"-9223372036854775808"}]}"#,
      #"{"id":1,"canonical":"a == -9223372036854775808"}"#
    ),
    (#"{"id":1,"op":"parse","format":"a IN %@","arguments":[["x",true]]}"#, #"{"id":1,"canonical":"a IN {\"x\", 1}"}"#),
    (
      #"{"id":1,"op":"parse","format":"d > %@","arguments":[{"$date":"2001-01-01T00:16:40.5Z"}]}"#,
      #"{"id":1,"canonical":"d > CAST(1000.500000, \"NSDate\")"}"#
    ),
    (
      #"{"id":1,"op":"parse","format":"a = %@","arguments":[{"$row":{"entity":"Friend","id":3}}]}"#,
      #"{"id":1,"canonical":"a == CAST(\"Friend/3\", \"NSManagedObjectID\")"}"#
    ),
    (
      #"{"id":1,"op":"parse","format":"a = %@","arguments":[{"$decimal":"0.10"}]}"#,
      #"{"id":1,"canonical":"a == CAST(\"0.1\", \"NSDecimalNumber\")"}"#
    ),
  ])
  func parse(line: String, expected: String) {
    #expect(answer(line) == expected)
  }

  @Test(arguments: [
    (#"{"id":1,"op":"evaluate","format":"TRUEPREDICATE"}"#, #"{"id":1,"value":true}"#),
    (#"{"id":1,"op":"evaluate","format":"TRUEPREDICATE","object":5}"#, #"{"id":1,"value":false}"#),
    (#"{"id":1,"op":"evaluate","format":"TRUEPREDICATE","variables":{"x":1}}"#, #"{"id":1,"value":false}"#),
    (#"{"id":"a","op":"value","expression":"SELF","object":{"a":[1,1.0]}}"#, #"{"id":"a","value":{"a":[1,1.0]}}"#),
    (#"{"id":[1],"op":"value","expression":"%@","arguments":["x"]}"#, #"{"id":[1],"value":"x"}"#),
    (#"{"op":"value","expression":"$v","variables":{"$v":1,"w":2,"v":3}}"#, #"{"id":null,"value":3}"#),
    (
      #"{"id":2,"op":"filter","fixture":"movies","entity":"Tag","format":"a == 1","engine":"sqlite"}"#,
      #"{"id":2,"ids":[6,3,3,6]}"#
    ),
    (
      #"{"id":3,"op":"sql","fixture":"f","entity":"E","format":"a == $v","variables":{"v":{"$date":1}},"dialect":"sqlite"}"#,
      #"{"id":3,"sql":"f E a == $v sqlite","bindings":[{"$date":1.0}]}"#
    ),
    (
      #"{"id":4,"op":"fetch","fixture":"f","statement":"Movie","variables":{"v":1},"parsed":true}"#,
      #"{"id":4,"count":7}"#
    ),
    (#"{"id":5,"op":"change","fixture":"f","statement":"delete Movie"}"#, #"{"id":5,"canonical":"f delete Movie"}"#),
  ])
  func operations(line: String, expected: String) {
    #expect(answer(line) == expected)
  }

  @Test(arguments: [
    (#"{"id":1,"op":"explain"}"#, #"{"id":1,"skip":"The op \"explain\" is not offered."}"#),
    (
      #"{"id":1,"op":"filter","fixture":"movies","entity":"Movie","format":"a","engine":"oracle"}"#,
      #"{"id":1,"skip":"The engine \"oracle\" is not offered."}"#
    ),
    (
      #"{"id":1,"op":"sql","fixture":"movies","entity":"Movie","format":"a","dialect":"oracle"}"#,
      #"{"id":1,"skip":"The dialect \"oracle\" is not offered."}"#
    ),
  ])
  func skips(line: String, expected: String) {
    #expect(answer(line) == expected)
  }

  /// A line, and the code of the error that it gives. The error's kind is `protocol`, and its id is null.
  @Test(arguments: [
    ("x", "json-character"), ("{", "json-end"), ("{} {}", "json-trailing-text"), ("[]", "not-an-object"),
    ("1", "not-an-object"), ("null", "not-an-object"), ("{}", "missing-member"), (#"{"id":1}"#, "missing-member"),
    (#"{"op":1}"#, "wrong-member"), (#"{"op":null}"#, "missing-member"), (#"{"id":1,"op":"parse"}"#, "missing-member"),
    (#"{"id":1,"op":"parse","format":1}"#, "wrong-member"),
    (#"{"id":1,"op":"parse","format":"a == 1","arguments":{}}"#, "wrong-member"),
    (#"{"id":1,"op":"parse","format":"a == 1","arguments":"x"}"#, "wrong-member"),
    (#"{"id":1,"op":"evaluate","format":"a == 1","variables":[]}"#, "wrong-member"),
    (#"{"id":1,"op":"value","format":"a"}"#, "missing-member"),
    (#"{"id":1,"op":"evaluate","format":"(","object":{"$date":true}}"#, "malformed-value"),
    (#"{"id":1,"op":"filter","entity":"E","format":"a","engine":"memory"}"#, "missing-member"),
    (#"{"id":1,"op":"filter","fixture":"movies","format":"a","engine":"memory"}"#, "missing-member"),
    (#"{"id":1,"op":"filter","fixture":"movies","entity":"E","engine":"memory"}"#, "missing-member"),
    (#"{"id":1,"op":"filter","fixture":"movies","entity":"E","format":"a"}"#, "missing-member"),
    (#"{"id":1,"op":"sql","fixture":"movies","entity":"E","format":"a"}"#, "missing-member"),
    (#"{"id":1,"op":"fetch","fixture":"movies"}"#, "missing-member"),
    (#"{"id":1,"op":"fetch","fixture":"movies","statement":"Movie","parsed":1}"#, "wrong-member"),
    (#"{"id":1,"op":"change","fixture":"movies"}"#, "missing-member"),
    (#"{"id":1,"op":"change","statement":"delete Movie"}"#, "missing-member"),
  ])
  func faultyLines(line: String, code: String) {
    let answer = answer(line)
    #expect(answer.hasPrefix(#"{"id":null,"error":{"kind":"protocol","code":"\#(code)","message":""#), "\(answer)")
  }

  @Test func issuesOfTheEngine() {
    let issue = PredicateIssue(
      kind: .unboundVariable, code: "the-code", message: "the \"message\"", range: SourceRange(2, 5), hint: "a hint")
    #expect(
      answer(#"{"id":1,"op":"evaluate","format":"a == $b"}"#, FakeEngine(issue: issue))
        == #"{"id":1,"error":{"kind":"unbound-variable","code":"the-code","message":"the \"message\"","range":[2,5],"#
        + #""hint":"a hint"}}"#)
    let bare = PredicateIssue(kind: .limit, code: "c", message: "m")
    #expect(
      answer(#"{"id":1,"op":"value","expression":"1"}"#, FakeEngine(issue: bare))
        == #"{"id":1,"error":{"kind":"limit","code":"c","message":"m"}}"#)
  }

  /// A line, and the kind of the error that it gives.
  @Test(arguments: [
    (#"{"id":1,"op":"parse","format":"a =="}"#, "syntax"),
    (#"{"id":1,"op":"parse","format":""}"#, "syntax"),
    (#"{"id":1,"op":"parse","format":"a == %@","arguments":[]}"#, "argument-missing"),
    (#"{"id":1,"op":"evaluate","format":"a == %@"}"#, "argument-missing"),
    (#"{"id":1,"op":"value","expression":"%@"}"#, "argument-missing"),
    (
      #"{"id":1,"op":"filter","fixture":"movies","entity":"E","format":"a == %@","engine":"memory"}"#,
      "argument-missing"
    ),
    (#"{"id":1,"op":"parse","format":"%K == 1","arguments":[1]}"#, "argument-type"),
    (#"{"id":1,"op":"parse","format":"a == %@","arguments":[{"$object":{}}]}"#, "argument-type"),
    (#"{"id":1,"op":"parse","format":"a IN %@","arguments":[[1,{"$object":{}}]]}"#, "argument-type"),
    (#"{"id":1,"op":"value","expression":"nope","object":{"$object":{"a":1}}}"#, "unknown-key"),
  ])
  func errorKinds(line: String, kind: String) {
    let answer = answer(line)
    #expect(answer.hasPrefix(#"{"id":1,"error":{"kind":"\#(kind)""#), "\(answer)")
  }

  @Test("The range of an error counts bytes of the format")
  func ranges() throws {
    let format = "é == 1 AND b == )"
    guard case .object(let object) = try JSONReader.value(of: answer(#"{"id":1,"op":"parse","format":"\#(format)"}"#)),
      case .object(let error)? = object["error"], case .array(let range)? = error["range"],
      case .integer(let lower)? = range.first
    else {
      Issue.record("no range")
      return
    }
    #expect(range.count == 2)
    #expect(lower == 17)
  }

  @Test("Notes accompany the result")
  func notes() {
    let answer = answer(#"{"id":1,"op":"parse","format":"a == 'x\\q'"}"#)
    #expect(answer.hasPrefix(#"{"id":1,"canonical":"a == \"xq\"","notes":[{"code":""#), "\(answer)")
  }
}
