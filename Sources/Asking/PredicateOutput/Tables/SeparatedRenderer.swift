import PredicateModel
import PredicateValues

/// Writes a heading and a line for each row. Values are separated by commas or tabs.
///
/// With commas, values with a comma, a quote or a line end are quoted, and quotes are doubled (RFC 4180). Nil is empty, and an empty text is `""`.
/// With tabs, the characters tab, line feed, carriage return and backslash are written `\t`, `\n`, `\r`, `\\`.
struct SeparatedRenderer: ResultRenderer {
  /// The character between two values.
  enum Separator {
    case comma
    case tab
  }

  let separator: Separator

  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    let writer = SeparatedWriter(separator, output)
    writer.write(first.source.columns.map(writer.escaped))
    return writer
  }
}

private final class SeparatedWriter: RowWriter {
  private let separator: SeparatedRenderer.Separator
  private let output: any ShellOutput

  init(_ separator: SeparatedRenderer.Separator, _ output: any ShellOutput) {
    self.separator = separator
    self.output = output
  }

  func write(_ rows: ShownTable) {
    let source = rows.source
    let mark: Unicode.Scalar = separator == .comma ? "," : "\t"
    var line = ""
    for row in source.rows.indices {
      line.removeAll(keepingCapacity: true)
      for column in source.columns.indices {
        if column > 0 { line.unicodeScalars.append(mark) }
        let value = source.value(row: row, column: column)
        if !value.isNull { line += escaped(DataText.text(of: value)) }
      }
      line.unicodeScalars.append("\n")
      output.write(line)
    }
  }

  func write(_ cells: [String]) {
    output.write(cells.joined(separator: separator == .comma ? "," : "\t") + "\n")
  }

  func escaped(_ text: String) -> String {
    switch separator {
    case .comma: Self.quoted(text)
    case .tab: Self.backslashed(text)
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.isEmpty || text.utf8.contains(where: { "\",\n\r".utf8.contains($0) }) else { return text }
    return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  private static func backslashed(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "\t": "\\t"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\\": "\\\\"
      default: nil
      }
    }
  }
}
