import PredicateSyntax

/// Shows what may not mean what was meant, quietly, behind an answer.
struct NoteWriter {
  let session: ShellSession

  /// Writes a note that is about no place of a statement.
  func write(_ note: String) {
    guard session.settings.showsNotes else { return }
    session.screen.errors.write(session.screen.errorStyle.quiet("note: " + CellText.escaped(note)) + "\n")
  }

  /// Writes a line for each note: the words that it is about, what there is to say, what would mend it.
  func write(_ notes: [PredicateIssue], in text: String) {
    guard session.settings.showsNotes else { return }
    let style = session.screen.errorStyle
    var seen: Set<[UInt8]> = []
    for note in notes {
      let place = note.range.flatMap { Self.words(at: $0, in: text) }.map { "\($0): " } ?? ""
      let hint = note.hint.map { "; \($0)" } ?? ""
      let line = "note: " + CellText.escaped(place + note.message + hint)
      // What is to be said of several places is said once, where it reads the same.
      guard seen.insert(Array(line.utf8)).inserted else { continue }
      session.screen.errors.write(style.quiet(line) + "\n")
    }
  }

  private static func words(at range: SourceRange, in text: String) -> String? {
    guard let words = text.utf8.text(at: range), !words.isEmpty else { return nil }
    return CellText.shortened(words, to: 40)
  }
}
