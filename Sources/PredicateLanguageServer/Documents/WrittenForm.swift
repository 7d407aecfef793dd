/// A way in which a file writes a text of a predicate, the plainest first.
enum WrittenForm: CaseIterable {
  case plain
  /// With the escapes of JSON and of sources.
  case escaped
  /// With the entities of XML.
  case entities
  /// With the other quotes, which mean the same.
  case otherQuotes
  case otherQuotesEscaped
  case otherQuotesEntities

  /// The text as the predicate has it, and as the file writes it.
  func of(_ text: String) -> (text: String, written: String) {
    switch self {
    case .plain: (text, text)
    case .escaped: (text, Self.escaped(text))
    case .entities: (text, Self.entities(text))
    case .otherQuotes: WrittenForm.plain.of(Self.swapped(text))
    case .otherQuotesEscaped: WrittenForm.escaped.of(Self.swapped(text))
    case .otherQuotesEntities: WrittenForm.entities.of(Self.swapped(text))
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
