/// A way in which a file writes a text of a predicate.
struct WrittenForm {
  /// The text, or the same with other quotes, which means the same.
  let text: String
  /// How the file writes it.
  let written: String

  /// Each way, the plainest first: as it is, with the escapes of JSON and of sources, with the entities of XML; then with the other quotes.
  static func all(of text: String) -> [WrittenForm] {
    let swapped = swapped(text)
    return (swapped == text ? [text] : [text, swapped]).flatMap { text in
      let ways = [text, escaped(text), entities(text)]
      return ways.indices.filter { !ways[..<$0].contains(ways[$0]) }.map { WrittenForm(text: text, written: ways[$0]) }
    }
  }

  /// `"a"` as `'a'` and the other way round, where nothing else is changed by that.
  private static func swapped(_ text: String) -> String {
    if text.contains("\"") && text.contains("'") || text.contains("\\") { return text }
    return String(text.map { $0 == "\"" ? "'" : $0 == "'" ? "\"" : $0 })
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
