/// What the lexer looks things up in, made once from ``OperatorTable`` and ``ReservedWords``.
struct LexicalTables: Sendable {
  /// The tables.
  static let shared = LexicalTables()

  private let words = WordIndex()
  private let operators = OperatorIndex()

  /// Lends both as pointers.
  @inline(__always)
  func withPointers<Result>(
    _ body: (UnsafePointer<WordIndex.Slot>, UnsafePointer<UInt8>) -> Result
  ) -> Result {
    words.withPointer { words in operators.withPointer { body(words, $0) } }
  }
}
