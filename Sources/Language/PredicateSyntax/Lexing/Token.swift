/// A token: its kind and its UTF-8 offsets. It does not contain the text.
struct Token {
  /// Facts about the token that the parser needs besides the kind.
  enum Detail: UInt8 {
    case plain
    /// A name or a string with escapes, `#` or letters beyond ASCII. Its text differs from its bytes.
    case marked
    /// A number with a fraction or an exponent.
    case fraction
    /// A number in base 16, 8 or 2.
    case radix

    // The flaws of bad tokens.
    case character
    case comment
    case unterminatedString
    case smartQuote
    case tripleEquals
    case numberSuffix
    case numberDigits
    case unknownSpecifier
    case percentPercent
    case templateRemnant
    case modulo
  }

  var kind: TokenKind
  var detail: Detail
  var start: UInt32
  var end: UInt32

  @inline(__always)
  init(_ kind: TokenKind, _ start: Int, _ end: Int, _ detail: Detail = .plain) {
    self.kind = kind
    self.detail = detail
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var range: SourceRange { SourceRange(Int(start), Int(end)) }
}

/// A token for tools that read unfinished text, such as completion. None of its kinds is an error.
package struct SourceToken {
  package enum Kind {
    /// A name, a word of the language or a function's selector, perhaps unfinished.
    case word
    /// `$name` or `%@`. The name may be missing.
    case variable
    /// `@name`. The name may be missing.
    case collectionOperator
    /// A text in quotes.
    case string
    /// A text whose second quote is missing.
    case openString
    case number
    /// An operator that is not a word, or a character that cannot begin a token.
    case sign
    /// One of `.,()[]{}`.
    case mark
  }

  package let kind: Kind
  /// The bytes of the token, unchanged.
  package private(set) var text: String
  /// The UTF-8 offsets of the token.
  package private(set) var range: Range<Int>

  /// Whether the token is a word, ignoring ASCII case. `word` is in lower case.
  package func isWord(_ word: String) -> Bool {
    kind == .word && word.utf8.elementsEqual(text.utf8.lazy.map { $0 | 0x20 })
  }

  package func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  /// The UTF-8 offsets of the token, as the range of an issue.
  package var place: SourceRange { SourceRange(range.lowerBound, range.upperBound) }

  /// The text of a string, with its escapes resolved; nil for another kind of token.
  package var stringValue: String? {
    guard kind == .string else { return nil }
    return Array(text.utf8.dropFirst().dropLast()).withUnsafeBufferPointer { Escape.resolved($0) { _ in } }
  }

  /// The tokens of UTF-8 bytes from an offset on, read by the language's lexer. Linear.
  package static func all(in bytes: [UInt8], from start: Int) -> [SourceToken] {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      return LexicalTables.shared.withPointers { words, signs in
        var lexer = Lexer(base: base, count: buffer.count, words: words, signs: signs, position: start)
        var tokens: [SourceToken] = []
        while true {
          let token = lexer.next()
          if token.kind == .end { return tokens }
          let found = SourceToken(
            kind: kind(of: token, first: base[Int(token.start)]),
            text: String(decoding: buffer[token.offsets], as: UTF8.self), range: token.offsets)
          // `modulus:b` is an unfinished selector whose second colon is missing. Its two tokens become one word.
          if token.kind == .word, let last = tokens.indices.last, tokens[last].kind == .word,
            tokens[last].range.upperBound == found.range.lowerBound
          {
            tokens[last].text += found.text
            tokens[last].range = tokens[last].range.lowerBound..<found.range.upperBound
          } else {
            tokens.append(found)
          }
        }
      }
    }
  }

  private static func kind(of token: Token, first: UInt8) -> Kind {
    switch token.kind {
    case .variable, .specifier: .variable
    case .atWord: .collectionOperator
    case .string: .string
    case .number: .number
    case .dot, .comma, .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .leftBrace, .rightBrace: .mark
    case .bad: kind(ofBad: token.detail, first: first)
    default:
      ByteClass.isWordStart(first) || first >= 0x80 || first == UInt8(ascii: "#") || first == UInt8(ascii: "\\")
        ? .word : .sign
    }
  }

  private static func kind(ofBad flaw: Token.Detail, first: UInt8) -> Kind {
    switch flaw {
    case .unterminatedString: .openString
    case .numberSuffix, .numberDigits: .number
    default:
      switch first {
      case UInt8(ascii: "$"): .variable
      case UInt8(ascii: "@"): .collectionOperator
      case UInt8(ascii: "#"), 0x80...0xFF: .word
      default: .sign
      }
    }
  }
}

extension Token {
  fileprivate var offsets: Range<Int> { Int(start)..<Int(end) }
}

/// The words that cannot be plain names in the language, in upper or lower case. A key with such a name is written with `#`.
public enum ReservedWords {
  /// Every reserved word, in upper case: the operators that are words, and ``others``.
  ///
  /// ```swift
  /// ReservedWords.all.contains("BETWEEN")  // true
  /// ```
  public static let all: [String] =
    OperatorTable.entries.flatMap { $0.spellings }.filter { $0.utf8.first.map { ByteClass.isLetter($0) } ?? false }
    + others.map { $0.word }

  /// The reserved words that are not operators.
  static let others: [(word: String, kind: TokenKind)] = [
    ("TRUEPREDICATE", .truePredicate), ("FALSEPREDICATE", .falsePredicate),
    ("TRUE", .true), ("YES", .true), ("FALSE", .false), ("NO", .false),
    ("NULL", .null), ("NIL", .null), ("SELF", .self), ("ANYKEY", .anyKey),
    ("FIRST", .first), ("LAST", .last), ("SIZE", .size),
    ("SUBQUERY", .subquery), ("CAST", .cast), ("TERNARY", .ternary), ("FUNCTION", .function),
    ("FETCH", .fetch), ("INTERSECTION", .intersection), ("APPLY", .apply),
    ("CI", .caseInsensitive), ("CASEINSENSITIVE", .caseInsensitive),
  ]

  /// Whether a key or a variable with this name is written with a `#`.
  ///
  /// ```swift
  /// ReservedWords.contains("size")   // true: the key is written #size
  /// ReservedWords.contains("title")  // false
  /// ```
  public static func contains(_ name: String) -> Bool {
    guard name.utf8.count <= WordIndex.longestWord else { return false }
    var text = name
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      return LexicalTables.shared.withPointers { slots, _ in
        WordIndex.kind(base, bytes.count, slots: slots) != .word
      }
    }
  }
}

/// Whether a key or a variable with this name is written with a `#`.
public func isReservedWord(_ name: String) -> Bool { ReservedWords.contains(name) }
