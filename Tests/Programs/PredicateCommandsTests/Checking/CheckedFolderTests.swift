import Foundation
import PredicateChecking
import PredicateCommands
import PredicateOutput
import Testing

extension ProfileCheckProgramTests {
  @Test("Hidden folders are read, and folders of dependencies are left out unless the command line names them")
  func hidden() throws {
    let step = "jobs: {a: {steps: [{run: \"log show --predicate 'process == \\\"x\\\" AND'\"}]}}\n"
    let folder = try Folder([
      ".github/workflows/ci.yml": step, ".build/ci.yml": step, "node_modules/a/ci.yml": step, "Pods/ci.yml": step,
    ])
    let run = try Self.run([folder.url.path], profile: nil, format: .annotations)
    #expect(run.output.split(separator: "\n").count == 1 && run.output.contains("ci.yml"), "\(run.output)")
    #expect(
      run.errors.hasSuffix(
        "2 folders left out: node_modules, Pods and Carthage are read only if the command line names them\n"))
    let named = try Self.run([folder.path("node_modules")], profile: nil, format: .annotations)
    #expect(named.output.split(separator: "\n").count == 1)
  }

  @Test("Each path has the configuration of the nearest folder around it")
  func nearestConfiguration() throws {
    let wrong = #"{"installable_condition": "machine_type == laptop"}"#
    let folder = try Folder([
      "a/.predicate.yml": "disable: [unquoted-word]", "a/sub/x.json": wrong, "b/x.json": wrong,
      "c/.predicate.yml": "profiles: {\"*.json\": ours.json}", "c/x.json": wrong,
      "c/ours.json": #"{"format": 1, "name": "ours", "extends": "munki"}"#,
    ])
    func run(_ paths: String...) throws -> (status: ProgramStatus, output: String, errors: String) {
      try Self.run(paths.map(folder.path)) { $0.configuration = nil }
    }
    #expect(try run("a/sub").status == .success)
    #expect(try run("a/sub/x.json").status == .success)
    #expect(try run("b").status == .wrongInput)
    let both = try run("a", "b")
    #expect(
      both.output.split(separator: "\n").filter { $0.contains("error[") }.count == 1 && both.output.contains("b/x.json")
    )
    #expect(try run("c/x.json").output.contains("unquoted-word"))
  }

  @Test("A file that cannot be read is no failure once the baseline has it, and the summary counts it")
  func unreadableInBaseline() throws {
    let folder = try Folder([
      "a.plist": #"<plist version="1.0"><dict><key>installable_condition</key><string>x</string>"#
    ])
    let known = folder.path("known.txt")
    #expect(try Self.run([folder.path("a.plist")]) { $0.newBaseline = known }.status == .failure)
    let run = try Self.run([folder.path("a.plist")]) { $0.baseline = known }
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.errors.hasSuffix("0 predicates in 1 file: 0 errors, 0 notes, 1 known\n"), "\(run.errors)")
    try "# none\n".write(toFile: known, atomically: true, encoding: .utf8)
    #expect(try Self.run([folder.path("a.plist")]) { $0.baseline = known }.status == .failure)
  }

  @Test("A baseline holds whatever way the command line spells the path")
  func baselineOfSpelling() throws {
    let folder = try Folder(["a/x.json": #"{"installable_condition": "machine_type == laptop"}"#])
    let known = folder.path("known.txt")
    _ = try Self.run([folder.path("a/../a")]) { $0.newBaseline = known }
    for spelling in ["a", "a/x.json", "./a/", "."] {
      let run = try Self.run([folder.path(spelling)]) { $0.baseline = known }
      #expect(run.output.isEmpty, "\(spelling): \(run.output)")
    }
  }

  @Test("A data model shows paths through many objects without ANY, and names that are nearly its own")
  func modelNames() throws {
    let model = """
      <?xml version="1.0"?><model>
      <entity name="Film"><attribute name="title" attributeType="String"/><attribute name="year" attributeType="Integer 64"/>
      <relationship name="actors" toMany="YES"/><relationship name="tags" toMany="YES"/>
      <fetchedProperty name="recent"><fetchRequest predicateString="yeer &gt; 1990"/></fetchedProperty></entity>
      <entity name="Actor"><attribute name="name" attributeType="String"/><attribute name="tags" attributeType="String"/></entity>
      </model>
      """
    let source = """
      import CoreData
      request.predicate = NSPredicate(format: "titel == %@", x)
      request.predicate = NSPredicate(format: "actors.name == %@", x)
      request.predicate = NSPredicate(format: "actors.nme CONTAINS %@", x)
      request.predicate = NSPredicate(format: "ANY actors.name == %@ AND actors.@count > 1 AND %@ IN actors.name", x, y)
      request.predicate = NSPredicate(format: "actors == nil OR title == 3 OR other == 1 OR tags.length > 3")
      let some = list.filtered(using: NSPredicate(format: "actors.name == %@ AND titel == %@", x, y))
      """
    let folder = try Folder(["M.xcdatamodeld/M.xcdatamodel/contents": model, "Films.swift": source])
    let run = try Self.run([folder.url.path], profile: nil, format: .annotations)
    let found = run.output.split(separator: "\n").map { line in
      let parts = line.split(separator: ",")
      let code = parts.first { $0.hasPrefix("title=") }?.split(separator: ":").first ?? ""
      return parts[1] + " " + code
    }
    #expect(
      found.sorted() == [
        "line=2 title=unknown-key", "line=3 title=refused-to-many-path", "line=4 title=unknown-key",
        "line=4 title=unknown-key",
      ], "\(run.output)")
  }
}
