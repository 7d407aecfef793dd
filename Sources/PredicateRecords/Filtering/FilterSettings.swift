import PredicateValues

/// How records are filtered.
public struct FilterSettings: Sendable {
  /// Whether the records are wanted that the predicate is false of.
  public var isInverted = false
  /// Whether only their number is wanted.
  public var isCounting = false
  /// No more than so many records.
  public var maximumCount: Int?
  /// The form of what is written where it is not that of the input: ndjson or json.
  public var outputFormat: RecordFormat?
  /// The types of columns, by name, where they are not guessed.
  public var columnTypes: [(name: String, type: ColumnType)] = []
  /// The values of the predicate's variables.
  public var variables: [(name: String, value: QueryValue)] = []

  /// The defaults: every record that the predicate is true of, as it is.
  public init() {}
}
