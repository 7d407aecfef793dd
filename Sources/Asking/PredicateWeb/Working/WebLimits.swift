import PredicateBinding

/// What a request may cost. The text of a statement has the limits of untrusted text.
enum WebLimits {
  /// The longest statement, in UTF-8 bytes.
  static let statementBytes = QueryPolicy.standardLimits.sourceLength
  /// The longest body of a request, in bytes: a statement, and its escapes.
  static let bodyBytes = 16 * statementBytes
  /// The rows of one reply. The page asks for the next ones as it scrolls.
  static let rows = 200
  /// The rows of the reply for a chart.
  static let chartRows = 2_000
  /// The most Unicode scalars of a cell in a table; a card shows more.
  static let cellScalars = 200
  /// The most Unicode scalars of a value in a card.
  static let valueScalars = 20_000
  /// The most bytes of all cells of a reply.
  static let replyBytes = 4_000_000
  /// The most bytes of a file for downloading.
  static let fileBytes = 64_000_000
  /// How long a statement may run.
  static let statementTime = Duration.seconds(20)
  /// How long a file for downloading may take.
  static let fileTime = Duration.seconds(120)
  /// How long work may take that a page can do without: facets, counts of links, near misses, examples.
  static let extraTime = Duration.seconds(2)
}
