/// Writes an issue for people: its message, the line of the source that it is about, a mark below the place, and its hint.
///
/// ```
/// error[not-in]: …
/// year NOT IN {1990, 1991}
///      ^~~~~~
/// hint: …
/// ```
///
/// The mark stands below its place whatever the line holds: tabs are written as spaces, wide characters and emoji are counted as
/// terminals draw them, control characters are shown as their pictures (`␀`). Of a long line the part around the place is shown.
///
/// ```swift
/// for issue in PredicateParser.predicate(text).issues {
///   print(DiagnosticRenderer(usesColor: true).render(issue, in: text))
/// }
/// ```
public struct DiagnosticRenderer: Sendable {
  /// Whether ANSI escape sequences colour the severity and the mark.
  public var usesColor: Bool
  /// The most columns of a source line; at least 20.
  public var width: Int
  /// How many columns apart the tab stops are.
  public var tabStop: Int

  /// A renderer.
  public init(usesColor: Bool = false, width: Int = 100, tabStop: Int = 8) {
    self.usesColor = usesColor
    self.width = max(width, 20)
    self.tabStop = max(tabStop, 1)
  }

  /// The lines for an issue, without a newline behind the last. An issue without a range has no source line; a range past the end
  /// of the source is read as its end; of a range over several lines the first is shown.
  public func render(_ issue: PredicateIssue, in source: String) -> String {
    var text = color("\(issue.severity.rawValue)[\(issue.code)]", issue.severity == .error ? "1;31" : "1;36")
    text += ": " + Self.withoutControls(issue.message)
    if let range = issue.range {
      let excerpt = SourceExcerpt(of: range, in: source, width: width, tabStop: tabStop)
      text += "\n" + excerpt.line + "\n" + String(repeating: " ", count: excerpt.indent)
      text += color("^" + String(repeating: "~", count: excerpt.length - 1), "1;32")
    }
    if let hint = issue.hint { text += "\n" + color("hint", "1;33") + ": " + Self.withoutControls(hint) }
    return text
  }

  private func color(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// A message may quote the source, whose control characters must not reach a terminal.
  static func withoutControls(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar == "\n" ? scalar : SourceExcerpt.visible(scalar))
    }
    return result
  }
}
