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

/// The operations of the protocol. Each operation reads all its members first, so that a faulty request is reported whatever its format is.
extension AdapterSession {
  /// The members of an answer after its id. Notes on the text are appended to `notes`, even if the operation fails.
  func result(
    of op: String, _ request: AdapterRequest, notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    switch op {
    case "parse": try parse(request, &notes)
    case "evaluate": try evaluate(request, &notes)
    case "value": try value(request, &notes)
    case "filter": try filter(request, &notes)
    case "fetch": try fetch(request)
    case "change": try change(request)
    case "sql": try sql(request, &notes)
    default: try added(op, request)
    }
  }

  /// Runs an operation that the program has added.
  private func added(_ op: String, _ request: AdapterRequest) throws(AdapterFailure) -> [JSONObject.Member] {
    guard let operation = operations.first(where: { $0.name.utf8.elementsEqual(op.utf8) }) else {
      throw .skip("The op \"\(op)\" is not offered.")
    }
    let predicate = try request.text("format")
    let input = operation.input.flatMap(request.json)
    if let name = operation.input, input == nil {
      throw .line(code: "missing-member", message: "the operation needs the member \"\(name)\", which is missing")
    }
    let answer = operation.answer(predicate, input, request.json("options"))
    do {
      guard case .object(let object) = try JSONReader.value(of: Array(answer.utf8)) else { return [] }
      return object.members
    } catch {
      throw .line(code: error.reason.rawValue, message: "the answer is not JSON: \(error.message)")
    }
  }

  private func parse(
    _ request: AdapterRequest, _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    var objects: [AdapterEngine.Variable] = []
    let predicate = try predicate(request, &objects, keepsSpecifiers: true, &notes)
    guard objects.isEmpty else { throw .issue(Self.objectWithoutNotation) }
    return [("canonical", .string(predicate.canonicalFormat))]
  }

  private func evaluate(
    _ request: AdapterRequest, _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    let object = try request.object()
    var variables = try request.variables()
    let predicate = try predicate(request, &variables, &notes)
    return try Self.result { () throws(PredicateIssue) in
      [("value", .boolean(try engine.evaluate(predicate, object: object, variables: variables)))]
    }
  }

  private func value(
    _ request: AdapterRequest, _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    let object = try request.object()
    var variables = try request.variables()
    let text = try request.text("expression")
    let arguments = try request.arguments(of: text, &variables) ?? []
    let expression = try Self.tree(
      of: PredicateParser.expression(text, arguments: arguments, limits: limits), &notes)
    return try Self.result { () throws(PredicateIssue) in
      let value = try engine.value(expression, object: object, variables: variables)
      return [("value", try ProtocolValue.json(value))]
    }
  }

  private func filter(
    _ request: AdapterRequest, _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    let fixture = try request.text("fixture")
    let entity = try request.text("entity")
    let name = try request.text("engine")
    var variables = try request.variables()
    guard engine.engines.contains(name) else { throw .skip("The engine \"\(name)\" is not offered.") }
    let predicate = try predicate(request, &variables, &notes)
    let rows = try engine.filter(
      fixture: fixture, entity: entity, predicate: predicate, variables: variables, engine: name)
    switch rows {
    case .count(let count): return [("count", .integer(Int64(count)))]
    case .keys(let keys): return [("ids", try Self.json(keys))]
    }
  }

  private func fetch(_ request: AdapterRequest) throws(AdapterFailure) -> [JSONObject.Member] {
    let fixture = try request.text("fixture")
    let statement = try request.text("statement")
    let isParsed = try request.boolean("parsed")
    let variables = try request.variables()
    return try engine.fetch(fixture: fixture, statement: statement, variables: variables, isParsed: isParsed)
  }

  private func change(_ request: AdapterRequest) throws(AdapterFailure) -> [JSONObject.Member] {
    let fixture = try request.text("fixture")
    let statement = try request.text("statement")
    return [("canonical", .string(try engine.change(fixture: fixture, statement: statement)))]
  }

  private func sql(
    _ request: AdapterRequest, _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    let fixture = try request.text("fixture")
    let entity = try request.text("entity")
    let name = try request.text("dialect")
    var variables = try request.variables()
    guard engine.dialects.contains(name) else { throw .skip("The dialect \"\(name)\" is not offered.") }
    let predicate = try predicate(request, &variables, &notes)
    let (sql, bindings) = try engine.sql(
      fixture: fixture, entity: entity, predicate: predicate, variables: variables, dialect: name)
    return [("sql", .string(sql)), ("bindings", try Self.json(bindings))]
  }

  private static let objectWithoutNotation = PredicateIssue.error(
    "object-argument", nil,
    "expected a constant, a collection or a row as an argument, found an object that cannot be written in a predicate",
    kind: .argumentType)

  /// The predicate of a request. Without arguments, its specifiers are errors, or remain in the predicate with `keepsSpecifiers`.
  private func predicate(
    _ request: AdapterRequest, _ variables: inout [AdapterEngine.Variable], keepsSpecifiers: Bool = false,
    _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> QueryPredicate {
    let format = try request.text("format")
    let arguments = try request.arguments(of: format, &variables) ?? (keepsSpecifiers ? nil : [])
    let predicate = try Self.tree(of: PredicateParser.predicate(format, arguments: arguments, limits: limits), &notes)
    notes += PredicateLint.notes(for: predicate, in: format)
    return predicate
  }

  private static func tree<Tree>(
    of result: ParseResult<Tree>, _ notes: inout [PredicateIssue]
  ) throws(AdapterFailure) -> Tree {
    notes += result.notes
    return try self.result(of: result.get)
  }

  private static func json(_ values: [QueryValue]) throws(AdapterFailure) -> JSONValue {
    try result { () throws(PredicateIssue) in .array(try values.map(ProtocolValue.json)) }
  }

  private static func result<Result>(of run: () throws(PredicateIssue) -> Result) throws(AdapterFailure) -> Result {
    do {
      return try run()
    } catch {
      throw .issue(error)
    }
  }
}
