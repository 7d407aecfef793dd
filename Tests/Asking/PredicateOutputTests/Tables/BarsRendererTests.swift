import PredicateModel
import PredicateValues
import Testing

@testable import PredicateOutput

@Suite("Bars")
struct BarsRendererTests {
  private static func layout(_ width: Int, isUTF8: Bool = true) -> OutputLayout {
    var layout = OutputLayout(width: width, rowLimit: nil, style: .plain, showsTime: false)
    layout.isUTF8 = isUTF8
    return layout
  }

  private static func lines(
    _ table: ResultTable, width: Int, isUTF8: Bool = true, keyColumns: [Int]? = [0]
  ) -> [String] {
    let output = TextOutput()
    _ = BarsRenderer().render(
      ShownTable(table, keyColumns: keyColumns), layout: layout(width, isUTF8: isUTF8), to: output)
    return output.text.split(separator: "\n").map(String.init)
  }

  private static let genres = ResultTable(
    columns: ["genre", "films"],
    rows: [
      [.string("Drama"), .integer(35)], [.string("七人"), .integer(14)], [.null, .integer(7)], [.string("x"), .null],
    ])

  @Test func barsFillTheWidth() {
    #expect(
      Self.lines(Self.genres, width: 20) == [
        "genre  films", "Drama   35 █████████", "七人    14 ███▋", "nil      7 █▊", "x      nil",
      ])
    #expect(
      Self.lines(Self.genres, width: 20, isUTF8: false) == [
        "genre  films", "Drama   35 #########", "七人    14 ####", "nil      7 ##", "x      nil",
      ])
  }

  @Test(arguments: [12, 40, 80, 200]) func noLineIsWiderThanTheScreen(_ width: Int) {
    for isUTF8 in [true, false] {
      for line in Self.lines(Self.genres, width: width, isUTF8: isUTF8) {
        #expect(DisplayWidth.columns(of: line) <= max(width, 19), "\(line)")
      }
    }
  }

  /// Zero is drawn as an axis. Bars of negative numbers are to its left, and the numbers keep their signs.
  @Test func negativeNumbers() {
    let table = ResultTable(
      columns: ["k", "v"],
      rows: [[.string("a"), .double(-5)], [.string("b"), .double(5)], [.string("c"), .double(0)]])
    let lines = Self.lines(table, width: 20, isUTF8: false)
    #expect(lines[0] == "k  v")
    #expect(lines[1].hasPrefix("a  -5.0 #") && lines[1].hasSuffix("#|"))
    #expect(lines[2].hasPrefix("b   5.0  ") && lines[2].contains(" |#"))
    #expect(lines[3].hasSuffix("|"))
    #expect(lines.allSatisfy { $0.count <= 20 })
    #expect(Self.lines(table, width: 21)[1].hasSuffix("█│"))
    #expect(Self.lines(table, width: 21)[2].contains("│█"))
  }

  @Test func severalNumbersHaveTheirOwnScales() {
    let table = ResultTable(
      columns: ["g", "n", "m"],
      rows: [[.string("a"), .integer(1), .double(0.5)], [.string("b"), .integer(2), .double(1)]])
    let lines = Self.lines(table, width: 25)
    #expect(lines.count == 3)
    #expect(lines[1].contains("0.5 █") && lines[2].contains("1.0 ██"))
    // If the screen is too narrow, the last columns are left out and reported.
    let output = TextOutput()
    let hidden = BarsRenderer().render(ShownTable(table, keyColumns: []), layout: Self.layout(14), to: output)
    #expect(hidden == ["m"])
  }

  @Test func rowsThatAreNoGroupsAreATable() {
    #expect(Self.lines(Self.genres, width: 40, keyColumns: nil)[1].contains("─"))
    let texts = ResultTable(columns: ["a", "b"], rows: [[.string("x"), .string("y")]])
    #expect(Self.lines(texts, width: 40).count == 3)
  }

  /// Numbers near the limits of doubles are drawn. The bar of an infinite number ends with ▶.
  @Test func hugeNumbers() {
    let huge = Double.greatestFiniteMagnitude
    let table = ResultTable(
      columns: ["k", "v"],
      rows: [
        [.string("a"), .double(huge)], [.string("b"), .double(-huge)], [.string("c"), .double(.infinity)],
        [.string("d"), .double(.nan)], [.string("e"), .double(.leastNonzeroMagnitude)],
      ])
    let lines = Self.lines(table, width: 60)
    #expect(lines.count == 6)
    #expect(lines[3].hasSuffix("▶"))
  }

  @Test func laterRowsMayBeLonger() {
    let first = ShownTable(Self.genres, keyColumns: [0])
    let output = TextOutput()
    let writer = BarsRenderer().writer(for: first, layout: Self.layout(20), to: output)
    writer.write(
      ShownTable(ResultTable(columns: ["genre", "films"], rows: [[.string("y"), .integer(99)]]), keyColumns: [0]))
    #expect(output.text.hasSuffix("▶\n"))
  }

  @Test func countsInOneLine() {
    let line = BarDrawing(isUTF8: true).line(of: [0, 1, 4, 8])
    #expect(line.count == 4 && line.first == " " && line.last == "█")
    #expect(BarDrawing(isUTF8: false).line(of: [0, 8]) == " @")
  }

  @Test(arguments: [
    (["LANG": "C"], false), (["LANG": "POSIX"], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true),
    ([:], true),
    (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
    (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8@euro", "LANG": "C"], true),
    (["LANG": "de_DE.ISO-8859-1"], false),
  ])
  func theLocaleDecides(_ environment: [String: String], _ isUTF8: Bool) {
    #expect(TerminalFacts.isUTF8(environment: environment) == isUTF8)
  }
}

@Suite("Histograms of a column")
struct ColumnHistogramTests {
  private static func rows(_ values: [QueryValue], most: Int = 20) -> [String] {
    let table = ShownTable(ResultTable(columns: ["c"], rows: values.map { [$0] }))
    return ColumnHistogram(table, column: 0, most: most).table.rows.map { row in
      row.map { ValueText().text(of: $0) }.joined(separator: ": ")
    }
  }

  @Test func numbersInIntervals() {
    #expect(Self.rows([1, 1, 3, 5].map { .integer($0) }) == ["1: 2", "2: 0", "3: 1", "4: 0", "5: 1"])
    #expect(
      Self.rows((1902...1935).map { .integer($0) }, most: 8)
        == [
          "1900 to 1904: 3", "1905 to 1909: 5", "1910 to 1914: 5", "1915 to 1919: 5", "1920 to 1924: 5",
          "1925 to 1929: 5", "1930 to 1934: 5", "1935 to 1939: 1",
        ])
    #expect(
      Self.rows([0.1, 0.3, 0.30000000000000004, 0.75].map { .double($0) }, most: 4) == [
        "0.0 to 0.5: 3", "0.5 to 1.0: 1",
      ])
    #expect(
      Self.rows([.double(2), .null, .double(.infinity), .double(-0.5)], most: 4).suffix(2) == ["infinite: 1", "nil: 1"])
    #expect(Self.rows([.integer(7), .integer(7)]) == ["7: 2"])
    #expect(Self.rows([.null]) == ["nil: 1"])
  }

  @Test func datesInCalendarIntervals() throws {
    func date(_ text: String) throws -> QueryValue { .date(try #require(ISODate.parse(text))) }
    #expect(
      try Self.rows([date("2024-01-31T10:00:00Z"), date("2024-03-01")]) == ["2024-01: 1", "2024-02: 0", "2024-03: 1"])
    #expect(try Self.rows([date("1990-05-05"), date("2001-01-01")]).count == 12)
    #expect(try Self.rows([date("1815-05-05"), date("1999-01-01")]).first == "1810 to 1819: 1")
    #expect(
      try Self.rows([date("2024-01-31T10:10:00Z"), date("2024-01-31T11:50:00Z")]) == [
        "2024-01-31 10:00: 1", "2024-01-31 11:00: 1",
      ])
  }

  @Test func otherValuesByFrequency() {
    #expect(Self.rows(["b", "a", "b", "c", "d"].map { .string($0) }, most: 3) == ["b: 2", "a: 1", "2 others: 2"])
  }
}
