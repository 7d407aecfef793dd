import PredicateRecords
import PredicateValues
import Testing

@Suite("Filtering separated values")
struct SeparatedFilterTests {
  static let people = #"""
    name,age,"born",zip,active,score\#r
    Ann,34,1990-02-03,01234,true,1.5\#r
    "Bob, ""Jr""",19,2005-01-01,99999,FALSE,2\#r
    "two
    lines",40,,00000,true,\#r
    ,50,1974-01-01T10:00:00Z,11111,false,3e2

    """#

  @Test(
    "Predicates use types guessed from the first records",
    arguments: [
      ("age > 30", [1, 3, 4]), ("zip == \"01234\"", [1]), ("active == TRUE", [1, 3]), ("active == NO", [2, 4]),
      ("score >= 2", [2, 4]), ("score == nil", [3]), ("name == nil", [4]), ("name CONTAINS \"\\\"Jr\"", [2]),
      ("name BEGINSWITH[c] \"TWO\"", [3]), ("name LIKE \"two\\nlines\"", [3]), ("age BETWEEN {19, 34}", [1, 2]),
      ("born > \"1990-01-01\"", [1, 2]), ("age + 1 == 20", [2]), ("name.length == 3", [1]),
    ])
  func types(format: String, expected: [Int]) throws {
    let lines = [
      "Ann,34,1990-02-03,01234,true,1.5\r\n", "\"Bob, \"\"Jr\"\"\",19,2005-01-01,99999,FALSE,2\r\n",
      "\"two\nlines\",40,,00000,true,\r\n", ",50,1974-01-01T10:00:00Z,11111,false,3e2\n",
    ]
    for portion in JSONFilterTests.portions {
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      let output = MemoryOutput()
      let filter = RecordFilter(predicate, output: output)
      filter.report = { Issue.record("\($0)") }
      try filter.run(ByteWindow(MemorySource(Self.people.utf8, portion: portion), size: 16), format: .csv)
      filter.finish()
      let heading = "name,age,\"born\",zip,active,score\r\n"
      #expect(output.text == heading + expected.map { lines[$0 - 1] }.joined())
    }
  }

  @Test("An invalid record is left out", arguments: JSONFilterTests.portions)
  func badRecords(portion: Int) throws {
    let input = "a,b\n1,x\n2\n3,y,z\n\nfour,x\n5,\"open\n6,\"a\"b\n7,\u{FF}\n,x\n8,x"
    var bytes = Array(input.utf8)
    bytes.replace("\u{FF}".utf8, with: [0xFF])
    var settings = FilterSettings()
    settings.columnTypes = [("a", .integer)]
    let filtered = try Filtered("a > 0 AND b != nil", bytes, as: .csv, portion: portion, settings: settings)
    #expect(filtered.text == "a,b\n1,x\n8,x\n")
    #expect(
      filtered.issues == [
        "3 cell-count", "4 cell-count", "6 cell-type", "7 text-behind-quote", "8 text-behind-quote", "9 encoding",
      ])
    // A cell whose column the predicate does not name is not read, so its error is not reported.
    let other = try Filtered("b != nil", bytes, as: .csv, portion: portion, settings: settings)
    #expect(other.text == "a,b\n1,x\nfour,x\n,x\n8,x\n")
  }

  @Test("A byte order mark, a last line without an end, a lone heading", arguments: JSONFilterTests.portions)
  func ends(portion: Int) throws {
    #expect(try Filtered("a > 1", "\u{FEFF}a\n1\n2".utf8, as: .csv, portion: portion).text == "a\n2\n")
    #expect(try Filtered("a > \"1\"", "a".utf8, as: .csv, portion: portion).text == "a\n")
    #expect(try Filtered("a == \"x\"", "".utf8, as: .csv, portion: portion).text == "")
  }

  @Test("After a quote that is never closed, only its line is lost", arguments: JSONFilterTests.portions)
  func openQuote(portion: Int) throws {
    let filtered = try Filtered("a > 0", "a,b\n1,\"x\n2,y\n3,z\n".utf8, as: .csv, portion: portion)
    #expect(filtered.text == "a,b\n2,y\n3,z\n")
    #expect(filtered.issues == ["2 open-quote"])
  }

  @Test("With tabs, backslash escapes replace tabs and line ends in cells", arguments: JSONFilterTests.portions)
  func tabs(portion: Int) throws {
    let input = "a\tb\n1\tx\\ty\n2\t\"q\n3\tc:\\\\n\\z\n"
    #expect(try Filtered("b == \"x\ty\"", input.utf8, as: .tsv, portion: portion).text == "a\tb\n1\tx\\ty\n")
    #expect(try Filtered("b == '\"q'", input.utf8, as: .tsv, portion: portion).text == "a\tb\n2\t\"q\n")
    #expect(try Filtered("b ENDSWITH \"n\\\\z\"", input.utf8, as: .tsv, portion: portion).count == 1)
  }

  @Test func asJSON() throws {
    var settings = FilterSettings()
    settings.outputFormat = .ndjson
    let filtered = try Filtered("age > 30 AND zip != nil", Self.people.utf8, as: .csv, settings: settings)
    #expect(
      filtered.text == """
        {"name":"Ann","age":34,"born":"1990-02-03","zip":"01234","active":true,"score":1.5}
        {"name":"two\\nlines","age":40,"born":null,"zip":"00000","active":true,"score":null}
        {"name":null,"age":50,"born":"1974-01-01T10:00:00Z","zip":"11111","active":false,"score":300.0}

        """)
    settings.outputFormat = .json
    #expect(
      try Filtered("a == 1", "a\n1\n2\n1\n".utf8, as: .csv, settings: settings).text == "[\n{\"a\":1},\n{\"a\":1}\n]\n")
  }

  @Test(
    "Numbers in cells",
    arguments: [
      ("-1.5", [1]), ("1.5", [2]), ("0", [3, 4]), ("12345678901234567", [5]), ("7", [6, 7]), ("0.1", [8]),
      ("3e2", [9]),
    ])
  func numbers(constant: String, rows: [Int]) throws {
    let cells = ["-1.5", "1.5", "0", "-0.0", "12345678901234567", "007", "7.", "0.1", "3e2", "-", "1.2.3", ".", "nan"]
    let input = "row,n\n" + cells.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
    var settings = FilterSettings()
    settings.columnTypes = [("n", .double)]
    let filtered = try Filtered("n == \(constant)", input.utf8, as: .csv, settings: settings)
    #expect(filtered.text == "row,n\n" + rows.map { "\($0),\(cells[$0 - 1])\n" }.joined())
    #expect(filtered.issues == ["11 cell-type", "12 cell-type", "13 cell-type", "14 cell-type"])
  }

  @Test(
    "The types of columns",
    arguments: [
      (["1", "-20", "0"], ColumnType.integer), (["1", "2.5", "-1e3"], .double), (["01", "2"], .string),
      (["99999999999999999999"], .double), (["true", "False"], .boolean), (["yes", "no"], .string),
      (["1", "x"], .string),
      (["2024-01-31", "2024-01-31T10:00:00+01:00"], .date), (["2024-02-31"], .string), (["1-2"], .string),
      (["--1"], .string),
      (["nan", "1"], .string), (["0x10"], .string), ([], .string), (["-"], .string), (["1."], .double),
    ])
  func guesses(texts: [String], type: ColumnType) {
    #expect(ColumnType.guess(texts) == type)
  }

  @Test("A predicate that does not fit the columns fails before any record is read")
  func wrongPredicates() throws {
    let output = MemoryOutput()
    let filter = RecordFilter(try QueryPredicate(format: "nam == 1"), output: output)
    #expect(throws: RecordFilter.Failure.self) {
      try filter.run(ByteWindow(MemorySource("name\nx\n".utf8)), format: .csv)
    }
    #expect(output.text.isEmpty)
  }
}
