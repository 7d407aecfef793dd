import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The commands for changes: saving, undoing, discarding, listing, and saved statements.
@Suite("Commands on changes")
struct ChangeCommandTests {
  @Test func everythingThatIsWrongIsToldAtOnce() throws {
    let shell = try TestedShell()
    shell.lines("insert Movie year = 1111")
    shell.lines("update Movie set genre = nil where id == 3")
    #expect(shell.session.run(".commit") == .refused)
    let text = shell.errors.take()
    for message in [
      "new Movie: title has no value", "new Movie: genre has no value",
      "Movie[3] “Das Cabinet des Dr. Caligari”: genre has no value",
    ] {
      #expect(text.contains("error[not-saved]: \(message)"), "\(text)")
    }
    #expect(shell.session.hasUnsavedChanges)
    shell.lines(".undo")
    shell.lines("update Movie set title = 'A', genre = 'B' where year == 1111")
    #expect(shell.lines(".commit") == ["Saved: 1 object."])
  }

  @Test func stepsGoBackAndForth() throws {
    let shell = try TestedShell()
    for year in 2001...2003 { shell.lines("update Movie set year = \(year) where id == 1") }
    shell.lines(".commit")
    for year in [2002, 2001] {
      shell.lines(".undo")
      #expect(shell.rows("id == 1 show year") == ["\(year)"])
    }
    shell.lines(".redo")
    #expect(shell.rows("id == 1 show year") == ["2002"])
    #expect(shell.lines(".revert") == ["Dropped the changes of 1 object."])
    #expect(shell.rows("id == 1 show year") == ["2003"])
    #expect(shell.refusal(".undo").code == "no-undo")
    #expect(shell.refusal(".redo").code == "no-redo")
    #expect(shell.lines(".commit") == ["There is nothing to save."])
    #expect(shell.lines(".revert") == ["There is nothing to drop."])
  }

  @Test func undoingEverythingIsNotHavingChangedNothing() throws {
    let shell = try TestedShell()
    #expect(shell.refusal(".undo").hint.hasPrefix("no statement has changed anything"))
    shell.lines("insert Tag name = 'x'")
    shell.lines(".undo")
    #expect(
      shell.refusal(".undo").hint == "there is no change left to undo. To make the last change again, write .redo")
  }

  @Test func aTrialShowsPlansAndSavesNothing() throws {
    let shell = try TestedShell()
    shell.session.isTrial = true
    let before = shell.rows("count Movie")
    let lines = shell.lines("delete Movie where year == 1979")
    #expect(lines.first?.hasPrefix("Deletes ") == true)
    #expect(lines.contains { $0.contains(" rows of Movie") || $0.contains("every row of Movie") }, "\(lines)")
    #expect(shell.rows("Movie where year == 1979 show title").isEmpty)
    #expect(shell.lines(".commit").first?.hasPrefix("Not saved, because of --dry-run: ") == true)
    shell.lines(".revert")
    #expect(shell.rows("count Movie") == before)
  }

  /// An undone step can still be redone after the user has declined another statement.
  @Test func decliningForgetsNothing() throws {
    let shell = try TestedShell()
    shell.lines("insert Tag name = 'x'")
    shell.lines(".undo")
    shell.session.confirmation = .ask { _ in false }
    #expect(shell.session.run("delete Movie where id == 1") == .refused)
    _ = shell.output.take()
    #expect(shell.lines(".redo") == [#"Done again: insert Tag name = "x""#])
    #expect(shell.rows("Tag where name == 'x' show name") == ["x"])
  }

  @Test(
    "A command that would lose unsaved changes is refused",
    arguments: [".open", ".type Movie.year double", ".import films.csv into Movie"])
  func unsavedChanges(_ command: String) throws {
    let shell = try TestedShell()
    shell.lines("insert Tag name = 'x'")
    let found = shell.refusal(command)
    #expect(
      found.code == "unsaved-changes" && found.hint == "write .commit to save the changes, or .revert to drop them",
      "\(found)"
    )
    #expect(shell.session.hasUnsavedChanges)
  }

  /// New objects, which have no key yet, are distinguished by their titles.
  @Test func newObjectsAreNamedByTheirTitles() throws {
    let shell = try TestedShell()
    for title in ["One", "Two"] { shell.lines("insert Movie title = '\(title)', year = 2000") }
    #expect(shell.session.run(".commit") == .refused)
    let text = shell.errors.take()
    for title in ["One", "Two"] {
      #expect(text.contains("error[not-saved]: new Movie “\(title)”: genre has no value"), "\(text)")
    }
  }

  @Test func updatesThatChangeNothing() throws {
    let shell = try TestedShell()
    shell.lines("update Tag set name = 'x' where id == 1")
    shell.lines(".commit")
    #expect(
      shell.lines("update Tag set name = 'x' where id == 1") == [
        "Does not change name of 1 tag: the values are the same as before."
      ])
    #expect(shell.lines(".changes") == ["There is nothing to save."])
    #expect(shell.lines("update Tag set name = 'y' where id == 1") == ["Updates name of 1 tag: x."])
  }

  @Test func unsavedStatementsAreListed() throws {
    let shell = try TestedShell()
    #expect(shell.lines(".changes") == ["There is nothing to save."])
    shell.lines("update Tag set name = 'x' where id == 1")
    shell.lines("insert Tag name = 'y'")
    shell.session.mode = .csv
    #expect(
      shell.lines(".changes") == [
        "statement,step", #""update Tag set name = ""x"" where id == 1",done"#, #""insert Tag name = ""y""",done"#,
      ])
    shell.lines(".undo")
    shell.lines(".commit")
    #expect(shell.lines(".changes") == ["statement,step"])
    shell.lines(".undo")
    shell.lines("insert Tag name = 'z'")
    #expect(
      shell.lines(".changes") == [
        "statement,step", #""update Tag set name = ""x"" where id == 1",undone"#, #""insert Tag name = ""z""",done"#,
      ])
    shell.session.mode = .table
    #expect(shell.lines(".changes").contains("Unsaved: 2 objects."))
  }

  @Test func aTimeZoneKeepsTheSteps() throws {
    let shell = try TestedShell()
    shell.lines("update Movie set lentOn = '2024-05-01' where id == 1")
    shell.lines(".commit")
    shell.lines(".timezone Asia/Tokyo")
    #expect(shell.lines(".undo").first?.hasPrefix("Undone: update Movie") == true)
    #expect(shell.session.hasUnsavedChanges)
    shell.lines(".redo")
    shell.lines("update Movie set lentOn = '2024-05-01T20:00:00Z' where id == 1")
    #expect(shell.session.hasUnsavedChanges)
    // Unsaved changes are read in the new zone, too.
    #expect(shell.rows("id == 1 show lentOn.day") == ["2"])
    shell.lines(".timezone UTC")
    #expect(shell.rows("id == 1 show lentOn.day") == ["1"])
    shell.lines(".commit")
    #expect(shell.rows("id == 1 show lentOn.day") == ["1"])
  }

  @Test func filmsAreLentAndReturned() throws {
    let shell = try TestedShell()
    #expect(
      shell.lines(".run").map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        == ["lend $film $to", "return $film insert"].map { $0.replacingOccurrences(of: " insert", with: " update") })
    let film =
      "title == 'Blade Runner' show lent, lentToFriend.friendName, SUBQUERY(loans, $l, $l.returnedOn == nil).@count"
    if shell.rows(film).first?.hasPrefix("true") == true {
      shell.lines(".run return film = \"Blade Runner\"")
    }
    #expect(
      shell.lines(".run lend film = \"Blade Runner\", to = \"Anna Castelli\"") == [
        "Inserts 1 loan.", "Updates lent, lentToFriend, lentOn of 1 movie: Blade Runner.",
      ])
    #expect(shell.rows(film) == ["true,Anna Castelli,1"])
    let again = shell.refusal(".run lend $film = \"Blade Runner\" $to = \"Anna Castelli\"")
    #expect(again.code == "no-object" && again.hint == "$film is \"Blade Runner\"", "\(again)")
    shell.lines(".run return film = \"Blade Runner\"")
    #expect(shell.rows(film) == ["false,,0"])
    #expect(shell.lines(".undo") == ["Undone: return film = \"Blade Runner\""])
    #expect(shell.rows(film) == ["true,Anna Castelli,1"])
    shell.lines(".redo")
    shell.lines(".commit")
    #expect(shell.rows(film) == ["false,,0"])
    #expect(shell.refusal(".run lend film = \"Blade Runner\"").code == "parameter-missing")
    #expect(shell.refusal(".run lend flim = \"x\", to = \"y\"").code == "unknown-parameter")
  }

  @Test func changesAreSavedUnderNames() throws {
    let shell = try TestedShell()
    shell.lines("delete Tag where id == 1")
    shell.lines(".save gone")
    shell.lines(".save two update Movie set year = $y where id == 1; count year == $y")
    #expect(shell.session.savedStatement(named: "gone") == "delete Tag where id == 1")
    #expect(
      shell.session.savedStatement(named: "two")
        == "update Movie set year = $y where id == 1; count Movie where year == $y")
    #expect(shell.lines(".run two y = 1234") == ["Updates year of 1 movie: Le Voyage dans la Lune.", "1 movie"])
    shell.lines(".save lend count Movie")
    #expect(shell.lines(".run lend").first == "200 movies")
    shell.lines(".save --delete lend")
    #expect(shell.refusal(".run lend").code == "parameter-missing")
  }

  @Test func explanationsAreAboutTheStatement() throws {
    let shell = try TestedShell()
    let why = shell.lines(".why 24 update Movie set lent = NO where year < 1945 AND lent == YES")
    #expect(why.contains { $0.contains("year < 1945") })
    shell.lines("update Movie set rating = 1 where id == 5 AND year > 1900")
    #expect(shell.lines(".why 6").contains { $0.hasPrefix("false") })
    #expect(
      shell.lines(".verify Movie where rating == 1").last?.hasPrefix(
        "The answers from SQL and from memory are equal in 1 movie") == true)
  }

  /// `.why` names a row without an integer key by its key in quotes, or by its row number.
  @Test func rowsWithoutAnIntegerKeyAreExplained() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE city (name TEXT PRIMARY KEY, people INTEGER) WITHOUT ROWID;
          INSERT INTO city VALUES ('New York', 8), ('Oslo', 1);
          CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
          INSERT INTO pair VALUES (1, 2), (3, 4);
          CREATE VIEW big AS SELECT * FROM city WHERE people > 0;
          """)
    }
    let shell = try TestedShell(try PredicateDatabase(name: "cities", queue: queue))
    #expect(shell.lines(".why 'New York' City where people > 1").first?.hasPrefix("true") == true)
    #expect(shell.lines(".why Oslo City where people > 1").first?.hasPrefix("false") == true)
    #expect(shell.lines(".why 2 Pair where a > 1").first?.hasPrefix("true") == true)
    #expect(shell.lines(".why City[\"New York\"] City where people > 1").first?.hasPrefix("true") == true)
    #expect(shell.lines(".why Pair[3, 4] Pair where a > 1").first?.hasPrefix("true") == true)
    #expect(shell.lines(".why Pair[1, 2]").first?.hasPrefix("false") == true)
    #expect(shell.refusal(".why Pair[1, 9]").code == "no-object")
    #expect(shell.refusal(".why City['Oslo']").code == "command-argument")
    #expect(shell.lines(".why \"Oslo\" City where people > 1").first?.hasPrefix("false") == true)
    #expect(shell.lines("Pair[3, 4] show b").contains("4") && shell.lines("count City['Oslo']").first == "1 city")
    #expect(shell.lines(".why 1 Big where people > 1").first?.hasPrefix("true") == true)
    #expect(shell.refusal(".why Rome City where people > 1").code == "no-object")
    #expect(shell.refusal(".why 9 Big where people > 1").code == "no-object")
    #expect(shell.refusal(".why x Pair where a > 1").code == "command-argument")
  }
}
