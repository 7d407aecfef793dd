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

/// Cuts an unfinished text into pieces, as the language's own lexer does.
enum CompletionScanner {
  /// The pieces of some bytes from an offset on. Linear.
  static func tokens(of bytes: [UInt8], from start: Int) -> [CompletionToken] {
    SourceToken.all(in: bytes, from: start).map { token in
      CompletionToken(
        kind: kind(of: token.kind), text: String(decoding: bytes[token.range], as: UTF8.self), range: token.range)
    }
  }

  private static func kind(of kind: SourceToken.Kind) -> CompletionToken.Kind {
    switch kind {
    case .word: .word
    case .variable: .variable
    case .collectionOperator: .collectionOperator
    case .string: .string(isOpen: false)
    case .openString: .string(isOpen: true)
    case .number: .number
    case .sign: .sign
    case .mark: .mark
    }
  }

  /// Whether a byte may stand in a name.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: true
    default: false
    }
  }
}
