import PredicateSyntax

/// Decides line by line whether a statement continues in the next line. It continues if a quote or a bracket is open, or if the line ends with an
/// operator, a comma, `where`, `sort by` or a backslash.
package struct StatementContinuation {
  /// The lines so far, with line feeds between them. A backslash at the end of a line is replaced by a space, so that all offsets stay the same.
  package private(set) var text = ""
  package private(set) var needsMore = false
  /// How many times all lines were parsed together. If a line continues an expression, only this line is read, which does not count.
  package private(set) var readingCount = 0

  private let parser: StatementParser
  private var tree = nothing
  /// Whether ``tree`` is the tree of all lines. False if the last lines were read without the others, or if the last line ends with a backslash.
  private var isTreeWhole = false
  /// The quote that is still open after the last line; nil if none is.
  private var openQuote: UInt8?
  /// The lines so far, if they are SQL; otherwise nil.
  private var sql: SQLText?
  /// The condition or value at the end of the lines so far. If a line continues it, only the new line is read.
  private var expression: (kind: ClauseKind, cursor: ExpressionCursor)?

  package init(_ parser: StatementParser) {
    self.parser = parser
  }

  private static let nothing = StatementTree(content: .nothing, errors: [], end: .beginning)

  /// The tree of all lines. The text is parsed again only if the last lines were read without the others.
  package func finished() -> StatementTree { isTreeWhole ? tree : parser.parse(text) }

  /// Whether the lines are blank or a comment.
  package var isEmpty: Bool {
    if case .nothing = tree.content { tree.errors.isEmpty } else { false }
  }

  /// Adds a line. An empty line after an unfinished statement ends it. Its open parts are then reported as errors.
  package mutating func add(_ line: String) {
    isTreeWhole = false
    if text.isEmpty {
      text = line
    } else {
      text += "\n" + line
      if sql != nil { return addSQL(line) }
      guard line.utf8.contains(where: { !StatementText.isSpace($0) }) else {
        needsMore = false
        tree = Self.nothing
        return
      }
    }
    if staysInside(line) { return }
    read()
    let isContinued = openQuote == nil && line.utf8.last { !StatementText.isSpace($0) } == UInt8(ascii: "\\")
    if isContinued { replaceBackslash() }
    isTreeWhole = !isContinued
    sql = SQLText(text, tree, parser)
    needsMore = isContinued || openQuote != nil || (sql?.isOpen ?? isUnfinished)
  }

  /// Adds a line to SQL. The SQL is parsed as a statement only once, when it is complete.
  private mutating func addSQL(_ line: String) {
    sql?.add(line)
    let last = line.utf8.last { !StatementText.isSpace($0) }
    needsMore = last != nil && sql?.isOpen == true
    if last == UInt8(ascii: "\\") {
      replaceBackslash()
      needsMore = true
    }
  }

  /// Whether a line continues a statement that could be complete without it. It continues the statement if it begins with AND, OR, a clause that the
  /// statement lacks, or another token that can continue this statement and cannot begin one.
  package func canGoOn(with line: String) -> Bool {
    // All lines of a SELECT without `.raw` are collected, so that a pasted text of several lines gets one message.
    if let sql { return sql.goesOn(with: line) }
    let tokens = StatementTokens.tokens(of: Array(line.utf8), from: 0)
    guard let first = tokens.first else { return false }
    guard tree.end != .closed else { return false }
    if case .change(let change) = tree.content { return goesOn(change, with: first, tokens.dropFirst().first) }
    guard case .query(let query) = tree.content else { return false }
    if let kind = ClauseKind(first) {
      guard StatementReading.standsAlone(before: tokens.dropFirst().first) else { return false }
      return kind == .where
        ? tree.end == .clauses(allowsWhere: true) : !query.clauses.contains { $0.kind == kind }
    }
    guard case .expression(let kind, _) = tree.end else { return false }
    switch kind {
    case .where, .having:
      if ["AND", "OR", "&&", "||"].contains(first.text.uppercased()) { return true }
      return expression?.cursor.value != nil && first.operatorClass == .comparison
    case .group, .show: return first.isMark(",") || first.isWord("as")
    case .first: return first.isMark(",")
    case .sort:
      return first.isMark(",") || ["asc", "ascending", "desc", "descending"].contains { first.isWord($0) }
    case .limit, .offset: return false
    }
  }

  /// Whether a line continues a complete statement that changes data. The line begins with the given tokens.
  private func goesOn(_ change: ChangeStatement, with first: SourceToken, _ second: SourceToken?) -> Bool {
    switch tree.end {
    case .expression: return ["AND", "OR", "&&", "||"].contains(first.text.uppercased())
    case .member(isRequired: false): return first.name != nil && second?.text == "="
    case .assigned:
      if first.isMark(",") { return true }
      return change.verb == .update && first.isWord("where") && StatementReading.standsAlone(before: second)
    case .clauses(allowsWhere: true): return first.isWord("where") && StatementReading.standsAlone(before: second)
    default: return false
    }
  }

  // MARK: Open parts

  /// Whether a line continues the open part: an open quote that it does not close, or the condition or value at the end of the lines. Then no earlier
  /// line has to be read again.
  private mutating func staysInside(_ line: String) -> Bool {
    if let openQuote { return !line.utf8.contains(openQuote) }
    guard let kind = expression?.kind, var cursor = expression?.cursor, !line.utf8.contains(UInt8(ascii: "\\")) else {
      return false
    }
    let tokens = StatementTokens.tokens(of: Array(line.utf8), from: 0)
    let wasOpen = cursor.depth > 0
    cursor.take(tokens)
    let isInBracket = wasOpen && cursor.depth > 0
    let isCondition = kind == .where || kind == .having
    let endsHere = tokens.contains { ClauseKind($0) != nil || $0.isMark(";") }
    guard tokens.last?.kind != .openString, isInBracket || isCondition && !endsHere && !cursor.isBroken else {
      return false
    }
    expression = (kind, cursor)
    needsMore = cursor.depth > 0 || cursor.needsMore
    return true
  }

  private mutating func read() {
    readingCount += 1
    tree = parser.parse(text)
    openQuote = nil
    expression = nil
    if case .command(let call) = tree.content, !call.takesSQL { return }
    if let last = SourceToken.all(in: Array(text.utf8), from: 0).last, last.kind == .openString {
      openQuote = last.text.utf8.first
    }
    if case .expression(let kind, _) = tree.end {
      expression = (kind, cursor)
    }
  }

  /// The condition or value at the end of the lines so far. The entity decides whether a `*` at the end multiplies or means all levels of a relationship.
  private var cursor: ExpressionCursor {
    let root = parser.entity(at: tree).map { PathTarget.object($0) } ?? .unknown
    return ExpressionContext(model: parser.model, root: root, variables: [], text: text, query: nil)
      .cursor(at: tree.end)
  }

  private var isUnfinished: Bool {
    switch tree.end {
    case .beginning, .clauses, .closed: false
    case .word, .name, .number, .entity, .selection: true
    case .member(let isRequired): isRequired
    case .assigned: cursor.needsMore
    case .expression: expression?.cursor.needsMore == true
    }
  }

  private mutating func replaceBackslash() {
    var bytes = Array(text.utf8)
    if let position = bytes.lastIndex(of: UInt8(ascii: "\\")) { bytes[position] = UInt8(ascii: " ") }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

extension SourceToken {
  /// The class of the operator that the token is; nil for another token.
  fileprivate var operatorClass: OperatorEntry.Class? {
    let spelling = text.uppercased()
    return OperatorTable.entries.first { $0.spellings.contains(spelling) }?.class
  }
}
