import PredicateModel
import PredicateStatements
import PredicateSyntax
import Testing

/// Data statements are parsed into their parts and printed again. Completion expects the right words at each place.
@Suite("Statements that change data")
struct ChangeStatementTests {
  private let parser = StatementParser(model: .movies, currentEntity: "Movie")

  @Test(
    "The canonical text reads back as the same statement",
    arguments: [
      (
        "INSERT movie title='Alien',year=1979 , tags={Tag[2]};",
        #"insert Movie title = "Alien", year = 1979, tags = {Tag[2]}"#
      ),
      (
        "update Movie SET lent = YES, lentToFriend=( friend WHERE friendName=$to ) where title = $film",
        "update Movie set lent = TRUE, lentToFriend = (Friend where friendName == $to) where title == $film"
      ),
      (
        "update Movie set tags = tags union (tag where id<4) minus {Tag[1]} , year=3 where id==5",
        "update Movie set tags = tags UNION (Tag where id < 4) MINUS {Tag[1]}, year = 3 where id == 5"
      ),
      (
        "insert Movie lentToFriend=(friend where email!=nil ORDER BY birthday DESC,friendName limit 1), year=3",
        "insert Movie lentToFriend = (Friend where email != nil sort by birthday desc, friendName limit 1), year = 3"
      ),
      (
        "update Movie set lentToFriend = ( friend ORDER BY friendName limit 1) where id = 1",
        "update Movie set lentToFriend = (Friend sort by friendName limit 1) where id == 1"
      ),
      (
        "insert Movie lentToFriend = (friend limit 1), year=3", "insert Movie lentToFriend = (Friend limit 1), year = 3"
      ),
      ("insert Movie tags = (tag where id<4 limit 2)", "insert Movie tags = (Tag where id < 4 limit 2)"),
      ("delete  Friend\nwhere friendName == nil", "delete Friend where friendName == nil"),
      ("delete Tag", "delete Tag"), ("insert Tag", "insert Tag"),
      ("DELETE FROM movie WHERE year = 3", "delete Movie where year == 3"), ("delete from Tag", "delete Tag"),
      (
        "DELETE FROM movie WHERE Year = 3 AND lentToFriend.friendName = 'YEAR'",
        "delete Movie where year == 3 AND lentToFriend.friendName == \"YEAR\""
      ),
      ("delete Loan[3];", "delete Loan where SELF == Loan[3]"),
      ("update Movie[1] set year = 3", "update Movie set year = 3 where SELF == Movie[1]"),
      ("insert into Tag name = 'x'", #"insert Tag name = "x""#),
      ("insert Tag set name = 'x'", #"insert Tag name = "x""#),
      (
        "INSERT INTO movies (title, year, rating) VALUES ('Alien', 1970 + 9, NULL)",
        #"insert Movie title = "Alien", year = 1970 + 9, rating = nil"#
      ),
      (
        "insert Movie (title, lentToFriend, tags) values ('(a, b)', (Friend where friendName == 'Anna'), {Tag[1], Tag[2]})",
        #"insert Movie title = "(a, b)", lentToFriend = (Friend where friendName == "Anna"), tags = {Tag[1], Tag[2]}"#
      ),
      (#"insert Tag "name" = 'a;b'"#, #"insert Tag name = "a;b""#),
    ])
  func canonical(_ text: String, _ expected: String) throws {
    let change = try #require(parser.parse(text).change, "\(parser.parse(text).errors)")
    #expect(change.canonicalText == expected)
    #expect(try #require(parser.parse(expected).change).canonicalText == expected)
  }

  @Test(
    "Rows of SQL have as many values as names",
    arguments: [
      ("insert into Movie (title, year) values ('x')", "change-row", ")"),
      ("insert into Movie (title) values ('x', 3)", "change-row", ","),
      ("insert into Movie (title) ('x')", "change-word", "("), ("insert into Movie (title", "change-row", ""),
      ("insert into Movie () values ()", "change-member", ")"),
      ("insert into Movie (title, title) values (1, 2)", "repeated-clause", "title"),
      ("insert into Movie (title) values ('x') where year == 3", "change-end", "where"),
    ])
  func rowsOfSQL(_ text: String, _ code: String, _ place: String) throws {
    let issue = try #require(parser.parse(text).errors.first)
    #expect(issue.code == code)
    let range = try #require(issue.range)
    #expect(
      String(decoding: Array(text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self) == place)
  }

  @Test("An entity may have the name of a word of SQL")
  func wordsOfSQL() throws {
    let from = Entity(name: "From", table: "f", attributes: [Attribute(name: "set", type: .integer)])
    let inside = StatementParser(model: DataModel(entities: [from]), currentEntity: nil)
    #expect(try #require(inside.parse("delete from where set == 3").change).entity == "From")
    #expect(try #require(inside.parse("insert From set = 3").change).assignments.map(\.member) == ["set"])
  }

  @Test("The name of a column means its attribute")
  func columnsOfSQL() throws {
    let film = Entity(
      name: "Film", table: "film", attributes: [Attribute(name: "releaseYear", column: "release_year", type: .integer)])
    let inside = StatementParser(model: DataModel(entities: [film]), currentEntity: nil)
    let change = try #require(inside.parse("insert into film (RELEASE_YEAR) values (2006)").change)
    #expect(change.canonicalText == "insert Film releaseYear = 2006")
  }

  @Test("Parts have their places")
  func places() throws {
    let text = "update Movie set year = 1 + 2, rating = nil where id == 3"
    let change = try #require(parser.parse(text).change)
    func words(_ range: SourceRange) -> String {
      String(decoding: Array(text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
    #expect(words(change.verbRange) == "update")
    #expect(change.assignments.map { words($0.memberRange) } == ["year", "rating"])
    #expect(change.assignments.map { words($0.valueRange) } == ["1 + 2", "nil"])
    #expect(change.query.fetch == EntityFetch("Movie", where: try QueryPredicate(format: "id == 3")))
  }

  @Test("Variables are found in values, selections and the condition")
  func variables() throws {
    let text = "update Movie set year = $y, lentToFriend = (Friend where friendName == $to) where title == $film"
    let change = try #require(parser.parse(text).change)
    #expect(change.freeVariables.map(\.name) == ["y", "to", "film"])
    let sorted = "update Movie set lentToFriend = (Friend where id == $a sort by id + $b limit 1)"
    #expect(parser.parse(sorted).change?.freeVariables.map(\.name) == ["a", "b"])
  }

  @Test(
    "Words of a property, an entity or a condition are not verbs", arguments: ["update", "insert", "delete"])
  func verbsAsNames(_ verb: String) throws {
    let attribute = Attribute(name: verb, type: .integer)
    let odd = Entity(name: "Odd", table: "Odd", attributes: [attribute])
    let named = Entity(name: verb, table: verb, attributes: [attribute])
    let inside = StatementParser(model: DataModel(entities: [odd, named]), currentEntity: "Odd")
    for text in ["\(verb) == 3", "\(verb) IN {1}", "\(verb) where \(verb) > 2", verb, "\(verb) limit 3"] {
      let tree = inside.parse(text)
      #expect(tree.change == nil, "\(text)")
    }
    #expect(inside.parse("\(verb) == 3").query?.entity == "Odd")
    #expect(inside.parse("\(verb) where \(verb) > 2").query?.entity == verb)
    let deletion = try #require(inside.parse("delete \"\(verb)\"").change)
    #expect(deletion.canonicalText == "delete \"\(verb)\"")
  }

  @Test(
    "Expectations at the end of a text",
    arguments: [
      ("insert", .entity), ("update ", .entity), ("insert Movie", .member(isRequired: false)),
      ("update Movie", .word("set")), ("update Movie set", .member(isRequired: true)),
      ("update Movie set year", .word("=")), ("update Movie set year =", .assigned("year", from: 23)),
      ("update Movie set year = 3", .assigned("year", from: 24)),
      ("update Movie set year = 3,", .member(isRequired: true)),
      ("update Movie set year = 3 where", .expression(.where, from: 31)),
      ("update Movie set lentToFriend = (Friend where a", .selection("Friend", from: 46)),
      ("update Movie set lentToFriend = (Friend where email == nil)", .assigned("lentToFriend", from: 32)),
      ("delete Movie", .clauses(allowsWhere: true)), ("delete Movie;", .closed),
    ] as [(String, StatementEnd)])
  func ends(_ text: String, _ end: StatementEnd) {
    #expect(parser.parse(text).end == end)
  }

  @Test(
    "A statement goes on in the next line",
    arguments: [
      (["insert Movie", "title = 'x',"], true), (["insert Movie title = 'x'"], false), (["update Movie"], true),
      (["update Movie set"], true), (["update Movie set year = 3 +"], true), (["update Movie set year = 3,"], true),
      (["update Movie set year = 3"], false), (["delete Movie where"], true), (["delete Movie where year == 3"], false),
      (["update Movie set lentToFriend = (Friend where", "email == nil"], true),
      (["insert Movie tags = {Tag[2],"], true),
    ])
  func lines(_ lines: [String], _ needsMore: Bool) {
    var statement = StatementContinuation(parser)
    for line in lines { statement.add(line) }
    #expect(statement.needsMore == needsMore)
  }

  @Test(
    "Lines that are pasted after a complete statement belong to it, or begin another",
    arguments: [
      ("update Movie set year = 3", "where id == 1", true), ("update Movie set year = 3", ", rating = 1", true),
      ("update Movie set year = 3 where id == 1", "AND lent == NO", true), ("delete Movie", "where id == 1", true),
      ("insert Movie", "title = 'x'", true), ("insert Movie title = 'x'", "where id == 1", false),
      ("delete Movie", "Movie", false), ("delete Movie where id == 1", "where id == 2", false),
      ("update Movie set year = 3", "y", false), ("delete Movie where id == 1", "limit 3", false),
    ])
  func pastes(_ first: String, _ second: String, _ goesOn: Bool) {
    var statement = StatementContinuation(parser)
    statement.add(first)
    #expect(statement.canGoOn(with: second) == goesOn)
  }

  @Test("Semicolons separate statements, but not in brackets or quotes")
  func sequences() {
    let trees = parser.parseSequence("insert Tag name = 'a;b'; delete Tag where name == \"x;\" ;; count Tag;")
    #expect(trees.count == 3)
    #expect(
      trees.compactMap(\.change).map(\.canonicalText) == [
        #"insert Tag name = "a;b""#, #"delete Tag where name == "x;""#,
      ])
    #expect(trees.last?.query?.isCount == true)
    #expect(parser.parseSequence(" ; ").isEmpty)
  }
}
