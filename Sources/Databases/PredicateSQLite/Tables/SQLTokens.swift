import PredicateModel

/// SQL text split into tokens: sufficient for a CREATE TABLE statement that SQLite has accepted.
enum SQLTokens {
  enum Token {
    case word(String)
    /// A name in double quotes, backticks or brackets.
    case quoted(String)
    /// A text in single quotes.
    case text(String)
    /// Anything else: a number, or one character.
    case symbol(String)

    var name: String? {
      switch self {
      case .word(let name), .quoted(let name): name
      default: nil
      }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The written text, without quotes.
    var source: String {
      switch self {
      case .word(let text), .quoted(let text), .text(let text), .symbol(let text): text
      }
    }

    func isWord(_ word: String) -> Bool {
      if case .word(let text) = self { text.isSameSQLName(as: word) } else { false }
    }

    func isSymbol(_ symbol: String) -> Bool {
      if case .symbol(let text) = self { text.utf8.elementsEqual(symbol.utf8) } else { false }
    }
  }

  /// The tokens of a text without comments. Linear in its length.
  static func tokens(of sql: String) -> [Token] {
    var reader = Reader(bytes: Array(sql.utf8))
    var tokens: [Token] = []
    while let token = reader.next() { tokens.append(token) }
    return tokens
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    private func byte(_ offset: Int = 0) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

    mutating func next() -> Token? {
      skip()
      guard place < bytes.count else { return nil }
      let start = place
      switch byte() {
      case UInt8(ascii: "'"): return .text(quoted(until: UInt8(ascii: "'")))
      case UInt8(ascii: "\""): return .quoted(quoted(until: UInt8(ascii: "\"")))
      case UInt8(ascii: "`"): return .quoted(quoted(until: UInt8(ascii: "`")))
      case UInt8(ascii: "["): return .quoted(quoted(until: UInt8(ascii: "]")))
      case let byte where Self.isPart(byte):
        while place < bytes.count, Self.isPart(bytes[place]) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? .symbol(text) : .word(text)
      default:
        place += 1
        return .symbol(String(decoding: bytes[start..<place], as: UTF8.self))
      }
    }

    private mutating func skip() {
      while place < bytes.count {
        if byte() == UInt8(ascii: "-"), byte(1) == UInt8(ascii: "-") {
          while place < bytes.count, byte() != UInt8(ascii: "\n") { place += 1 }
        } else if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
          place += 2
          while place < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { place += 1 }
          place += 2
        } else if byte() <= 0x20 {
          place += 1
        } else {
          return
        }
      }
    }

    /// The text between quotes. Two quotes inside it mean one, except in brackets.
    private mutating func quoted(until end: UInt8) -> String {
      var inside: [UInt8] = []
      place += 1
      while place < bytes.count {
        if byte() == end {
          guard byte(1) == end, end != UInt8(ascii: "]") else { break }
          place += 1
        }
        inside.append(byte())
        place += 1
      }
      place += 1
      return String(decoding: inside, as: UTF8.self)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."), 0x80...:
        true
      default: false
      }
    }
  }
}
