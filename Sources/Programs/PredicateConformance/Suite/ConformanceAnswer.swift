import PredicateDocuments
import PredicateSyntax

/// The parts of an answer of the line protocol that the suite compares.
enum ConformanceAnswer {
  case value(JSONValue)
  case ids([Int64])
  case canonical(String)
  case table(columns: [String], rows: [JSONValue])
  case count(Int64)
  case parts(JSONObject)
  case error(kind: String, range: [Int64]?)
  case skip
  /// The answer is not one that the protocol defines.
  case malformed
  /// The text is not an answer to the request: it is not a JSON object, or has another id.
  case outOfTurn

  /// Reads the answer to the request with an id. An answer with several results is malformed, because it would match any expectation.
  init(_ json: JSONValue, id: Int64) {
    guard case .object(let object) = json, case .integer(id)? = object["id"] else {
      self = .outOfTurn
      return
    }
    let results = ["value", "ids", "canonical", "rows", "count", "parts", "error", "skip"].compactMap { name in
      object[name].map { (name, $0) }
    }
    guard results.count == 1, let (name, content) = results.first else {
      self = .malformed
      return
    }
    switch (name, content) {
    case ("value", _): self = .value(content)
    case ("ids", _): self = content.integers.map { .ids($0) } ?? .malformed
    case ("canonical", .string(let text)): self = .canonical(text)
    case ("rows", .array(let rows)):
      self = object["columns"]?.strings.map { .table(columns: $0, rows: rows) } ?? .malformed
    case ("count", .integer(let count)): self = .count(count)
    case ("parts", .object(let parts)): self = .parts(parts)
    case ("error", .object(let error)): self = Self.failure(error)
    case ("skip", .string): self = .skip
    default: self = .malformed
    }
  }

  private static func failure(_ error: JSONObject) -> ConformanceAnswer {
    guard case .string(let kind)? = error["kind"], PredicateIssue.Kind(rawValue: kind) != nil else { return .malformed }
    let range = error["range"]?.integers
    return .error(kind: kind, range: range?.count == 2 ? range : nil)
  }

  var isError: Bool {
    if case .error = self { true } else { false }
  }
}
