import PredicateModel
import PredicateSyntax
import PredicateValues

/// Writes a heading, and a line for each row. The values of a row are separated by commas or tabs.
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
    writer.write(heading: first.source.columns)
    return writer
  }
}

private final class SeparatedWriter: RowWriter {
  private let separator: SeparatedRenderer.Separator
  private let mark: UInt8
  private var lines: LineBuffer

  init(_ separator: SeparatedRenderer.Separator, _ output: any ShellOutput) {
    self.separator = separator
    mark = separator == .comma ? UInt8(ascii: ",") : UInt8(ascii: "\t")
    lines = LineBuffer(output)
  }

  func write(_ rows: ShownTable) {
    let count = rows.source.columns.count
    for row in rows.source.rows {
      for column in 0..<count {
        if column > 0 { lines.append(mark) }
        if column < row.count { append(row[column]) }
      }
      lines.endLine()
    }
    lines.flush()
  }

  func write(heading names: [String]) {
    for (position, name) in names.enumerated() {
      if position > 0 { lines.append(mark) }
      append(name)
    }
    lines.endLine()
    lines.flush()
  }

  /// Appends the text that ``DataText`` gives for a value. Frequent types are written as bytes, without making a string.
  private func append(_ value: QueryValue) {
    switch value {
    case .null: break
    case .integer(let number): lines.append(number)
    case .reference(let reference): lines.append(reference.key)
    case .date(let date): lines.append(date: date)
    case .string(let text), .url(let text): append(text)
    default: append(DataText.text(of: value))
    }
  }

  private func append(_ text: String) {
    switch separator {
    case .comma: appendQuoted(text)
    case .tab: appendBackslashed(text)
    }
  }

  private func appendQuoted(_ text: String) {
    let needsQuotes = text.containsByte { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes || text.isEmpty else { return lines.append(text) }
    lines.append(UInt8(ascii: "\""))
    lines.append(text) { $0 == UInt8(ascii: "\"") ? "\"\"" : nil }
    lines.append(UInt8(ascii: "\""))
  }

  private func appendBackslashed(_ text: String) {
    guard text.containsByte(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else { return lines.append(text) }
    lines.append(text) { byte in
      switch byte {
      case UInt8(ascii: "\t"): "\\t"
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\r"): "\\r"
      case UInt8(ascii: "\\"): "\\\\"
      default: nil
      }
    }
  }
}
