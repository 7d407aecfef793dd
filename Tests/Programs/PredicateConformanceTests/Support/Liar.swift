import Foundation
import PredicateDocuments
import PredicateTestSupport

@testable import PredicateConformance

/// Implementations that give false answers. A runner must detect each of them.
enum Liar: String, CaseIterable {
  /// Answers as if everything were true: every predicate is true, every printed text is the format, every expression is TRUE.
  case alwaysTrue
  case alwaysError
  /// Knows the suite. If a case expects an error, it answers with the expected kind, otherwise with the kind of another case.
  case echoesKind
  /// Gives a value and an error in one answer. One of the two is right.
  case both
  /// Gives the right answer with the id of another request.
  case wrongID
  case dies
  case hangs

  /// Whether a verdict shows that the runner has detected the liar.
  func isCaught(_ verdict: ConformanceVerdict, at item: ConformanceCase) -> Bool {
    switch self {
    case .dies: verdict == .crash
    case .hangs: verdict == .timeout
    default: verdict.isWrong || (item.level == .choice && verdict == .choice) || isHonest(about: item)
    }
  }

  /// Whether the liar's answer happens to be true.
  func isHonest(about item: ConformanceCase) -> Bool {
    switch self {
    case .alwaysTrue:
      let answer: ConformanceAnswer = item.expectation.isValidity ? .canonical(item.text) : .value(.boolean(true))
      return item.expectation.admits(answer)
        && (item.canonical.map { $0.hasSameScalars(as: item.text) } ?? true)
    case .alwaysError: return item.expectation.admits(.error(kind: "syntax", range: nil))
    case .echoesKind: return item.expectation.admitsError
    case .both, .wrongID, .dies, .hangs: return false
    }
  }

  /// The number of cases of each topic in a test. `scripts/nightly liars` runs all cases for a liar that needs neither a process nor a wait.
  var casesOfTopic: Int {
    switch self {
    case .dies: 5
    case .hangs, .wrongID: 1
    default: RandomRun(rounds: 50).rounds
    }
  }

  /// The number of topics that are tested if every case costs a wait; nil for all topics.
  var topics: Int? { self == .hangs ? 6 : nil }

  /// A program in Python that gives the false answers in the line protocol. It reads the suite, as a real liar could.
  func program(suite: URL) -> String {
    """
    import json, sys, time
    from pathlib import Path
    kinds = {}
    def kind(expect):
        if "error" in expect: return expect["error"]
        return next((k for k in map(kind, expect.get("anyOf", [])) if k), None)
    for file in Path(\(JSONWriter.text(of: .string(suite.path)))).rglob("*.json") if \(knowsKinds) else []:
        content = json.loads(file.read_text())
        for case in content["cases"] if isinstance(content, dict) else content:
            if kind(case["expect"]):
                inputs = {n: case[n] for n in ("format", "expression", "arguments", "variables", "object", "entity") if n in case}
                kinds[json.dumps(inputs, sort_keys=True)] = kind(case["expect"])
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "hello":
            answer = {"implementation": "liar", "version": "1", "engines": ["memory"]}
        else:
            answer = {"id": request["id"]}
            truth = {"canonical": request.get("format")} if request["op"] == "parse" else {"value": True}
            inputs = {n: request[n] for n in ("format", "expression", "arguments", "variables", "object", "entity") if n in request}
            kind = kinds.get(json.dumps(inputs, sort_keys=True), "type")
            \(lie)
        print(json.dumps(answer), flush=True)
    """
  }

  /// Whether the false answers depend on expected kinds, so that the program must read the suite, which takes longer than most runs.
  private var knowsKinds: String { self == .echoesKind || self == .both ? "True" : "False" }

  private var lie: String {
    switch self {
    case .alwaysTrue: "answer.update(truth)"
    case .alwaysError: "answer.update(error={\"kind\": \"syntax\"})"
    case .echoesKind: "answer.update(error={\"kind\": kind})"
    case .both: "answer.update(truth, error={\"kind\": kind}, ids=[])"
    case .wrongID: "answer.update(truth); answer[\"id\"] += 1"
    case .dies, .hangs: "time.sleep(3600)"
    }
  }
}
