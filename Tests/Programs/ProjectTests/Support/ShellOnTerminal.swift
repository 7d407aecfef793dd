import Foundation
import GRDB
import PredicateTestSupport
import Testing

@testable import PredicateShell

/// A home folder for one test, and the real shell in terminals that share it.
final class ShellOnTerminal {
  let folder: URL
  var environment: [String: String]

  static let program = path(ofProgram: "predicate")
  /// The shell on the demo database. `Friend count` runs until it is interrupted, and the progress bar appears immediately.
  static let endlessProgram = path(ofProgram: "endless-shell")

  /// A program that is built into the folder of the tests.
  private static func path(ofProgram name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("openpredicate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    environment = [
      "HOME": folder.path, "TERM": "xterm", "LANG": "C.UTF-8", "PAGER": "",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ].merging(Sanitizer.options) { $1 }
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Makes a database in the home folder. Returns its path.
  @discardableResult
  func makeDatabase(_ name: String) throws -> String {
    let queue = try DatabaseQueue(path: path(name))
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Movie (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL);
          INSERT INTO Movie VALUES (1, 'Alien', 1979), (2, '七人の侍', 1954);
          """)
    }
    try queue.close()
    return path(name)
  }

  /// A shell that shows its prompt.
  func start(
    _ arguments: String..., program: String = ShellOnTerminal.program, columns: Int = 100, rows: Int = 40
  ) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program, arguments, environment: environment, columns: columns, rows: rows)
    try await terminal.seeCursor(behind: "Movie> ")
    return terminal
  }

  /// Runs a script of the system's shell that has no terminal, with `predicate` on its path: status, output, errors.
  func script(_ text: String) async throws -> (status: Int32, output: String, errors: String) {
    let programs = URL(fileURLWithPath: Self.program).deletingLastPathComponent().path
    let environment = environment.merging(["PATH": "\(programs):\(environment["PATH"] ?? "")"]) { $1 }
    let run = try await TestProcess.onThread { [folder] in
      try TestProcess.run(script: text, environment: environment, in: folder, errors: .apart)
    }
    return (run.status, run.output, run.errors)
  }
}
