/// How far the making of a large demo is.
public struct DemoProgress: Sendable, Hashable {
  /// What is being made.
  public enum Work: Sendable {
    /// Films, with their tags and loans.
    case movies
    /// Indexes over what is there.
    case indexes
  }

  /// What is being made.
  public let work: Work
  /// How many are made.
  public let done: Int
  /// How many there will be.
  public let total: Int
}
