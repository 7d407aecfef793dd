import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateOutput

@Suite("Tables on a screen")
struct TableRendererTests {
  private static func rendered(
    _ table: ResultTable, width: Int? = nil, isColored: Bool = false, titles: [ObjectReference: String] = [:],
    naming: String? = nil
  ) -> (lines: [String], hidden: [String]) {
    let output = TextOutput()
    let layout = OutputLayout(width: width, rowLimit: nil, style: TextStyle(isColored: isColored), showsTime: false)
    let hidden = TableRenderer().render(ShownTable(table, titles: titles, naming: naming), layout: layout, to: output)
    return (output.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast(), hidden)
  }

  private static func column(_ name: String, _ values: QueryValue...) -> ResultTable {
    ResultTable(columns: [name], rows: values.map { [$0] })
  }

  @Test func columnsAreAlignedAsTerminalsDrawThem() {
    let table = ResultTable(
      columns: ["id", "title", "rating", "lent"],
      rows: [
        [.integer(1), .string("七人の侍"), .double(8.6), .boolean(true)],
        [.integer(12), .string("Amélie 🎬"), .null, .boolean(false)],
        [.integer(103), .string("e\u{301}"), .double(10), .null],
      ])
    #expect(
      Self.rendered(table).lines == [
        " id  title      rating  lent",
        "───  ─────────  ──────  ────",
        "  1  七人の侍      8.6  YES",
        " 12  Amélie 🎬     nil  NO",
        "103  e\u{301}            10.0  nil",
      ])
  }

  /// Eight columns do not fit into 60 places. The column with the object's name stays and is the widest, and the least informative columns are left out.
  @Test func theNamingColumnStaysAndIsTheWidest() throws {
    let table = ResultTable(
      columns: ["rowid", "customerID", "customer", "companyName", "contact", "address", "fax", "phone"],
      rows: [
        [
          .integer(1), .string("ALFKI"), .string("Al"), .string("Alfreds Futterkiste und Söhne"),
          .string("Maria Anders"),
          .string("Obere Straße 57, Hinterhaus, Seiteneingang"), .null, .string("030-0074321"),
        ]
      ])
    let (lines, hidden) = Self.rendered(table, width: 60, naming: "companyName")
    #expect(hidden == ["customerID", "address", "fax"])
    #expect(lines.last == "    1  Al        Alfreds Futterkist…  Maria And…  030-00743…")
    // Without a naming column, the first two columns stay.
    #expect(!Self.rendered(table, width: 60).hidden.contains("customerID"))
    // On a wide screen, nothing is left out.
    #expect(Self.rendered(table, width: 160, naming: "companyName").hidden.isEmpty)
  }

  @Test func datesOfAColumnAreEquallyPrecise() {
    #expect(
      Self.rendered(Self.column("on", .date(0), .date(86_400))).lines.dropFirst(2) == ["2001-01-01", "2001-01-02"])
    #expect(
      Self.rendered(Self.column("on", .date(0), .null, .date(72_900))).lines.dropFirst(2)
        == ["2001-01-01 00:00", "nil", "2001-01-01 20:15"])
    #expect(Self.rendered(Self.column("on", .date(-1))).lines.last == "2000-12-31 23:59:59")
  }

  @Test func objectsAreShownByTheirTitles() {
    let alice = ObjectReference(entity: "Friend", key: 1)
    let table = Self.column("friend", .reference(alice), .reference(ObjectReference(entity: "Friend", key: 2)))
    #expect(Self.rendered(table, titles: [alice: "Alice"]).lines.dropFirst(2) == ["Alice", "Friend[2]"])
  }

  @Test func nothingStoredDrivesTheTerminal() {
    let hostile = "a\u{1B}[2J\nb\tc\u{85}\u{202E}d\u{7F}\0"
    let (lines, _) = Self.rendered(
      ResultTable(columns: ["na\u{1B}me"], rows: [[.string(hostile)]]), isColored: false)
    #expect(lines.first == "na\\x1Bme")
    #expect(lines.last == "a\\x1B[2J\\nb\\tc\\u0085\\u202Ed\\x7F\\x00")
  }

  @Test func textIsShortenedToTheScreenAndNumbersAreNot() {
    let table = ResultTable(
      columns: ["id", "title", "note"],
      rows: [[.integer(1_234_567), .string("七人の侍七人の侍七人の侍"), .string("abcdefghijklmnopqrstuvwxyz")]])
    let (lines, hidden) = Self.rendered(table, width: 40)
    #expect(lines.last == "1234567  七人の侍七人の…  abcdefghijklm…")
    #expect(hidden.isEmpty)
    for line in lines { #expect(DisplayWidth.columns(of: line) <= 40) }
  }

  @Test("Lines fit every screen, wide or narrow", arguments: 12...120)
  func fitting(_ width: Int) {
    let table = ResultTable(
      columns: ["id", "title", "year", "movieDescription", "empty", "lentOn"],
      rows: [
        [
          .integer(1), .string("The Good, the Bad and the Ugly"), .integer(1966),
          .string(String(repeating: "七 and more ", count: 20)), .null, .date(72_900),
        ]
      ])
    let (lines, hidden) = Self.rendered(table, width: width)
    let isVertical = lines.count == 6
    #expect(isVertical || lines.count == 3)
    if isVertical {
      #expect(hidden.isEmpty)
    } else {
      for line in lines { #expect(DisplayWidth.columns(of: line) <= width) }
      // A narrower table hides the empty columns first, and then the column with the longest texts.
      #expect(hidden.isEmpty || hidden == ["empty"] || hidden == ["movieDescription", "empty"])
    }
  }

  @Test func namesTakeTheirRoomBeforeProse() {
    let prose = String(repeating: "words ", count: 20)
    let table = ResultTable(
      columns: ["about", "title"], rows: [[.string(prose), .string("The Good, the Bad and the Ugly")]])
    #expect(Self.rendered(table, width: 50).lines.last == "words words words…  The Good, the Bad and the Ugly")
  }

  @Test func missingColumnsAreToldInTheOrderOfTheTable() {
    let table = ResultTable(
      columns: ["id", "title", "description", "year", "rating"],
      rows: [
        [.integer(1), .string("Alien Resurrection"), .string("Longer than the title is"), .integer(1997), .double(6)]
      ])
    let (lines, hidden) = Self.rendered(table, width: 32)
    #expect(hidden == ["description"])
    #expect(lines.first == "id  title           year  rating")
  }

  @Test func linesShowEverything() {
    let output = TextOutput()
    let table = ResultTable(
      columns: ["id", "title"], rows: [[.integer(1), .string("七人")], [.integer(2)]])
    _ = LineRenderer().render(ShownTable(table), layout: .plain, to: output)
    #expect(output.text == "   id  1\ntitle  七人\n\n   id  2\ntitle  nil\n")
  }

  @Test func theTextForNilCanBeChosen() {
    let output = TextOutput()
    let table = ResultTable(
      columns: ["a", "b"], rows: [[.null, .integer(1)], [.string("x"), .null]])
    _ = TableRenderer().render(ShownTable(table, nilText: "(none)"), layout: .plain, to: output)
    _ = LineRenderer().render(ShownTable(table.prefix(1), nilText: ""), layout: .plain, to: output)
    #expect(output.text == "a            b\n──────  ──────\n(none)       1\nx       (none)\na  \nb  1\n")
  }

  @Test func coloursAreOutsideOfWhatIsMeasured() {
    let (plain, _) = Self.rendered(Self.column("a", .string("xyz"), .null))
    let (colored, _) = Self.rendered(Self.column("a", .string("xyz"), .null), isColored: true)
    let stripped = colored.map { line in
      line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().map { position, part in
        position == 0 ? String(part) : String(part.drop { $0 != "m" }.dropFirst())
      }.joined()
    }
    #expect(stripped == plain)
    #expect(colored != plain)
  }
}

@Suite("Words for values")
struct ValueTextTests {
  @Test(
    "Shortened text ends with a mark and fits",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("七人", 4, "七人"), ("七人の", 4, "七…"), ("七人の", 5, "七人…"), ("👩‍👩‍👧x", 2, "…"),
      ("abc", 0, ""),
    ])
  func shortened(_ text: String, _ width: Int, _ expected: String) {
    #expect(CellText.shortened(text, to: width) == expected)
  }

  @Test(
    "Durations",
    arguments: [
      (Duration.microseconds(1_340), "1.3 ms"), (.milliseconds(12), "12 ms"), (.milliseconds(3_249), "3.2 s"),
      (.seconds(125), "2 min 5 s"),
    ])
  func durations(_ duration: Duration, _ expected: String) {
    #expect(DurationText.text(of: duration) == expected)
  }

  @Test func collections() {
    let value = QueryValue.array([.integer(1), .string("a"), .null, .data([1, 2]), .boolean(true)])
    #expect(ValueText().text(of: value) == "{1, \"a\", nil, 2 bytes, YES}")
    #expect(ValueText().text(of: .date(.infinity)) == "inf")
  }
}
