import Foundation
import PredicateChecking
import PredicateOutput
import PredicateCommands
import Testing

/// `predicate check --profile` and `predicate profile` give the expected output, errors and status.
@Suite("predicate check --profile") struct ProfileCheckProgramTests {
  /// A folder that is deleted after the test.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init(_ files: [String: String]) throws {
      for (name, text) in files {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
  }

  static func run(
    _ files: [String], profile: String? = "munki", at places: [String] = [], strict: Bool = false,
    format: FindingFormat = .text, _ change: (inout ProfileCheckProgram) throws -> Void = { _ in }
  ) throws -> (status: ProgramStatus, output: String, errors: String) {
    var program = ProfileCheckProgram(try profile.map(ProfileCheckProgram.profile), at: places)
    program.isStrict = strict
    program.format = format
    try change(&program)
    let output = TextOutput()
    let errors = TextOutput()
    let status = program.run(files: files, output: output, errors: errors)
    return (status, output.take(), errors.take())
  }

  @Test("An error is status 1, a note only with --strict")
  func status() throws {
    let folder = try Folder([
      "good.txt": "arch == \"arm64\"\n", "note.txt": "os_vers > \"10.9\"\n", "bad.txt": "machine_type == laptop\n",
    ])
    #expect(try Self.run([folder.path("good.txt")]).status == .success)
    #expect(try Self.run([folder.path("note.txt")]).status == .success)
    #expect(try Self.run([folder.path("note.txt")], strict: true).status == .wrongInput)
    #expect(try Self.run([folder.path("bad.txt")]).status == .wrongInput)
  }

  @Test("A missing file is status 2, and the others are checked")
  func missing() throws {
    let folder = try Folder(["bad.txt": "machine_type == laptop\n"])
    let run = try Self.run([folder.path("none.txt"), folder.path("bad.txt")])
    #expect(run.status == .failure)
    #expect(run.errors.contains("none.txt: No such file"))
    #expect(run.output.contains("bad.txt:1:17: error[unquoted-word]"))
  }

  @Test("A folder means its files, without those of tools")
  func folders() throws {
    let folder = try Folder([
      "a/one.plist":
        "<plist><dict><key>installable_condition</key><string>machine_type == laptop</string></dict></plist>",
      "b/two.json": "{}", "a/.git/x.json": #"{"installable_condition": "machine_type == laptop"}"#,
      "a/README.md": "# Conditions\nmachine_type == laptop\n", "README.txt": "this is a readme\n", "LICENSE": "MIT\n",
      "a/page.html": "<p>a&nbsp;b</p>", "broken.json": "{,", "icon.png": "\u{0}condition",
    ])
    let run = try Self.run([folder.url.path], format: .annotations)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.errors.isEmpty)
  }

  @Test("A file without predicates, and one of a kind that the profile does not know")
  func nothing() throws {
    let folder = try Folder(["a.json": "{}"])
    let none = try Self.run([folder.path("a.json")])
    #expect(none.status == .success)
    #expect(none.errors.contains("no predicate found"))
    let unknown = try Self.run([folder.path("a.json")], profile: "cloudkit")
    #expect(unknown.status == .failure)
    #expect(unknown.errors.contains("--at"))
  }

  @Test("Without a profile each file is checked by those that it belongs to, and a summary is written")
  func checkout() throws {
    let folder = try Folder([
      "lab.plist":
        "<plist><dict><key>installable_condition</key><string>machine_type == laptop</string></dict></plist>",
      "run.sh": "log show --predicate 'process == \"x\"'\n", "README.txt": "this is a readme\n",
    ])
    let run = try Self.run([folder.url.path], profile: nil)
    #expect(run.status == .wrongInput)
    #expect(run.output.contains("lab.plist:1:70: error[unquoted-word]"))
    #expect(run.errors == "2 predicates in 2 files: 1 error, 0 notes (munki 1, oslog 1)\n")
  }

  @Test("A folder without a predicate is a note, and --require makes it an error")
  func required() throws {
    let folder = try Folder(["a.json": "{}"])
    let run = try Self.run([folder.url.path])
    #expect(run.status == .success)
    #expect(run.errors.contains("note: no predicate at the places of munki in 1 file\n"))
    let required = try Self.run([folder.url.path]) { $0.required = 1 }
    #expect(required.status == .wrongInput)
    let place = folder.url.path
    #expect(
      required.errors
        == "predicate: \(place): error: no predicate at the places of munki in 1 file, and --require 1 asks for one in each folder\n"
    )
  }

  @Test("A folder without files has no predicate")
  func requiredInEmptyFolder() throws {
    let folder = try Folder(["a/a.json": #"{"installable_condition": "arch == 'arm64'"}"#])
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: false)
    let paths = [folder.path("a"), folder.path("empty")]
    for profile in ["munki", nil] {
      let run = try Self.run(paths, profile: profile) { $0.required = 1 }
      #expect(run.status == .wrongInput)
      #expect(run.errors.contains("\(paths[1]): error: no predicate "), "\(run.errors)")
      #expect(run.errors.contains(" in 0 files, and --require 1 asks for one in each folder\n"), "\(run.errors)")
    }
    let note = try Self.run(paths)
    #expect(note.status == .success && note.errors.contains("\(paths[1]): note: no predicate "), "\(note.errors)")
  }

  @Test("Too few predicates are an error that is written")
  func tooFew() throws {
    let folder = try Folder(["a/a.json": #"{"installable_condition": "arch == 'arm64'"}"#])
    let run = try Self.run([folder.path("a")]) { $0.required = 2 }
    #expect(run.status == .wrongInput)
    #expect(run.errors == "predicate: error: found 1 predicate, and --require asks for 2\n")
  }

  @Test("With --require each folder has a predicate")
  func requiredInEach() throws {
    let folder = try Folder(["a/a.json": #"{"installable_condition": "arch == 'arm64'"}"#, "b/b.json": "{}"])
    #expect(try Self.run([folder.path("a"), folder.path("b")]) { $0.required = 1 }.status == .wrongInput)
    #expect(try Self.run([folder.path("a"), folder.path("b")]).status == .success)
    #expect(try Self.run([folder.path("a")]) { $0.required = 1 }.status == .success)
  }

  @Test("A baseline is recorded with a word, and later runs report others")
  func baseline() throws {
    let folder = try Folder(["a.json": #"{"installable_condition": "machine_type == laptop"}"#])
    let known = folder.path("known.txt")
    let first = try Self.run([folder.path("a.json")]) { $0.newBaseline = known }
    #expect(first.status == .success && first.output.isEmpty)
    #expect(first.errors == "recorded 1 finding in \(known)\n")
    let text = try String(contentsOfFile: known, encoding: .utf8)
    #expect(text.split(separator: "\n").last == "a.json\tunquoted-word\tmachine_type == laptop")
    let again = try Self.run([folder.path("a.json")], profile: nil) { $0.newBaseline = known }
    #expect(again.errors.hasSuffix("1 predicate in 1 file: 0 errors, 0 notes, 1 known (munki 1)\n"))
    let second = try Self.run([folder.path("a.json")], profile: nil) { $0.baseline = known }
    #expect(second.status == .success && second.output.isEmpty)
    #expect(second.errors == "1 predicate in 1 file: 0 errors, 0 notes, 1 known (munki 1)\n")
    // The other lines of the file have moved, which does not matter. A second finding with the same text is new.
    try #"""
    {"name": "x",
     "installable_condition": "machine_type  ==  laptop",
     "conditional_items": [{"condition": "machine_type == laptop"}, {"condition": "arch == arm64"}]}
    """#.write(toFile: folder.path("a.json"), atomically: true, encoding: .utf8)
    let later = try Self.run([folder.path("a.json")], format: .annotations) { $0.baseline = known }
    #expect(later.status == .wrongInput)
    #expect(later.output.split(separator: "\n").count == 2 && later.output.contains("arm64"), "\(later.output)")
  }

  @Test("A baseline that does not exist is status 2, and is not written")
  func missingBaseline() throws {
    let folder = try Folder(["a.json": #"{"installable_condition": "machine_type == laptop"}"#])
    let run = try Self.run([folder.path("a.json")]) { $0.baseline = folder.path("knwon.txt") }
    #expect(run.status == .failure && run.errors.contains("no such baseline"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("knwon.txt")))
  }

  @Test("--fix leaves the predicates of known findings alone")
  func fixedBesideBaseline() throws {
    let folder = try Folder([
      "a.json": #"{"conditional_items": [{"condition": "machine_type == laptop"}, {"condition": "arch == arm64"}]}"#
    ])
    try "a.json\tunquoted-word\tmachine_type == laptop\n"
      .write(toFile: folder.path("known.txt"), atomically: true, encoding: .utf8)
    let run = try Self.run([folder.path("a.json")]) {
      $0.baseline = folder.path("known.txt")
      $0.writesEdits = true
    }
    #expect(run.status == .success && run.errors.hasPrefix("1 edit in 1 file\n"), "\(run.errors)")
    #expect(
      try String(contentsOfFile: folder.path("a.json"), encoding: .utf8)
        == #"{"conditional_items": [{"condition": "machine_type == laptop"}, {"condition": "arch == \"arm64\""}]}"#)
  }

  @Test("A configuration makes a note an error")
  func errorsOfConfiguration() throws {
    let folder = try Folder(["a.txt": "os_version == \"14.2\"\n", "b.txt": "os_vers > \"10.9\"\n"])
    func status(_ file: String) throws -> ProgramStatus {
      try Self.run([folder.path(file)]) {
        $0.configuration = try CheckConfiguration(Array("errors: [unknown-key]".utf8))
      }.status
    }
    #expect(try status("a.txt") == .wrongInput)
    #expect(try status("b.txt") == .success)
  }

  @Test(
    "A wrong configuration names its line and what is right",
    arguments: [
      ("exclude: [a]\nkeys: {munky: {a: text}}", ":2: there is no profile “munky”; the nearest name is “munki”"),
      ("profiles: {\"a/*\": munky, \"b/*\": ours.json}", ":1: there is no profile “munky”"),
      (
        "disable:\n- always-true\n- unknown-keyy\n",
        ":2: no code has the name “unknown-keyy”; the nearest code is unknown-key"
      ),
      ("errors: [refused-orr]", ":1: no code has the name “refused-orr”"),
      ("keys: {munki: {a: txt}}", ":1: “txt” is not a type. The types are text, integer"),
      ("keys: {munki: {a: list of txt}}", ":1: “list of txt” is not a type"),
      ("excluded: [a]", "The keys are profiles, exclude"),
    ])
  func wrongConfiguration(text: String, message: String) throws {
    let folder = try Folder([".predicate.yml": text])
    let errors = TextOutput()
    #expect(ProfileCheckProgram.configuration(of: folder.path(""), errors: errors) == nil)
    #expect(errors.text.contains(message), "\(errors.text)")
    #expect(ProfileCheckProgram.configuration(of: folder.path("none"), errors: errors) == CheckConfiguration())
  }

  @Test("A configuration leaves out files and codes, and names the profile of files")
  func configuration() throws {
    let folder = try Folder([
      "skip/a.json": #"{"installable_condition": "machine_type == laptop"}"#, "rules/a.txt": "os_vers > \"10.9\"\n",
      "b.json": #"{"installable_condition": "arch == arm64"}"#,
    ])
    let text = "exclude: [skip]\nlines: [\"rules/*.txt\"]\ndisable: [unquoted-word]\n"
    let run = try Self.run([folder.url.path], strict: true, format: .annotations) {
      $0.configuration = try CheckConfiguration(Array(text.utf8))
    }
    #expect(run.output.contains("version-order") && !run.output.contains("unquoted-word"))
  }

  /// Predicates with mistakes that `--fix` can edit, in files with different escapes (XML, JSON, YAML, shell, Swift), and predicates that it must not change.
  private static let wrongFiles = [
    "lab.plist": """
    <plist><dict><key>name</key><string>a &lt; b</string>
    <key>conditional_items</key><array><dict><key>condition</key><string>machine_type == laptop AND arch === arm64</string></dict>
    <dict><key>condition</key><string>machine_type == "Laptop"</string></dict></array></dict></plist>
    """,
    "a.json": #"{"installable_condition": "machine_type == laptop", "x": [1,  2]}"#,
    "run.sh": "log show --predicate 'subsytem == \"x\"' # a comment\n",
    "b.yaml": "installable_condition: machine_type == laptop\nnotes: machine_type == laptop\n",
    "skip.sh": "# predicate:ignore\nlog show --predicate 'subsytem == \"x\"'\n",
    "Film.swift": #"let p = NSPredicate(format: "title === %@", name)"#,
  ]

  @Test("--fix applies edits, changes nothing else, and a second run changes nothing")
  func fix() throws {
    let folder = try Folder(Self.wrongFiles)
    func texts() throws -> [String: String] {
      try Self.wrongFiles.keys.reduce(into: [:]) {
        $0[$1] = try String(contentsOfFile: folder.path($1), encoding: .utf8)
      }
    }
    let run = try Self.run([folder.url.path], profile: nil) { $0.writesEdits = true }
    let fixed = try texts()
    #expect(
      fixed["lab.plist"] == """
        <plist><dict><key>name</key><string>a &lt; b</string>
        <key>conditional_items</key><array><dict><key>condition</key><string>machine_type == "laptop" AND arch == "arm64"</string></dict>
        <dict><key>condition</key><string>machine_type == "laptop"</string></dict></array></dict></plist>
        """)
    #expect(fixed["a.json"] == #"{"installable_condition": "machine_type == \"laptop\"", "x": [1,  2]}"#)
    // A name that is only similar to the known one is a guess, so it is not corrected.
    #expect(fixed["run.sh"] == Self.wrongFiles["run.sh"])
    #expect(fixed["b.yaml"] == "installable_condition: machine_type == \"laptop\"\nnotes: machine_type == laptop\n")
    #expect(fixed["skip.sh"] == Self.wrongFiles["skip.sh"])
    #expect(fixed["Film.swift"] == #"let p = NSPredicate(format: "title == %@", name)"#)
    #expect(run.errors.contains("7 edits in 4 files\n") && run.status == .wrongInput)
    #expect(run.output.contains("run.sh:1:23: error[unknown-key]"))
    let again = try Self.run([folder.url.path], profile: nil) { $0.writesEdits = true }
    #expect(try texts() == fixed)
    #expect(again.errors.contains("0 edits in 0 files\n"))
  }

  @Test("--fix leaves codes alone that the configuration disables, and files in UTF-16")
  func fixDisabled() throws {
    let folder = try Folder(["a.json": #"{"installable_condition": "machine_type == laptop"}"#])
    let text = try String(contentsOfFile: folder.path("a.json"), encoding: .utf8)
    try text.write(toFile: folder.path("b.json"), atomically: true, encoding: .utf16)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("b.json")))
    let run = try Self.run([folder.url.path], profile: nil) {
      $0.writesEdits = true
      $0.configuration = try CheckConfiguration(Array("disable: [unquoted-word]".utf8))
    }
    #expect(run.errors.hasPrefix("0 edits in 0 files\n"))
    _ = try Self.run([folder.path("b.json")]) { $0.writesEdits = true }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("b.json"))) == before)
    #expect(try String(contentsOfFile: folder.path("a.json"), encoding: .utf8) == text)
  }

  @Test("Variables of a recipe have the values of its parents, which its own go before")
  func parentRecipes() throws {
    func recipe(_ identifier: String, parent: String? = nil, _ input: String, _ predicate: String? = nil) -> String {
      let step =
        predicate.map { "Process:\n- Processor: StopProcessingIf\n  Arguments: {predicate: \"\($0)\"}\n" } ?? ""
      return "Identifier: \(identifier)\n" + (parent.map { "ParentRecipe: \($0)\n" } ?? "") + "Input: {\(input)}\n"
        + step
    }
    let folder = try Folder([
      "a/Lab.download.recipe.yaml": recipe("com.example.download", "STOP: 'pkg_uploaded ==', OLD: 'a ==='"),
      "b/Lab.munki.recipe.yaml": recipe("com.example.munki", parent: "com.example.download", "OLD: 'os_vers == \"1\"'"),
      "c/Lab.install.recipe.yaml": recipe("com.example.install", parent: "com.example.munki", "X: y", "%STOP%"),
      "c/Lab.right.recipe.yaml": recipe("com.example.right", parent: "com.example.munki", "X: y", "%OLD%"),
      "c/Lab.lost.recipe.yaml": recipe("com.example.lost", parent: "com.example.nowhere", "X: y", "%STOP%"),
    ])
    let run = try Self.run([folder.url.path], profile: nil, strict: true, format: .annotations)
    #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    #expect(run.output.contains("Lab.install.recipe.yaml,line=6") && run.output.contains("operand-expected"))
    // If only one file is given, the other files of its folder are read too, but not reported.
    let alone = try Self.run([folder.path("c/Lab.install.recipe.yaml")], profile: "autopkg", format: .annotations)
    #expect(alone.output.isEmpty)
  }

  @Test("Formats are found in constants of other files of the folder")
  func constants() throws {
    let folder = try Folder([
      "a/Formats.swift": """
      let recent = "yaer >"
      enum Formats {
        static let good = "year > %d"
        static let bad = "title =="
      }
      func local() { let hidden = "a ==" }
      """,
      "a/Search.swift": """
      let a = NSPredicate(format: recent)
      let b = NSPredicate(format: Formats.good, 5)
      let c = NSPredicate(format: Formats.bad)
      let d = NSPredicate(format: hidden)
      func e(recent: String) { _ = NSPredicate(format: recent) }
      """,
      "b/Other.swift": "let a = NSPredicate(format: recent)\n",
      "a/Formats.h": "#define TITLE @\"title ==\"\nstatic NSString *const kYear = @\"year > %d\";\n",
      "a/Search.m":
        "id p = [NSPredicate predicateWithFormat:TITLE];\nid q = [NSPredicate predicateWithFormat:kYear, 5];\n",
    ])
    let run = try Self.run([folder.url.path], profile: nil, strict: true, format: .annotations)
    #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
    #expect(run.output.contains("Search.swift,line=1,endLine=1,col=35"))
    #expect(run.output.contains("Search.swift,line=3,endLine=3,col=40"))
    #expect(run.output.contains("Search.m,line=1"))
  }

  @Test("A data model of the repository shows which steps of a path are to-many")
  func models() throws {
    func model(_ isToMany: String) -> String {
      """
      <?xml version="1.0"?><model><entity name="A"><relationship name="items" toMany="YES"/>
      <relationship name="status" toMany="\(isToMany)"/><relationship name="person" toMany="YES"/></entity></model>
      """
    }
    let source = """
      import CoreData
      let a = NSPredicate(format: "ANY items.status.name == %@", x)
      let b = NSPredicate(format: "ANY items.person.name == %@", x)
      """
    for (isToMany, lines) in [("NO", ["3"]), ("YES", ["2", "3"])] {
      let folder = try Folder(["M.xcdatamodeld/M.xcdatamodel/contents": model(isToMany), "Search.swift": source])
      let run = try Self.run([folder.url.path], profile: nil, format: .annotations)
      let found = run.output.split(separator: "\n").filter { $0.contains("any-of-two-to-many") }
      #expect(found.map { String($0.split(separator: ",")[1].dropFirst(5)) } == lines, "\(run.output)")
    }
  }

  @Test("--facts: keys and types of real facts count as known")
  func facts() throws {
    let folder = try Folder([
      "facts/mac-01.plist": """
      <plist><dict><key>Conditions</key><dict><key>machine_type</key><string>laptop</string><key>shard</key><integer>5</integer>
      <key>building</key><string>north</string></dict></dict></plist>
      """,
      "a.json": #"{"installable_condition": "shard > 5 AND building == 'north'"}"#,
      "b.json": #"{"installable_condition": "shard == '5'"}"#,
    ])
    for profile in ["munki", nil] {
      let without = try Self.run([folder.path("a.json")], profile: profile, strict: true)
      #expect(without.status == .wrongInput)
      let with = try Self.run([folder.path("a.json")], profile: profile, strict: true) {
        $0.facts = [folder.path("facts")]
      }
      #expect(with.status == .success, "\(with.output)")
      let wrong = try Self.run([folder.path("b.json")], profile: profile) { $0.facts = [folder.path("facts")] }
      #expect(wrong.output.contains("constant-type"))
    }
    #expect(try Self.run([folder.path("a.json")]) { $0.facts = [folder.path("none")] }.status == .failure)
  }

  @Test("A file that cannot be read is status 2")
  func unreadable() throws {
    let folder = try Folder([
      "a.plist": "<plist><dict><key>installable_condition</key><string>a < b</string></dict></plist>"
    ])
    #expect(try Self.run([folder.url.path]).status == .failure)
  }

  @Test("JSON is one array over all files")
  func json() throws {
    let folder = try Folder(["a.txt": "machine_type == laptop\n", "b.txt": "arch == arm64\n"])
    let run = try Self.run([folder.path("a.txt"), folder.path("b.txt")], format: .json)
    let list = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(list.map { $0["code"] as? String } == ["unquoted-word", "unquoted-word"])
  }

  @Test("A profile of a file")
  func site() throws {
    let folder = try Folder([
      "ours.json": #"{"format": 1, "name": "ours", "extends": "munki", "keys": {"building": {"type": "text"}}}"#,
      "a.txt": "building == \"north\"\n",
    ])
    #expect(try Self.run([folder.path("a.txt")], profile: folder.path("ours.json"), strict: true).status == .success)
    #expect(throws: ProfileIssue.self) { try ProfileCheckProgram.profile(folder.path("none.json")) }
  }

  @Test("The page of a profile, the list of all, and a name that is nearly one")
  func profile() throws {
    let output = TextOutput()
    let errors = TextOutput()
    #expect(ProfileProgram.run(nil, output: output, errors: errors) == .success)
    #expect(output.take().split(separator: "\n").count == UseProfile.names.count)
    #expect(ProfileProgram.run("munki", output: output, errors: errors) == .success)
    #expect(output.take().contains("machine_type"))
    #expect(ProfileProgram.run("munky", output: output, errors: errors) == .wrongInput)
    #expect(errors.take().contains("munki"))
  }
}
