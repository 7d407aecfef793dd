import PredicateSyntax
import Testing

@Suite("Columns of a terminal")
struct DisplayWidthTests {
  static let widthsRows: [(String, Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｆｕｌｌ", 8), ("ｶﾅ", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🎬", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2),
    ("🇩🇪🇫🇷", 4),
    ("1️⃣", 2), ("☝🏽", 2), ("⌚", 2), ("a\u{200D}b", 2), ("\u{200B}", 0), ("\u{FEFF}a", 1), ("\u{AD}", 1),
    ("\0\u{1B}\u{7F}", 0), ("\r\n", 0),
    ("क्षि", 3), ("ไทย", 3), ("𝒳", 1), ("𠀀", 2), ("、", 2), ("…", 1), ("🀄", 2), ("〰", 2), ("㉈", 1), ("\u{2028}", 0),
  ]

  @Test("A text has its columns", arguments: widthsRows)
  func widths(_ text: String, _ expected: Int) {
    #expect(DisplayWidth.columns(of: text) == expected)
  }

  @Test("A tab continues to the next stop")
  func tabs() {
    #expect(DisplayWidth.columns(of: "\t") == 8)
    #expect(DisplayWidth.columns(of: "ab\tc") == 9)
    #expect(DisplayWidth.columns(of: "\t\t", tabStop: 4) == 8)
    #expect(DisplayWidth.columns(of: "a\tb", from: 6) == 3)
    #expect(DisplayWidth.columns(of: "\t", tabStop: 0) == 1)
  }
}

@Suite("Rendering of diagnostics")
struct DiagnosticRendererTests {
  private func issue(_ range: SourceRange?, hint: String? = nil) -> PredicateIssue {
    PredicateIssue(kind: .syntax, code: "test-code", message: "expected this, found that", range: range, hint: hint)
  }

  /// The rendered source line, and the line with the mark below it.
  private func lines(_ source: String, _ from: Int, _ to: Int, width: Int = 100) -> [String] {
    let text = DiagnosticRenderer(width: width).render(issue(SourceRange(from, to)), in: source)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
  }

  @Test("Message, line, mark and hint")
  func whole() {
    let text = DiagnosticRenderer().render(
      issue(SourceRange(5, 11), hint: "write NOT year IN {1}"), in: "year NOT IN {1}")
    #expect(
      text == """
        error[test-code]: expected this, found that
        year NOT IN {1}
             ^~~~~~
        hint: write NOT year IN {1}
        """)
  }

  @Test("An issue without a place, and a note")
  func bare() {
    #expect(DiagnosticRenderer().render(issue(nil), in: "a") == "error[test-code]: expected this, found that")
    let note = PredicateIssue(severity: .note, kind: .syntax, code: "n", message: "m")
    #expect(DiagnosticRenderer().render(note, in: "a") == "note[n]: m")
  }

  static let placesRows: [(String, Int, Int, String, String)] = [
    // An empty range, the end, past the end, an empty source.
    ("a = ", 2, 2, "a = ", "  ^"), ("a =", 3, 3, "a =", "   ^"), ("a =", 90, 95, "a =", "   ^"), ("", 0, 0, "", "^"),
    // If a source ends with empty lines, its end is marked after the last text.
    ("a =\n\n", 5, 5, "a =", "   ^"), ("a =\r\n", 5, 5, "a =", "   ^"), ("\n", 1, 1, "", "^"),
    // Several lines: a range in one, a range over several, and a range that begins at the end of a line.
    ("a = 1\nAND b =\nOR c", 10, 11, "AND b =", "    ^"), ("a\nbb cc\ndd", 5, 10, "bb cc", "   ^~"),
    ("a\nb", 1, 3, "a", " ^"), ("a\r\nb", 1, 1, "a", " ^"), ("a\r\nb", 2, 2, "a", " ^"),
    ("a\r\nb c", 5, 6, "b c", "  ^"),
    ("a\rb", 2, 3, "b", "^"),
    // Tabs, before the mark and in it.
    ("\tx = y", 5, 6, "        x = y", "            ^"), ("a\tb\tc", 4, 5, "a       b       c", "                ^"),
    ("a\tb", 1, 3, "a       b", " ^~~~~~~~"), ("a\tb", 1, 2, "a       b", " ^~~~~~~"),
    // Wide characters, emoji, combining marks. A mark covers the whole character around its range.
    ("日本 = x", 9, 10, "日本 = x", "       ^"), ("日本 = x", 3, 6, "日本 = x", "  ^~"), ("日本", 4, 5, "日本", "  ^~"),
    ("👨‍👩‍👧 = x", 21, 22, "👨‍👩‍👧 = x", "     ^"), ("👨‍👩‍👧 = x", 7, 8, "👨‍👩‍👧 = x", "^~"), ("🇩🇪 x", 9, 10, "🇩🇪 x", "   ^"),
    ("e\u{301} = x", 6, 7, "e\u{301} = x", "    ^"), ("e\u{301}x", 1, 1, "e\u{301}x", "^"),
    ("\u{301}x", 0, 2, "\u{301}x", "^"),
    // Control characters are shown as pictures and have no effect.
    ("a\u{1B}[31m = \0", 9, 10, "a␛[31m = ␀", "         ^"), ("\u{202E}a", 3, 4, "\u{FFFD}a", " ^"),
  ]

  @Test("The mark is below its place", arguments: placesRows)
  func places(_ source: String, _ from: Int, _ to: Int, _ line: String, _ mark: String) {
    #expect(lines(source, from, to) == [line, mark])
  }

  @Test("A long line is cut to the part around the place")
  func windows() {
    let long = String(repeating: "a", count: 150) + "X" + String(repeating: "b", count: 150)
    for (place, character) in [(0, "a"), (5, "a"), (150, "X"), (299, "b"), (300, "b")] {
      let shown = lines(long, place, place + 1, width: 60)
      #expect(shown.count == 2)
      #expect(DisplayWidth.columns(of: shown[0]) <= 60)
      #expect(shown[0].hasPrefix("…") == (place > 50), "at \(place)")
      #expect(shown[0].hasSuffix("…") == (place < 250), "at \(place)")
      let below = shown[0].dropFirst(shown[1].count - 1).first
      #expect(below.map { String($0) } == character, "at \(place)")
    }
    let end = lines(long, 301, 301, width: 60)
    #expect(end[0].count == end[1].count - 1)
    #expect(lines(long, 140, 260, width: 60)[1].count <= 60)
  }

  @Test("A very long line costs little and keeps the mark right")
  func veryLong() {
    let long = String(repeating: "日", count: 30_000) + "X" + String(repeating: "é", count: 30_000)
    let shown = lines(long, 90_000, 90_001)
    let before = shown[0].prefix { $0 != "X" }
    #expect(DisplayWidth.columns(of: String(before)) == shown[1].count - 1)
    #expect(DisplayWidth.columns(of: shown[0]) <= 100)
  }

  @Test("Colour only if it is requested")
  func color() {
    let text = DiagnosticRenderer(usesColor: true).render(issue(SourceRange(0, 1), hint: "h"), in: "a")
    #expect(text.contains("\u{1B}[1;31merror[test-code]\u{1B}[0m: "))
    #expect(text.contains("\u{1B}[1;32m^\u{1B}[0m"))
    #expect(!DiagnosticRenderer().render(issue(SourceRange(0, 1)), in: "a").contains("\u{1B}"))
    let hostile = PredicateIssue(kind: .syntax, code: "c", message: "found \u{1B}[2J")
    #expect(DiagnosticRenderer().render(hostile, in: "") == "error[c]: found ␛[2J")
  }
}
