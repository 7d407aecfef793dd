import PredicateDocuments
import PredicateValues

/// Answers requests of the line protocol, one line each. An answer does not depend on earlier requests.
public struct AdapterSession {
  let engine: any AdapterEngine
  let operations: [AdapterOperation]
  let limits: PredicateLimits

  /// A session for an engine, with additional operations. The answer to `hello` does not list them.
  public init(
    engine: any AdapterEngine, operations: [AdapterOperation] = [], limits: PredicateLimits = .standard
  ) {
    self.engine = engine
    self.operations = operations
    self.limits = limits
  }

  /// The answer to a line, without a newline; nil for a blank line. An error in the line is part of the answer.
  public func answer(to line: [UInt8]) -> String? {
    let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    return isBlank ? nil : JSONWriter.text(of: .object(JSONObject(members(answering: line))))
  }

  /// The answer to a line that was too long to be read.
  static func answer(toLineOver limit: Int) -> String {
    let message = "expected a line of at most \(limit) bytes, found a longer one"
    return JSONWriter.text(of: .object(JSONObject(lineError("line-length", message))))
  }

  private func members(answering line: [UInt8]) -> [JSONObject.Member] {
    var id: JSONValue?
    var notes: [PredicateIssue] = []
    var answer: [JSONObject.Member] = []
    do throws(AdapterFailure) {
      let request = try AdapterRequest(line)
      id = request.id
      let op = try request.text("op")
      if op == "hello" {
        if let id { answer.append(("id", id)) }
        return answer + hello()
      }
      answer = try result(of: op, request, notes: &notes)
    } catch {
      switch error {
      case .line(let code, let message): return Self.lineError(code, message)
      case .skip(let reason): answer = [("skip", .string(reason))]
      case .fixture(let code, let message, let hint): answer = [("error", Self.protocolError(code, message, hint))]
      case .issue(let issue): answer = [("error", Self.error(issue))]
      }
    }
    if !notes.isEmpty { answer.append(("notes", .array(notes.map(Self.note)))) }
    return [("id", id ?? .null)] + answer
  }

  private func hello() -> [JSONObject.Member] {
    let overFixtures = engine.engines.isEmpty ? [] : ["filter", "fetch", "change", "sql"]
    return [
      ("implementation", .string("OpenPredicate")),
      ("version", .string(ProjectVersion.text)),
      ("protocol", .integer(1)),
      ("ops", Self.list(["parse", "evaluate", "value"] + overFixtures)),
      ("engines", Self.list(engine.engines)),
    ]
  }

  private static func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
}

// Errors in the notation of the protocol.
extension AdapterSession {
  private static func lineError(_ code: String, _ message: String) -> [JSONObject.Member] {
    [("id", .null), ("error", protocolError(code, message, nil))]
  }

  private static func protocolError(_ code: String, _ message: String, _ hint: String?) -> JSONValue {
    var error = JSONObject([
      ("kind", .string("protocol")), ("code", .string(code)), ("message", .string(message)),
    ])
    if let hint { error.append("hint", .string(hint)) }
    return .object(error)
  }

  private static func error(_ issue: PredicateIssue) -> JSONValue {
    var object = JSONObject([("kind", .string(issue.kind.rawValue))] + described(issue))
    if let hint = issue.hint { object.append("hint", .string(hint)) }
    return .object(object)
  }

  private static func note(_ issue: PredicateIssue) -> JSONValue { .object(JSONObject(described(issue))) }

  private static func described(_ issue: PredicateIssue) -> [JSONObject.Member] {
    var members: [JSONObject.Member] = [("code", .string(issue.code)), ("message", .string(issue.message))]
    if let range = issue.range {
      let bounds: [JSONValue] = [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))]
      members.append(("range", .array(bounds)))
    }
    return members
  }
}

/// An operation that a program adds to the line protocol. It gets a predicate, options and perhaps an input.
///
/// ```swift
/// AdapterOperation("format") { predicate, _, _ in #"{"canonical":"\(predicate)"}"# }
/// // {"id": 1, "op": "format", "format": "a == 1"}
/// ```
public struct AdapterOperation: Sendable {
  /// The name in the member `op`.
  public let name: String
  /// The name of the request's member that contains the input; nil for an operation without input.
  let input: String?
  /// Returns the members of the answer as a JSON object. It gets the predicate, the input and the options. If the input or the options are not
  /// strings, they are passed as JSON text.
  let answer: @Sendable (_ predicate: String, _ input: String?, _ options: String?) -> String

  /// Creates an operation.
  public init(
    _ name: String, input: String? = nil,
    answer: @escaping @Sendable (_ predicate: String, _ input: String?, _ options: String?) -> String
  ) {
    self.name = name
    self.input = input
    self.answer = answer
  }
}
