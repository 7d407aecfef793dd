import PredicateSyntax

/// Writes notes on statements that may not mean what their author intended. The notes come after the answer, in the style for less important text.
extension ShellSession {
  /// Writes a note that has no range in a statement.
  func write(note: String) {
    guard settings.showsNotes else { return }
    screen.write(note: note)
  }

  /// The note on tables that the user has no right to read; nil if there are none.
  var unreadableTables: String? {
    let names = database.unreadableTables
    guard !names.isEmpty else { return nil }
    let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return "\(names.count == 1 ? "1 table is" : "\(names.count) tables are") left out: "
      + "the user has no right to SELECT from \(list)"
  }

  /// Writes a line for each note: the words of the statement that the note refers to, the message, and the hint. If several notes have the same text,
  /// it is written once.
  func write(notes: [PredicateIssue], in text: String) {
    var seen: Set<[UInt8]> = []
    for note in notes {
      let place = note.range.flatMap { Self.words(at: $0, in: text) }.map { "\($0): " } ?? ""
      let hint = note.hint.map { "; \($0)" } ?? ""
      let line = place + note.message + hint
      if seen.insert(Array(line.utf8)).inserted { write(note: line) }
    }
  }

  private static func words(at range: SourceRange, in text: String) -> String? {
    guard let words = text.utf8.text(at: range), !words.isEmpty else { return nil }
    return CellText.shortened(words, to: 40)
  }
}
