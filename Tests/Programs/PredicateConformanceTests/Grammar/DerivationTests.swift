import Foundation
import PredicateTestSupport
import Testing

@testable import PredicateConformance

/// The grammars derive exactly the cases that they should. `Grammar/tools/derive.py` reads the grammars, and the tests use its command line.
@Suite("The derivations of the grammars", .enabled(if: PythonRunner.isAvailable))
struct DerivationTests {
  /// Runs `derive.py` of a folder that is built like `Grammar`.
  private static func derive(
    _ arguments: [String], in folder: URL = GrammarFolder.url("")
  ) throws -> (status: Int32, output: String) {
    let outcome = try PythonTool.run("tools/derive.py", arguments, in: folder)
    return (outcome.status, outcome.output)
  }

  @Test("Every case of fetch statements that is one derives, and every syntax error does not")
  func statements() throws {
    let (status, output) = try Self.derive(["fetch"])
    #expect(status == 0, "\(output)")
    #expect(output.hasPrefix("\(FetchCaseTests.cases.count) agree, 0 differ"), "\(output)")
  }

  @Test("Every case of statements that change data that is one derives, and every other does not")
  func changes() throws {
    let (status, output) = try Self.derive(["change"])
    #expect(status == 0, "\(output)")
    #expect(output.hasPrefix("\(try ChangeCaseTests.files.get().count) agree, 0 differ"), "\(output)")
  }

  @Test("The cases of tokens and of syntax", arguments: ["lexer.", "syntax."])
  func formats(_ topic: String) throws {
    let (status, output) = try Self.derive(["suite", topic])
    #expect(status == 0, "\(output)")
    let count = SuiteRun.cases.count { $0.id.contains(topic) }
    #expect(count > 300 && output.hasPrefix("\(count) agree, 0 differ"), "\(output)")
  }

  @Test("No format has two derivations, and a statement only if fetch.ebnf specifies which counts")
  func ambiguities() throws {
    let (status, output) = try Self.derive(["ambiguous", "syntax."])
    #expect(status == 0, "\(output)")
    let lines = output.split(separator: "\n")
    // Brackets after a sort key contain its options and are not an index.
    #expect(lines.count == 5 && lines.dropLast().allSatisfy { $0.contains("sort") && $0.contains("[") }, "\(output)")
  }

  @Test("A second derivation is noticed")
  func ambiguity() throws {
    let folder = try TemporaryFolder()
    for file in ["tools/derive.py", "fetch.ebnf", "change.ebnf", "suite/syntax/conditions.json"] {
      _ = try folder.write(try GrammarFolder.text(file), to: file)
    }
    let grammar = try GrammarFolder.text("predicate.ebnf")
    let production = #"Negation      = ( "NOT" | "!" ), Condition"#
    try #require(grammar.contains(production))
    _ = try folder.write(
      grammar.replacing(production, with: #"Negation      = ( "NOT" | "!" ), ( Condition | Comparison )"#),
      to: "predicate.ebnf")
    let (status, output) = try Self.derive(["ambiguous", "syntax."], in: folder.url)
    #expect(status == 1 && output.contains("has several derivations"), "\(output)")
  }

  @Test(
    "A production, the texts that it derives, and those that it does not",
    arguments: [
      (
        "Format",
        [
          "a == 1AND b == 2", "any == 1", "UTI-EQUALSx == 1", "#and == 1", "a == %lud", "5. > a", "e5 == .5",
          "FUNCTION('abc:', func) == 1", "a ==[c d] 'x'",
        ],
        [
          "a == 12kb", "and == 1", "a == TRUEPREDICATE", "ANY any == 1", "ANY in == 1", "a == %ldd", "a == 1e400",
          "a == .e5", "FUNCTION('abc', func, a) == 1", "a ==[x] 'x'",
        ]
      ),
      ("Index", ["FIRST"], []),
      ("Name", ["a\\u0062"], ["1a"]),
      ("Integer", ["12"], ["1.5"]),
      (
        "Statement",
        [
          "limit 1 show title", "count where year > 2010", "show -year", "COUNT sameAs: 1", "update sameAs: 1",
          "having() == 1", "show distinct", "--1 == 1", "--a == 1", "-- 1\n== 1", "- - 1 == 1", "sort by year[x]",
          "sort by 3",
        ],
        [
          "limit 1 limit 2", "", "COUNT sameAs:", "-- 1 == 1", "--- 1 == 1", "Movie show", "sort by 3 COUNT x",
          "show year as #a",
        ]
      ),
      ("Clauses", [""], []),
      (
        "Change", ["insert Tag name = where + 1", "insert Tag name = 'x', note = {1, name}"],
        ["update Tag set name = where a == 1", "insert Tag name = 1, 'name' = 2"]
      ),
    ] as [(String, [String], [String])])
  func texts(_ production: String, _ derived: [String], _ others: [String]) throws {
    let (status, output) = try Self.derive(["text", production] + derived + others)
    #expect(status == (others.isEmpty ? 0 : 1))
    let answers = derived.map { _ in "derives" } + others.map { _ in "does not derive" }
    #expect(output.split(separator: "\n").map(String.init) == answers, "\(zip(derived + others, answers))")
  }

  @Test(
    "A change of a grammar is noticed: 1 if cases are lost, 2 if it is not a grammar",
    arguments: [
      ("HavingClause  = \"HAVING\", Predicate", "HavingClause  = \"HAVING\", Condition", 1),
      ("\"LIMIT\", Integer", "\"LIMIT\", Number", 1), (", ? each kind of Clause at most once ?", "", 1),
      ("\"HAVING\", Predicate", "\"HAVING\", KeyPath", 2), ("\"HAVING\", Predicate", "\"HAVING\" Predicate", 2),
      ("Direction     =", "Integer       =", 2), ("(* In any order. *)", "(* In any order (limit.*). *)", 2),
      ("\"DESCENDING\" ;", "\"DESCENDING\"", 2), ("? each kind of", "? every kind of", 2),
    ] as [(String, String, Int32)])
  func mutant(_ original: String, _ change: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    for file in ["tools/derive.py", "predicate.ebnf", "change.ebnf", "fetch/statements.json", "fetch/answers.json"] {
      _ = try folder.write(try GrammarFolder.text(file), to: file)
    }
    let grammar = try GrammarFolder.text("fetch.ebnf")
    try #require(grammar.contains(original))
    _ = try folder.write(grammar.replacing(original, with: change), to: "fetch.ebnf")
    let outcome = try Self.derive(["fetch"], in: folder.url)
    #expect(outcome.status == status, "\(outcome.output)")
  }

  /// Answers have no shorter time limit than the whole run, because this implementation always answers.
  private static let unlimited = ["--timeout", "\(PythonRunner.enoughSeconds)"]

  @Test(
    "Random sentences, and damaged ones, are read as the grammar derives them",
    arguments: [[], ["--statements"], ["--changes"]])
  func sentences(options: [String]) throws {
    let command = try #require(GrammarFolder.command)
    let count = RandomRun(rounds: 200).rounds
    let outcome = try PythonTool.run(
      "tools/sentences.py",
      ["check", "--count", "\(count)", "--seed", "11", "--adapter", "'\(command)' adapter"] + Self.unlimited + options)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("\(count) sentences and as many damaged ones: "), "\(outcome.output)")
  }

  @Test("An implementation that reads everything differs from the grammar")
  func sentencesNotice() throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(
      """
      import json, sys
      for line in sys.stdin:
          print(json.dumps({"id": json.loads(line)["id"], "canonical": ""}), flush=True)
      """, to: "reads-everything.py")
    let outcome = try PythonTool.run(
      "tools/sentences.py",
      ["check", "--count", "10", "--adapter", "/usr/bin/python3 '\(program.path)'"] + Self.unlimited)
    #expect(outcome.status == 1, "\(outcome.output)")
    #expect(outcome.output.contains("does not derive, the implementation says that it is one"))
  }
}
