/// How `predicate match` and `predicate diff` write their answers.
public enum AnswerFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// An array of JSON objects.
  case json
  /// A JSON object a line.
  case ndjson
}
