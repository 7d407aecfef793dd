import PredicateValues

/// The settings of `predicate match` and `predicate diff`.
///
/// ```swift
/// var settings = AnswerSettings()
/// settings.format = .ndjson
/// MatchProgram(profile, settings)
/// ```
public struct AnswerSettings {
  /// The format of answers.
  public var format = AnswerFormat.text
  /// The values of variables.
  public var variables: [(name: String, value: QueryValue)] = []
  /// The key whose value is a record's id.
  public var idKey: String?
  /// The ids of the records whose answers are explained; empty for answers without explanations.
  public var explained: [String] = []
  /// Whether only counts of records are written.
  public var isCounting = false

  /// The settings of a command without options.
  public init() {}
}

/// The format in which `predicate match` and `predicate diff` write their answers.
public enum AnswerFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// An array of JSON objects.
  case json
  /// One JSON object per line.
  case ndjson
}
