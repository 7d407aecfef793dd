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
