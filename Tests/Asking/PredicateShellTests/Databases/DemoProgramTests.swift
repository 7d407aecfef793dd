import Foundation
import PredicateSQLite
import PredicateShell
import Testing

@Suite("The command demo")
struct DemoProgramTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func run(_ program: DemoProgram, _ name: String) -> (output: String, errors: String, status: ProgramStatus) {
    let output = TextOutput()
    let errors = TextOutput()
    let status = program.run(path: path(name), output: output, errors: errors)
    return (output.text, errors.text, status)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  @Test("A file of a given size opens with the demo's model")
  func writes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors, status) = run(DemoProgram(movies: 2_000, seed: 7), "big.sqlite")
    #expect(status == .success && errors.isEmpty)
    #expect(
      output.hasPrefix(
        "Wrote 2,000 movies, 120 friends, 150 tags and 3,000 loans to \(path("big.sqlite")) (seed 7, 1 MB, "),
      "\(output)")
    #expect(try names() == ["big.sqlite"])
    let database = try PredicateDatabase.open(path: path("big.sqlite"))
    #expect(database.model.entityNames == ["Movie", "Friend", "Tag", "Loan"])
  }

  @Test("Without a number the file is the demo itself")
  func demo() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, _, status) = run(DemoProgram(), "demo.sqlite")
    #expect(status == .success)
    #expect(output.hasPrefix("Wrote 200 movies, 12 friends, 15 tags and 300 loans to "), "\(output)")
    #expect(!output.contains("seed"))
  }

  @Test("An existing file is kept unless it may be replaced; a directory always")
  func existing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("mine".utf8).write(to: folder.appending(path: "a"))
    try Data("old".utf8).write(to: folder.appending(path: "a-wal"))
    let refused = run(DemoProgram(movies: 10), "a")
    #expect(refused.status == .failure && refused.output.isEmpty)
    #expect(refused.errors == "predicate: “\(path("a"))” exists already; --force replaces it\n")
    #expect(try Data(contentsOf: folder.appending(path: "a")) == Data("mine".utf8))
    #expect(run(DemoProgram(movies: 10, replaces: true), "a").status == .success)
    #expect(try names() == ["a"])
    #expect(try PredicateDatabase.open(path: path("a")).model.entities.count == 4)
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
    #expect(run(DemoProgram(replaces: true), "folder").errors == "predicate: “\(path("folder"))” is a directory\n")
    let missing = run(DemoProgram(), "nowhere/a")
    #expect(missing.status == .failure && missing.errors.contains("cannot be opened"), "\(missing.errors)")
    #expect(try names() == ["a", "folder"])
  }

  @Test("Progress is shown on the errors' output, and only there")
  func progress() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var program = DemoProgram(movies: 20_500)
    program.showsProgress = true
    let (output, errors, _) = run(program, "p")
    #expect(output.utf8.allSatisfy { $0 != 0x1B })
    for text in ["\r0 of 20,500 movies", "\r20,000 of 20,500 movies", "\r5 of 8 indexes"] {
      #expect(errors.contains(text), "\(text)")
    }
    #expect(errors.hasSuffix("\r\u{1B}[K"))
  }
}
