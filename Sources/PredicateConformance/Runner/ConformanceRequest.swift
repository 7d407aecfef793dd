import PredicateRecords

/// The requests that a case makes of an implementation. The id is put before them.
enum ConformanceRequest {
  /// The first request: what the implementation is.
  static let hello = JSONWriter.text(of: .object(JSONObject([("op", .string("hello"))])))

  /// The op that decides a case.
  static func op(of item: ConformanceCase) -> String {
    if item.fixture != nil { return "filter" }
    switch item.subject {
    case .expression: return "value"
    case .statement: return "fetch"
    case .format: break
    }
    return item.expectation.isValidity ? "parse" : "evaluate"
  }

  /// The request that decides a case.
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

  /// The request for the canonical print of a case.
  static func parse(_ item: ConformanceCase) -> JSONObject {
    var request = JSONObject([("op", .string("parse")), ("format", .string(item.text))])
    for input in item.inputs where input.name == "arguments" { request.append(input.name, input.value) }
    return request
  }
}
