import Foundation
import Testing

@testable import PredicateShell

/// At a terminal, data is changed only after the user confirms. Without a user who can confirm, it is not.
@Suite("Changing data in a terminal")
struct ChangingTerminalTests {
  @Test func aQuestionIsAnswered() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.enter("delete Tag where id == 1")
    try await terminal.seeCursor(behind: "Go on? (y/N) ")
    terminal.enter("n")
    try await terminal.seeLine("Nothing is changed.")
    try await terminal.seeCursor(behind: "Movie> ")
    terminal.enter("delete Tag where id == 1")
    try await terminal.seeCursor(behind: "Go on? (y/N) ")
    terminal.type("\u{3}")
    try await terminal.see("the question twice dropped") { screen in
      screen.lines.filter { $0 == "Nothing is changed." }.count == 2
    }
    terminal.enter("delete Tag where id == 1")
    try await terminal.seeCursor(behind: "Go on? (y/N) ")
    terminal.enter("y")
    try await terminal.seeCursor(behind: "Movie*> ")
    terminal.enter(".commit")
    try await terminal.see("the saving") { $0.lines.contains { $0.hasPrefix("Saved: 1 object") } }
    try await terminal.seeCursor(behind: "Movie> ")
  }

  /// Pasted lines are read as statements and never as the answer to a question.
  @Test func aPasteAnswersNothing() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.type("\u{1B}[200~update Movie\rset year = 3\rwhere id == 1\ry\rcount Tag\r\u{1B}[201~")
    try await terminal.seeCursor(behind: "Go on? (y/N) ")
    terminal.enter("y")
    try await terminal.see("the count") { $0.lines.contains { $0.hasPrefix("15 tags") } }
    try await terminal.see("the line y is a statement") { screen in
      screen.lines.contains("error[unknown-entity]: there is no entity “y”")
    }
    terminal.enter("id == 1 show year")
    try await terminal.seeLine("   3")
  }

  @Test func leavingAsks() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.enter("insert Tag name = \"x\"")
    try await terminal.seeCursor(behind: "Movie*> ")
    terminal.enter(".quit")
    try await terminal.seeCursor(
      behind: "The changes of 1 object are not saved. Drop the changes and leave the shell? (y/N) ")
    terminal.enter("")
    try await terminal.seeLine("Write .commit to save the changes, or .revert to drop them.")
    try await terminal.seeCursor(behind: "Movie*> ")
    terminal.type("\u{4}")
    try await terminal.seeCursor(behind: "leave the shell? (y/N) ")
    terminal.enter("y")
    #expect(try await terminal.end() == 0)
  }

  @Test func unsavedChangesAreToldWhereNobodyIsAsked() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script(
      "printf 'delete Tag where id == 1\\n.quit\\n' | predicate; predicate -e 'delete Tag' ; predicate --yes -e 'delete Tag' -e .commit"
    )
    #expect(status == 0)
    #expect(output.contains("Deletes 15 tags: classic, cult, comfort and 12 more."))
    #expect(output.contains("Saved: 15 objects"))
    #expect(errors.contains("error: the changes of 1 object and"))
    #expect(errors.contains("error[not-confirmed]"))
    let unsaved = try await shell.script("predicate -e 'insert Tag name = 1' ; predicate -e 'insert Tag name = \"x\"'")
    #expect(unsaved.status == 1)
    #expect(unsaved.errors.contains("the changes of 1 object are dropped; -e .commit at the end saves them"))
  }

  /// Another process holds the lock while changes are saved: the changes stay unsaved, and can be saved later.
  @Test func aLockedDatabase() async throws {
    let shell = try ShellOnTerminal()
    let path = try shell.makeDatabase("films.sqlite")
    let lock = try LockedFile(path)
    let terminal = try await shell.start("--write", path)
    terminal.enter("insert Movie title = \"X\", year = 1")
    try await terminal.see("the lock") { $0.lines.contains { $0.hasPrefix("error") } }
    try await terminal.seeCursor(behind: "Movie> ")
    try lock.release()
    terminal.enter("insert Movie title = \"X\", year = 1")
    try await terminal.seeCursor(behind: "Movie*> ")
    terminal.enter(".commit")
    try await terminal.seeLine("Saved: 1 object.")
    terminal.enter(".quit")
    #expect(try await terminal.end() == 0)
  }
}
