import Foundation
import GRDB
import PredicateDemo
import PredicateSQLite
import PredicateSyntax
import Testing

@testable import PredicateShell

/// Data statements in a session show a preview and ask a question, or are refused. Their changes are tested with `PredicateSessions`.
@Suite("Statements that change data, in the shell")
struct ChangeStatementTests {
  @Test func aConditionThatComesLateIsTold() throws {
    let shell = try TestedShell()
    shell.lines("update Tag set name = 'x'")
    #expect(shell.refusal("where id == 1").code == "late-where")
    shell.lines(".undo")
    #expect(shell.session.run("where id == 1") == .done)
  }

  @Test func anObjectIsInsertedAndSaved() throws {
    let shell = try TestedShell()
    let statement =
      #"insert Movie title = "Alien 9", year = 1979 + 1, genre = "Horror", tags = {Tag[2], Tag[3]}, lentOn = "2024-05-01""#
    #expect(shell.lines(statement) == ["Inserts 1 movie: Alien 9."])
    #expect(shell.session.hasUnsavedChanges)
    #expect(
      shell.rows(#"title == "Alien 9" show year, lent, tags.@count, lentOn"#) == [
        "1980,false,2,2024-05-01T00:00:00Z"
      ])
    #expect(shell.rows("count Movie").isEmpty)
    #expect(shell.lines("title == 'Alien 9'").last == "1 movie")
    #expect(shell.lines(".commit") == ["Saved: 1 object and 2 links."])
    #expect(!shell.session.hasUnsavedChanges)
    #expect(shell.rows(#"title == "Alien 9" show id, year"#) == ["201,1980"])
  }

  @Test func newObjectsHaveNoKeyYet() throws {
    let shell = try TestedShell()
    shell.lines("insert Tag name = 'x'")
    #expect(shell.lines("Tag where name == 'x'")[2].hasPrefix("new"))
    #expect(shell.rows("Tag where name == 'x'") == [",x"])
  }

  /// The temporary keys of new objects are not shown in any answer.
  @Test func newObjectsHaveNoKeyAnywhere() throws {
    let shell = try TestedShell()
    shell.lines("insert Friend friendName = 'n'")
    shell.lines("update Movie set lentToFriend = (Friend where friendName == 'n') where id == 1")
    shell.lines("insert Tag name = 'q', movies = {Movie[1]}")
    #expect(shell.rows("id == 1 show lentToFriend, lentToFriend.id") == [","])
    #expect(shell.lines("id == 1 show lentToFriend")[2] == "n")
    #expect(shell.lines(".last json").contains("  {\"lentToFriend\":null}"))
    shell.session.mode = .json
    #expect(!shell.lines("id == 1 show tags").joined().contains("-9223"))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("new-\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    shell.lines(".export \(file) Tag where name == 'q'")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "id,name\n,q\n")
  }

  @Test func whatIsDeniedIsToldByTheObject() throws {
    let shell = try TestedShell()
    let count = shell.rows("Friend show id").count
    #expect(shell.session.run("delete Friend where id < 3") == .refused)
    let text = shell.errors.take()
    #expect(
      text.contains(
        "error[delete-denied]: Friend[1] “Anna Castelli”: the object cannot be deleted, because its relationship lentMovies still contains Movie[24] and 8 more objects"
      ))
    #expect(text.contains("Friend[2]"))
    #expect(text.contains("hint: first run: update Movie set lentToFriend = nil where lentToFriend.id == 1"))
    #expect(!shell.session.hasUnsavedChanges && shell.rows("Friend show id").count == count)
    shell.lines("update Movie set lentToFriend = nil where lentToFriend.id == 1")
    #expect(shell.lines("delete Friend where id == 1").first == "Deletes 1 friend: Anna Castelli.")
    #expect(shell.lines(".commit").count == 1)
    #expect(shell.rows("Friend show id").count == count - 1)
  }

  @Test func withoutATerminalALimitHolds() throws {
    let shell = try TestedShell()
    let found = shell.refusal("update Movie set year = 2000")
    #expect(found.code == "not-confirmed" && found.words == "update", "\(found)")
    #expect(shell.output.take().isEmpty)
    #expect(!shell.session.hasUnsavedChanges)
    #expect(shell.session.run("update Movie set year = 2000 where id <= 100") == .done)
    shell.session.confirmation = .always
    #expect(shell.session.run("update Movie set year = 2000") == .done)
    #expect(shell.rows("show distinct year") == ["2000"])
  }

  @Test func whoIsAskedDecides() throws {
    let shell = try TestedShell()
    var questions: [String] = []
    shell.session.confirmation = .ask { question in
      questions.append(question)
      return questions.count > 1
    }
    _ = shell.output.take()
    #expect(shell.session.run("update Movie set year = 2000 where id == 1") == .refused)
    #expect(shell.output.take() == "Updates year of 1 movie: Le Voyage dans la Lune.\nNothing is changed.\n")
    #expect(!shell.session.hasUnsavedChanges && shell.session.changes?.context.canUndo == false)
    #expect(shell.session.run("update Movie set year = 2000 where id == 1") == .done)
    #expect(shell.session.run("insert Tag name = 'x', movies = {Movie[1]}") == .done)
    #expect(questions == ["Go on? (y/N) ", "Go on? (y/N) "])
    #expect(shell.session.hasUnsavedChanges)
  }

  @Test(
    "A mistake is marked, with its code and its remedy",
    arguments: [
      ("update Movie set year = \"x\" where id == 1", "change-type", "\"x\"", "the syntax is: year = NUMBER"),
      (
        "update Movie set lentToFriend = (Frend where email == nil)", "unknown-entity", "Frend",
        "the nearest name is “Friend”"
      ),
      (
        "update Movie set lentToFriend = (Friend where emial == nil)", "unknown-key", "emial",
        "the nearest name is “email”"
      ),
    ])
  func mistakes(_ statement: String, _ code: String, _ words: String, _ hint: String) throws {
    let shell = try TestedShell()
    let found = shell.refusal(statement)
    #expect(found == (code, words, hint), "\(found)")
    #expect(!shell.session.hasUnsavedChanges)
  }

  @Test func aFileIsReadOnlyUnlessToldOtherwise() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openpredicate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("demo.sqlite").path
    _ = try DemoFile().write(to: path)
    let reading = try TestedShell(try PredicateDatabase.open(path: path))
    let found = reading.refusal("delete Tag where id == 1")
    #expect(found.code == "read-only" && found.words == "delete", "\(found)")
    #expect(found.hint == "open the database with predicate --write FILE, or with .open --write FILE")
    #expect(reading.lines(".open --write \(path)").isEmpty)
    reading.lines(".run lend film = \"Blade Runner\", to = \"Anna Castelli\"")
    reading.lines(".commit")
    let other = try TestedShell(try PredicateDatabase.open(path: path))
    #expect(other.rows("title == 'Blade Runner' show lentToFriend.friendName") == ["Anna Castelli"])
  }

  @Test(
    "Completion",
    arguments: [
      ("", ["insert", "update", "delete"]), ("ins", ["insert"]), ("insert ", ["Movie", "Tag", "!title"]),
      ("insert Tag ", ["name", "movies", "!title"]), ("insert Movie title = 'x', ", ["year", "!title", "tags"]),
      ("update Movie ", ["set", "!where"]), ("update Movie set le", ["lent", "lentOn", "lentToFriend", "!title"]),
      ("update Movie set lent ", ["="]), ("update Movie set lent = ", ["YES", "NO", "!\"Noir\""]),
      ("update Movie set genre = \"No", ["\"Noir\""]), ("update Movie set year = ", ["year", "!title"]),
      ("insert Movie year = ", ["!year", "1954"]), ("update Movie set year = 3 ", ["where", ",", "!AND"]),
      ("insert Movie year = 3 ", [",", "!where"]),
      ("update Movie set lentToFriend = ", ["Friend[", "(Friend where", "nil", "!{"]),
      ("update Movie set lentToFriend = (F", ["Friend where", "!from:subtract:("]),
      ("update Movie set tags = ", ["Tag[", "(Tag where", "{"]), ("update Movie set tags = {", ["Tag["]),
      ("update Movie set lentToFriend = (Friend where ", ["friendName", "email", "!title"]),
      ("update Movie set lentToFriend = (Friend where friendName == \"An", ["\"Anna Castelli\""]),
      ("update Movie set lentToFriend = (Friend where email == nil ", [")", "AND"]),
      ("update Movie set year = 3 where ", ["title", "year"]), ("delete Friend ", ["where", "!sort by"]),
      ("delete Friend where friendName ", ["==", "LIKE"]), ("delete Friend where email == nil ", ["AND", "!sort by"]),
      (".why 3 update Movie set ye", ["year"]), (".run ", ["lend", "return"]), (".run lend ", ["$film", "$to"]),
      (".run lend fi", ["film"]), (".run lend film = \"x\", ", ["$to"]),
    ])
  func completion(_ text: String, _ expected: [String]) throws {
    let found = try TestedShell().session.completion(of: text).candidates.map(\.text)
    for item in expected {
      let isWanted = !item.hasPrefix("!")
      #expect(found.contains(isWanted ? item : String(item.dropFirst())) == isWanted, "\(item) in \(found)")
    }
  }

  @Test(
    "Statements on one line",
    arguments: [
      ("insert Tag name = 'a'; insert Tag name = 'b'; Tag where name IN {'a', 'b'} show count()", "2"),
      ("Tag limit 1; Movie show count()", "200"), ("insert Tag name = 'a'; Tag where name == 'a' show name", "a"),
      ("year > 1990; Tag where id == 1 show id", "1"),
    ])
  func semicolons(_ statements: String, _ last: String) throws {
    #expect(try TestedShell().rows(statements).last == last)
  }

  @Test("One statement after a command")
  func oneStatement() throws {
    let refused = try TestedShell().refusal(".sql Tag; Movie")
    #expect(refused.hint == "write only one statement here")
  }
}
