/// Reads one format. This file has the state of the parser, which is a Pratt parser.
///
/// `(` may open a value or a condition, so one function reads both, and the operators check the result. A mistake is reported and then thrown;
/// ``FormatParser/part(_:)`` catches it and continues after the next AND, OR, comma or bracket.
struct FormatParser: ~Copyable {
  /// Thrown after an error was reported.
  struct Failure: Error {}

  /// The result of a parsing function. Results are moved, never copied.
  enum Node: ~Copyable {
    case expression(QueryExpression)
    case predicate(QueryPredicate)
    /// A construct whose error is already reported.
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

  /// The result of the last parsing function. All functions return their results in this property: as return values, results would cost a third of
  /// the time, and room in each stack frame of a deep format.
  var node = Node.broken
  var lexer: Lexer
  var token: Token
  /// The offset after the last token that was taken.
  var previousEnd: Int
  /// The offset where the format begins.
  let formatStart: Int
  /// The number of brackets and prefix operators around the current token.
  var depth = 0
  var issues: [PredicateIssue] = []
  var errorCount = 0
  var noteCount = 0
  /// Whether reading stops, because a limit was passed or there are too many errors.
  var isStopped = false
  var specifierCount = 0
  /// The offsets of the specifiers whose arguments are ranges, such as `1990...1999`.
  var rangeArguments: Set<UInt32> = []
  /// How much of the text belongs to the format.
  let extent: FormatExtent
  let arguments: [QueryArgument]?
  let limits: PredicateLimits

  /// Reading stops after this number of errors.
  static let maximumErrors = 20
  static let maximumNotes = 20

  init(lexer: Lexer, arguments: [QueryArgument]?, limits: PredicateLimits, extent: FormatExtent = .whole) {
    self.lexer = lexer
    self.arguments = arguments
    self.limits = limits
    self.extent = extent
    formatStart = lexer.position
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

  /// The range from an offset to the end of the last token that was taken.
  @inline(__always)
  func range(from start: Int) -> SourceRange { SourceRange(start, previousEnd) }

  @inline(__always)
  var start: Int { Int(token.start) }

  @inline(__always)
  func power(_ kind: TokenKind) -> UInt8 { OperatorIndex.power(lexer.signs, kind) }

  /// Enters a nested construct. The caller leaves it with `depth -= 1`.
  @inline(__always)
  mutating func enter() throws(Failure) {
    depth += 1
    if depth > limits.nesting { throw fail(.nesting, token.range) }
  }

  /// Makes an expression the result. Throws if it passes the limits.
  @inline(__always)
  mutating func put(_ expression: consuming QueryExpression) throws(Failure) {
    if expression.isOverLimit || expression.nesting > limits.nesting {
      throw fail(expression.isOverLimit ? .tree : .nesting, range(from: previousEnd - 1))
    }
    node = .expression(expression)
  }

  /// Moves the last result out, and replaces it by `broken`.
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

  /// The text of a range, shortened to 40 characters.
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
  /// A condition at the beginning of the text. It ends before the first token that cannot belong to it. The given words begin the text that may
  /// follow.
  case condition(before: [String])
  /// A value at the beginning of the text, which ends like a condition.
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
