/// Formats an issue for people: its message, the source line, a mark below the range of the issue, and the hint.
///
/// ```
/// error[not-in]: …
/// year NOT IN {1990, 1991}
///      ^~~~~~
/// hint: …
/// ```
///
/// The mark is always directly below the range. Tabs are written as spaces, wide characters and emoji count the columns that terminals draw, and
/// control characters are shown as pictures (`␀`). A line longer than ``width`` is cut to the part around the range.
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
  /// The number of columns between two tab stops.
  public var tabStop: Int

  /// A renderer for terminals (with colours) or for files (without).
  ///
  /// - Parameters:
  ///   - usesColor: Whether the lines have colours of a terminal.
  ///   - width: The columns of a line.
  ///   - tabStop: The columns of a tab.
  public init(usesColor: Bool = false, width: Int = 100, tabStop: Int = 8) {
    self.usesColor = usesColor
    self.width = max(width, 20)
    self.tabStop = max(tabStop, 1)
  }

  /// The lines for an issue, without a newline at the end. An issue without a range has no source line. A range past the end of the source counts as
  /// the end. If the range covers several lines, only the first line is shown.
  ///
  /// - Parameters:
  ///   - issue: The error or note.
  ///   - source: The text that the range of the issue refers to.
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

  /// Replaces control characters by pictures. A message may quote the source, and control characters must not reach a terminal.
  static func withoutControls(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar == "\n" ? scalar : SourceExcerpt.visible(scalar))
    }
    return result
  }
}
