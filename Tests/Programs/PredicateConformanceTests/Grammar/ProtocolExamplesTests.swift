import Foundation
import PredicateDocuments
import PredicateSyntax
import PredicateTestSupport
import Testing

@testable import PredicateConformance

/// The examples of `Grammar/PROTOCOL.md`, sent to `predicate adapter` in their order.
@Suite("The examples of PROTOCOL.md")
struct ProtocolExamplesTests {
  /// A request and the answer that the document shows.
  struct Example: Sendable {
    let request: String
    let answer: String
  }

  /// The pairs of lines that begin with `→` and `←` in the code blocks of a document.
  static func examples(of document: String) throws -> [Example] {
    var examples: [Example] = []
    var request: String?
    var isCode = false
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
        continue
      }
      guard isCode else { continue }
      if line.hasPrefix("→ "), request == nil {
        request = String(line.dropFirst(2))
      } else if line.hasPrefix("← "), let asked = request {
        examples.append(Example(request: asked, answer: String(line.dropFirst(2))))
        request = nil
      } else {
        throw ConformanceFormatError("no request and no answer to one: \(line)")
      }
    }
    if let request { throw ConformanceFormatError("no answer to \(request)") }
    return examples
  }

  /// Whether an answer equals the shown one. A string that is shown as `"…"` may be any string.
  static func isShown(_ found: JSONValue, as shown: JSONValue) -> Bool {
    switch (shown, found) {
    case (.string("…"), .string): true
    case (.array(let shown), .array(let found)):
      shown.count == found.count && zip(found, shown).allSatisfy { isShown($0, as: $1) }
    case (.object(let shown), .object(let found)):
      shown.members.map(\.name) == found.members.map(\.name)
        && zip(found.members, shown.members).allSatisfy { isShown($0.value, as: $1.value) }
    default: JSONWriter.text(of: found) == JSONWriter.text(of: shown)
    }
  }

  /// The answers of `predicate adapter` to some lines, and the status that it leaves with.
  private static func answers(to lines: [String]) throws -> (lines: [String], status: Int32) {
    let run = try TestProcess.run(
      #require(GrammarFolder.command), ["adapter"], input: lines.joined(separator: "\n") + "\n")
    return (run.output.split(separator: "\n").map { String($0) }, run.status)
  }

  @Test("Every answer is the one that the document shows", .enabled(if: GrammarFolder.command != nil))
  func answers() throws {
    let examples = try Self.examples(of: GrammarFolder.text("PROTOCOL.md"))
    try #require(examples.count > 40)
    // Blank lines between requests have no answer.
    let (lines, status) = try Self.answers(to: examples.flatMap { [$0.request, " \t\r"] })
    #expect(status == 0)
    try #require(lines.count == examples.count)
    for (example, line) in zip(examples, lines) {
      let found = try JSONReader.value(of: line)
      let shown = try JSONReader.value(of: example.answer)
      #expect(Self.isShown(found, as: shown), "\(example.request)\n\(line)\n\(example.answer)")
    }
  }

  @Test("Every op, kind of error, result and notation for a value has an example")
  func completeness() throws {
    let document = try GrammarFolder.text("PROTOCOL.md")
    let examples = try Self.examples(of: document)
    let hello =
      AdapterSession(engine: DatabaseEngine.sqlite).answer(
        to: Array(#"{"op":"hello"}"#.utf8)) ?? ""
    guard case .object(let offered) = try JSONReader.value(of: hello), let ops = offered["ops"]?.strings else {
      throw ConformanceFormatError("hello names no ops")
    }
    #expect(ops.count >= 5)
    for op in ops + ["hello"] { #expect(examples.contains { $0.request.contains("\"op\":\"\(op)\"") }, "\(op)") }
    for kind in PredicateIssue.Kind.allCases.map(\.rawValue) + ["protocol"] {
      #expect(examples.contains { $0.answer.contains("\"kind\":\"\(kind)\"") }, "\(kind)")
    }
    for result in ["value", "ids", "canonical", "sql", "error", "skip", "notes"] {
      #expect(examples.contains { $0.answer.contains("\"\(result)\":") }, "\(result)")
    }
    guard
      let notations = try GrammarFolder.text("suite.schema.json").firstMatch(of: /one of the keys ((\$[a-z]+ ?)+)/)?.1
    else { throw ConformanceFormatError("the schema names no notations") }
    for notation in notations.split(separator: " ").map({ "\"\($0)\":" }) + ["\"$row\":"] {
      #expect(examples.contains { $0.request.contains(notation) }, "\(notation)")
      #expect(document.contains("`{\(notation)"), "\(notation) is not in the table")
    }
  }

  @Test("An answer that differs is not the one that is shown")
  func differences() throws {
    let shown = try JSONReader.value(of: #"{"id":1,"value":[1,"…",2.0]}"#)
    for (line, isShown) in [
      (#"{"id":1,"value":[1,"x",2.0]}"#, true), (#"{"id":1,"value":[1,"x",2]}"#, false),
      (#"{"id":1,"value":[1,3,2.0]}"#, false), (#"{"id":1,"value":[1,"x"]}"#, false),
      (#"{"id":1,"value":[1,"x",2.0],"notes":[]}"#, false), (#"{"id":2,"value":[1,"x",2.0]}"#, false),
    ] {
      #expect(Self.isShown(try JSONReader.value(of: line), as: shown) == isShown, "\(line)")
    }
    #expect(throws: (any Error).self) { try Self.examples(of: "```\n→ {}\n```") }
  }
}
