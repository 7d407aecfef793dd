import Foundation
import PredicateChecking
import PredicateOutput
import PredicateCommands
import Testing

/// `predicate check --profile` and `predicate profile`: what goes where, and the status.
@Suite("predicate check --profile") struct ProfileCheckProgramTests {
  /// A folder that is gone behind the test.
  private final class Folder {
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

  private static func run(
    _ files: [String], profile: String = "munki", at places: [String] = [], strict: Bool = false,
    format: FindingFormat = .text
  ) throws -> (status: ProgramStatus, output: String, errors: String) {
    var program = ProfileCheckProgram(try ProfileCheckProgram.profile(profile), at: places)
    program.isStrict = strict
    program.format = format
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

  @Test("A file that is not there is status 2, and the others are checked")
  func missing() throws {
    let folder = try Folder(["bad.txt": "machine_type == laptop\n"])
    let run = try Self.run([folder.path("none.txt"), folder.path("bad.txt")])
    #expect(run.status == .failure)
    #expect(run.errors.contains("none.txt: No such file"))
    #expect(run.output.contains("bad.txt:1:17: error[unquoted-word]"))
  }

  @Test("A folder stands for its files, without hidden ones")
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
