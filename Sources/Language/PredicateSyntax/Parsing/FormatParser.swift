/// Reads one format: the state of the Pratt parser, and moving on.
///
/// An operand may turn out to be a condition (`(` opens either), so one routine reads both and the operators look at what they got.
/// A mistake is noted and thrown; ``FormatParser/part(_:)`` catches it and goes on behind the next AND, OR, comma or bracket.
struct FormatParser: ~Copyable {
  /// Thrown after an error was noted.
  struct Failure: Error {}

  /// What was read. It is moved, never copied.
  enum Node: ~Copyable {
    case expression(QueryExpression)
    case predicate(QueryPredicate)
    /// Something that an error was noted for already.
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

  /// What the routine that ran last read. Results come by this one place: handed up through the routines they would take a third of
  /// the time, and a slot of each frame that a deep format stacks up.
  var node = Node.broken
  var lexer: Lexer
  var token: Token
  /// The offset behind the last token that was taken.
  var previousEnd: Int
  /// How many brackets and prefixes stand around the current token.
  var depth = 0
  var issues: [PredicateIssue] = []
  var errorCount = 0
  var noteCount = 0
  /// Set by what leaves no sense in going on: a limit, or too many errors.
  var isStopped = false
  var specifierCount = 0
  /// Where specifiers stand that took a range.
  var rangeArguments: Set<UInt32> = []
  /// How much of the text is the format.
  let extent: FormatExtent
  let arguments: [QueryArgument]?
  let limits: PredicateLimits

  /// More errors than this say nothing new.
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

  /// The kind of the token behind the current one.
  func peek() -> Token {
    var ahead = lexer
    return ahead.next()
  }

  /// From an offset to the end of what was read last.
  @inline(__always)
  func range(from start: Int) -> SourceRange { SourceRange(start, previousEnd) }

  @inline(__always)
  var start: Int { Int(token.start) }

  @inline(__always)
  func power(_ kind: TokenKind) -> UInt8 { OperatorIndex.power(lexer.signs, kind) }

  /// Goes one construct deeper; every call is paired with a `depth -= 1`.
  @inline(__always)
  mutating func enter() throws(Failure) {
    depth += 1
    if depth > limits.nesting { throw fail(.nesting, token.range) }
  }

  /// Checks a tree that grew by a level.
  @inline(__always)
  mutating func put(_ expression: consuming QueryExpression) throws(Failure) {
    if expression.isOverLimit || expression.nesting > limits.nesting {
      throw fail(.nesting, range(from: previousEnd - 1))
    }
    node = .expression(expression)
  }

  /// What was read last; nothing is left in its place.
  @inline(__always)
  mutating func take() -> Node {
    var taken = Node.broken
    swap(&taken, &node)
    return taken
  }

  /// The number of the character at an offset, from 1: what people count.
  func characterNumber(_ offset: Int) -> Int {
    String(decoding: UnsafeBufferPointer(start: lexer.base, count: min(offset, lexer.count)), as: UTF8.self).count + 1
  }

  /// The text of a place, shortened where it is long.
  func text(_ range: SourceRange) -> String {
    let start = Int(range.lowerBound)
    let end = min(Int(range.upperBound), lexer.count)
    guard start < end else { return "" }
    let whole = String(
      decoding: UnsafeBufferPointer(start: lexer.base + start, count: min(end - start, 200)), as: UTF8.self)
    return whole.unicodeScalars.count <= 40 ? whole : String(whole.unicodeScalars.prefix(37)) + "…"
  }
}

/// How much of a text a format takes.
enum FormatExtent {
  /// All of it.
  case whole
  /// A condition at the beginning. It ends before the first token that cannot belong to it; the words begin what may follow.
  case condition(before: [String])
  /// A value at the beginning, which ends in the same way.
  case value(before: [String])

  /// Whether something else may follow.
  var isPrefix: Bool {
    if case .whole = self { false } else { true }
  }

  /// Whether the format is a value that something else may follow.
  var isValue: Bool {
    if case .value = self { true } else { false }
  }

  /// The words that begin what may follow.
  var endWords: [String] {
    switch self {
    case .whole: []
    case .condition(let words), .value(let words): words
    }
  }
}
