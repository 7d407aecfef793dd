/// The pieces of a statement while it is written. Words behind one another become one piece.
struct SQLPieces {
  private var finished: [SQLStatement.Piece] = []
  private var words = ""

  /// The pieces.
  var all: [SQLStatement.Piece] { words.isEmpty ? finished : finished + [.text(words)] }

  /// Adds a parameter or a column of the root.
  mutating func append(_ piece: SQLStatement.Piece) {
    if !words.isEmpty {
      finished.append(.text(words))
      words = ""
    }
    finished.append(piece)
  }

  static func += (pieces: inout SQLPieces, words: String) { pieces.words += words }

  static func += (pieces: inout SQLPieces, others: SQLPieces) {
    for piece in others.all {
      if case .text(let words) = piece { pieces += words } else { pieces.append(piece) }
    }
  }
}
