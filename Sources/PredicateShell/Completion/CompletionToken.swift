import PredicateSyntax

/// A piece of an unfinished text.
struct CompletionToken: Equatable {
  /// What a piece is.
  enum Kind: Equatable {
    /// A name, a word of the language or a function's selector.
    case word
    /// `$name`, perhaps without the name yet.
    case variable
    /// `@name`, perhaps without the name yet.
    case collectionOperator
    /// A text in quotes; open where the second quote is missing.
    case string(isOpen: Bool)
    case number
    /// Operators that are no words.
    case sign
    /// One of `.,()[]{}`.
    case mark
  }

  let kind: Kind
  /// The bytes as they stand.
  let text: String
  /// The UTF-8 offsets.
  let range: Range<Int>

  /// Whether it is that word, in any case of its letters.
  func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }

  /// Whether it is that mark.
  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
}

/// Cuts an unfinished text into pieces. The language's own lexer is not for this: it has errors to tell, and here there are none.
struct CompletionScanner {
  private let bytes: [UInt8]
  private var position: Int

  /// The pieces of some bytes from an offset on. Linear.
  static func tokens(of bytes: [UInt8], from start: Int) -> [CompletionToken] {
    var scanner = CompletionScanner(bytes: bytes, position: start)
    var tokens: [CompletionToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  private init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  private mutating func next() -> CompletionToken? {
    while position < bytes.count, StatementScanner.isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    let kind = take(bytes[position])
    return CompletionToken(
      kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), range: start..<position)
  }

  private mutating func take(_ first: UInt8) -> CompletionToken.Kind {
    position += 1
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return takeString(first)
    case UInt8(ascii: "$"):
      takeWord()
      return .variable
    case UInt8(ascii: "@"):
      takeWord()
      return .collectionOperator
    case UInt8(ascii: "#"):
      takeWord()
      return .word
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      takeNumber()
      return .number
    case _ where Self.isMark(first): return .mark
    case _ where Self.isWord(first):
      takeWord()
      takeSelector()
      return .word
    default:
      // As many signs as make an operator: `> -5` may be written without the space.
      var spelling = [first]
      while position < bytes.count, Self.signs.contains(spelling + [bytes[position]]) {
        spelling.append(bytes[position])
        position += 1
      }
      return .sign
    }
  }

  private mutating func takeWord() {
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
  }

  /// The rest of `modulus:by:`.
  private mutating func takeSelector() {
    while position < bytes.count, bytes[position] == UInt8(ascii: ":") {
      if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "=") { return }
      position += 1
      takeWord()
    }
  }

  private mutating func takeNumber() {
    while position < bytes.count {
      let byte = bytes[position]
      // A dot behind a number is part of it where a digit follows.
      let isDot = byte == UInt8(ascii: ".") && position + 1 < bytes.count && (0x30...0x39).contains(bytes[position + 1])
      guard isDot || Self.isWord(byte) else { return }
      position += 1
    }
  }

  private mutating func takeString(_ quote: UInt8) -> CompletionToken.Kind {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\\") {
        position = min(position + 1, bytes.count)
      } else if byte == quote {
        return .string(isOpen: false)
      }
    }
    return .string(isOpen: true)
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: true
    default: false
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool { ".,()[]{}".utf8.contains(byte) }

  private static let signs = Set(OperatorTable.entries.flatMap(\.spellings).map { Array($0.utf8) })
}
