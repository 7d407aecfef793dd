import PredicateDocuments
import PredicateSyntax

/// Runs the cases of a suite on an implementation, by the line protocol.
public struct ConformanceRunner {
  private let target: any ConformanceTarget
  private let dialect: ConformanceDialect
  private var lastID: Int64 = 0
  private var engines: [String] = []

  /// A runner for an implementation.
  public init(target: any ConformanceTarget, dialect: ConformanceDialect = .open) {
    self.target = target
    self.dialect = dialect
  }

  /// An answer, or the verdict for a missing answer.
  private enum Outcome {
    case answer(ConformanceAnswer, JSONObject)
    case nothing(ConformanceVerdict)
  }

  /// Runs cases. A case with a fixture is run on each engine that the implementation names.
  public mutating func run(_ cases: [ConformanceCase], version: String? = nil) -> ConformanceRun {
    var run = ConformanceRun()
    run.suite = version
    greet(&run)
    for item in cases { run.results += results(of: item) }
    return run
  }

  /// The results of one case: one per engine if the case has a fixture, otherwise a single one.
  private mutating func results(of item: ConformanceCase) -> [ConformanceResult] {
    guard let fixture = item.fixture else { return [result(of: item, on: nil)] }
    let engines = self.engines.filter { name in fixture.engines?.contains(name) ?? true }
    if engines.isEmpty { return [ConformanceResult(item: item, engine: nil, verdict: .skipped, answer: nil)] }
    return engines.map { result(of: item, on: $0) }
  }

  /// Asks for the implementation's name, version and engines. If it does not answer or names no engines, the cases are run anyway, because they show
  /// its behaviour.
  private mutating func greet(_ run: inout ConformanceRun) {
    engines = ["memory"]
    guard case .line(let line) = target.reply(to: ConformanceRequest.hello) else { return }
    guard case .object(let hello)? = Self.json(line) else { return target.restart() }
    if case .string(let name)? = hello["implementation"] { run.implementation = name }
    if case .string(let version)? = hello["version"] { run.version = version }
    engines = hello["engines"]?.strings ?? engines
  }

  private mutating func result(of item: ConformanceCase, on engine: String?) -> ConformanceResult {
    let first = ask(ConformanceRequest.main(item, engine: engine))
    var verdict = verdict(of: first, for: item)
    var deciding = first
    if let canonical = item.canonical, Self.asksForPrint(first, verdict) {
      let second = ask(ConformanceRequest.parse(item))
      let print = Self.verdict(of: second, printing: canonical)
      if print != .skipped || verdict == .skipped || Self.isEmptyPrint(second) {
        // The verdict is right only if both the value and the printed text are right. If printing is not offered, the verdict on the value stays. An
        // adapter without a printer answers with an empty text. The case is then skipped, because the format was parsed.
        verdict = print
        deciding = second
      }
    }
    if item.level == .choice, verdict != .crash, verdict != .timeout, verdict.isWrong { verdict = .choice }
    return ConformanceResult(item: item, engine: engine, verdict: verdict, answer: Self.shown(deciding))
  }

  /// Whether the printed text must still be compared: the value is right or not offered, and the answer is not an error.
  private static func asksForPrint(_ outcome: Outcome, _ verdict: ConformanceVerdict) -> Bool {
    guard verdict == .pass || verdict == .skipped, case .answer(let answer, _) = outcome else { return false }
    return !answer.isError
  }

  private mutating func ask(_ request: JSONObject) -> Outcome {
    lastID += 1
    let line = JSONWriter.text(of: .object(JSONObject([("id", .integer(lastID))] + request.members)))
    switch target.reply(to: line) {
    case .crash: return .nothing(.crash)
    case .timeout: return .nothing(.timeout)
    case .line(let bytes):
      let json = Self.json(bytes)
      let answer = json.map { ConformanceAnswer($0, id: lastID) } ?? .outOfTurn
      // After an answer to another request the adapter is restarted, because further output would be taken for the next answer.
      if case .outOfTurn = answer { target.restart() }
      guard case .object(let object)? = json else { return .answer(answer, JSONObject()) }
      return .answer(answer, object)
    }
  }

  private static func json(_ line: [UInt8]) -> JSONValue? {
    try? JSONReader.value(of: line, maximumDepth: 2 * JSONReader.maximumDepth)
  }

  private static func shown(_ outcome: Outcome) -> JSONObject? {
    guard case .answer(_, let object) = outcome else { return nil }
    return JSONObject(object.members.filter { $0.name != "id" && $0.name != "notes" })
  }
}

extension ConformanceRunner {
  private func verdict(of outcome: Outcome, for item: ConformanceCase) -> ConformanceVerdict {
    switch outcome {
    case .nothing(let verdict): return verdict
    case .answer(.skip, _): return .skipped
    case .answer(.malformed, _), .answer(.outOfTurn, _): return .fail
    case .answer(let answer, _):
      // The answer must belong to the op. Its printed text does not count here, so a format that only has to be valid may be printed in any way.
      guard Self.answers(answer, item) else { return .fail }
      if item.expectation.admits(answer, in: dialect) { return .pass }
      if answer.isError { return item.expectation.admitsError ? .fail : .rejectsWrongly }
      return item.expectation.admitsValue ? .fail : .acceptsWrongly
    }
  }

  /// Whether an answer has the type that the op of the request needs.
  private static func answers(_ answer: ConformanceAnswer, _ item: ConformanceCase) -> Bool {
    switch (answer, ConformanceRequest.op(of: item)) {
    case (.error, _), (.ids, "filter"), (.canonical, "parse"), (.value, "value"): true
    case (.table, "fetch"), (.count, "fetch"), (.parts, "fetch"): true
    case (.value(.boolean), "evaluate"): true
    default: false
    }
  }

  /// Whether an answer is the empty text of an adapter without a printer.
  private static func isEmptyPrint(_ outcome: Outcome) -> Bool {
    if case .answer(.canonical(""), _) = outcome { true } else { false }
  }

  private static func verdict(of outcome: Outcome, printing canonical: String) -> ConformanceVerdict {
    switch outcome {
    case .nothing(let verdict): verdict
    case .answer(.canonical, _) where isEmptyPrint(outcome): .skipped
    case .answer(.canonical(let text), _): text.hasSameScalars(as: canonical) ? .pass : .fail
    case .answer(.error, _): .rejectsWrongly
    case .answer(.skip, _): .skipped
    default: .fail
    }
  }
}

/// The requests for a case, without their ids.
enum ConformanceRequest {
  /// The first request, for the name, version and engines of the implementation.
  static let hello = JSONWriter.text(of: .object(JSONObject([("op", .string("hello"))])))

  /// The op that determines the verdict on a case.
  static func op(of item: ConformanceCase) -> String {
    if item.fixture != nil { return "filter" }
    switch item.subject {
    case .expression: return "value"
    case .statement: return "fetch"
    case .format: break
    }
    return item.expectation.isValidity ? "parse" : "evaluate"
  }

  /// The request that determines the verdict on a case.
  static func main(_ item: ConformanceCase, engine: String?) -> JSONObject {
    let op = op(of: item)
    if op == "parse" { return parse(item) }
    var request = JSONObject([("op", .string(op))])
    if let fixture = item.fixture {
      request.append("fixture", .string(fixture.name))
      request.append("entity", .string(fixture.entity))
      if let engine { request.append("engine", .string(engine)) }
    }
    if op == "fetch" {
      request.append("fixture", .string("movies"))
      request.append("parsed", .boolean(item.expectation.asksForParts))
    }
    request.append(item.textName, .string(item.text))
    for input in item.inputs { request.append(input.name, input.value) }
    return request
  }

  /// The request for the canonical text of a case.
  static func parse(_ item: ConformanceCase) -> JSONObject {
    var request = JSONObject([("op", .string("parse")), ("format", .string(item.text))])
    for input in item.inputs where input.name == "arguments" { request.append(input.name, input.value) }
    return request
  }
}
