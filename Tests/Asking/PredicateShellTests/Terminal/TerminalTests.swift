import Foundation
import PredicateSyntax
import Testing

@testable import PredicateShell

@Suite("The pager")
struct PagerTests {
  @Test("Of `less` the last line says how to leave, unless the user chose the program or its options")
  func command() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = ["PATH": "/none:\(folder.path)"]
    #expect(Pager.command(environment: path) == nil)
    let less = folder.appending(path: "less").path
    #expect(FileManager.default.createFile(atPath: less, contents: nil, attributes: [.posixPermissions: 0o755]))
    let command = try #require(Pager.command(environment: path))
    #expect(command.hasPrefix("less -SRXF ") && command.contains("q to return to the shell"), "\(command)")
    func chosen(_ values: [String: String]) -> String? {
      Pager.command(environment: path.merging(values) { $1 })
    }
    #expect(chosen(["LESS": "-R"]) == "less -SRXF")
    #expect(chosen(["PAGER": "more"]) == "more")
    #expect(chosen(["PAGER": ""]) == nil)
  }
}

@Suite("Lines from standard input")
struct PlainLinesTests {
  /// The lines that are read from bytes of a pipe.
  private static func lines(_ bytes: [UInt8]) throws -> [LineReading] {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let writing = ends[1]
    let thread = Thread {
      let handle = FileHandle(fileDescriptor: writing, closeOnDealloc: false)
      handle.write(Data(bytes))
      close(writing)
    }
    thread.start()
    defer { close(ends[0]) }
    return try all(of: PlainLines(descriptor: ends[0]))
  }

  private static func all(of lines: PlainLines) throws -> [LineReading] {
    var result: [LineReading] = []
    while true {
      let line = try lines.nextLine(prompt: .continuation)
      result.append(line)
      if line == .end { return result }
    }
  }

  @Test(
    "Ends of lines",
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("a\n\n七\n", ["a", "", "七"]),
      ("a\rb", ["a\rb"]),
    ])
  func ends(_ text: String, _ expected: [String]) throws {
    #expect(try Self.lines(Array(text.utf8)) == expected.map { .line($0) } + [.end])
  }

  @Test func bytesThatAreNoText() throws {
    #expect(
      try Self.lines([0x61, 0, 0xFF, 0x62, 0x0A, 0xE4, 0xB8]) == [.line("a\0\u{FFFD}b"), .line("\u{FFFD}"), .end])
  }

  @Test func linesThatAreLongerThanABuffer() throws {
    let long = String(repeating: "七", count: 100_000)
    #expect(try Self.lines(Array("\(long)\nx\n\(long)".utf8)) == [.line(long), .line("x"), .line(long), .end])
  }

  @Test func aLineWithoutEndIsALimit() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("openpredicate-\(UUID().uuidString)")
    try Data(repeating: 0x61, count: 200_000).write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    try FileManager.default.removeItem(at: file)
    #expect(throws: PredicateIssue.self) {
      try Self.all(of: PlainLines(descriptor: handle.fileDescriptor, longestLine: 100_000))
    }
  }
}

@Suite("The history of statements")
struct StatementHistoryTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("openpredicate-history-\(UUID().uuidString)")

  private var path: String { folder.appendingPathComponent("a/b.history").path }

  private func removeFolder() throws {
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
  }

  @Test func statementsOutliveTheShell() throws {
    defer { #expect(throws: Never.self) { try removeFolder() } }
    var history = StatementHistory(path: path)
    let statements = ["Movie", "(year\n> 3)", "title == 'a\\nb'", "\\", "e\u{301} == 1", "\u{E9} == 1"]
    for statement in statements { history.add(statement) }
    #expect(history.problem == nil)
    let read = StatementHistory(path: path).entries
    #expect(read.map { Array($0.utf8) } == statements.map { Array($0.utf8) })
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }

  @Test func eachStatementIsThereOnceAndTheNewestCounts() throws {
    defer { #expect(throws: Never.self) { try removeFolder() } }
    var history = StatementHistory(path: path, capacity: 3)
    for statement in ["a", "b", "a", "c", "d", "d"] { history.add(statement) }
    #expect(history.entries == ["a", "c", "d"])
    #expect(StatementHistory(path: path, capacity: 3).entries == ["a", "c", "d"])
    history.add("e")
    // The file has more than twice the capacity, so it is rewritten when it is read.
    #expect(StatementHistory(path: path, capacity: 3).entries == ["c", "d", "e"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "c\nd\ne\n")
  }

  @Test func privateLinesAreNotKept() {
    var history = StatementHistory(path: nil)
    for statement in ["", " secret", "\nx"] {
      let isKept = history.add(statement)
      #expect(!isKept)
    }
    #expect(history.entries.isEmpty)
  }

  @Test func whatCannotBeKeptIsToldOnce() throws {
    defer { #expect(throws: Never.self) { try removeFolder() } }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The path is a folder, so the history cannot be written.
    var history = StatementHistory(path: folder.path)
    #expect(history.problem != nil)
    history.add("a")
    #expect(history.entries == ["a"])
  }

  @Test func theFileIsNamedAfterTheDatabase() {
    func path(_ identity: String, _ environment: [String: String]) -> String? {
      HistoryLocation.path(for: identity, environment: environment)
    }
    let name = path("/data/movies.sqlite", ["HOME": "/home/a"])
    #expect(name?.hasPrefix("/home/a/.local/state/openpredicate/movies_sqlite-") == true)
    #expect(
      path("/data/movies.sqlite", ["XDG_STATE_HOME": "/s", "HOME": "/h"])?.hasPrefix("/s/openpredicate/") == true)
    #expect(path("/data/movies.sqlite", ["XDG_STATE_HOME": "s", "HOME": "/h"])?.hasPrefix("/h/.local/") == true)
    #expect(name != path("/other/movies.sqlite", ["HOME": "/home/a"]))
    #expect(path("x", ["OPENPREDICATE_HISTORY": "/tmp/h"]) == "/tmp/h")
    #expect(path("x", ["OPENPREDICATE_HISTORY": "", "HOME": "/h"]) == nil)
    #expect(path("x", [:]) == nil)
  }
}

@Suite("Prompts")
struct ShellPromptTests {
  @Test func promptsAreSafe() {
    #expect(ShellPrompt.statement("Mo\u{1B}vie").text == "Mo\\x1Bvie> ")
  }
}
