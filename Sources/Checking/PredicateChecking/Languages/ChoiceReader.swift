import PredicateDocuments

/// How a language writes an expression that chooses one of several values.
struct ChoiceStyle: OptionSet {
  let rawValue: Int
  /// The block of a branch has its value: `if k { "a" } else { "b" }`.
  static let blocks = Self(rawValue: 1)
  /// `if k … else … end`.
  static let ends = Self(rawValue: 2)
  /// A line end ends a statement. Otherwise a semicolon does.
  static let lines = Self(rawValue: 4)
  /// `a || "b"` is one of its operands, as in JavaScript and Ruby.
  static let disjunction = Self(rawValue: 8)
  /// `if`, `when`, `match`, `switch` and `case` begin a value.
  static let words = Self(rawValue: 16)
}

/// Reads the literals of an expression that chooses one of several values: `k ? "a" : "b"`, `if (k) "a" else "b"`, `x ?? "a"`,
/// `match k { 1 => "a", _ => "b" }`.
///
/// A literal is a value of the expression if it begins a branch and nothing but the end of the branch follows it. Literals in conditions and in the
/// arguments of functions are not values.
struct ChoiceReader<Source: CodeCursor> {
  private var source: Source
  private let style: ChoiceStyle
  /// Whether a comma or a closing bracket ends the expression, and not the end of a line.
  private let isArgument: Bool
  private let read: (inout Source) -> SourceLiteral?
  private var found: [SourceLiteral] = []
  /// For each open bracket, whether literals in it may be values of the expression.
  private var brackets: [Bracketed] = []
  /// Whether the next literal begins a branch.
  private var isBranch = false
  /// Whether a sign or a word of a choice was read.
  private var isChoice = false
  /// Whether the next bracket holds the condition of `if` or `when`.
  private var isCondition = false
  /// Whether a name or a value precedes the next sign, so that a round bracket begins the arguments of a call.
  private var isBehindValue = false
  /// The number of open `if`, `case` and `unless` of Ruby.
  private var ends = 0

  private enum Bracketed { case value, condition, other }

  /// The greatest number of bytes of an expression.
  private static var reach: Int { 1_200 }

  private init(
    _ source: Source, _ style: ChoiceStyle, isArgument: Bool, _ read: @escaping (inout Source) -> SourceLiteral?
  ) {
    self.source = source
    self.style = style
    self.isArgument = isArgument
    self.read = read
  }

  /// The literals of the expression at the cursor, all but the first one as ``SourceLiteral/others``. Nil for another expression. The cursor then stays;
  /// otherwise it moves to the end of the expression.
  ///
  /// - Parameter read: Reads the literal at the cursor, with what the program joins to it.
  static func choice(
    in source: inout Source, _ style: ChoiceStyle, isArgument: Bool,
    reading read: @escaping (inout Source) -> SourceLiteral?
  ) -> SourceLiteral? {
    guard mayBegin(source) else { return nil }
    var reader = Self(source, style, isArgument: isArgument, read)
    guard reader.run(), reader.isChoice, let choice = SourceLiteral(of: reader.found) else { return nil }
    source.position = reader.source.position
    return choice
  }

  private static var marks: [[UInt8]] {
    ["?", "||", " or ", "if", "when", "match ", "switch", "case ", "unless "].map { Array($0.utf8) }
  }

  /// Whether the next bytes have a mark of a choice. Most expressions have none.
  private static func mayBegin(_ source: Source) -> Bool {
    let head = Array(source.bytes[source.position...].prefix(300))
    return marks.contains { head.holds($0) }
  }

  /// Whether literals at the present depth may be values.
  private var isOfValue: Bool { brackets.last.map { $0 == .value } ?? true }

  /// Reads to the end of the expression. Returns false if the expression has another operation on its value.
  private mutating func run() -> Bool {
    let end = min(source.position + Self.reach, source.bytes.count)
    while source.position < end {
      let byte = source.bytes[source.position]
      if byte == 0x0A, brackets.isEmpty, ends == 0, !isArgument, style.contains(.lines), endsLine() { return true }
      if byte == 0x0A, ends > 0, isOfValue { isBranch = isBranch || isBehindValue }
      if " \t\r\n".utf8.contains(byte) {
        source.position += 1
        continue
      }
      let start = source.position
      if let literal = read(&source) {
        // "a" if k else "b"
        let isBeforeCondition = !isBehindValue && style.contains(.disjunction) && isFollowed(by: "if ")
        if isOfValue, isBranch || isBeforeCondition, !literal.text.text.isEmpty, endsBranch() { found.append(literal) }
        if found.count > SourceLiteral.mostChoices { return false }
        setOther(isBehindValue: true)
        continue
      }
      source.position = start
      if source.skipNoCode(), source.position > start { continue }
      source.position = start
      if NameByte.isPart(byte) {
        readWord()
        continue
      }
      switch readSign(byte) {
      case .ends: return true
      case .fails: return false
      case .goesOn: break
      }
    }
    return source.position >= source.bytes.count
  }

  private mutating func setOther(isBehindValue: Bool) {
    isBranch = false
    isCondition = false
    self.isBehindValue = isBehindValue
  }

  /// Whether the statement ends with the current line.
  private func endsLine() -> Bool {
    if isBranch || !isBehindValue { return false }
    let next = source.bytes[source.position...].drop { " \t\r\n".utf8.contains($0) }
    if next.first.map({ "?:|.".utf8.contains($0) }) ?? false { return false }
    return !next.starts(with: "else".utf8)
  }

  private func isFollowed(by word: String) -> Bool {
    source.bytes[source.position...].drop { " \t\r\n".utf8.contains($0) }.starts(with: word.utf8)
  }

  /// Whether the branch ends after the literal that was just read.
  private func endsBranch() -> Bool {
    let rest = source.bytes[source.position...].drop { " \t".utf8.contains($0) }
    guard let next = rest.first else { return true }
    if ",;)}]:\r\n#".utf8.contains(next) || rest.starts(with: "//".utf8) { return true }
    if next == UInt8(ascii: "|") || next == UInt8(ascii: "?") { return rest.dropFirst().first == next }
    return ["else", "end", "if", "unless", "when", "or"].contains { word in
      rest.starts(with: word.utf8) && !(rest.dropFirst(word.utf8.count).first.map(NameByte.isPart) ?? false)
    }
  }

  private mutating func readWord() {
    let start = source.position
    let word = source.word()
    let isMember = start > 0 && source.bytes[start - 1] == UInt8(ascii: ".")
    let isFirst = !isBehindValue
    setOther(isBehindValue: true)
    if isMember || !isOfValue { return }
    switch word {
    case "else", "then", "default":
      isBranch = word != "default"
      isBehindValue = false
      isChoice = true
    case "or" where style.contains(.disjunction) && !style.contains(.blocks):
      isBranch = true
      isBehindValue = false
      isChoice = true
    case "if", "unless", "case", "when", "match", "switch", "elsif", "in", "where":
      isBehindValue = false
      guard style.contains(.words) else { return }
      if word != "in", word != "where" { isChoice = true }
      isCondition = word != "case"
      if style.contains(.ends), isFirst, ["if", "unless", "case"].contains(word) { ends += 1 }
    case "end" where style.contains(.ends): ends = max(ends - 1, 0)
    default: break
    }
  }

  private enum Step { case goesOn, ends, fails }

  private mutating func readSign(_ byte: UInt8) -> Step {
    let next = source.position + 1 < source.bytes.count ? source.bytes[source.position + 1] : 0
    let isAtTop = brackets.isEmpty
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard let last = brackets.popLast() else { return .ends }
      setOther(isBehindValue: true)
      isBranch = last == .condition
      if last == .condition { isBehindValue = false }
    case UInt8(ascii: ",") where isAtTop, UInt8(ascii: ";") where isAtTop: return .ends
    case UInt8(ascii: "?"):
      if next == UInt8(ascii: ".") || next == UInt8(ascii: "[") { break }
      beginBranch(isOfExpression: true)
      if next == byte || next == UInt8(ascii: ":") { source.position += 1 }
    case UInt8(ascii: ":"):
      if isOfValue { isBranch = isChoice }
      isBehindValue = false
    case UInt8(ascii: "|") where next == byte:
      source.position += 1
      setOther(isBehindValue: false)
      if style.contains(.disjunction) { beginBranch(isOfExpression: isAtTop) }
    case UInt8(ascii: "-") where next == UInt8(ascii: ">"), UInt8(ascii: "=") where next == UInt8(ascii: ">"):
      source.position += 1
      // The arrow of a function is not that of a branch.
      if isAtTop { return .fails }
      beginBranch(isOfExpression: isChoice)
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      if next == UInt8(ascii: "=") { source.position += 1 }
      // p = q = "…"
      if isAtTop, byte == UInt8(ascii: "="), next != UInt8(ascii: "="), next != UInt8(ascii: "~") { return .fails }
      setOther(isBehindValue: false)
    // (k ? "a" : "b").lowercased(), "x" + (k ? "a" : "b")
    case UInt8(ascii: ".") where isAtTop && !found.isEmpty: return .fails
    case UInt8(ascii: "+") where isAtTop && !isChoice || isAtTop && !found.isEmpty: return .fails
    default: setOther(isBehindValue: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_"))
    }
    source.position += 1
    return .goesOn
  }

  private mutating func beginBranch(isOfExpression: Bool) {
    setOther(isBehindValue: false)
    if isOfValue, isOfExpression {
      isBranch = true
      isChoice = true
    }
  }

  private mutating func open(_ byte: UInt8) {
    let isOfBlock = byte == UInt8(ascii: "{") && style.contains(.blocks) && isChoice && isOfValue
    let isGroup = byte == UInt8(ascii: "(") && !isBehindValue && isOfValue
    if isCondition, byte == UInt8(ascii: "(") {
      brackets.append(.condition)
      setOther(isBehindValue: false)
    } else if isOfBlock || isGroup {
      brackets.append(.value)
      let isBranch = isOfBlock || self.isBranch
      setOther(isBehindValue: false)
      self.isBranch = isBranch
    } else {
      brackets.append(.other)
      setOther(isBehindValue: false)
    }
  }
}

extension SourceLiteral {
  /// The greatest number of literals that a choice, or the branches of a program, may give a variable.
  static let mostChoices = 16

  /// The alternatives of a choice as one literal; nil for an empty list.
  init?(of literals: [SourceLiteral]) {
    let all = literals.flatMap { [$0] + $0.others }
    guard var first = all.first else { return nil }
    first.others = Array(all.dropFirst())
    self = first
  }
}
