/// A text that a terminal marks as pasted. Its lines are read as if they were typed, and all of them are available immediately.
struct PastedText {
  /// The lines that have not been read yet.
  private(set) var lines: [String] = []
  /// The text after the last line end. It is put into the editor, where the user can finish it.
  private(set) var draft = ""

  init() {}

  /// Reads a text as the terminal sends it, with carriage returns as line ends. Tabs become spaces. Other control characters are dropped, because
  /// they would act as keys.
  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r", "\n":
        if scalar == "\n", scalars.last == "\n", text.unicodeScalars.contains("\r") { continue }
        scalars.append("\n")
      case "\t": scalars.append(" ")
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
      default: scalars.append(scalar)
      }
    }
    lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(String.UnicodeScalarView(line))
    }
    draft = lines.removeLast()
  }

  /// The next line, or the text after the last line end; nil if there is neither.
  var next: String? { lines.first ?? (draft.isEmpty ? nil : draft) }

  /// Removes and returns the next complete line; nil if there is none.
  mutating func takeLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  mutating func takeDraft() -> String {
    defer { draft = "" }
    return draft
  }
}
