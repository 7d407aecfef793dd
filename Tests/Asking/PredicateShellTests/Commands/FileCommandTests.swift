import Foundation
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// `.import` and `.export`. How records become objects is tested with `PredicateSessions`.
@Suite("Commands on files of records")
final class FileCommandTests {
  private let folder: URL
  private let output = TextOutput()
  private let errors = WatchedErrors()
  private var session: ShellSession

  /// The output for errors. It runs an action at each write.
  private final class WatchedErrors: ShellOutput {
    var text = ""
    var onWrite: () -> Void = {}

    func write(_ text: String) {
      self.text += text
      onWrite()
    }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    session.mode = .csv
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// The output of a statement, its errors (with the folder removed), and its outcome.
  private func run(_ text: String) -> (output: String, errors: String, outcome: StatementOutcome) {
    errors.text = ""
    let outcome = session.run(text)
    return (output.take(), errors.text.replacingOccurrences(of: folder.path + "/", with: ""), outcome)
  }

  @Test("A database without a model inside, opened for reading and for writing")
  func files() throws {
    let path = folder.appending(path: "x.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let people = try file("p.csv", "id,name\n7,Ann\n7,Bob\n8,Cid\n")
    #expect(run(".open \(path)").outcome == .done)
    let refused = run(".import \(people) INTO Person")
    #expect(refused.outcome == .refused)
    #expect(refused.errors.hasPrefix("error[read-only]: “x.db” is open for reading only\n"))
    #expect(run(".open --write \(path)").outcome == .done)
    #expect(run(".import \(people) INTO Person --skip").output == "2 people imported and saved, 1 left out\n")
    #expect(run("Person").output == "id,name\n7,Ann\n8,Cid\n")
  }

  /// An import is not an undo step. It requires saved changes, and cannot be undone.
  @Test func anImportIsSavedAtOnce() throws {
    let tags = try file("t.csv", "name\nred\nblue\n")
    var questions = 0
    session.confirmation = .ask { _ in
      questions += 1
      return questions > 1
    }
    let before = run("count Tag").output
    #expect(run(".import \(tags) INTO Tag").outcome == .refused)
    #expect(run("count Tag").output == before)
    let answer = run(".import \(tags) INTO Tag")
    #expect(answer.output == "2 tags imported and saved\n" && questions == 2)
    #expect(answer.errors.hasPrefix("An import is saved at once, and .undo cannot undo it.\n"))
    #expect(run(".undo").errors.contains("hint: no statement has changed anything, and .undo cannot undo an import"))
  }

  @Test("Wrong and failing imports")
  func failures() throws {
    let people = try file("p.csv", "name,Name\nAnn,Bob\n")
    let cases: [(statement: String, code: String)] = [
      (".import", "command-argument"), (".import x.csv", "command-argument"),
      (".import into Movie", "command-argument"), (".import \(people) INTO Loan", "import-columns"),
    ]
    for (statement, code) in cases {
      let answer = run(statement)
      #expect(answer.outcome == .refused, "\(statement)")
      #expect(answer.errors.contains("error[\(code)]"), "\(statement): \(answer.errors)")
    }
  }

  @Test("An interrupt reverts the import")
  func interrupt() throws {
    let path = try file("p.csv", "name\n" + String(repeating: "Ann\n", count: 2_000))
    errors.onWrite = { [session] in session.interrupts.interrupt() }
    let answer = run(".import \(path) INTO Person")
    errors.onWrite = {}
    #expect(answer.outcome == .failed)
    #expect(answer.errors.hasSuffix("Cancelled.\n"))
    #expect(run("Person").outcome == .refused)
    #expect(run("count Movie").outcome == .done)
  }

  @Test("A count has no rows to export or to show again")
  func count() throws {
    let path = folder.appending(path: "count.csv").path
    #expect(run("count Movie where year == 1979").outcome == .done)
    for command in [".export \"\(path)\"", ".last json"] {
      let errors = run(command).errors
      #expect(
        errors.hasPrefix("error[no-answer]: the last statement returned only a number, which has no rows\n"),
        "\(errors)")
      #expect(errors.contains("hint: run the statement without count before this command: Movie where year == 1979\n"))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Answers are exported in the format of the file's name, once")
  func export() throws {
    let path = folder.appending(path: "out 1.csv").path
    #expect(run(".export \"\(path)\"").errors.hasPrefix("error[no-answer]"))
    #expect(run(".export \"\(path)\" Movie where year == 1979 sort by title show title, year").outcome == .done)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("title,year\nAlien,1979\nApocalypse Now,1979\n"))
    let again = run(".export \"\(path)\" Tag")
    #expect(again.errors.hasPrefix("error[file-exists]"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(run(".export --force \"\(path)\" Tag sort by name limit 1 show name").outcome == .done)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("name\n"))
    let tags = run("Tag sort by name limit 2 show name").output.split(separator: "\n").dropFirst().map(String.init)
    try #require(tags.count == 2)
    for (name, content) in [
      ("a.tsv", "name\n\(tags[0])\n\(tags[1])\n"),
      ("a.json", "[\n  {\"name\":\"\(tags[0])\"},\n  {\"name\":\"\(tags[1])\"}\n]\n"),
      ("a.ndjson", "{\"name\":\"\(tags[0])\"}\n{\"name\":\"\(tags[1])\"}\n"),
    ] {
      let file = folder.appending(path: name).path
      #expect(run(".export \(file)").output.hasPrefix("2 tags written to"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    }
    #expect(run(".export \(folder.path)/a.md").outcome == .done)
    #expect(run(".export \(folder.path)/a.html").outcome == .done)
    #expect(run(".export \(folder.path)/a.txt").errors.hasPrefix("error[export-name]"))
    #expect(run(".export \(folder.path)/none/a.csv").errors.hasPrefix("error[file]"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["a.html", "a.json", "a.md", "a.ndjson", "a.tsv", "out 1.csv"])
  }
}
