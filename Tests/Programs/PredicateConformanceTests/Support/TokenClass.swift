import PredicateSyntax

/// The class of a token, in words that the lexer and the grammars for highlighting share.
enum TokenClass: String {
  case word, variable, collectionOperator, string, number, sign, mark, comment

  init(_ token: SourceToken) {
    self =
      switch token.kind {
      case .word: .word
      case .variable: .variable
      case .collectionOperator: .collectionOperator
      case .string, .openString: .string
      case .number: .number
      case .sign: .sign
      case .mark: .mark
      }
  }

  /// The tokens of a format as the lexer reads them, each with its class.
  static func lexed(_ format: String) -> [String] {
    SourceToken.all(in: Array(format.utf8), from: 0).map { "\(TokenClass($0)) \($0.text)" }
  }
}
