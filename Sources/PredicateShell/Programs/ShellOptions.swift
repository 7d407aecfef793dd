/// How a shell starts.
public struct ShellOptions: Sendable {
  /// Statements to run instead of reading any.
  public var statements: [String]
  /// How answers are shown.
  public var mode: OutputMode
  /// Whether changes need nobody's consent.
  public var agreesToChanges: Bool
  /// How long a statement runs before the terminal shows its progress: nothing is shown for shorter work.
  public var progressDelay: Duration

  /// Options; the defaults are those of a plain `predicate`.
  public init(
    statements: [String] = [], mode: OutputMode = .table, agreesToChanges: Bool = false,
    progressDelay: Duration = .seconds(1)
  ) {
    self.statements = statements
    self.mode = mode
    self.agreesToChanges = agreesToChanges
    self.progressDelay = progressDelay
  }
}
