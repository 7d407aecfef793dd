import PredicateConformance
import PredicateDocuments
import PredicateOutput
import PredicateSyntax
import PredicateTestSupport
import Testing

/// No input makes the adapter stop or give an invalid answer.
@Suite("Noise on the line")
struct AdapterNoiseTests {
  private let session = AdapterSession(engine: FakeEngine())
  private static let kinds = Set(PredicateIssue.Kind.allCases.map(\.rawValue) + ["protocol"])

  /// The kind of the error, or the name of the result; nil for an invalid answer.
  private func outcome(_ line: [UInt8]) -> String? {
    guard let answer = session.answer(to: line), !answer.utf8.contains(UInt8(ascii: "\n")),
      let value = try? JSONReader.value(of: answer), case .object(let object) = value
    else { return nil }
    if case .object(let error)? = object["error"] {
      guard case .string(let kind)? = error["kind"], Self.kinds.contains(kind) else { return nil }
      return kind
    }
    return ["canonical", "value", "ids", "sql", "skip", "implementation"].first { object[$0] != nil }
  }

  private static let requests = [
    #"{"id":1,"op":"parse","format":"ANY a.b BEGINSWITH[cd] \"x\" AND NOT (c + 1.5e3 IN {1, 2})"}"#,
    #"{"id":2,"op":"evaluate","format":"%K == %@","arguments":["a",{"$date":5}],"object":{"$object":{"a":[1]}}}"#,
    #"{"id":3,"op":"value","expression":"SUBQUERY(a, $x, $x.b == 1).@count","variables":{"v":{"$set":[1,{"$int":"5"}]}}}"#,
    #"{"id":4,"op":"filter","fixture":"movies","entity":"Movie","format":"year > 1990","engine":"memory"}"#,
    #"{"op":"hello"}"#,
  ].map { Array($0.utf8) }

  @Test func seededNoise() {
    let run = RandomRun(rounds: 800)
    for seed in run.seeds {
      var random = SplitMix64(seed: seed)
      var line: [UInt8]
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        line = (0..<Int.random(in: 1...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 1:
        line = random.pick(Self.requests)
        line.removeLast(Int.random(in: 1..<line.count, using: &random))
      case 2:
        line = random.pick(Self.requests)
        for _ in 0..<3 {
          line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0x20...0xFF, using: &random)
        }
      default:
        line = random.pick(Self.requests)
        let position = Int.random(in: 0..<line.count, using: &random)
        line.insert(contentsOf: random.pick(Self.requests).prefix(40), at: position)
      }
      line.removeAll { $0 == UInt8(ascii: "\n") }
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      #expect(isBlank || outcome(line) != nil, "seed \(seed)")
      // The state of the session is unchanged.
      if seed % 100 == 0 { #expect(outcome(Self.requests[0]) == "canonical", "seed \(seed)") }
    }
  }

  @Test func hugeAndDeepJSON() {
    let digits = String(repeating: "9", count: 100_000)
    #expect(outcome(Array(#"{"id":1,"op":"value","expression":"SELF","object":\#(digits)}"#.utf8)) == "protocol")
    #expect(outcome(Array(#"{"id":\#(String(repeating: "[", count: 100_000))"#.utf8)) == "protocol")
    let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    #expect(outcome(Array(#"{"id":1,"op":"value","expression":"SELF","object":\#(nested)}"#.utf8)) == "value")
    #expect(outcome(Array(#"{"id":1,"op":"parse","format":"a == %@","arguments":[\#(nested)]}"#.utf8)) == "limit")
  }

  /// The texts at the beginning, in the middle and at the end of a construct.
  @Test(
    "Every construct inside itself", .serialized,
    arguments: [
      ("(", "a == 1", ")"), ("NOT ", "a == 1", ""), ("NOT(", "a == 1", ")"), ("!", "a == 1", ""), ("-", "1", " == 1"),
      ("(", "1", ")"),
      ("-(", "1", ")"), ("{", "1", "}"), ("a[", "1", "]"), ("f(", "1", ")"), ("abs:(", "1", ")"), ("1 + (", "1", ")"),
      ("FUNCTION(", "1", ", 'a')"), ("CAST(", "1", ", 'a')"), ("TERNARY(", "a == 1", ", 1, 1)"),
      ("TERNARY(a == 1, 1, ", "1", ")"), ("SUBQUERY(", "a", ", $x, $x == 1)"),
      ("SUBQUERY(a, $x, ", "$x == 1", ".@count)"),
      ("FETCH(", "1", ", 1, NO)"), ("1 + ", "1", ""), ("1 ** ", "1", ""), ("", "a", "[0]"), ("a UNION ", "b", ""),
      ("$x := ", "1", ""), ("NONE(", "a == 1", ")"), ("a == 1 AND (", "b == 1", ")"),
      ("a == 1 AND (b == 1 OR (", "b == 1", "))"),
    ])
  func deepFormats(opening: String, middle: String, closing: String) {
    let count = (99_000 - middle.utf8.count) / (opening.utf8.count + closing.utf8.count)
    let start = String(repeating: opening, count: count) + middle
    #expect(parsing(start + String(repeating: closing, count: count)) == "limit")
    // Without the ends, the missing bracket may be noticed first.
    let unclosed = parsing(start)
    #expect(unclosed == "limit" || unclosed == "syntax")
  }

  @Test("A format a million bytes deep", arguments: ["(", "NOT "])
  func longFormats(opening: String) {
    #expect(parsing(String(repeating: opening, count: 1_000_000 / opening.utf8.count)) == "limit")
  }

  private func parsing(_ format: String) -> String? {
    outcome(Array(#"{"id":1,"op":"parse","format":\#(JSONWriter.text(of: .string(format)))}"#.utf8))
  }
}
