import PredicateSyntax

/// Text in lines of so many columns at most, broken between words.
package enum WrappedText {
  /// The lines of a text. Escape sequences that colour it take no room; a word that is longer than a line stands alone.
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
