import PredicateSyntax

/// Breaks text into lines of at most `width` columns, between words.
package enum WrappedText {
  /// The lines of a text. Escape sequences for colours do not count. A word that is longer than a line is a line.
  package static func lines(of text: String, width: Int) -> [String] {
    var lines: [(text: String, columns: Int)] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let columns = DisplayWidth.columns(of: uncoloured(word))
      if let last = lines.last, last.columns + 1 + columns <= width {
        lines[lines.count - 1] = (last.text + " " + word, last.columns + 1 + columns)
      } else {
        lines.append((String(word), columns))
      }
    }
    return lines.map(\.text)
  }

  /// A label and its meaning in two columns. The meaning is wrapped in the second column. It begins below the label if the label is too long for the
  /// first.
  package static func entry(
    _ label: String, _ meaning: String, column: Int, width: Int, style: (String) -> String = { $0 }
  ) -> String {
    let indent = String(repeating: " ", count: column)
    let missing = column - 2 - DisplayWidth.columns(of: label)
    let gap = missing >= 2 ? String(repeating: " ", count: missing) : "\n" + indent
    let meanings = lines(of: meaning, width: max(20, width - column)).joined(separator: "\n" + indent)
    return "  " + style(label) + gap + meanings + "\n"
  }

  /// Text as indented and wrapped paragraphs. A paragraph ends with a line that ends a sentence.
  package static func paragraphs(_ text: String, width: Int) -> String {
    var paragraphs: [String] = []
    for line in text.split(separator: "\n") {
      if let last = paragraphs.last, last.last != "." {
        paragraphs[paragraphs.count - 1] = last + " " + line
      } else {
        paragraphs.append(String(line))
      }
    }
    return paragraphs.flatMap { lines(of: $0, width: width - 2) }.map { "  \($0)\n" }.joined()
  }

  private static func uncoloured(_ word: Substring) -> String {
    var result = String.UnicodeScalarView()
    var isSequence = false
    for scalar in word.unicodeScalars {
      if scalar == "\u{1B}" { isSequence = true }
      if !isSequence { result.append(scalar) }
      if isSequence, scalar == "m" { isSequence = false }
    }
    return String(result)
  }
}
