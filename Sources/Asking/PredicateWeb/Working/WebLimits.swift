import PredicateBinding

/// Limits for the cost of a request. The text of a statement also has the limits for untrusted text.
enum WebLimits {
  /// The longest statement, in UTF-8 bytes.
  static let statementBytes = QueryPolicy.standardLimits.sourceLength
  /// The longest body of a request, in bytes: a statement with escapes.
  static let bodyBytes = 16 * statementBytes
  /// The number of rows in one reply. The page asks for more when it scrolls.
  static let rows = 200
  /// The number of rows in the reply for a chart.
  static let chartRows = 2_000
  /// The greatest number of Unicode scalars of a cell in a table. A card shows more.
  static let cellScalars = 200
  /// The greatest number of Unicode scalars of a value in a card.
  static let valueScalars = 20_000
  /// The greatest number of bytes in all cells of a reply.
  static let replyBytes = 4_000_000
  /// The greatest number of bytes in a file for downloading.
  static let fileBytes = 64_000_000
  /// The time limit of a statement.
  static let statementTime = Duration.seconds(20)
  /// The time limit of a file for downloading.
  static let fileTime = Duration.seconds(120)
  /// The time limit of work that a page can do without: facets, counts of links, near misses, examples.
  static let extraTime = Duration.seconds(2)
}
