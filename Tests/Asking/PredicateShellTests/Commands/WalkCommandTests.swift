import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// `.go` follows relationships from rows and keys, and `.back` returns.
@Suite("Walking along relationships")
struct WalkCommandTests {
  private let shell: TestedShell

  init() throws { shell = try TestedShell() }

  @Test func aRowOfTheAnswerIsShownAsACard() throws {
    shell.lines("Movie where lent == YES show title limit 3")
    #expect(
      shell.lines(".go 3.lentToFriend") == [
        "Friend[1]  Anna Castelli", "  id          1", "  friendName  Anna Castelli", "  email       anna@example.com",
        "  birthday    1989-03-14", "  lentMovies  → 9 movies", "  loans       → 43 loans", "  friends     → 4 friends",
      ])
    #expect(shell.session.place == "Movie[36].lentToFriend")
    #expect(shell.session.currentEntity == "Friend")
    // The list is the answer of a statement.
    #expect(shell.lines(".go lentMovies").last == "9 movies")
    #expect(shell.session.lastQuery?.canonicalText == "Movie where lentToFriend == Friend[1]")
    #expect(shell.session.place == "Movie[36].lentToFriend.lentMovies")
    #expect(shell.lines(".go 2").first == "Movie[36]  The Third Man")
    #expect(shell.session.place == "Movie[36]")
    // Another object of the same list, then back through all steps.
    #expect(shell.lines(".go 1").first == "Movie[24]  The Maltese Falcon")
    #expect(shell.lines(".back").first == "Movie[36]  The Third Man")
    #expect(shell.lines(".back").last == "9 movies")
    #expect(shell.lines(".back").first == "Friend[1]  Anna Castelli")
    #expect(shell.lines(".back").last == "3 movies")
    #expect(shell.session.place == "Movie")
    #expect(shell.session.currentEntity == "Movie")
    shell.lines(".back")
    #expect(shell.refusal(".back").code == "no-walk")
  }

  /// A statement without an entity's name applies to the objects at the current place, which the prompt shows.
  @Test func aBareStatementIsAboutThePlace() throws {
    shell.lines(".go Friend[1]")
    shell.lines(".go lentMovies")
    let whole = "Movie where lentToFriend == Friend[1]"
    for (bare, named) in [
      ("year > 1950 sort by title", "\(whole) AND year > 1950 sort by title"), ("count", "count \(whole)"),
      ("count year > 1950", "count \(whole) AND year > 1950"),
      (
        "group by genre show genre, count() as n sort by n desc, genre",
        "\(whole) group by genre show genre, count() as n sort by n desc, genre"
      ),
      ("year < 1930 OR year > 1950 show id", "\(whole) AND (year < 1930 OR year > 1950) show id"),
      (".count", ".count \(whole)"), (".summary", ".summary \(whole)"),
      (".sql year > 1950", ".sql \(whole) AND year > 1950"),
      (".as json year > 1950 limit 2", ".as json \(whole) AND year > 1950 limit 2"),
    ] {
      #expect(shell.lines(bare) == shell.lines(named), "\(bare)")
      #expect(shell.errors.take() == "", "\(bare)")
    }
    // With an entity's name, and after .use, statements apply to all objects again.
    #expect(shell.lines("count Movie") != shell.lines("count"))
    // A statement does not leave its place, and .back returns to it.
    #expect(shell.lines("year > 1950").last?.hasSuffix("movies") == true)
    #expect(shell.lines(".go 1").first?.hasPrefix("Movie[") == true)
    let answer = shell.lines(".back")
    #expect(shell.session.place == "Friend[1].lentMovies")
    #expect(answer == shell.lines("\(whole) AND year > 1950"))
    #expect(shell.lines("count") == ["9 movies"])
    shell.lines(".use Movie")
    #expect(shell.lines("count") == shell.lines("count Movie"))
  }

  /// The objects of a group are a place. The prompt shows the group as a condition.
  @Test func aBareStatementIsAboutAGroup() throws {
    shell.lines("Movie group by genre show genre, count() as n sort by n desc")
    let count = shell.lines(".go 1").last
    #expect(shell.session.place == "Movie where genre == \"Drama\"")
    #expect(shell.lines("count") == [try #require(count)])
    #expect(shell.lines("count year > 1950") == shell.lines("count Movie where genre == \"Drama\" AND year > 1950"))
    #expect(shell.lines("group by genre show genre").dropFirst(2).first == "Drama")
    shell.lines(".back")
    #expect(shell.session.place == "Movie")
    #expect(shell.lines("count") == shell.lines("count Movie"))
  }

  /// An object is a place, too. A note mentions the limitation to it.
  @Test func aBareStatementIsAboutTheObject() throws {
    shell.lines(".go Friend[1]")
    _ = shell.errors.take()
    #expect(shell.lines("count loans.@count > 5") == ["1 friend"])
    #expect(shell.errors.take() == "note: the statement uses only Friend[1]. To query all objects, write .use Friend\n")
    #expect(shell.rows("show friendName") == ["Anna Castelli"])
    #expect(shell.lines("count Friend") != ["1 friend"])
  }

  @Test func aKeyOfAnotherTypeHasItsPlace() throws {
    let issue = shell.refusal(#".go Friend["x"]"#)
    #expect(issue == ("object-key", #"Friend["x"]"#, "the syntax is: Friend[3]"))
  }

  @Test func allLevelsAreAList() throws {
    let expected = shell.lines("Friend where SELF IN Friend[1].friends*")
    #expect(shell.lines(".go Friend[1].friends*") == expected)
    #expect(shell.session.place == "Friend[1].friends*")
    #expect(shell.session.currentEntity == "Friend")
    #expect(shell.lines(".go 1").first?.hasPrefix("Friend[") == true)
    #expect(shell.lines(".go friends*").last == expected.last)
    shell.lines(".back")
    shell.lines(".back")
    #expect(shell.session.place == "Friend[1].friends*")
    // `*` is allowed only for relationships to the same entity. No step can follow a list.
    #expect(shell.refusal(".go Friend[1].lentMovies*").words == "lentMovies")
    #expect(shell.refusal(".go Friend[1].friends*.loans").code == "walk-of-many")
    #expect(shell.refusal(".go Friend[1].friends**").words == "**")
    #expect(shell.refusal(".go Friend[1].*").words == "*")
  }

  @Test func programsGetOneRow() throws {
    shell.session.mode = .csv
    #expect(
      shell.lines(".go Loan[28]") == [
        "id,lentOn,returnedOn,note,movie,friend",
        "28,2015-09-01T11:33:00Z,2015-11-06T20:46:00Z,,Movie[1],Friend[12]",
      ])
    #expect(
      shell.rows(".go Movie[1]") == [
        "1,Le Voyage dans la Lune,1902,8.1,SciFi,Six astronomers land in the eye of the moon.,false,,,3,6"
      ])
  }

  /// The objects of a group are a list, which is a step of the navigation.
  @Test(arguments: [
    ("Movie group by genre show genre, count() as n sort by n desc", "Movie where genre == \"Drama\""),
    (
      "Movie where year > 1950 OR lent == YES group by each tags.name as t show count() as n sort by t offset 1",
      "Movie where (year > 1950 OR lent == TRUE) AND ANY tags.name == \"book\""
    ),
    ("Movie group by each tags show count() as n", "Movie where ANY tags == Tag[1]"),
    (
      "Movie group by each tags as a, each tags as b having a.id < b.id show count() as n",
      "Movie where ANY tags == Tag[1] AND ANY tags == Tag[2]"
    ),
  ])
  func aGroupLeadsToItsObjects(_ statement: String, _ list: String) throws {
    let number = try #require(shell.rows(statement).first?.split(separator: ",").last)
    shell.lines(statement)
    #expect(shell.lines(".go 1").last == "\(number) movies")
    #expect(shell.session.lastQuery?.canonicalText == list)
    #expect(shell.lines(".go 1").first?.hasPrefix("Movie[") == true)
    #expect(shell.lines(".back").last == "\(number) movies")
    #expect(shell.lines(".back").last?.hasSuffix(" groups") == true)
    // The statement has two ANY tests of one collection, which get a note. The test ignores it.
    _ = shell.errors.take()
    #expect(shell.refusal(".go 400").code == "no-row")
  }

  /// A group is not an object, but one of its columns may show an object.
  @Test func columnsThatShowObjects() {
    shell.lines("Movie group by lentToFriend as f show f, count() as n sort by n limit 3")
    #expect(shell.lines(".go 2.f").first == "Friend[10]  Maeve O'Brien")
    #expect(shell.lines(".go 2.f.lentMovies").last == "1 movie")
    shell.lines("Movie show distinct genre limit 2")
    #expect(shell.refusal(".go 1").code == "row-is-no-object")
  }

  /// The row number refers to the shown answer: to its order, also with an offset, and also for rows that were not shown.
  @Test(arguments: [
    ("Movie sort by year desc, title limit 3 offset 2", "2"), ("Movie where year > 1990 sort by rating desc, id", "60"),
    ("Movie sort by year desc first 1 of each genre", "4"), ("Movie show title as t sort by t limit 9", "7"),
  ])
  func rowsOfOrderedAnswers(_ statement: String, _ row: String) throws {
    let rows = shell.rows("\(statement)")
    let titles = shell.rows(statement.contains("show") ? statement : "\(statement) show id, title")
    #expect(rows.count == titles.count)
    shell.lines(statement)
    let title = try #require(Int(row).map { titles[$0 - 1] }).drop { $0.isNumber || $0 == "," }
    #expect(try #require(shell.lines(".go \(row)").first).contains(title.filter { $0 != "\"" }))
  }

  @Test(arguments: [
    (".go 3", "no-row", "3"), (".go 0", "command-argument", "0"),
    (".go 1.lentToFriend", "leads-to-none", "lentToFriend"),
    (".go 1.tags.movies", "walk-of-many", "movies"), (".go 1.title", "no-relationship", "title"),
    (".go 1.tagz", "no-relationship", "tagz"), (".go 1.", "command-argument", ""), (".go 1 2", "command-argument", "2"),
    (".go Friend[99]", "object-gone", "Friend[99]"), (".go Frend[1]", "unknown-entity", "Frend"),
    (".go Friend[1, 2]", "object-key", ""), (".go Friend[\"x\"]", "object-key", ""),
    (".go Friend[1", "command-argument", ""),
    (".go Friend[year]", "parameter-value", "year"), (".go lentMovies", "no-walk", "lentMovies"),
    (".go", "command-argument", ""),
  ])
  func whatIsRefused(_ command: String, _ code: String, _ words: String) {
    shell.lines("Movie where id IN {1, 2}")
    let refusal = shell.refusal(command)
    #expect(refusal.code == code)
    if !words.isEmpty { #expect(refusal.words == words) }
    #expect(shell.session.place == "Movie")
  }

  /// Messages name an object as `Friend/1`.
  @Test func aKeyMayFollowASlash() throws {
    let card = shell.lines(".go Friend[1]")
    #expect(shell.lines(".go Friend/1") == card)
    #expect(shell.session.place == "Friend[1]")
    #expect(shell.lines(".go friends/1.lentMovies").last == "9 movies")
    #expect(shell.session.place == "Friend[1].lentMovies")
    #expect(shell.refusal(".go Friend/one").code == "command-argument")
    #expect(shell.refusal("Friend/1").hint == "write Friend[1]")
  }

  @Test func rowsOfSQLAreNoObjects() {
    shell.lines(".raw SELECT 1")
    #expect(shell.refusal(".go 1").code == "no-answer")
  }

  /// An object that was deleted in the meantime is reported as missing. A changed object is shown with its new values.
  @Test func objectsThatChangeMeanwhile() throws {
    shell.session.confirmation = .always
    shell.lines(".go Tag[8]")
    shell.lines("update Tag set name = \"true\" where id == 8")
    shell.lines(".go Movie[1]")
    #expect(shell.lines(".back").contains("  name    true"))
    shell.lines(".go movies")
    shell.lines("delete Tag where id == 8")
    #expect(shell.refusal(".back").code == "object-gone")
    #expect(shell.session.place == "Tag[8]")
  }

  @Test func anotherEntityOrDatabaseEndsTheWay() {
    shell.lines(".go Tag[8]")
    shell.lines(".use Loan")
    #expect(shell.session.place == "Loan")
    #expect(shell.refusal(".go movies").code == "no-walk")
  }

  @Test("A text key in other letters is proposed; a key that nothing resembles is not")
  func keysInOtherLetters() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE depot (code TEXT PRIMARY KEY, place TEXT);
          INSERT INTO depot VALUES ('NORTH-1', 'Quay'), ('south-2', 'Mill');
          """)
    }
    let shell = try TestedShell(PredicateDatabase(queue))
    let issue = shell.refusal(#".go Depot["north-1"]"#)
    #expect(issue.code == "object-gone")
    #expect(issue.hint == #"Depot["NORTH-1"] differs only in upper and lower case"#)
    #expect(shell.refusal(#".go Depot["west"]"#).hint == "")
  }

  /// `.go` works for composite keys, text keys and rows without a key, and for a table that refers to the object without an inverse.
  @Test func tablesOfEveryKind() throws {
    let queue = try DatabaseQueue()
    let script = """
      CREATE TABLE customer (code TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE line (number INTEGER, place INTEGER, customer TEXT REFERENCES customer, PRIMARY KEY (number, place)) WITHOUT ROWID;
      CREATE TABLE part (id INTEGER PRIMARY KEY, number INTEGER, place INTEGER, FOREIGN KEY (number, place) REFERENCES line);
      CREATE VIEW total AS SELECT customer, count(*) AS lines FROM line GROUP BY customer;
      INSERT INTO customer VALUES ('A"L', 'Alfreds'), ('B', 'Bon app''');
      INSERT INTO line VALUES (1, 1, 'A"L'), (1, 2, 'A"L'), (2, 1, NULL);
      INSERT INTO part VALUES (7, 1, 2), (8, 1, 2), (9, 2, 1);
      """
    try queue.write { try $0.execute(sql: script) }
    let shell = try TestedShell(PredicateDatabase(queue))
    #expect(shell.lines(#".go Customer["A\"L"]"#).first == #"Customer["A\"L"]  Alfreds"#)
    #expect(shell.lines(".go lines").last == "2 lines")
    #expect(shell.lines(".go 2").first == "Line[1, 2]")
    #expect(shell.lines(".go parts").last == "2 parts")
    #expect(shell.lines(".go 1.line.customer").first == #"Customer["A\"L"]  Alfreds"#)
    #expect(shell.refusal(".go Line[2, 1].customer").code == "leads-to-none")
    shell.lines("Total")
    #expect(shell.lines(".go 2") == ["Total row 2", "  customer  A\"L", "  lines     2"])
  }

  // MARK: Completion

  @Test(arguments: [
    (".go ", ["1", "2"]), (".go 1.", ["lentToFriend", "tags", "loans"]),
    (".go 1.lentToFriend.l", ["lentMovies", "loans"]),
    (".go Fr", ["Friend["]), (".go Friend[3].", ["lentMovies", "loans", "friends"]),
    (".go Friend[3].loans.mo", ["movie"]),
  ])
  func proposals(_ text: String, _ texts: [String]) {
    shell.lines("Movie limit 2")
    let found = shell.session.completion(of: text).candidates.map(\.text)
    #expect(found.starts(with: texts))
  }

  @Test func proposalsAfterAnObject() {
    shell.lines(".go Friend[3]")
    #expect(shell.session.completion(of: ".go lent").candidates.map(\.text) == ["lentMovies"])
    shell.lines("Movie group by lentToFriend as f show f, count() limit 2")
    #expect(shell.session.completion(of: ".go 1.").candidates.map(\.text) == ["f"])
    #expect(shell.session.completion(of: ".go 1.f.lo").candidates.map(\.text) == ["loans"])
  }
}
