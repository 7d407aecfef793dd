/// Reads one format. This file has the state of the Pratt parser.
///
/// `(` opens a value or a condition, so one routine reads both, and the operators check the result. A mistake is reported and thrown;
/// ``FormatParser/part(_:)`` catches it and continues after the next AND, OR, comma or bracket.
struct FormatParser: ~Copyable {
  /// Thrown after an error was reported.
  struct Failure: Error {}

  /// A result. Results are moved, never copied.
  enum Node: ~Copyable {
    case expression(QueryExpression)
    case predicate(QueryPredicate)
    /// A part whose error is already reported.
    case broken

    var isPredicate: Bool {
      switch self {
      case .predicate: true
      default: false
      }
    }

    var isBroken: Bool {
      switch self {
      case .broken: true
      default: false
      }
    }
  }

  /// The result of the last routine. Routines return it in this one place: as return values, results would cost a third of the time, and a slot in each stack
  /// frame of a deep format.
  var node = Node.broken
  var lexer: Lexer
  var token: Token
  /// The offset after the last token that was taken.
  var previousEnd: Int
  /// The number of brackets and prefixes around the current token.
  var depth = 0
  var issues: [PredicateIssue] = []
  var errorCount = 0
  var noteCount = 0
  /// Set if going on is useless: a limit was passed, or there are too many errors.
  var isStopped = false
  var specifierCount = 0
  /// The offsets of the specifiers whose arguments are ranges.
  var rangeArguments: Set<UInt32> = []
  /// How much of the text is the format.
  let extent: FormatExtent
  let arguments: [QueryArgument]?
  let limits: PredicateLimits

  /// More errors than this add nothing.
  static let maximumErrors = 20
  static let maximumNotes = 20

  init(lexer: Lexer, arguments: [QueryArgument]?, limits: PredicateLimits, extent: FormatExtent = .whole) {
    self.lexer = lexer
    self.arguments = arguments
    self.limits = limits
    self.extent = extent
    previousEnd = lexer.position
    token = self.lexer.next()
  }

  @inline(__always)
  mutating func advance() {
    previousEnd = Int(token.end)
    token = lexer.next()
  }

  /// The token after the current one.
  func peek() -> Token {
    var ahead = lexer
    return ahead.next()
  }

  /// The range from an offset to the end of the last token taken.
  @inline(__always)
  func range(from start: Int) -> SourceRange { SourceRange(start, previousEnd) }

  @inline(__always)
  var start: Int { Int(token.start) }

  @inline(__always)
  func power(_ kind: TokenKind) -> UInt8 { OperatorIndex.power(lexer.signs, kind) }

  /// Enters a nested construct. Every call is paired with a `depth -= 1`.
  @inline(__always)
  mutating func enter() throws(Failure) {
    depth += 1
    if depth > limits.nesting { throw fail(.nesting, token.range) }
  }

  /// Makes an expression the result, after checking its nesting.
  @inline(__always)
  mutating func put(_ expression: consuming QueryExpression) throws(Failure) {
    if expression.isOverLimit || expression.nesting > limits.nesting {
      throw fail(expression.isOverLimit ? .tree : .nesting, range(from: previousEnd - 1))
    }
    node = .expression(expression)
  }

  /// Moves the last result out, and leaves `broken` in its place.
  @inline(__always)
  mutating func take() -> Node {
    var taken = Node.broken
    swap(&taken, &node)
    return taken
  }

  /// The number of the character at an offset, counted from 1, for messages.
  func characterNumber(_ offset: Int) -> Int {
    String(decoding: UnsafeBufferPointer(start: lexer.base, count: min(offset, lexer.count)), as: UTF8.self).count + 1
  }

  /// The text of a place, shortened to 40 characters.
  func text(_ range: SourceRange) -> String {
    let start = Int(range.lowerBound)
    let end = min(Int(range.upperBound), lexer.count)
    guard start < end else { return "" }
    let whole = String(
      decoding: UnsafeBufferPointer(start: lexer.base + start, count: min(end - start, 200)), as: UTF8.self)
    return whole.unicodeScalars.count <= 40 ? whole : String(whole.unicodeScalars.prefix(37)) + "…"
  }
}

/// How much of a text belongs to the format.
enum FormatExtent {
  case whole
  /// A condition at the beginning. It ends before the first token that cannot belong to it. The words begin the text that may follow.
  case condition(before: [String])
  /// A value at the beginning, with the same end.
  case value(before: [String])

  /// Whether other text may follow the format.
  var isPrefix: Bool {
    if case .whole = self { false } else { true }
  }

  /// Whether the format is a value that other text may follow.
  var isValue: Bool {
    if case .value = self { true } else { false }
  }

  /// The words that begin the text after the format.
  var endWords: [String] {
    switch self {
    case .whole: []
    case .condition(let words), .value(let words): words
    }
  }
}
