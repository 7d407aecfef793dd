import Foundation
import PredicateOutput
import PredicateCommands
import PredicateRecords
import PredicateTestSupport
import Testing

@Suite("The command filter")
struct FilterProgramTests {
  private final class Bytes: ByteOutput {
    var text = ""
    var hasFailed = false

    func write(_ bytes: UnsafeBufferPointer<UInt8>) { text += String(decoding: bytes, as: UTF8.self) }

    func flush() {}
  }

  private struct Answer: Equatable {
    var output: String
    var errors: String
    var status: SearchStatus
  }

  /// Filters files with the given names and contents. Standard input has one record.
  private func filter(
    _ format: String, _ contents: [(name: String, text: String)], missing: [String] = [],
    _ change: (inout FilterProgram) -> Void = { _ in }
  ) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for (name, text) in contents {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      files.append(file.path)
    }
    files += missing.map { folder.appending(path: $0).path }
    let output = Bytes()
    let errors = TextOutput()
    var program = FilterProgram()
    change(&program)
    let status = program.run(
      format: format, files: files, input: MemorySource("{\"a\":7}\n".utf8), output: output, errors: errors)
    return Answer(
      output: output.text, errors: errors.text.replacingOccurrences(of: folder.path + "/", with: ""), status: status)
  }

  // MARK: Statements over records

  private static let films = """
    {"title":"Alien","year":1979,"rating":8.5,"genre":"SciFi","cast":["a","b"]}
    {"title":"Brazil","year":1985,"rating":7.9,"genre":"SciFi","by":{"name":"Gilliam"}}
    {"title":"Clue","year":1985,"genre":"Comedy"}
    """

  private func rows(
    _ clauses: ProjectionClauses, _ format: String = "TRUEPREDICATE", name: String = "a.ndjson", text: String = films,
    output: RecordFormat? = nil
  ) throws -> Answer {
    try filter(format, [(name, text)]) {
      $0.projection = clauses
      $0.settings.outputFormat = output
    }
  }

  private static func clauses(
    show: String? = nil, group: String? = nil, sort: String? = nil, limit: Int? = nil
  ) -> ProjectionClauses {
    var clauses = ProjectionClauses()
    (clauses.show, clauses.group, clauses.sort, clauses.limit) = (show, group, sort, limit)
    return clauses
  }

  @Test func columnsOfRecords() throws {
    let answer = try rows(Self.clauses(show: "title, year / 10 * 10 AS decade, by.name"), "year > 1980")
    #expect(
      answer
        == Answer(
          output: """
            {"title":"Brazil","decade":1980,"by.name":"Gilliam"}
            {"title":"Clue","decade":1980,"by.name":null}

            """, errors: "", status: .found))
    #expect(try rows(Self.clauses(show: "title", limit: 1), output: .json).output == "[\n  {\"title\":\"Alien\"}\n]\n")
    #expect(try rows(Self.clauses(show: "title"), "year > 3000").output == "")
    #expect(try rows(Self.clauses(show: "title"), "year > 3000").status == .nothing)
  }

  /// Separated values are written as separated values, with the types of their columns.
  @Test func columnsOfSeparatedValues() throws {
    let text = "name,age\nAnn,30\nBob,4\nCid,\n"
    #expect(
      try rows(Self.clauses(show: "name, age + 1 AS next", sort: "age desc"), name: "a.csv", text: text).output
        == "name,next\nAnn,31\nBob,5\nCid,\n")
    #expect(try rows(Self.clauses(show: "name"), "age > 99", name: "a.csv", text: text).output == "name\n")
  }

  @Test("Combinations of elements are groups, up to a limit")
  func groupsOfElements() throws {
    let record = #"{"tags":[1,2,3,4,5,6,7,8,9,10]}"#
    func answer(_ keys: Int) throws -> Answer {
      let group = [String](repeating: "each tags", count: keys).joined(separator: ", ")
      return try rows(Self.clauses(show: "count() AS n", group: group), "TRUEPREDICATE", name: "a.json", text: record)
    }
    #expect(try answer(3).output.split(separator: "\n").count == 1_000 + 2)
    let refused = try answer(8)
    #expect(refused.output.isEmpty && refused.errors.contains("error[visited-elements]"), "\(refused)")
  }

  @Test func groupsAndOrders() throws {
    #expect(
      try rows(Self.clauses(show: "genre, count() AS n, max(year) AS last", group: "genre", sort: "n desc")).output
        == """
        {"genre":"SciFi","n":2,"last":1985}
        {"genre":"Comedy","n":1,"last":1985}

        """)
    #expect(try rows(Self.clauses(group: "year")).output.split(separator: "\n").count == 2)
    // Whole records are written unchanged.
    #expect(
      try rows(Self.clauses(sort: "rating", limit: 2)).output.split(separator: "\n").map { $0.prefix(16) }
        == ["{\"title\":\"Clue\",", "{\"title\":\"Brazil"])
    #expect(try rows(Self.clauses(show: "distinct year")).output.split(separator: "\n").count == 2)
  }

  /// An order with a limit keeps only some of many records. Records with equal keys stay in the order of the input.
  @Test func anOrderWithALimitOverManyRecords() throws {
    let numbers = (0..<5_000).map { ($0 * 7_919) % 5_000 / 2 }
    let text = numbers.enumerated().map { "{\"n\":\($1),\"line\":\($0)}\n" }.joined()
    let answer = try rows(Self.clauses(show: "n, line", sort: "n desc", limit: 3), text: text)
    let expected = numbers.enumerated().sorted {
      $0.element != $1.element ? $0.element > $1.element : $0.offset < $1.offset
    }
    #expect(
      answer.output.split(separator: "\n").map(String.init)
        == expected.prefix(3).map { "{\"n\":\($0.element),\"line\":\($0.offset)}" })
  }

  /// A limit without an order ends the reading: the text after the last needed record is not read.
  @Test func aLimitEndsTheReading() throws {
    let text = String(repeating: "{\"n\":1}\n", count: 3_000) + "no record\n"
    #expect(
      try rows(Self.clauses(show: "n", limit: 2), text: text)
        == Answer(output: "{\"n\":1}\n{\"n\":1}\n", errors: "", status: .found))
  }

  @Test(arguments: [
    ("title,", "", "error["), ("titel ==", "", "error["), ("count(", "", "error["),
    ("title", "genre", "error[not-grouped]"),
  ])
  func wrongClauses(_ show: String, _ group: String, _ error: String) throws {
    let answer = try rows(Self.clauses(show: show, group: group.isEmpty ? nil : group))
    #expect(answer.status == .failure)
    #expect(answer.errors.hasPrefix(error))
    #expect(answer.output == "")
  }

  @Test func statuses() throws {
    #expect(try filter("a > 2", []) == Answer(output: "{\"a\":7}\n", errors: "", status: .found))
    #expect(try filter("a > 9", []) == Answer(output: "", errors: "", status: .nothing))
    let bad = try filter("a > 2", [("x.ndjson", "{\"a\":3}\n{\"a\":\n")])
    #expect(bad.output == "{\"a\":3}\n")
    #expect(bad.errors == "x.ndjson:2: expected JSON, but the text ends inside a value at byte 5\n")
    #expect(bad.status == .failure)
    let missing = try filter("a > 2", [("x.ndjson", "{\"a\":3}\n")], missing: ["y.ndjson"])
    #expect(
      missing
        == Answer(
          output: "{\"a\":3}\n", errors: "predicate: y.ndjson: No such file or directory\n", status: .failure))
  }

  @Test("A key that no record has is reported at the end, once for all files")
  func keysThatNoRecordHas() throws {
    let log = "{\"level\":\"error\",\"app\":{\"name\":\"a\"}}\n{\"level\":\"info\"}\n"
    let typo = try filter("levle == \"error\"", [("x.ndjson", log), ("y.json", "[{\"lev\":1}]")])
    #expect(typo.errors == "predicate: no record has the key “levle”; the nearest name is “level”\n")
    #expect(typo.status == .nothing)
    let bare = try filter("level == error OR app.name == \"a\"", [("x.ndjson", log)])
    #expect(bare.errors == "predicate: no record has the key “error”\n")
    #expect(bare.status == .found)
    // A key is known if one record in any file has it.
    let some = try filter("lev == 1", [("x.ndjson", log), ("y.json", "[{\"lev\":1}]")])
    #expect(some.errors.isEmpty && some.status == .found)
    #expect(try filter("levle == 1", [("x.ndjson", "\n")]).errors.isEmpty)
  }

  @Test("An error inside of a member leaves out only its record")
  func faultsOfNestedMembers() throws {
    let log = "{\"a\":1,\"ctx\":{\"n\":1e999999}}\n{\"a\":2}\n{\"a\":3,\"ctx\":{\"n\":1}}\n"
    let found = try filter("ctx.n == 1 OR a > 0", [("x.ndjson", log)])
    #expect(found.output == "{\"a\":2}\n{\"a\":3,\"ctx\":{\"n\":1}}\n")
    #expect(found.errors.split(separator: "\n").count == 1 && found.errors.hasPrefix("x.ndjson:1: "), "\(found.errors)")
  }

  @Test("A key inside of a member that no record has is reported with its path")
  func nestedKeysThatNoRecordHas() throws {
    let log =
      "{\"level\":\"error\",\"ctx\":{\"user\":\"anna\",\"at\":{\"line\":1}}}\n{\"level\":\"info\",\"ctx\":{\"user\":\"ben\"}}\n"
    let typo = try filter("ctx.usr == \"anna\"", [("x.ndjson", log)])
    #expect(typo.errors == "predicate: no record has the key “ctx.usr”; the nearest name is “ctx.user”\n")
    #expect(typo.status == .nothing)
    let deep = try filter("ctx.at.lin == 1 OR ctx.user == \"ben\"", [("x.ndjson", log)])
    #expect(deep.errors == "predicate: no record has the key “ctx.at.lin”; the nearest name is “ctx.at.line”\n")
    // A key that occurs only in another file is known, so there is no error.
    #expect(try filter("ctx.usr == 1", [("x.ndjson", log), ("y.ndjson", "{\"ctx\":{\"usr\":1}}\n")]).errors.isEmpty)
    // The first part of the condition already decides the second record, so the missing key is not read there. The object around it does not have the
    // key either.
    let behind = try filter("level == \"error\" AND ctx.usr == 1", [("x.ndjson", log)])
    #expect(behind.errors == typo.errors)
    let later = log + "{\"level\":\"info\",\"ctx\":{\"usr\":1}}\n"
    #expect(try filter("level == \"error\" AND ctx.usr == 1", [("x.ndjson", later)]).errors.isEmpty)
    #expect(try filter("ctx.user == \"anna\"", [("x.ndjson", log)]).errors.isEmpty)
  }

  @Test("A wrong predicate is shown with its place")
  func wrongPredicate() throws {
    let answer = try filter("a ==", [])
    #expect(answer.status == .failure)
    #expect(answer.errors == "error[operand-expected]: expected a value, but the text ends\na ==\n    ^\n")
    let column = try filter("agee > 2", [("x.csv", "name,age\nAnn,3\n")])
    #expect(column.status == .failure)
    #expect(
      column.errors == """
        error[unknown-key]: record has no property “agee”
        agee > 2
        ^~~~
        hint: the nearest name is “age”
        columns: name string, age integer; --types sets them

        """)
  }

  @Test func operatorsOfRecords() throws {
    let record = [(name: "x.ndjson", text: "{\"year\":5}\n")]
    #expect(
      try filter("year CONTAINS \"9\"", record).errors.contains(
        "CONTAINS needs a collection or a string on the left, found an integer"))
    #expect(
      try filter("\"9\" IN year", record).errors.contains(
        "IN needs a collection or a string on the right, found an integer"))
    #expect(try filter("tags CONTAINS 1", [("x.ndjson", "{\"tags\":[1]}\n{\"tags\":[2]}\n")]).status == .found)
  }

  @Test("A pattern that cannot be read is reported once, before any record")
  func unreadablePattern() throws {
    let answer = try filter("a MATCHES \"(\"", [("x.ndjson", "{\"a\":\"x\"}\n{\"a\":\"y\"}\n")])
    #expect(answer.status == .failure && answer.output.isEmpty)
    #expect(answer.errors.hasPrefix("error[regular-expression]: \"(\" is not a valid regular expression"))
    #expect(answer.errors.split(separator: "\n").count { $0.contains("is not a valid regular expression") } == 1)
  }

  @Test func severalFiles() throws {
    let answer = try filter("a > 2", [("x.csv", "a,b\n3,x\n"), ("y.csv", "a,b\n1,x\n4,y\n"), ("z.csv", "a\n5\n")])
    #expect(answer.output == "a,b\n3,x\n4,y\na\n5\n")
    let arrays = try filter("a > 2", [("x.json", "[{\"a\":3}]"), ("y.json", "[{\"a\":1},{\"a\":4}]")])
    #expect(arrays.output == "[\n{\"a\":3},\n{\"a\":4}\n]\n")
    let count = try filter("a > 2", [("x.json", "[{\"a\":3}]"), ("y.csv", "a\n4\n")]) { $0.settings.isCounting = true }
    #expect(count == Answer(output: "2\n", errors: "", status: .found))
    let mixed = try filter("a > 2", [("x.json", "[{\"a\":3}]"), ("y.csv", "a\n4\n")])
    #expect(mixed.status == .wrongCommandLine)
    #expect(mixed.output.hasSuffix("\n]\n"))
  }

  @Test("If many records are left out, the first ones are reported")
  func manyBadRecords() throws {
    let answer = try filter("a > 2", [("x.ndjson", String(repeating: "x\n", count: 100))])
    let lines = answer.errors.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "predicate: 100 records were left out")
  }

  @Test("Variables and types as they are typed")
  func options() throws {
    let texts = [
      "year=1990", "$year=-2.5", "name=Ann", "name=\"1\"", "list={1, 'x'}", "on=CAST(\"2001-01-02\", \"NSDate\")",
    ]
    let shown = texts.map { text in FilterProgram.variable(text).map { "\($0.name) \($0.value.debugDescription)" } ?? ""
    }
    #expect(
      shown == [
        "year integer(1990)", "year double(-2.5)", "name string(\"Ann\")", "name string(\"1\")",
        "list array([integer(1), string(\"x\")])",
        "on date(86400.0)",
      ])
    #expect(FilterProgram.variable("=1") == nil)
    #expect(FilterProgram.variable("$=1") == nil)
    #expect(FilterProgram.variable("x") == nil)
    let types = try #require(FilterProgram.columnTypes("a=integer,b=String"))
    #expect(types.map(\.name) == ["a", "b"])
    #expect(types.map(\.type) == [.integer, .string])
    #expect(FilterProgram.columnTypes("a=int") == nil)
    let unknown = try filter("a == 1", [("x.csv", "a\n1\n")]) { $0.settings.columnTypes = [("b", .integer)] }
    #expect(unknown.status == .wrongCommandLine)
    #expect(
      unknown.errors == "predicate: x.csv: expected the name of a column before =, found “b”. The columns are “a”\n")
  }

  /// JSON has no column types and no dates, and the messages say so.
  @Test func typesOfJSON() throws {
    let record = [("x.ndjson", "{\"d\":\"2026-01-02\",\"n\":1}\n")]
    let typed = try filter("d.year == 2026", record) { $0.settings.columnTypes = [("d", .date)] }
    #expect(
      typed.status == .wrongCommandLine && typed.errors.contains("--types can be used only for CSV and TSV"))
    for wrong in ["d > CAST('2026-01-01', 'NSDate')", "d.year == 2026"] {
      let refused = try filter(wrong, record)
      #expect(
        refused.errors.hasSuffix("; to read a date from the text x, write CAST(x, \"NSDate\")\n"), "\(refused.errors)")
    }
    #expect(try filter("CAST(d, 'NSDate').year == 2026", record).status == .found)
    // The message proposes nothing, because every name of one letter is similar to every other.
    #expect(try filter("z == 1", record).errors == "predicate: no record has the key “z”\n")
  }

  private static let people = "name,age,city\nAnna,20,Paris\nBo,15,Rome\nCy,30,Rome\n"

  @Test func why() throws {
    let format = "age >= 18 AND city == 'Rome'"
    let answer = try filter(format, [("people.csv", Self.people)]) {
      $0.explains = true
      $0.settings.maximumCount = 2
    }
    #expect(answer.status == .nothing)
    let pages = answer.output.components(separatedBy: "\n\n")
    #expect(pages.count == 2)
    #expect(
      pages[0].hasSuffix(
        "people.csv:2\nfalse  AND\n├─ true   age >= 18\n│         age = 20\n"
          + "└─ false  city == \"Rome\"\n          city = \"Paris\""), "\(pages[0])")
    #expect(pages[1].contains("people.csv:3\nfalse  AND\n├─ false  age >= 18\n"))
    let all = try filter(format, [("people.csv", Self.people)]) { $0.explains = true }
    #expect(all.status == .found)
    #expect(all.output.contains("people.csv:4\ntrue   AND\n"))
  }

  @Test func whyInJSON() throws {
    let answer = try filter("a > 2 AND b == 'x'", [("x.ndjson", "{\"a\":3,\"b\":1}\n{\"a\":\"y\"}\n")]) {
      $0.explains = true
      $0.settings.outputFormat = .ndjson
    }
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"holds\":false,\"kind\":\"comparison\"") && lines[0].contains("\"line\":1"))
    #expect(lines[1].contains("\"failure\":{\"code\":\"families-differ\""))
    #expect(answer.status == .failure)
  }

  @Test func whyInAnArray() throws {
    let lines = "{\"a\":1}\n{\"a\":3}\n"
    for contents in [[("x.ndjson", lines)], [("x.ndjson", lines), ("y.csv", "a\n5\n")], [("x.ndjson", "")]] {
      let answer = try filter("a > 2", contents) {
        $0.explains = true
        $0.settings.outputFormat = .json
      }
      let array = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [Any]
      #expect(array?.count == contents.reduce(0) { $0 + ($1.1.isEmpty ? 0 : $1.0 == "y.csv" ? 1 : 2) })
    }
    let broken = try filter("a > 2", [("x.ndjson", lines), ("y.csv", "b\n5\n")]) {
      $0.explains = true
      $0.settings.outputFormat = .json
    }
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(broken.output.utf8)) }
  }

  @Test func whyOfWhatCannotBeRead() throws {
    let answer = try filter("year > 1980", [("b.csv", "year,title\n1990,A\nabc,B\n")]) {
      $0.explains = true
      $0.settings.columnTypes = [("year", .integer)]
    }
    #expect(answer.errors == "b.csv:3: expected an integer in column “year”, found “abc”\n")
    #expect(answer.status == .failure && !answer.output.contains("b.csv:3"))
    let misspelt = try filter("levle > 5", [("x.ndjson", "{\"level\":1}\n")]) { $0.explains = true }
    #expect(misspelt.errors.contains("no record has the key “levle”"))
  }

  @Test func whyInverted() throws {
    let lines = "{\"a\":1}\n{\"a\":3}\n"
    func status(_ format: String, counts: Bool = false) throws -> Answer {
      try filter(format, [("x.ndjson", lines)]) {
        $0.explains = true
        $0.settings.isInverted = true
        $0.settings.isCounting = counts
      }
    }
    #expect(try status("a > 0") == Answer(output: "", errors: "", status: .nothing))
    #expect(try status("a > 5").status == .found)
    #expect(try status("a > 2", counts: true).output.contains("    1      1      1  a > 2"))
  }

  @Test func whyOfMany() throws {
    let answer = try filter("age >= 18 AND city == 'Rome'", [("people.csv", Self.people)]) {
      $0.explains = true
      $0.settings.isCounting = true
    }
    #expect(
      answer.output == """
         true  false  alone  condition
            1      2      2  AND
            2      1      1    age >= 18
            2      1      1    city == "Rome"

        """)
    #expect(answer.status == .found)
  }
}

@Suite("The command filter in a pipe")
struct FilterPipeTests {
  private static let command = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("predicate")

  /// Runs a script in a shell and returns its output. `$predicate` is the command.
  private func shell(_ script: String) throws -> String {
    try TestProcess.run(script: script, environment: ["predicate": Self.command.path, "PATH": "/usr/bin:/bin"]).output
  }

  @Test("A closed reader ends it without a word")
  func head() throws {
    let script = "yes '{\"a\":3}' 2>/dev/null | \"$predicate\" filter 'a > 2' | head -n 2"
    #expect(try shell(script) == "{\"a\":3}\n{\"a\":3}\n")
  }

  @Test("A record is answered before the next one comes, and an interrupt ends the wait")
  func interrupt() throws {
    try TestProcess.with(Self.command.path, ["filter", "a > 2"]) { process in
      let answer = "{\"a\":3}\n"
      try process.send("{\"a\":1}\n" + answer)
      #expect(process.output(bytes: answer.utf8.count) == answer)
      process.interrupt()
      #expect(process.finish().status == -SIGINT)
    }
  }

  @Test func wrongCommandLines() throws {
    for arguments in ["", "--output csv x", "--types a=int x", "--variable a x", "-m -1 x"] {
      #expect(try shell("\"$predicate\" filter \(arguments) >/dev/null 2>&1; echo $?") == "64\n", "\(arguments)")
    }
    #expect(try shell("echo '{}' | \"$predicate\" filter 'a == nil' | wc -l").contains("1"))
  }
}
