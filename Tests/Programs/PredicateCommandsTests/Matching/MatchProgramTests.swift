import Foundation
import PredicateChecking
import PredicateOutput
import PredicateCommands
import Testing

/// `predicate match` gives the expected output, errors and status.
@Suite("predicate match") struct MatchProgramTests {
  private struct Run {
    let status: SearchStatus
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private static func run(
    _ predicates: [String], _ facts: [String], files: [String] = [], profile: String = "munki",
    change: (inout AnswerSettings) -> Void = { _ in }
  ) throws -> Run {
    var settings = AnswerSettings()
    change(&settings)
    let program = MatchProgram(try .named(profile), settings)
    let output = TextOutput()
    let errors = TextOutput()
    let status = program.run(predicates, predicateFiles: files, facts: facts, output: output, errors: errors)
    return Run(status: status, output: output.text, errors: errors.text)
  }

  private static func machines() throws -> FactFolder {
    try FactFolder([
      "facts/mac-01.json": #"{"machine_type": "laptop", "os_vers": "14.2", "arch": "arm64"}"#,
      "facts/mac-02.yaml": "machine_type: desktop\nos_vers: 14.10\narch: x86_64\n",
      "facts/mac-03.plist":
        "<plist><dict><key>machine_type</key><string>laptop</string><key>os_vers</key><integer>14</integer></dict></plist>",
      "facts/notes.txt": "no facts", "facts/.hidden.json": "{",
    ])
  }

  @Test("Ten thousand lines without JSON are counted once")
  func badLines() throws {
    let folder = try FactFolder(["facts/log.ndjson": String(repeating: "no JSON\n", count: 10_000)])
    let run = try Self.run(["TRUEPREDICATE"], [folder.path("facts")])
    #expect(run.status == .failure)
    #expect(run.errors.hasSuffix("facts/log.ndjson:10000:1: expected a value\n"))
  }

  @Test("For one predicate the ids of its records are written")
  func one() throws {
    let folder = try Self.machines()
    let run = try Self.run([#"machine_type == "laptop""#], [folder.path("facts")])
    #expect(run.lines == ["mac-01", "mac-03"])
    #expect(run.status == .found)
    #expect(run.errors.isEmpty)
    #expect(try Self.run([#"machine_type == "tablet""#], [folder.path("facts")]).status == .nothing)
  }

  @Test("A predicate that fails on a record is reported, and the others are tried")
  func failing() throws {
    let folder = try Self.machines()
    let run = try Self.run([#"os_vers BEGINSWITH "14""#], [folder.path("facts")])
    #expect(run.lines == ["mac-01", "mac-02"])
    #expect(run.errors.hasPrefix("mac-03: "))
    #expect(run.status == .failure)
  }

  @Test("With more predicates than records, the records are columns")
  func turned() throws {
    let folder = try FactFolder([
      "facts/a-long-name.json": #"{"machine_type": "laptop"}"#, "facts/b.json": #"{"machine_type": "desktop"}"#,
      "c.txt": "machine_type == \"laptop\"\nmachine_type == \"desktop\"\nTRUEPREDICATE\n",
    ])
    let run = try Self.run([], [folder.path("facts")], files: [folder.path("c.txt")])
    let file = folder.path("c.txt")
    let space = String(repeating: " ", count: file.count + 4)
    #expect(
      run.output == """
        \(space)  a-long-name  b      2 records
        \(file):1:1  yes          no     1          machine_type == "laptop"
        \(file):2:1  no           yes    1          machine_type == "desktop"
        \(file):3:1  yes          yes    2          TRUEPREDICATE

        """)
  }

  @Test("A condition of a recipe with names that AutoPkg replaces is not tried")
  func recipe() throws {
    let folder = try FactFolder([
      "facts/a.json": #"{"arch": "arm64"}"#,
      "a.json": #"{"Input": {"pkginfo": {"installable_condition": "arch == '%ARCH%'"}}}"#,
      "b.json": #"{"Input": {"pkginfo": {"installable_condition": "arch == 'arm64'"}}}"#,
    ])
    let named = try Self.run([], [folder.path("facts")], files: [folder.path("a.json")])
    #expect(named.status == .failure && named.errors.contains("is made when its program runs"))
    #expect(try Self.run([], [folder.path("facts")], files: [folder.path("b.json")]).lines == ["a"])
  }

  @Test("An error has the place of the mistake in its file")
  func placeOfMistake() throws {
    let folder = try FactFolder([
      "facts/a.json": #"{"machine_type": "laptop"}"#, "c.json": #"{"installable_condition": "machine_type == laptop"}"#,
    ])
    let run = try Self.run([], [folder.path("facts")], files: [folder.path("c.json")])
    #expect(run.errors.hasPrefix("\(folder.path("c.json")):1:44: error[unquoted-word]"), "\(run.errors)")
  }

  @Test("For several predicates a table is written")
  func table() throws {
    let folder = try Self.machines()
    let run = try Self.run([#"machine_type == "laptop""#, #"os_vers BEGINSWITH "14.1""#], [folder.path("facts")])
    #expect(
      run.output == """
        1  machine_type == "laptop"
        2  os_vers BEGINSWITH "14.1"

                   1      2
        mac-01     yes    no
        mac-02     no     yes
        mac-03     yes    error
        3 records  2      1

        """)
    #expect(run.status == .failure)
  }

  @Test("Predicates are found in files, with their places")
  func predicateFiles() throws {
    let folder = try Self.machines()
    try folder.add(
      "manifests/lab",
      Data(
        """
        <plist><dict><key>conditional_items</key><array>
        <dict><key>condition</key><string>machine_type == "laptop"</string></dict>
        <dict><key>condition</key><string>arch == "arm64"</string></dict>
        </array></dict></plist>
        """.utf8))
    let run = try Self.run([], [folder.path("facts")], files: [folder.path("manifests")])
    #expect(run.lines[0].hasSuffix("lab:2:35  machine_type == \"laptop\""))
    #expect(run.lines.last?.split(separator: " ") == ["3", "records", "2", "1"])
    let nothing = try Self.run([], [folder.path("facts")], files: [folder.path("facts/mac-01.json")])
    #expect(nothing.errors.contains("no predicate found"))
    #expect(nothing.status == .failure)
  }

  @Test("A predicate that cannot be read is reported, and the others are tried")
  func unreadable() throws {
    let folder = try Self.machines()
    let run = try Self.run(["machine_type ==", #"arch == "arm64""#], [folder.path("facts")])
    #expect(run.errors.contains("error[operand-expected]"))
    #expect(run.lines == ["mac-01"])
    #expect(run.status == .failure)
  }

  @Test("A predicate that the consumer would refuse is reported, and tried all the same")
  func refused() throws {
    let folder = try Self.machines()
    let run = try Self.run(["machine_type == laptop"], [folder.path("facts")])
    #expect(run.errors.contains("error[unquoted-word]"))
    #expect(run.errors.contains("no record has the key “laptop”"))
    #expect(run.status == .nothing)
  }

  @Test("--why explains a record, and reports an id that no record has")
  func why() throws {
    let folder = try Self.machines()
    let run = try Self.run([#"machine_type == "laptop" AND arch == "arm64""#], [folder.path("facts")]) {
      $0.explained = ["mac-02"]
    }
    #expect(
      run.output == """
        mac-02
        false  AND
        ├─ false  machine_type == "laptop"
        │         machine_type = "desktop"
        └─ false  arch == "arm64"
                  arch = "x86_64"

        """)
    #expect(run.status == .nothing)
    let unknown = try Self.run(["TRUEPREDICATE"], [folder.path("facts")]) { $0.explained = ["mac-2"] }
    #expect(unknown.errors == "predicate: no record is called “mac-2”; the nearest name is “mac-02”\n")
    #expect(unknown.status == .failure)
  }

  @Test("JSON: an object for each predicate and record")
  func json() throws {
    let folder = try Self.machines()
    let run = try Self.run([#"os_vers BEGINSWITH "14.2""#], [folder.path("facts")]) { $0.format = .json }
    let lines = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(lines.map { $0["record"] as? String } == ["mac-01", "mac-02", "mac-03"])
    #expect(lines.map { $0["holds"] as? Bool } == [true, false, nil])
    #expect((lines[2]["failure"] as? [String: String])?["code"]?.isEmpty == false)
    let explained = try Self.run([#"arch == "arm64""#], [folder.path("facts")]) {
      $0.format = .ndjson
      $0.explained = ["mac-01"]
    }
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(explained.output.utf8)) as? [String: Any])
    #expect((line["explanation"] as? [String: Any])?["holds"] as? Bool == true)
    #expect(try Self.run(["TRUEPREDICATE"], [folder.path("none")]) { $0.format = .json }.output == "[]\n")
  }

  @Test("--count writes numbers")
  func count() throws {
    let folder = try Self.machines()
    let facts = [folder.path("facts")]
    #expect(try Self.run([#"machine_type == "laptop""#], facts) { $0.isCounting = true }.output == "2\n")
    let two = try Self.run([#"machine_type == "laptop""#, "FALSEPREDICATE"], facts) { $0.isCounting = true }
    #expect(two.output == "2  machine_type == \"laptop\"\n0  FALSEPREDICATE\n")
    let line = try Self.run(["TRUEPREDICATE"], facts) {
      $0.isCounting = true
      $0.format = .ndjson
    }
    #expect(line.output == "{\"matches\":3,\"predicate\":\"TRUEPREDICATE\",\"records\":3}\n")
  }

  @Test("Files that are missing, empty or without facts are reported with their place; the others are read")
  func badFacts() throws {
    let folder = try FactFolder([
      "good.json": #"{"arch": "arm64"}"#, "bad.json": "{\"arch\":\n nope}", "empty.plist": "", "list.json": "[1]",
      "folder/readme.md": "",
    ])
    func run(_ names: [String]) throws -> Run {
      try Self.run([#"arch == "arm64""#], names.map { folder.path($0) })
    }
    let mixed = try run(["none.json", "bad.json", "empty.plist", "list.json", "good.json"])
    #expect(mixed.lines == ["good"])
    #expect(mixed.status == .failure)
    let told = mixed.errors.split(separator: "\n").map(String.init)
    #expect(told.count == 4)
    #expect(told[0].contains("none.json: No such file"))
    #expect(told[1].contains("bad.json:2:2: expected a value"))
    #expect(told[2].contains("empty.plist:1:1: "))
    #expect(told[3].contains("list.json:1:1: element 0"))
    let nothing = try run(["folder"])
    #expect(nothing.errors.contains("there is no record in"))
    #expect(nothing.status == .failure)
  }

  @Test("A binary property list whose list holds itself ends with an error")
  func circle() throws {
    var bytes = Array("bplist00".utf8) + [0xA2, 0x00, 0x00]
    let table = UInt8(bytes.count)
    bytes += [8] + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table]
    let folder = try FactFolder([:])
    try folder.add("a.plist", Data(bytes))
    let run = try Self.run(["TRUEPREDICATE"], [folder.path("a.plist")])
    #expect(run.errors.contains("a.plist: values must not be nested more than 100 levels deep, or contain themselves"))
    #expect(run.status == .failure)
  }

  @Test("Twenty of many failures are reported")
  func manyFailures() throws {
    let folder = try FactFolder([
      "all.json": "[" + (0..<50).map { "{\"arch\": \($0)}" }.joined(separator: ",") + "]"
    ])
    let run = try Self.run([#"arch BEGINSWITH "arm""#], [folder.path("all.json")])
    #expect(run.errors.split(separator: "\n").count == 21)
    #expect(run.errors.hasSuffix("predicate: 50 questions have no answer\n"))
  }

  @Test("Words after --facts that do not name files are predicates")
  func arguments() throws {
    let folder = try FactFolder(["a = b.json": "{}"])
    let file = folder.path("a = b.json")
    let words = FactArguments(predicates: ["x"], facts: ["none.json", file, #"arch == "arm64""#, "TRUEPREDICATE"])
    #expect(words.predicates == ["x", #"arch == "arm64""#, "TRUEPREDICATE"])
    #expect(words.facts == ["none.json", file])
  }
}
