import Foundation
import Testing

@testable import PredicateShell

/// The real shell works without a terminal, and after its file was deleted.
@Suite("The shell without a terminal")
struct ShellWithoutTerminalTests {
  @Test func nothingToRead() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script("predicate < /dev/null")
    #expect(status == 0)
    #expect(output.isEmpty && errors.isEmpty)
  }

  @Test func statementsFromAPipe() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script(
      "printf 'Tag limit 1\\ncount (year > 1990\\nAND year < 1992)\\nnonsense == 1\\ncount\\n' | predicate --mode csv")
    #expect(status == 1)
    #expect(output.hasPrefix("id,name\n1,classic\n"))
    #expect(!output.contains("200") && !output.contains("\u{1B}"))
    #expect(errors.hasPrefix("line 4: error[unknown-key]"))
  }

  @Test func linesOfOneStatementFromAPipe() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script(
      """
      predicate --mode csv <<'END'
      Movie where
        year > 1990
        AND genre == "Drama"
        show title
        limit 2
      count Tag
      END
      """)
    #expect(status == 0)
    #expect(output.split(separator: "\n").count == 4 && output.hasPrefix("title\n"), "\(output)")
    #expect(errors.isEmpty)
  }

  /// A program writes a statement and waits for its answer before it writes the next line.
  @Test func aProgramThatWaitsGetsItsAnswer() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, _) = try await shell.script(
      """
      mkfifo to from
      predicate --mode csv < to > from &
      exec 3> to 4< from
      for statement in 'count Tag' 'limit 1 show title' 'count Friend'; do
        printf '%s\\n' "$statement" >&3
        read -r line <&4
        echo "got $line"
        if [ "$line" = title ]; then read -r line <&4; echo "got $line"; fi
      done
      exec 3>&-
      wait
      """)
    #expect(status == 0)
    #expect(output.hasPrefix("got 15"), "\(output)")
    #expect(output.split(separator: "\n").count == 4, "\(output)")
  }

  @Test func aReaderThatHasEnough() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script("predicate --mode csv -e Loan | head -n 1")
    #expect(status == 0)
    #expect(output == "id,lentOn,returnedOn,note,movie,friend\n")
    #expect(errors.isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDisk() async throws {
    let shell = try ShellOnTerminal()
    let (status, _, errors) = try await shell.script("predicate -e Tag > /dev/full")
    #expect(status == 2)
    #expect(errors == "error: the answer could not be written\n")
  }

  // MARK: Files

  @Test func aFileThatCannotBeWritten() async throws {
    let shell = try ShellOnTerminal()
    let path = try shell.makeDatabase("films.sqlite")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let files = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
    chmod(path, 0o444)
    chmod(shell.folder.path, 0o555)
    defer { chmod(shell.folder.path, 0o755) }
    shell.environment["OPENPREDICATE_HISTORY"] = ""
    let terminal = try await shell.start(path)
    terminal.enter("year > 1970")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("1 movie") } }
    terminal.enter(".quit")
    #expect(try await terminal.end() == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.folder.path).sorted() == files.sorted())
  }

  @Test func aFileThatIsRemovedMeanwhile() async throws {
    let shell = try ShellOnTerminal()
    let path = try shell.makeDatabase("films.sqlite")
    let terminal = try await shell.start(path)
    terminal.enter("count")
    try await terminal.see("a count") { $0.lines.contains { $0.hasPrefix("2 movies") } }
    try FileManager.default.removeItem(atPath: path)
    // The deleted file exists as long as it is open. The shell continues, with an answer or an error.
    terminal.enter("year > 1970")
    try await terminal.see("an answer") { $0.lines.contains { $0.hasPrefix("1 movie") || $0.hasPrefix("error") } }
    try await terminal.seeCursor(behind: "Movie> ")
    terminal.enter(".open \(path)")
    try await terminal.see("that it is gone") { $0.lines.contains { $0.contains("there is no file") } }
    terminal.enter(".open")
    terminal.enter("count")
    try await terminal.see("the demo") { $0.lines.contains { $0.hasPrefix("200 movies") } }
    terminal.enter(".quit")
    #expect(try await terminal.end() == 0)
  }

  @Test func aFileThatIsNone() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script("echo no database > a.txt; predicate a.txt -e Movie")
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(errors == "predicate: “a.txt” is not a SQLite database\n")
  }
}
