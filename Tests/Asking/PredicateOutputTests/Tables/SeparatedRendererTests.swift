import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateOutput

/// The renderers write bytes. The tests build the same texts from strings and compare them.
@Suite("Rows as bytes")
struct SeparatedRendererTests {
  private static let texts = [
    "", " ", "plain", "a,b", "say \"hi\"", "two\nlines", "cr\rlf\r\n", "tab\there", "back\\slash", "äöü", "日本", "👩‍👩‍👧",
    "\u{0}", "e\u{301},", "a|b", "*_`<>[]", "\u{202E}x", "~", "\u{7F}",
  ]

  private static let values: [QueryValue] =
    texts.map { .string($0) } + [
      .null, .boolean(true), .boolean(false), .integer(0), .integer(-7), .integer(.max), .integer(.min), .double(2.5),
      .double(.infinity), .double(1e300), .decimal(QueryDecimal(12)), .date(0), .date(-0.25), .date(1e11), .date(-1e12),
      .date(2e15), .date(1e14), .data([1, 2, 3]), .url("https://example.org/a,b"),
      .array([.string("a"), .null, .integer(1)]), .reference(ObjectReference(entity: "Movie", key: -3)),
    ]

  private static func rendered(_ mode: OutputMode, _ table: ResultTable) -> String {
    let output = TextOutput()
    _ = mode.renderer.render(ShownTable(table), layout: .plain, to: output)
    return output.text
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = !text.unicodeScalars.contains { "\",\n\r".unicodeScalars.contains($0) }
    return isPlain && !text.isEmpty ? text : "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  private static func backslashed(_ text: String) -> String {
    let marks: [Unicode.Scalar: String] = ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]
    return text.replacingScalars { marks[$0] }
  }

  @Test("Each value alone, in both modes, has the text of DataText with the marks of the mode", arguments: values)
  func oneValue(_ value: QueryValue) {
    let table = ResultTable(columns: ["v"], rows: [[value]])
    let text = DataText.text(of: value)
    #expect(Self.rendered(.csv, table) == "v\n" + (value.isNull ? "" : Self.quoted(text)) + "\n")
    #expect(Self.rendered(.tsv, table) == "v\n" + (value.isNull ? "" : Self.backslashed(text)) + "\n")
  }

  @Test("Short rows are filled, headings are escaped, and a block may end within the rows")
  func manyRows() {
    let row: [QueryValue] = [.string("x, y"), .integer(12), .date(86_400)]
    let table = ResultTable(
      columns: ["a,b", "c", "d", "e"], rows: Array(repeating: row, count: 5_000) + [[.integer(1)]])
    let line = "\"x, y\",12,2001-01-02T00:00:00Z,\n"
    #expect(
      Self.rendered(.csv, table) == "\"a,b\",c,d,e\n" + String(repeating: line, count: 5_000) + "1,,,\n")
  }

  @Test("A Markdown cell is as wide as its column, and markup is escaped", arguments: texts)
  func markdown(_ text: String) {
    let lines = Self.rendered(.markdown, ResultTable(columns: ["v"], rows: [[.string(text)], [.string("0123456789")]]))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let shown = CellText.escaped(text).replacingScalars {
      "|\\`*_<>[]".unicodeScalars.contains($0) ? "\\\($0)" : nil
    }
    let width = max(10, DisplayWidth.columns(of: shown))
    #expect(lines[2] == "| " + CellText.padded(shown, to: width) + " |")
    #expect(lines[1] == "| " + String(repeating: "-", count: width) + " |")
  }

  @Test("Cells of a table and of a frame are padded to the width that a terminal shows", arguments: texts)
  func cells(_ text: String) {
    let table = ResultTable(
      columns: ["v", "n", "w"],
      rows: [[.string(text), .integer(5), .null], [.string("x"), .integer(-10), .string("y")]])
    let shown = CellText.escaped(text)
    let width = max(1, DisplayWidth.columns(of: shown))
    #expect(
      Self.rendered(.table, table).split(separator: "\n").last
        == "\(CellText.padded("x", to: width))  -10  y")
    #expect(
      Self.rendered(.box, table).split(separator: "\n").dropFirst(3).first
        == "│ \(CellText.padded(shown, to: width)) │   5 │ nil │")
  }
}
