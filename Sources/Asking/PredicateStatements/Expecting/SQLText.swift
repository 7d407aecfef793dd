import PredicateSyntax

/// SQL that is typed line by line: the argument of `.raw`, or a SELECT, which this language does not have. It decides where the SQL ends.
struct SQLText {
  /// A word of SQL in small letters, or another token.
  private typealias Word = String

  /// Words that may begin a line within a statement.
  private static let continuing: Set<Word> = [
    "from", "where", "group", "having", "order", "sort", "limit", "offset", "fetch", "for", "join", "left", "right",
    "inner", "outer", "cross", "full", "natural", "lateral", "on", "using", "and", "or", "not", "in", "is", "like",
    "ilike", "glob", "between", "union", "intersect", "except", "as", "by", "window", "over", "partition", "filter",
    "case", "when", "then", "else", "end", "asc", "desc", "nulls", "collate", "escape", "values",
  ]
  /// Words that cannot end a statement.
  private static let open: Set<Word> = [
    "select", "distinct", "all", "with", "recursive", "from", "where", "group", "having", "order", "by", "limit",
    "offset", "join", "left", "right", "inner", "outer", "cross", "full", "natural", "on", "using", "and", "or", "not",
    "in", "is", "like", "ilike", "between", "union", "intersect", "except", "as", "case", "when", "then", "else",
    "over",
    "collate", "escape",
  ]
  private static let continuingSigns: Set<Word> = [",", ")", ";", "=", "<", ">", "!", "|", "+", "-", "*", "/", "%"]

  /// The first tokens of the statement, at most three.
  private var first: [Word] = []
  private var last: Word?
  private var depth = 0
  private var openQuote: UInt8?
  private var isCommentOpen = false
  /// Whether a semicolon ended the statement.
  private var isOver = false

  /// Reads the first line of a statement. `tree` is the result of parsing the line as a statement of the language. Nil if the line is not SQL.
  init?(_ text: String, _ tree: StatementTree, _ parser: StatementParser) {
    if case .command(let call) = tree.content {
      guard call.takesSQL else { return nil }
      add(String(decoding: Array(text.utf8)[call.argumentRange.lowerBound...], as: UTF8.self))
      return
    }
    add(text)
    guard !first.isEmpty else {
      // A line that is only a comment is kept, because SQL may follow it.
      if text.utf8.first(where: { !StatementText.isSpace($0) }) == UInt8(ascii: "/") { return }
      return nil
    }
    guard Self.begins(first), parser.model.entity(spelled: first[0]) == nil,
      parser.current?.member(named: first[0]) == nil
    else { return nil }
  }

  /// Whether some tokens begin a read-only statement: `select *`, `with a as`.
  private static func begins(_ tokens: [Word]) -> Bool {
    let second = tokens.dropFirst().first ?? ""
    switch tokens.first {
    case "select": return !["=", "<", ">", "!", "."].contains(second)
    case "with":
      return second == "recursive" || tokens.dropFirst(2).first.map { ["as", "("].contains($0) } ?? (tokens.count > 1)
    default: return false
    }
  }

  /// Whether the statement needs another line: a bracket, a quote or a comment is open, or it ends with a comma.
  var isOpen: Bool { depth > 0 || openQuote != nil || isCommentOpen || last == "," }

  /// Whether a line that has already arrived belongs to the statement, so that the statement is not complete yet.
  func goesOn(with line: String) -> Bool {
    if isCommentOpen || openQuote != nil { return true }
    if isOver { return false }
    var next = self
    (next.first, next.last) = ([], nil)
    next.add(line)
    // Blank lines and comments are accepted, because they may be inside of a statement.
    guard let word = next.first.first else { return true }
    guard let beginning = first.first else { return Self.begins(next.first) }
    if depth > 0 || last == "," || last.map(Self.open.contains) == true { return true }
    if ["=", "<", ">", "|", "+", "-", "/", "%"].contains(last) { return true }
    // A SELECT continues the statement only after the tables that WITH defines.
    if word == "select" { return beginning == "with" && last == ")" }
    return Self.continuing.contains(word) || Self.continuingSigns.contains(word)
  }

  // MARK: Tokens

  mutating func add(_ line: String) {
    let bytes = Array(line.utf8)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if isCommentOpen {
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          isCommentOpen = false
          position += 1
        }
      } else if let quote = openQuote {
        if byte == quote { openQuote = nil }
      } else if byte == UInt8(ascii: "-"), next == byte {
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        isCommentOpen = true
        position += 1
      } else if Self.isPart(byte) {
        let end = bytes[position...].firstIndex { !Self.isPart($0) } ?? bytes.count
        take(String(decoding: bytes[position..<end], as: UTF8.self).lowercased())
        position = end
        continue
      } else if !StatementText.isSpace(byte) {
        take(String(UnicodeScalar(byte)))
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): openQuote = byte
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth = max(0, depth - 1)
        case UInt8(ascii: ";"): isOver = true
        default: break
        }
      }
      position += 1
    }
  }

  private mutating func take(_ token: Word) {
    if first.count < 3 { first.append(token) }
    last = token
  }

  /// Whether a byte belongs to a word or a number.
  private static func isPart(_ byte: UInt8) -> Bool {
    ByteClass.isWordStart(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte >= 0x80
  }

  /// The offset of the first token after comments.
  static func start(in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    func isNext(_ text: StaticString) -> Bool {
      position + 1 < bytes.count && bytes[position] == text.utf8Start[0] && bytes[position + 1] == text.utf8Start[1]
    }
    while position < bytes.count {
      if StatementText.isSpace(bytes[position]) {
        position += 1
      } else if isNext("--") {
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if isNext("/*") {
        position += 2
        while position < bytes.count, !isNext("*/") { position += 1 }
        position = min(position + 2, bytes.count)
      } else {
        return position
      }
    }
    return position
  }
}
