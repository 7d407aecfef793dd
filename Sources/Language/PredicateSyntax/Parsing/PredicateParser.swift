/// Reads formats into trees.
///
/// No input crashes or hangs the parser. Time is linear in the length, and a text that is too long, too deep or too large is an error of kind
/// `limit`. A result has the errors and notes of the parser. ``PredicateLint`` finds further notes in a finished tree.
///
/// ```swift
/// let result = PredicateParser.predicate("year NOT IN {1990}")
/// result.tree                 // nil
/// result.errors.first?.code   // not-in
/// result.errors.first?.hint   // write NOT year IN {1990}
/// ```
public enum PredicateParser {
  /// Reads a condition: `year > 1990 AND ANY tags == "classic"`.
  ///
  /// Without `arguments`, `%` specifiers stay in the tree as placeholders, numbered from 0. With `arguments`, each specifier is replaced with the
  /// next argument. Surplus arguments are ignored, with a note.
  ///
  /// ```swift
  /// PredicateParser.predicate("year > %d AND genre == %@", arguments: [1990, "Noir"])
  /// ```
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - arguments: Values for the `%` specifiers, in their order; nil leaves the specifiers in the tree.
  ///   - limits: Limits on the size of the text and of the tree.
  public static func predicate(
    _ format: String, arguments: [any QueryArgumentConvertible]? = nil, limits: PredicateLimits = .standard
  ) -> ParseResult<QueryPredicate> {
    read(format, from: 0, arguments, limits, .whole) { parser in
      parser.wholeText()
      return parser.predicate(at: 0)
    }
  }

  /// Reads a value: `price * 1.19`.
  ///
  /// ```swift
  /// PredicateParser.expression("price * 1.19").tree?.canonicalFormat  // price * 1.19
  /// ```
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - arguments: Values for the `%` specifiers, in their order; nil leaves the specifiers in the tree.
  ///   - limits: Limits on the size of the text and of the tree.
  public static func expression(
    _ format: String, arguments: [any QueryArgumentConvertible]? = nil, limits: PredicateLimits = .standard
  ) -> ParseResult<QueryExpression> {
    read(format, from: 0, arguments, limits, .whole) { parser in
      parser.wholeText()
      return parser.expression()
    }
  }

  /// Reads the condition that begins at a UTF-8 offset. It ends before the first token that cannot belong to the condition: in `year > 1990 sort by
  /// title` it is `year > 1990`. Ranges and `end` count from the beginning of `text`.
  ///
  /// ```swift
  /// let (result, end) = PredicateParser.prefix(of: "Movie where year > 1990 limit 3", from: 12)
  /// result.tree  // year > 1990
  /// end          // 23: after 1990
  /// ```
  ///
  /// - Parameter words: Words in lower case that begin the text that may follow. A value without a comparison before such a word is reported as a
  ///   bare value. After a mistake the parser stops at such a word.
  public static func prefix(
    of text: String, from offset: Int, before words: [String] = [], arguments: [any QueryArgumentConvertible]? = nil,
    limits: PredicateLimits = .standard
  ) -> (result: ParseResult<QueryPredicate>, end: Int) {
    prefix(of: text, from: offset, arguments, limits, .condition(before: words)) { $0.predicate(at: $1) }
  }

  /// Reads the value that begins at a UTF-8 offset. It ends before the first token that cannot belong to the value: in `year / 10 as decade, genre`
  /// it is `year / 10`. Ranges and `end` count from the beginning of `text`.
  ///
  /// ```swift
  /// let (result, end) = PredicateParser.valuePrefix(of: "show year / 10 as decade", from: 5)
  /// result.tree  // year / 10
  /// end          // 14: after 10
  /// ```
  ///
  /// - Parameter words: Words in lower case that begin the text that may follow. After a mistake the parser stops at such a word.
  public static func valuePrefix(
    of text: String, from offset: Int, before words: [String] = [], arguments: [any QueryArgumentConvertible]? = nil,
    limits: PredicateLimits = .standard
  ) -> (result: ParseResult<QueryExpression>, end: Int) {
    prefix(of: text, from: offset, arguments, limits, .value(before: words)) { parser, _ in parser.expression() }
  }

  private static func prefix<Tree>(
    of text: String, from offset: Int, _ arguments: [any QueryArgumentConvertible]?, _ limits: PredicateLimits,
    _ extent: FormatExtent, _ finish: (inout FormatParser, Int) -> Tree?
  ) -> (result: ParseResult<Tree>, end: Int) {
    var end = offset
    let result: ParseResult<Tree> = read(text, from: offset, arguments, limits, extent) { parser in
      let start = parser.start
      parser.conditions()
      end = parser.previousEnd
      return finish(&parser, start)
    }
    return (result, end)
  }

  @inline(__always)
  private static func read<Tree>(
    _ format: String, from offset: Int, _ arguments: [any QueryArgumentConvertible]?, _ limits: PredicateLimits,
    _ extent: FormatExtent,
    _ body: (inout FormatParser) -> Tree?
  ) -> ParseResult<Tree> {
    let arguments = arguments?.map { $0.queryArgument }
    let length = format.utf8.count
    if length > limits.sourceLength {
      return ParseResult(tree: nil, issues: [.sourceLimit(limits.sourceLength, length)])
    }
    let fast = format.utf8.withContiguousStorageIfAvailable { bytes in
      read(bytes, from: offset, arguments, limits, extent, body)
    }
    if let fast { return fast }
    var text = format
    return text.withUTF8 { read($0, from: offset, arguments, limits, extent, body) }
  }

  @inline(__always)
  private static func read<Tree>(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: Int, _ arguments: [QueryArgument]?, _ limits: PredicateLimits,
    _ extent: FormatExtent, _ body: (inout FormatParser) -> Tree?
  ) -> ParseResult<Tree> {
    LexicalTables.shared.withPointers { words, signs in
      // The buffer of an empty format has no address. Any other address serves, because the lexer reads no byte from it.
      let base = bytes.baseAddress ?? signs
      let lexer = Lexer(
        base: base, count: bytes.count, words: words, signs: signs, position: min(max(offset, 0), bytes.count))
      var parser = FormatParser(lexer: lexer, arguments: arguments, limits: limits, extent: extent)
      let tree = body(&parser)
      if parser.errorCount > 0, offset == 0 { parser.recognizeSQL() }
      return ParseResult(tree: parser.errorCount == 0 ? tree : nil, issues: parser.issues)
    }
  }
}

extension FormatParser {
  /// Reads to the end of the text. Text after a complete condition is an error, but is read too, to find further mistakes.
  mutating func wholeText() {
    conditions()
    if token.kind == .end { return noteSurplusArguments() }
    var isBroken = node.isBroken
    while token.kind != .end {
      // After another mistake, this text is most likely a part of that mistake and is not reported.
      if !isBroken { report(.strayToken(token, text(token.range))) }
      advance()
      if token.kind == .and || token.kind == .or { advance() }
      if token.kind == .end { break }
      conditions()
      isBroken = node.isBroken
    }
    node = .broken
  }

  /// Adds a note if the specifiers of the whole text took fewer arguments than there are.
  private mutating func noteSurplusArguments() {
    guard let arguments, specifierCount < arguments.count, errorCount == 0 else { return }
    issues.append(
      .argumentSurplus(
        SourceRange(lexer.count, lexer.count), specifierCount, arguments.count, inQuotes: specifierInQuotes()))
  }

  /// The range of the first string that contains `%@`, which is not a specifier in a string.
  private func specifierInQuotes() -> SourceRange? {
    var lexer = lexer
    lexer.position = 0
    while true {
      let token = lexer.next()
      if token.kind == .end { return nil }
      guard token.kind == .string else { continue }
      let places = Int(token.range.lowerBound)..<Int(token.range.upperBound)
      if places.contains(where: { lexer.byte($0) == UInt8(ascii: "%") && lexer.byte($0 + 1) == UInt8(ascii: "@") }) {
        return token.range
      }
    }
  }

  mutating func predicate(at start: Int) -> QueryPredicate? {
    switch take() {
    case .predicate(let predicate):
      checkLimits(of: predicate.measure, predicate.range)
      return predicate
    case .expression(let expression):
      _ = failBareValue(expression, start)
      return nil
    case .broken: return nil
    }
  }

  private mutating func checkLimits(of measure: TreeMeasure, _ range: SourceRange) {
    if measure.isOverLimit {
      report(.treeLimit(range))
    } else if Int(measure.nesting) > limits.nesting {
      report(.nestingLimit(limits.nesting, range))
    } else if Int(measure.nodes) > limits.nodes {
      report(.nodeLimit(limits.nodes, Int(measure.nodes), range))
    }
  }

  mutating func expression() -> QueryExpression? {
    switch take() {
    case .expression(let expression):
      checkLimits(of: expression.measure, expression.range)
      return expression
    case .predicate(let predicate):
      _ = fail(.conditionAsValue, predicate.range)
      return nil
    case .broken: return nil
    }
  }
}

/// The result of reading a format: the tree if there are no errors, and all errors and notes.
///
/// ```swift
/// let predicate = try PredicateParser.predicate(text).get()
/// ```
public struct ParseResult<Tree: Sendable>: Sendable {
  /// The tree; nil if there are errors.
  public let tree: Tree?
  /// Errors and notes in the order of discovery, at most twenty of each.
  public let issues: [PredicateIssue]

  /// A result for a parser outside of this target.
  public init(tree: Tree?, issues: [PredicateIssue] = []) {
    self.tree = tree
    self.issues = issues
  }

  /// The errors, which make the format unusable.
  public var errors: [PredicateIssue] { issues.filter { $0.severity == .error } }

  /// The notes: the format is valid, but may not mean what its author intended.
  public var notes: [PredicateIssue] { issues.filter { $0.severity == .note } }

  /// The tree, or the first error.
  public func get() throws(PredicateIssue) -> Tree {
    if let tree { return tree }
    throw errors.first ?? PredicateIssue.error(.noTree, nil, "the format gave no tree")
  }
}
