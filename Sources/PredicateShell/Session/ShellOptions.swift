/// How a shell starts.
public struct ShellOptions: Sendable {
  /// Statements to run instead of reading any.
  public var statements: [String]
  /// How answers are shown.
  public var mode: OutputMode

  /// Options; the defaults are those of a plain `predicate`.
  public init(statements: [String] = [], mode: OutputMode = .table) {
    self.statements = statements
    self.mode = mode
  }
}
