/// A text that a terminal marks as pasted: its lines, which are read as if they were typed, and which all are there at once.
struct PastedText {
  /// The lines that were not read yet.
  private(set) var lines: [String] = []
  /// The text after the last line end: it waits in the editor for Enter.
  private(set) var draft = ""

  init() {}

  /// A text as the terminal sends it: with a carriage return for a line end. Tabs become spaces; other control characters are dropped,
  /// because they would work as keys.
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

  /// The next line, which is there, or has begun to come.
  var next: String? { lines.first ?? (draft.isEmpty ? nil : draft) }

  /// Takes the next complete line; nil without one.
  mutating func takeLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  mutating func takeDraft() -> String {
    defer { draft = "" }
    return draft
  }
}
