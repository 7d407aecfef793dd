import PredicateDocuments

@testable import PredicateConformance

/// Generated JSON with one element per line, so that a changed element is a changed line.
enum JSONLines {
  static func array(_ elements: [[JSONObject.Member]], indent: String = "") -> String {
    let lines = elements.map { "\(indent)  " + JSONWriter.text(of: .object(JSONObject($0))) }
    return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
  }

  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
