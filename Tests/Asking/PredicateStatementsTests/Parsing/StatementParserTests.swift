import PredicateModel
import PredicateStatements
import PredicateSyntax
import Testing

@Suite("One statement, read")
struct StatementParserTests {
  private static let parser = StatementParser(model: .movies, currentEntity: "Movie")

  private static func fetch(_ text: String) throws -> EntityFetch? {
    if case .query(let query) = try parser.parse(text).get() { query.fetch } else { nil }
  }

  private static func failure(_ text: String) -> [PredicateIssue] {
    do throws(StatementFailure) {
      _ = try parser.parse(text).get()
      return []
    } catch {
      return error.issues
    }
  }

  @Test(
    "An entity alone, with and without clauses",
    arguments: [
      ("Movie", "Movie", nil, 0), ("  Tag ; ", "Tag", nil, 0), ("Movie limit 3", "Movie", 3, 0),
      ("movie LIMIT 3 Offset 4;", "Movie", 3, 4), ("FRIEND\n offset\t2\nlimit 1", "Friend", 1, 2),
      ("\"Loan\" limit 007", "Loan", 7, 0), ("Movie limit 99999999999999999999", "Movie", Int.max, 0),
    ])
  func entityAlone(_ text: String, _ entity: String, _ limit: Int?, _ offset: Int) throws {
    let fetch = try #require(try Self.fetch(text))
    #expect(fetch == EntityFetch(entity, limit: limit, offset: offset))
  }

  @Test(
    "An entity with the name of an operator is counted without quotes",
    arguments: ["count Like", "count like where n == 2", "count Like limit 3;", "count \"Like\""])
  func entityNamedAsOperator(_ text: String) throws {
    let entity = Entity(name: "Like", table: "likes", attributes: [Attribute(name: "n", type: .integer)])
    let parser = StatementParser(model: DataModel(entities: [entity]), currentEntity: "Like")
    guard case .query(let query) = try parser.parse(text).get() else {
      Issue.record("\(text) is not a query")
      return
    }
    #expect(query.isCount && query.fetch.entity == "Like")
  }

  @Test(
    "A predicate of an entity, and one of the current entity",
    arguments: [
      ("Friend where friendName == \"a\"", "Friend", "friendName == \"a\""),
      ("friend WHERE friendName == 'limit 3 sort by x'", "Friend", "friendName == \"limit 3 sort by x\""),
      ("year > 1990 AND (rating > 7 OR lent == YES) limit 2", "Movie", "year > 1990 AND (rating > 7 OR lent == YES)"),
      ("TRUEPREDICATE sort by year", "Movie", "TRUEPREDICATE"),
      ("year > 3 ORDER BY year desc limit 3", "Movie", "year > 3"),
      (".5 < rating", "Movie", "0.5 < rating"),
      ("sort == 1 sort by year", "Movie", "sort == 1"),
      ("Movie where limit > 3 limit 3", "Movie", "limit > 3"),
      ("COUNT sameAs: 1", "Movie", "COUNT sameAs: 1"), ("count sameAs:(1)", "Movie", "count sameAs: 1"),
      ("limit sameAs: 1 limit 2", "Movie", "limit sameAs: 1"), ("update sameAs: 1", "Movie", "update sameAs: 1"),
      ("insert same:as: {1}", "Movie", "insert same:as: {1}"), ("where sameAs: 1", "Movie", "where sameAs: 1"),
      ("first sameAs: 1 ;", "Movie", "first sameAs: 1"), ("show sameAs: 1", "Movie", "show sameAs: 1"),
      ("Friend[3]", "Friend", "SELF == Friend[3]"),
      ("Movie[24] show title, year limit 1;", "Movie", "SELF == Movie[24]"),
      ("friends[3]", "Friend", "SELF == Friend[3]"), ("Tag['a', 2] limit 1", "Tag", "SELF == Tag['a', 2]"),
      ("Friend[3] == lentToFriend", "Movie", "Friend[3] == lentToFriend"),
      ("Friend[$k]", "Friend", "SELF == Friend[$k]"),
      ("Friend[3].friendName == 'a' limit 1", "Movie", "Friend[3].friendName == 'a'"),
      ("tags[0] == Tag[3]", "Movie", "tags[0] == Tag[3]"),
      ("having() == 1", "Movie", "having() == 1"), ("limit(1) == 2 limit 3", "Movie", "limit(1) == 2"),
    ])
  func predicates(_ text: String, _ entity: String, _ format: String) throws {
    let fetch = try #require(try Self.fetch(text))
    #expect(fetch.entity == entity)
    let expected = try PredicateParser.predicate(format).get()
    #expect(fetch.predicate == expected)
  }

  @Test(
    "A word before a custom operator is COUNT if the selector is a call, or if another word precedes the operator",
    arguments: [
      ("count sameAs:(1) == 2", "sameAs:(1) == 2", true), ("count limit sameAs: 1", "limit sameAs: 1", true),
      ("count sameAs: 1", "count sameAs: 1", false), ("count count sameAs: 1", "count sameAs: 1", true),
      ("count ENDSWITH.x == 1", "ENDSWITH.x == 1", true), ("count ENDSWITH 'x'", "count ENDSWITH 'x'", false),
    ])
  func customOperator(_ text: String, _ format: String, _ isCount: Bool) throws {
    guard case .query(let query) = try Self.parser.parse(text).get() else {
      Issue.record("\(text) is no query")
      return
    }
    #expect(query.isCount == isCount)
    #expect(query.fetch.predicate == (try PredicateParser.predicate(format).get()))
  }

  @Test func sortKeys() throws {
    let fetch = try #require(
      try Self.fetch("Movie SORT  by year DESC, lentToFriend.friendName[cd],title ascending , tags.@count descending"))
    let friendName = try #require(QueryKeyPath(keys: ["lentToFriend", "friendName"]))
    #expect(
      fetch.sortKeys == [
        QuerySortKey(QueryKeyPath(.key("year")), isAscending: false),
        QuerySortKey(friendName, options: [.caseInsensitive, .diacriticInsensitive]),
        QuerySortKey(QueryKeyPath(.key("title"))),
        QuerySortKey(QueryKeyPath(.key("tags"), [.collectionOperator("count")]), isAscending: false),
      ])
  }

  @Test(
    "The code and the place of each issue",
    arguments: [
      ("Movi where year > 3", "unknown-entity", "Movi"), ("zzz", "unknown-entity", "zzz"),
      ("Movie whre year > 3", "unexpected-clause", "whre"), ("Movie year > 3", "unexpected-clause", "year"),
      ("year > 1990 an year < 3", "unexpected-clause", "an"), ("year > 3 where x", "unexpected-clause", "where"),
      ("  year > 3 order year", "unexpected-clause", "order"), ("Movie where ", "condition-expected", ""),
      ("Movie where sort by year", "condition-expected", "sort by"), ("year > 3 limit x;", "clause-number", "x"),
      ("year > 3 limit -1", "clause-number", "-1"), ("Movie limit", "clause-number", ""),
      ("Movie limit 3 limit 4", "repeated-clause", "limit"), ("Movie sort year", "sort-by", "sort"),
      ("Movie sort by", "sort-key", ""), ("Movie sort by year, 3", "sort-key", "3"),
      // A syntax error has precedence over a value that cannot be a sort key.
      ("Movie sort by 3 limit x", "clause-number", "x"), ("Movie sort by 3 COUNT x", "unexpected-clause", "COUNT"),
      ("Movie sort by year[x]", "sort-options", "[x"), ("Movie sort by year[x] limit x", "clause-number", "x"),
      ("lent", "bare-value", "lent"), ("lent limit 3", "bare-value", "lent"),
      ("title == \"七人\" AND year NOT IN {1}", "not-in", "NOT IN"),
      ("title CONTAIN \"x\" limit 3", "unknown-operator", "CONTAIN"),
    ])
  func failures(_ text: String, _ code: String, _ place: String) throws {
    let issues = Self.failure(text)
    #expect(issues.map(\.code) == [code])
    let range = try #require(issues.first?.range)
    let bytes = Array(text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)]
    #expect(String(decoding: bytes, as: UTF8.self) == place)
  }

  @Test("An entity or a property that is called order is one")
  func orderAsName() throws {
    let line = Entity(
      name: "Line", table: "l",
      attributes: [Attribute(name: "order", type: .integer), Attribute(name: "by", type: .integer)])
    let order = Entity(name: "Order", table: "o", attributes: [Attribute(name: "n", type: .integer)])
    let inside = StatementParser(model: DataModel(entities: [line, order]), currentEntity: "Line")
    for (text, canonical) in [
      ("order == 3", "Line where order == 3"), ("Order limit 3", "Order limit 3"),
      ("order where n > 1", "Order where n > 1"),
      ("Line show order, by order by order", "Line show order, by sort by order"),
      ("where by > 1 order by by", "Line where by > 1 sort by by"), ("order by order", "Line sort by order"),
    ] {
      #expect(inside.parse(text).query?.canonicalText == canonical, "\(text)")
    }
  }

  @Test(
    "Binding a fetch finds a sort key without one value, and its place in the text",
    arguments: [
      ("Movie sort by lentToFriend.friendNam desc", "unknown-key", "friendNam"),
      ("Movie sort by lentFriend.friendNam", "unknown-key", "lentFriend"),
      ("Movie sort by title.x", "unknown-key", "x"), ("Movie sort by lentToFriend", "sort-type", "lentToFriend"),
      ("Movie sort by tags", "sort-type", "tags"), ("Movie sort by tags.name", "sort-type", "name"),
      ("Movie sort by tags.@sum", "number-expected", "tags.@sum"),
    ])
  func keysWithoutOneValue(_ text: String, _ code: String, _ place: String) throws {
    let fetch = try #require(try Self.fetch(text))
    let issue = #expect(throws: PredicateIssue.self) { try BoundFetch(fetch, model: .movies) }
    let range = try #require(issue?.range)
    let bytes = Array(text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)]
    #expect(issue?.code == code && String(decoding: bytes, as: UTF8.self) == place)
  }

  @Test("A clause before what could be the right side of an operator", arguments: ["show -year", "show -year limit 1"])
  func clauseBeforeAMinus(_ text: String) throws {
    let fetch = try #require(try Self.fetch(text))
    #expect(fetch.predicate == nil)
    #expect(fetch.columns.map(\.name) == ["-year"])
  }

  @Test func nearNamesAreHinted() {
    #expect(Self.failure("Movi limit 3").first?.hint == "the nearest name is “Movie”")
    #expect(Self.failure("Movie sort by year dsc").first?.hint == "desc may be meant")
    #expect(Self.failure("year > 3 lmit 4").first?.hint == "limit may be meant")
  }

  @Test("A text without words is nothing", arguments: ["", "  ", ";", " \n ; ;"])
  func nothing(_ text: String) throws {
    guard case .nothing = try Self.parser.parse(text).get() else {
      Issue.record("'\(text)' is something")
      return
    }
  }

  @Test(
    "Commands and their arguments",
    arguments: [
      (".help", "help", ""), ("  .use  Movie ; ", "use", "Movie"), (".help-me x", "help-me", "x"),
      (".count year > 3;", "count", "year > 3"), (".sql\n on", "sql", "on"), (".quit;", "quit", ""),
    ])
  func commands(_ text: String, _ name: String, _ argument: String) throws {
    guard case .command(let call) = try Self.parser.parse(text).get() else {
      Issue.record("'\(text)' is no command")
      return
    }
    #expect(call.name == name)
    #expect(call.argument == argument)
  }

  @Test func placesInArgumentsOfCommandsAreThoseOfTheStatement() throws {
    guard case .command(let call) = try Self.parser.parse(".count Movie where yeer >").get() else {
      Issue.record("no command")
      return
    }
    let issues: [PredicateIssue]
    do throws(StatementFailure) {
      _ = try Self.parser.parse(call.text, from: call.argumentRange.lowerBound).get()
      issues = []
    } catch {
      issues = error.issues
    }
    #expect(issues.first?.range?.lowerBound == 25)
  }

  @Test func aModelWithoutEntitiesIsTold() {
    let parser = StatementParser(model: DataModel(entities: []), currentEntity: nil)
    #expect(throws: StatementFailure.self) { try parser.parse("year > 3").get() }
  }

  // MARK: The tree

  @Test(
    "The issues of windows and of elements",
    arguments: [
      ("previous year > 3", "window-place", "previous year"), ("group by next year", "window-place", "next year"),
      ("group by genre show count() as n having previous n > 1", "window-place", "previous n"),
      ("show distinct running count()", "window-distinct", "running count()"), ("show rank", "window-order", "rank"),
      ("show previous next year", "window-nested", "next year"), ("show running year", "window-running", "year"),
      ("show running median(year)", "window-running", "median(year)"), ("show next tags", "aggregate-type", "tags"),
      ("show total(title)", "aggregate-type", "title"), ("group by tags.name", "group-to-many", "tags.name"),
      ("group by each genre", "group-each", "genre"), ("show each tags.name", "each-place", "each tags.name"),
      ("group by genre show each tags.name", "each-place", "each tags.name"),
      ("group by genre show percentile(year, 95)", "aggregate-constant", "95"),
      ("group by genre show groupConcat(title, genre)", "aggregate-constant", "genre"),
      ("group by genre show previous year", "not-grouped", "year"),
    ])
  func wrongWindows(_ text: String, _ code: String, _ place: String) throws {
    let issue = #expect(throws: PredicateIssue.self) {
      try BoundStatement(Self.query(text), model: .movies, variables: [:])
    }
    #expect(issue?.code == code, "\(issue.map { "\($0)" } ?? "")")
    let range = try #require(issue?.range)
    #expect(String(decoding: Array(text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self) == place)
  }

  private static func query(_ text: String) throws -> QueryStatement {
    guard case .query(let query) = parser.parse(text).content else { throw NoQuery() }
    return query
  }

  private struct NoQuery: Error {}

  @Test("Each clause knows its kind and its place")
  func places() throws {
    let text = "count Movie where year > 1990 AND lent == YES sort by year desc, title[cd] limit 3 ;"
    let query = try Self.query(text)
    let places = query.clauses.map { clause in
      String(decoding: Array(text.utf8)[Int(clause.range.lowerBound)..<Int(clause.range.upperBound)], as: UTF8.self)
    }
    #expect(query.clauses.map(\.kind) == [.where, .sort, .limit])
    #expect(places == ["where year > 1990 AND lent == YES", "sort by year desc, title[cd]", "limit 3"])
    #expect(query.isCount && query.namesEntity)
  }

  @Test("Behind a mistake the next clause is read")
  func forgives() throws {
    for text in [
      "Movie where year > > 3 sort by title limit 3", "Movie show title, , year limit 3",
      "Movie whre sort by title limit 3", "lent sort by title limit 3", "Movie sort title limit 3",
      "Movie offset x limit 3", "Movie show title == 3, year limit 3",
    ] {
      let tree = Self.parser.parse(text)
      #expect(tree.errors.count == 1, "\(text): \(tree.errors)")
      guard case .query(let query) = tree.content else { throw NoQuery() }
      #expect(query.clauses.last?.kind == .limit, "\(text)")
    }
    #expect(Self.failure("Movie show (title limit 3").map(\.code) == ["operator-expected"])
  }

  @Test("A value ends before the first token that cannot belong to it")
  func values() throws {
    let fetch = try #require(
      try Self.fetch("Movie show (year + 1), max({1, 2}) as most, title limit 3"))
    #expect(fetch.columns.map(\.name) == ["(year + 1)", "most", "title"])
    #expect(Self.failure("Movie show title year").first?.code == "unexpected-clause")
    #expect(Self.failure("Movie show title == 'x'").first?.code == "condition-as-value")
    #expect(try Self.fetch("Movie sort by (title[c])")?.sortKeys.first?.options == [])
  }

  @Test(
    "The canonical text",
    arguments: [
      ("LIMIT 3 show year+1", "Movie show year + 1 as \"year+1\" limit 3"),
      ("count year > 1990 AND (lent == YES)", "count Movie where year > 1990 AND lent == TRUE"),
      ("tag order by name[CD] desc, id limit 3", "Tag sort by name[cd] desc, id limit 3"),
      ("group by genre show genre order by count() desc", "Movie group by genre show genre sort by count() desc"),
      ("tag offset 1 sort by name[CD] descending", "Tag sort by name[cd] desc offset 1"),
      ("Movie having count()>3 group by genre as g", "Movie group by genre as g having count() > 3"),
      ("Movie show distinct genre as \"the genre\"", "Movie show distinct genre as \"the genre\""),
      ("show previous year as p, NEXT title.length as n", "Movie show previous:(year) as p, next:(title.length) as n"),
      ("show running sum(year) of each genre as s", "Movie show running:(sum:(year), genre) as s"),
      ("show total(year) OF EACH {genre, lent} as t", "Movie show total:(year, genre, lent) as t"),
      ("sort by rank of each genre desc, next", "Movie sort by rank:(genre) desc, next"),
      ("show year - previous year * 2 as d", "Movie show year - previous:(year) * 2 as d"),
      ("show next, previous as p, running", "Movie show next, previous as p, running"),
      ("group by each tags.name", "Movie group by each:(tags.name) as \"tags.name\""),
      ("group by each tags as t, each tags as u", "Movie group by each:(tags) as t, each:(tags) as u"),
      ("show previous limit 3", "Movie show previous limit 3"),
    ])
  func canonicalText(_ text: String, _ canonical: String) throws {
    #expect(try Self.query(text).canonicalText == canonical)
  }
}
