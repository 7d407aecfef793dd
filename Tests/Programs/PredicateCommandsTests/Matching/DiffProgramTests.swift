import Foundation
import PredicateChecking
import PredicateOutput
import PredicateCommands
import Testing

/// `predicate diff` shows which records begin and which cease to match, and returns the right status.
@Suite("predicate diff") struct DiffProgramTests {
  private static func run(
    _ first: String, _ second: String, change: (inout AnswerSettings) -> Void = { _ in }
  ) throws -> (status: DiffStatus, output: String, errors: String) {
    let folder = try FactFolder([
      "all.json":
        #"[{"id": "a", "n": 1}, {"id": "b", "n": 2}, {"id": "c", "n": 3}, {"id": "d", "n": 4}]"#
    ])
    var settings = AnswerSettings()
    settings.idKey = "id"
    change(&settings)
    let program = DiffProgram(try .named("foundation"), settings)
    let output = TextOutput()
    let errors = TextOutput()
    let status = program.run(first, second, facts: [folder.path("all.json")], output: output, errors: errors)
    return (status, output.text, errors.text)
  }

  @Test("Records that only one of the two holds of")
  func changes() throws {
    let run = try Self.run("n IN {1, 2}", "n IN {2, 3}")
    #expect(run.output == "- a\n+ c\n1 gained, 1 lost, 1 match both, 1 match neither\n")
    #expect(run.status == .different)
    #expect(run.errors.isEmpty)
  }

  @Test("Predicates that hold of the same records are alike")
  func alike() throws {
    let run = try Self.run("n > 2", "NOT n <= 2")
    #expect(run.output == "0 gained, 0 lost, 2 match both, 2 match neither\n")
    #expect(run.status == .alike)
  }

  @Test("A predicate that is wrong, or fails on a record, is status 2")
  func failing() throws {
    #expect(try Self.run("n >", "n > 2").status == .failure)
    #expect(try Self.run("n >", "n > 2").output.isEmpty)
    let run = try Self.run("n > 2", #"n > "2""#)
    #expect(run.status == .failure)
    #expect(run.errors.hasPrefix("a: "))
    #expect(run.output == "0 gained, 0 lost, 0 match both, 0 match neither\n")
  }

  @Test("--why shows both predicates for a record")
  func why() throws {
    let run = try Self.run("n > 2", "n > 3") { $0.explained = ["c"] }
    #expect(run.output == "- c\ntrue   n > 2\n       n = 3\nfalse  n > 3\n       n = 3\n")
    #expect(run.status == .different)
    #expect(try Self.run("n > 2", "n > 3") { $0.explained = ["x"] }.status == .failure)
  }

  @Test("JSON: an object for each record, or the numbers")
  func json() throws {
    let run = try Self.run("n > 2", "n > 3") { $0.format = .json }
    let lines = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(lines.map { $0["record"] as? String } == ["a", "b", "c", "d"])
    #expect(lines.map { $0["before"] as? Bool } == [false, false, true, true])
    #expect(lines.map { $0["after"] as? Bool } == [false, false, false, true])
    #expect(lines.map { $0["change"] as? String } == [nil, nil, "lost", nil])
    let numbers = try Self.run("n > 2", "n > 3") {
      $0.format = .ndjson
      $0.isCounting = true
    }
    #expect(numbers.output == "{\"both\":1,\"gained\":0,\"lost\":1,\"neither\":2,\"unanswered\":0}\n")
  }
}
