import Foundation
import GRDB
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import Testing

@testable import PredicateShell

/// Statements that change data, in a session: what is shown, held, saved, taken back and refused.
@Suite("Changing data")
struct ChangingTests {
  private let output = TextOutput()
  private let errors = TextOutput()

  private func session() throws -> ShellSession {
    ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
  }

  /// Runs a statement that has nothing wrong with it, and gives what is written.
  private func lines(
    _ statement: String, _ session: ShellSession, location: SourceLocation = #_sourceLocation
  ) -> [String] {
    _ = output.take()
    #expect(session.run(statement) == .done, "\(errors.take())", sourceLocation: location)
    return output.take().split(separator: "\n").map(String.init)
  }

  /// The rows of a query as CSV, without their header.
  private func rows(_ query: String, _ session: ShellSession) -> [String] {
    let mode = session.mode
    session.mode = .csv
    defer { session.mode = mode }
    return Array(lines(query, session).dropFirst())
  }

  /// The code of what is wrong with a statement, the words that it is about, and the hint.
  private func refusal(_ statement: String, _ session: ShellSession) -> (code: String, words: String, hint: String) {
    let outcome = session.run(statement)
    let text = errors.take()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard outcome == .refused, lines.count > 2, let open = lines[0].firstIndex(of: "["),
      let close = lines[0].firstIndex(of: "]")
    else { return ("none: \(outcome) \(text)", "", "") }
    let marked = lines[2].enumerated().filter { "^~".contains($0.element) }.map(\.offset)
    let characters = Array(lines[1])
    let words = marked.compactMap { characters.indices.contains($0) ? characters[$0] : nil }
    let hint = lines.first { $0.hasPrefix("hint: ") }.map { String($0.dropFirst(6)) } ?? ""
    return (String(lines[0][lines[0].index(after: open)..<close]), String(words), hint)
  }

  // MARK: Changing

  @Test func aConditionThatComesLateIsTold() throws {
    let session = try session()
    _ = lines("update Tag set name = 'x'", session)
    #expect(refusal("where id == 1", session).code == "late-where")
    _ = lines(".undo", session)
    #expect(session.run("where id == 1") == .done)
  }

  @Test func whatCancelsOutIsAStepToo() throws {
    let session = try session()
    _ = lines(".save flip insert Tag name = 'q'; delete Tag where name == 'q'", session)
    _ = lines("update Movie set year = 5 where id == 1", session)
    _ = lines(".run flip", session)
    #expect(lines(".undo", session).first?.contains("flip") == true)
    #expect(rows("Movie where id == 1 show year", session) == ["5"])
    _ = lines(".undo", session)
    #expect(rows("Movie where id == 1 show year", session) != ["5"])
  }

  @Test func anObjectHasOneOwner() throws {
    let session = try session()
    let refused = refusal("update Friend set lentMovies = (Movie where id < 4)", session)
    #expect(refused.code == "shared-object")
    #expect(!session.hasUnsavedChanges)
    _ = lines("update Friend set lentMovies = (Movie where id < 4) where id == 1", session)
    #expect(rows("Friend where id == 1 show lentMovies.@count", session) == ["3"])
  }

  @Test func anObjectIsInsertedAndSaved() throws {
    let session = try session()
    let statement =
      #"insert Movie title = "Alien 9", year = 1979 + 1, genre = "Horror", tags = {Tag[2], Tag[3]}, lentOn = "2024-05-01""#
    #expect(lines(statement, session) == ["Inserts 1 movie: Alien 9."])
    #expect(session.hasUnsavedChanges)
    #expect(
      rows(#"title == "Alien 9" show year, lent, tags.@count, lentOn"#, session) == [
        "1980,false,2,2024-05-01T00:00:00Z"
      ])
    #expect(rows("count Movie", session).isEmpty)
    #expect(lines("title == 'Alien 9'", session).last == "1 movie")
    #expect(lines(".commit", session) == ["Saved: 1 object and 2 links."])
    #expect(!session.hasUnsavedChanges)
    #expect(rows(#"title == "Alien 9" show id, year"#, session) == ["201,1980"])
  }

  @Test func newObjectsHaveNoKeyYet() throws {
    let session = try session()
    _ = lines("insert Tag name = 'x'", session)
    #expect(lines("Tag where name == 'x'", session)[2].hasPrefix("new"))
    #expect(rows("Tag where name == 'x'", session) == [",x"])
  }

  @Test func objectsAreUpdatedFromWhatTheyWere() throws {
    let session = try session()
    let before = rows("id < 4 show year, rating", session)
    #expect(lines("update Movie set year = year + 1, rating = year where id < 4", session).count == 1)
    let after = rows("id < 4 show year - 1, rating", session)
    let years = before.map { $0.split(separator: ",")[0] }
    #expect(after.map { $0.split(separator: ",")[0] } == years)
    #expect(after.map { $0.split(separator: ",")[1] } == years.map { "\($0).0" })
  }

  @Test func bothEndsOfARelationshipChange() throws {
    let session = try session()
    let count = "Friend where friendName == 'Anna Castelli' show lentMovies.@count"
    let before = try #require(rows(count, session).first.flatMap { Int($0) })
    _ = lines("update Movie set lentToFriend = (Friend where friendName == 'Anna Castelli') where id == 1", session)
    #expect(rows(count, session) == ["\(before + 1)"])
    _ = lines("update Movie set lentToFriend = nil where id == 1", session)
    #expect(rows(count, session) == ["\(before)"])
    #expect(!session.hasUnsavedChanges)
  }

  @Test(
    "Sets of objects",
    arguments: [
      ("{Tag[1], Tag[2], Tag[1]}", "1 2"), ("{}", ""), ("nil", ""), ("Tag[5]", "5"),
      ("{Tag[1]} UNION {Tag[3], Tag[1]}", "1 3"), ("{Tag[1], Tag[2]} MINUS {Tag[1]}", "2"),
      ("{Tag[1], Tag[2]} INTERSECT {Tag[2], Tag[3]}", "2"), ("(Tag where id IN {4, 6})", "4 6"),
    ])
  func sets(_ value: String, _ keys: String) throws {
    let session = try session()
    #expect(session.run("update Movie set tags = \(value) where id == 1") == .done, "\(errors.take())")
    #expect(rows("Tag where ANY movies.id == 1 show id", session).joined(separator: " ") == keys)
    _ = lines("update Movie set tags = tags UNION {Tag[9]} where id == 1", session)
    #expect(rows("Tag where ANY movies.id == 1 show id", session).last == "9")
  }

  // MARK: What is shown

  @Test func deleteRulesAreShown() throws {
    let session = try session()
    #expect(
      lines("delete Movie where id == 1", session) == [
        "Deletes 1 movie: Le Voyage dans la Lune.", "Deletes 6 loans as well, by the rule cascade.",
        "Removes it from movies of 3 tags, by the rule nullify.",
      ])
    #expect(rows("Loan where movie.id == 1", session).isEmpty)
    #expect(lines("delete Movie where id == 1", session) == ["No movies: nothing changes."])
    #expect(lines(".undo", session) == ["Undone: delete Movie where id == 1"])
    #expect(rows("Loan where movie.id == 1 show id", session).count == 6)
  }

  /// A rule clears a relationship to one object, and takes the object out of one to many.
  @Test func whatIsNullifiedIsShown() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, shelf_id INTEGER REFERENCES shelf(id) ON DELETE SET NULL);
          INSERT INTO shelf VALUES (1, 'Left'), (2, 'Right');
          INSERT INTO book VALUES (1, 'A', 1), (2, 'B', 1), (3, 'C', 2);
          """)
    }
    let session = ShellSession(
      database: try PredicateDatabase(name: "books", queue: queue), output: output, errors: errors)
    #expect(
      lines("delete Shelf where id == 1", session) == [
        "Deletes 1 shelf: Left.", "Clears shelf of 2 books, by the rule nullify.",
      ])
    _ = lines(".commit", session)
    #expect(rows("Book where shelf == nil show title", session) == ["A", "B"])
    _ = lines(".undo", session)
    #expect(rows("Book where shelf.name == 'Left' show title", session) == ["A", "B"])
    #expect(
      lines("delete Tag where name == 'family'", try self.session()).last
        == "Removes it from tags of 23 movies, by the rule nullify.")
  }

  @Test func whatIsDeniedIsToldByTheObject() throws {
    let session = try session()
    let count = rows("Friend show id", session).count
    #expect(session.run("delete Friend where id < 3") == .refused)
    let text = errors.take()
    #expect(
      text.contains(
        "error[delete-denied]: Friend/1 “Anna Castelli” cannot be deleted: lentMovies still has Movie/24 and 8 more"))
    #expect(text.contains("Friend/2"))
    #expect(text.contains("hint: update Movie set lentToFriend = nil where lentToFriend.id == 1 comes first"))
    #expect(!session.hasUnsavedChanges && rows("Friend show id", session).count == count)
    _ = lines("update Movie set lentToFriend = nil where lentToFriend.id == 1", session)
    #expect(lines("delete Friend where id == 1", session).first == "Deletes 1 friend: Anna Castelli.")
    #expect(lines(".commit", session).count == 1)
    #expect(rows("Friend show id", session).count == count - 1)
  }

  // MARK: Agreeing

  @Test func withoutATerminalALimitHolds() throws {
    let session = try session()
    let found = refusal("update Movie set year = 2000", session)
    #expect(found.code == "not-confirmed" && found.words == "update", "\(found)")
    #expect(output.take().isEmpty)
    #expect(!session.hasUnsavedChanges)
    #expect(session.run("update Movie set year = 2000 where id <= 100") == .done)
    session.confirmation = .always
    #expect(session.run("update Movie set year = 2000") == .done)
    #expect(rows("show distinct year", session) == ["2000"])
  }

  @Test func whoIsAskedDecides() throws {
    let session = try session()
    var questions: [String] = []
    session.confirmation = .ask { question in
      questions.append(question)
      return questions.count > 1
    }
    _ = output.take()
    #expect(session.run("update Movie set year = 2000 where id == 1") == .refused)
    #expect(output.take() == "Updates year of 1 movie: Le Voyage dans la Lune.\nNothing is changed.\n")
    #expect(!session.hasUnsavedChanges && session.changes?.context.canUndo == false)
    #expect(session.run("update Movie set year = 2000 where id == 1") == .done)
    #expect(session.run("insert Tag name = 'x', movies = {Movie[1]}") == .done)
    #expect(questions == ["Go on? (y/N) ", "Go on? (y/N) "])
    #expect(session.hasUnsavedChanges)
  }

  /// What was undone can be redone after somebody has declined something else.
  @Test func decliningForgetsNothing() throws {
    let session = try session()
    _ = lines("insert Tag name = 'x'", session)
    _ = lines(".undo", session)
    session.confirmation = .ask { _ in false }
    #expect(session.run("delete Movie where id == 1") == .refused)
    _ = output.take()
    #expect(lines(".redo", session) == [#"Done again: insert Tag name = "x""#])
    #expect(rows("Tag where name == 'x' show name", session) == ["x"])
  }

  // MARK: Saving and taking back

  @Test func everythingThatIsWrongIsToldAtOnce() throws {
    let session = try session()
    _ = lines("insert Movie year = 1111", session)
    _ = lines("update Movie set genre = nil where id == 3", session)
    #expect(session.run(".commit") == .refused)
    let text = errors.take()
    for message in ["new Movie: title has no value", "new Movie: genre has no value", "Movie/3: genre has no value"] {
      #expect(text.contains("error[not-saved]: \(message)"), "\(text)")
    }
    #expect(session.hasUnsavedChanges)
    _ = lines(".undo", session)
    _ = lines("update Movie set title = 'A', genre = 'B' where year == 1111", session)
    #expect(lines(".commit", session) == ["Saved: 1 object."])
  }

  @Test func stepsGoBackAndForth() throws {
    let session = try session()
    for year in 2001...2003 { _ = lines("update Movie set year = \(year) where id == 1", session) }
    _ = lines(".commit", session)
    for year in [2002, 2001] {
      _ = lines(".undo", session)
      #expect(rows("id == 1 show year", session) == ["\(year)"])
    }
    _ = lines(".redo", session)
    #expect(rows("id == 1 show year", session) == ["2002"])
    #expect(lines(".revert", session) == ["Dropped the changes of 1 object."])
    #expect(rows("id == 1 show year", session) == ["2003"])
    #expect(refusal(".undo", session).code == "no-undo")
    #expect(refusal(".redo", session).code == "no-redo")
    #expect(lines(".commit", session) == ["There is nothing to save."])
    #expect(lines(".revert", session) == ["There is nothing to drop."])
  }

  @Test(
    "What would lose unsaved changes is refused",
    arguments: [".open", ".type Movie.year double", ".import films.csv into Movie"])
  func unsavedChanges(_ command: String) throws {
    let session = try session()
    _ = lines("insert Tag name = 'x'", session)
    let found = refusal(command, session)
    #expect(found.code == "unsaved-changes" && found.hint == ".commit saves them, .revert drops them", "\(found)")
    #expect(session.hasUnsavedChanges)
  }

  @Test func explanationsAreAboutTheStatement() throws {
    let session = try session()
    let why = lines(".why 24 update Movie set lent = NO where year < 1945 AND lent == YES", session)
    #expect(why.contains { $0.contains("year < 1945") })
    _ = lines("update Movie set rating = 1 where id == 5 AND year > 1900", session)
    #expect(lines(".why 6", session).contains { $0.hasPrefix("false") })
    #expect(
      lines(".verify Movie where rating == 1", session).last?.hasPrefix("Memory and SQL agree on 1 movie") == true)
  }

  // MARK: Saved statements

  @Test func filmsAreLentAndReturned() throws {
    let session = try session()
    #expect(
      lines(".run", session).map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        == ["lend $film $to", "return $film insert"].map { $0.replacingOccurrences(of: " insert", with: " update") })
    let film =
      "title == 'Blade Runner' show lent, lentToFriend.friendName, SUBQUERY(loans, $l, $l.returnedOn == nil).@count"
    if rows(film, session).first?.hasPrefix("true") == true {
      _ = lines(".run return film = \"Blade Runner\"", session)
    }
    #expect(
      lines(".run lend film = \"Blade Runner\", to = \"Anna Castelli\"", session) == [
        "Inserts 1 loan.", "Updates lent, lentToFriend, lentOn of 1 movie: Blade Runner.",
      ])
    #expect(rows(film, session) == ["true,Anna Castelli,1"])
    let again = refusal(".run lend $film = \"Blade Runner\" $to = \"Anna Castelli\"", session)
    #expect(again.code == "no-object" && again.hint == "$film is \"Blade Runner\"", "\(again)")
    _ = lines(".run return film = \"Blade Runner\"", session)
    #expect(rows(film, session) == ["false,,0"])
    #expect(lines(".undo", session) == ["Undone: return film = \"Blade Runner\""])
    #expect(rows(film, session) == ["true,Anna Castelli,1"])
    _ = lines(".redo", session)
    _ = lines(".commit", session)
    #expect(rows(film, session) == ["false,,0"])
    #expect(refusal(".run lend film = \"Blade Runner\"", session).code == "parameter-missing")
    #expect(refusal(".run lend flim = \"x\", to = \"y\"", session).code == "unknown-parameter")
  }

  @Test func changesAreSavedUnderNames() throws {
    let session = try session()
    _ = lines("delete Tag where id == 1", session)
    _ = lines(".save gone", session)
    _ = lines(".save two update Movie set year = $y where id == 1; count year == $y", session)
    #expect(session.saved.statement(named: "gone") == "delete Tag where id == 1")
    #expect(
      session.saved.statement(named: "two") == "update Movie set year = $y where id == 1; count Movie where year == $y")
    #expect(lines(".run two y = 1234", session) == ["Updates year of 1 movie: Le Voyage dans la Lune.", "1 movie"])
    _ = lines(".save lend count Movie", session)
    #expect(lines(".run lend", session).first == "200 movies")
    _ = lines(".save --delete lend", session)
    #expect(refusal(".run lend", session).code == "parameter-missing")
  }

  // MARK: What is refused

  @Test(
    "A mistake has a code, a place and a remedy",
    arguments: [
      ("update Movie set yaer = 3", "unknown-key", "yaer", "the nearest name is “year”"),
      ("update Movie set year = \"x\" where id == 1", "change-type", "\"x\"", "such a value is written year = 1979"),
      ("update Movie set lent = 1 where id == 1", "change-type", "1", "such a value is written lent = YES"),
      (
        "update Movie set lentOn = \"2024-13-01\" where id == 1", "change-type", "\"2024-13-01\"",
        "such a value is written lentOn = \"2024-05-01\""
      ),
      ("update Movie set year = Friend[3]", "change-type", "Friend[3]", "such a value is written year = 1979"),
      (
        "update Movie set year = (Friend where email == nil)", "change-type", "(Friend where email == nil)",
        "the form is year = VALUE"
      ),
      ("update Movie set lentToFriend = 3", "change-type", "3", "the form is lentToFriend = Friend[3]"),
      (
        "update Movie set lentToFriend = \"Anna\"", "change-type", "\"Anna\"",
        "the form is lentToFriend = (Friend where friendName == \"Anna\")"
      ),
      ("update Movie set tags = {3}", "change-type", "3", "the form is tags = {Tag[3]}"),
      (
        "update Movie set lentToFriend = Tag[1] where id == 1", "change-type", "Tag[1]",
        "the form is lentToFriend = Friend[3]"
      ),
      (
        "update Movie set lentToFriend = year where id == 1", "change-type", "year",
        "the form is lentToFriend = Friend[3]"
      ),
      ("update Movie set lentToFriend = Friend[99]", "no-object", "Friend[99]", ""),
      (
        "insert Movie lentToFriend = Friend[\"x\"]", "object-key", "\"x\"",
        "the form is Friend[3], or (Friend where PREDICATE)"
      ),
      (
        "insert Movie lentToFriend = {Friend[1], Friend[2]}", "many-objects", "{Friend[1], Friend[2]}",
        "ENTITY[KEY] names one object"
      ),
      ("insert Movie title = year", "parameter-value", "year", "a text stands in quotes"),
      ("update Movie set id = 3 where id == 1", "change-key", "id", "saving gives new objects their keys"),
      ("update Movie set year = $nobody", "unbound-variable", "$nobody", ""),
      ("update Movie set lentToFriend = (Frend where email == nil)", "unknown-entity", "Frend", "Friend may be meant"),
      (
        "update Movie set lentToFriend = (Friend where emial == nil)", "unknown-key", "emial",
        "the nearest name is “email”"
      ),
      ("delete Movie where yaer == 3", "unknown-key", "yaer", "the nearest name is “year”"),
    ])
  func mistakes(_ statement: String, _ code: String, _ words: String, _ hint: String) throws {
    let session = try session()
    let found = refusal(statement, session)
    #expect(found.code == code, "\(found)")
    #expect(found.words == words, "\(found)")
    if !hint.isEmpty { #expect(found.hint == hint) }
    #expect(!session.hasUnsavedChanges)
  }

  @Test func aFileIsReadOnlyUnlessToldOtherwise() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openpredicate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("demo.sqlite").path
    _ = try DemoFile().write(to: path)
    let reading = ShellSession(
      database: try PredicateDatabase.open(path: path), output: output, errors: errors)
    let found = refusal("delete Tag where id == 1", reading)
    #expect(found.code == "read-only" && found.words == "delete", "\(found)")
    #expect(found.hint == "predicate --write FILE, or .open --write FILE, opens it for writing")
    #expect(lines(".open --write \(path)", reading).isEmpty)
    _ = lines(".run lend film = \"Blade Runner\", to = \"Anna Castelli\"", reading)
    _ = lines(".commit", reading)
    let other = ShellSession(
      database: try PredicateDatabase.open(path: path), output: output, errors: errors)
    #expect(rows("title == 'Blade Runner' show lentToFriend.friendName", other) == ["Anna Castelli"])
  }

  /// Rows that no integer names cannot be changed, and the statement says so in its place.
  @Test(arguments: ["update T set b = 3", "delete W", "insert T a = 'z'"])
  func rowsWithoutAKey(_ statement: String) throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE t (a TEXT PRIMARY KEY, b INTEGER) WITHOUT ROWID; CREATE VIEW w AS SELECT * FROM t")
    }
    let session = ShellSession(
      database: try PredicateDatabase(name: "t", queue: queue), output: output, errors: errors)
    let found = refusal(statement, session)
    #expect(found.code == "change-refused" && found.words == statement.prefix { $0 != " " }, "\(found)")
    #expect(found.hint == "objects of a table with one integer as its primary key can be changed")
  }

  // MARK: Completion

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
    let found = try session().completion(of: text).candidates.map(\.text)
    for item in expected {
      let isWanted = !item.hasPrefix("!")
      #expect(found.contains(isWanted ? item : String(item.dropFirst())) == isWanted, "\(item) in \(found)")
    }
  }

  // MARK: What reviews found

  @Test func aTimeZoneKeepsTheSteps() throws {
    let session = try session()
    _ = lines("update Movie set lentOn = '2024-05-01' where id == 1", session)
    _ = lines(".commit", session)
    _ = lines(".timezone Asia/Tokyo", session)
    #expect(lines(".undo", session).first?.hasPrefix("Undone: update Movie") == true)
    #expect(session.hasUnsavedChanges)
    _ = lines(".redo", session)
    _ = lines("update Movie set lentOn = '2024-05-01T20:00:00Z' where id == 1", session)
    #expect(session.hasUnsavedChanges)
    // Unsaved changes are read in the new zone, too.
    #expect(rows("id == 1 show lentOn.day", session) == ["2"])
    _ = lines(".timezone UTC", session)
    #expect(rows("id == 1 show lentOn.day", session) == ["1"])
    _ = lines(".commit", session)
    #expect(rows("id == 1 show lentOn.day", session) == ["1"])
  }

  @Test func unsavedStatementsAreListed() throws {
    let session = try session()
    #expect(lines(".changes", session) == ["There is nothing to save."])
    _ = lines("update Tag set name = 'x' where id == 1", session)
    _ = lines("insert Tag name = 'y'", session)
    session.mode = .csv
    #expect(
      lines(".changes", session) == [
        "statement,step", #""update Tag set name = ""x"" where id == 1",done"#, #""insert Tag name = ""y""",done"#,
      ])
    _ = lines(".undo", session)
    _ = lines(".commit", session)
    #expect(lines(".changes", session) == ["statement,step"])
    _ = lines(".undo", session)
    _ = lines("insert Tag name = 'z'", session)
    #expect(
      lines(".changes", session) == [
        "statement,step", #""update Tag set name = ""x"" where id == 1",undone"#, #""insert Tag name = ""z""",done"#,
      ])
    session.mode = .table
    #expect(lines(".changes", session).contains("Unsaved: 2 objects."))
  }

  @Test(
    "Statements on one line",
    arguments: [
      "insert Tag name = 'a'; insert Tag name = 'b'", "Tag; Movie", "year > 1990; Tag", "delete Tag where id == 1; Tag",
      "insert Tag; Tag", "Movie limit 3; Tag",
    ])
  func semicolons(_ statement: String) throws {
    let refused = refusal(statement, try session())
    #expect(refused.words == ";")
    #expect(refused.hint.hasPrefix("each statement stands on a line of its own"))
  }

  @Test func divisionsByZeroAreNoValues() throws {
    let session = try session()
    let refused = refusal("update Movie set rating = 1 / (year - year) where id == 1", session)
    #expect(refused.code == "division-by-zero")
    #expect(refused.words == "1 / (year - year)")
    #expect(refusal("insert Movie title = 'a', rating = 1 / 0", session).code == "division-by-zero")
    #expect(refusal("update Movie set year = modulus(year, 0) where id == 1", session).code == "division-by-zero")
    #expect(!session.hasUnsavedChanges)
    _ = lines("update Movie set rating = TERNARY(year == 0, nil, 10 / year) where id == 1", session)
    _ = lines("update Movie set rating = rating / 2 where id == 1", session)
  }

  @Test func numbersThatDoNotFit() throws {
    let session = try session()
    func message(_ statement: String) -> String {
      #expect(session.run(statement) == .refused)
      return errors.take().split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      message("update Movie set year = year * 9223372036854775807 where id == 1").hasSuffix(
        "is past the integers, which end at 9223372036854775807"))
    #expect(
      message("update Movie set year = 99999999999999999999 where id == 1").contains("99999999999999999999 is past"))
    #expect(message("update Movie set year = 1979.5 where id == 1").hasSuffix("1979.5 is no whole number"))
  }

  @Test func computedColumnsAreTold() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, price INTEGER DEFAULT 3, total INTEGER AS (price * 2), "on" DATE DEFAULT '2024-05-01');
          CREATE TABLE city (name TEXT PRIMARY KEY, people INTEGER) WITHOUT ROWID;
          INSERT INTO city VALUES ('New York', 8), ('Oslo', 1);
          CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
          INSERT INTO pair VALUES (1, 2), (3, 4);
          CREATE VIEW big AS SELECT * FROM city WHERE people > 0;
          """)
    }
    let database = try PredicateDatabase(name: "items", queue: queue)
    let session = ShellSession(database: database, output: output, errors: errors)
    let refused = refusal("insert Item total = 5", session)
    #expect(refused.code == "change-refused")
    #expect(refused.hint.hasPrefix("the table gives the value itself"))
    _ = lines("insert Item", session)
    _ = lines("insert Item price = 4", session)
    #expect(rows("Item show price, total", session) == ["3,", "4,"])
    _ = lines(".commit", session)
    #expect(rows("Item show price, total", session) == ["3,6", "4,8"])
    // Rows without an integer key.
    #expect(lines(".why 'New York' City where people > 1", session).first?.hasPrefix("true") == true)
    #expect(lines(".why Oslo City where people > 1", session).first?.hasPrefix("false") == true)
    #expect(lines(".why 2 Pair where a > 1", session).first?.hasPrefix("true") == true)
    #expect(lines(".why 1 Big where people > 1", session).first?.hasPrefix("true") == true)
    #expect(refusal(".why Rome City where people > 1", session).code == "no-object")
    #expect(refusal(".why 9 Big where people > 1", session).code == "no-object")
    #expect(refusal(".why x Pair where a > 1", session).code == "command-argument")
  }
}
