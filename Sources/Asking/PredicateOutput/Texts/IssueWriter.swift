import PredicateSyntax

package struct IssueWriter {
  package let style: TextStyle
  /// The columns of the screen; nil for the renderer's default.
  package let width: Int?

  /// A writer in a style, for a screen of `width` columns.
  package init(style: TextStyle, width: Int?) {
    self.style = style
    self.width = width
  }

  /// Writes each issue. `line` is the line number of the statement's first line, or nil at a prompt. If it is given, the line number of the issue is shown.
  package func write(_ issues: [PredicateIssue], in text: String, line: Int?, to output: any ShellOutput) {
    let renderer =
      width.map { DiagnosticRenderer(usesColor: style.isColored, width: $0) }
      ?? DiagnosticRenderer(usesColor: style.isColored)
    for issue in issues {
      let place = line.map { "line \($0 + Self.lines(before: issue.range, in: text)): " } ?? ""
      output.write(fitted(place + renderer.render(issue, in: text), hasHint: issue.hint != nil) + "\n")
    }
  }

  /// Wraps the message and the hint (the last line) to the width of the screen. The other lines fit already.
  private func fitted(_ text: String, hasHint: Bool) -> String {
    guard let width else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let wrapped = hasHint && lines.count > 1 ? [lines.count - 1, 0] : [0]
    for position in wrapped {
      lines[position] = WrappedText.lines(of: lines[position], width: width).joined(separator: "\n")
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(before range: SourceRange?, in text: String) -> Int {
    guard let range else { return 0 }
    return text.utf8.prefix(Int(range.lowerBound)).count { $0 == UInt8(ascii: "\n") }
  }
}
