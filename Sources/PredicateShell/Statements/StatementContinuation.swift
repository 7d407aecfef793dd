import PredicateSyntax

/// Decides, line by line, whether a statement goes on in the next line: a quote or a bracket is open, or the line ends with what
/// needs something behind it: an operator, a comma, `where`, `sort by`, a backslash.
struct StatementContinuation {
  /// The lines so far, with line feeds between them. A backslash that continued a line has become a space, so that every offset
  /// stays.
  private(set) var text = ""
  /// Whether another line is needed.
  private(set) var needsMore = false

  private var quote: UInt8?
  private var depth = 0
  private var isCommand = false

  /// Nothing yet.
  init() {}

  /// Adds a line. An empty one behind an unfinished statement ends it: what is open then is an error that is told.
  mutating func add(_ line: String) {
    if text.isEmpty {
      text = line
      isCommand = Self.isCommand(line)
    } else {
      text += "\n" + line
      guard line.utf8.contains(where: { !StatementScanner.isSpace($0) }) else {
        needsMore = false
        return
      }
    }
    let tail = isCommand ? Array(line.utf8) : scan(line)
    let isContinued = quote == nil && endsWithBackslash(tail)
    if isContinued { replaceBackslash() }
    needsMore = isContinued || quote != nil || depth > 0 || (!isCommand && Self.needsOperand(tail))
  }

  private static func isCommand(_ line: String) -> Bool {
    var scanner = StatementScanner(line)
    scanner.skipSpaces()
    return scanner.take(".") && scanner.takeName() != nil
  }

  /// Follows quotes and brackets, and gives what stands outside of quotes at the end of the line.
  private mutating func scan(_ line: String) -> [UInt8] {
    var tail: [UInt8] = []
    var isEscaped = false
    for byte in line.utf8 {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == open {
          quote = nil
        }
        // A value ends here: no operator in sight.
        tail = [UInt8(ascii: "\"")]
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      tail.append(byte)
    }
    return tail
  }

  private func endsWithBackslash(_ tail: [UInt8]) -> Bool {
    tail.last { !StatementScanner.isSpace($0) } == UInt8(ascii: "\\")
  }

  private mutating func replaceBackslash() {
    var bytes = Array(text.utf8)
    if let position = bytes.lastIndex(of: UInt8(ascii: "\\")) { bytes[position] = UInt8(ascii: " ") }
    text = String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Operators

  private static let words: Set<String> = Set(
    OperatorTable.entries.flatMap(\.spellings).filter { $0.utf8.contains { $0 >= 0x41 && $0 <= 0x5A } }
      + ["WHERE", "BY", "DISTINCT"] + ClauseParser.words.map { $0.uppercased() })

  private static let signs: Set<UInt8> = {
    let spellings = OperatorTable.entries.flatMap(\.spellings).filter { !words.contains($0) }
    return Set(spellings.compactMap { $0.utf8.last } + [UInt8(ascii: ",")])
  }()

  private static func needsOperand(_ line: [UInt8]) -> Bool {
    var tail = withoutSpaces(line[...])
    // The options of an operator: `CONTAINS[cd]`.
    if tail.last == UInt8(ascii: "]"), let open = tail.lastIndex(of: UInt8(ascii: "[")),
      tail[(open + 1)...].dropLast().allSatisfy(isWordByte)
    {
      let before = withoutSpaces(tail[..<open])
      return endsWithWord(before) { entries[$0]?.class == .comparison }
    }
    if let last = tail.last, signs.contains(last) { return true }
    tail = withoutSpaces(tail)
    return endsWithWord(tail) { words.contains($0) }
  }

  private static let entries: [String: OperatorEntry] = Dictionary(
    OperatorTable.entries.flatMap { entry in entry.spellings.map { ($0, entry) } },
    uniquingKeysWith: { first, _ in first })

  private static func endsWithWord(_ tail: ArraySlice<UInt8>, _ fits: (String) -> Bool) -> Bool {
    let start = tail.lastIndex { !isWordByte($0) }.map { $0 + 1 } ?? tail.startIndex
    guard start < tail.endIndex else { return false }
    // A key or a variable of such a name: `a.#in`, `$in`.
    if start > tail.startIndex, [".", "#", "$", "@"].contains(Unicode.Scalar(tail[start - 1])) { return false }
    return fits(String(decoding: tail[start...], as: UTF8.self).uppercased())
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...0xFF: true
    default: false
    }
  }

  private static func withoutSpaces(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var tail = tail
    while let last = tail.last, StatementScanner.isSpace(last) { tail.removeLast() }
    return tail
  }
}
