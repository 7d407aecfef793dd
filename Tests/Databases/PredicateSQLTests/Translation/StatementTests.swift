import PredicateBinding
import PredicateModel
@testable import PredicateSQL
import PredicateSQLite
import PredicateValues
import Testing

/// Whole statements: joins, forms, order, bounds, bindings.
@Suite struct StatementTests {
  static func statement(_ fetch: EntityFetch, _ form: SQLFetchForm, variables: QueryVariables = [:]) throws
    -> SQLStatement
  {
    try SQLTranslator.sqlite(FilmModel.model).translate(fetch, variables: variables, form: form).statement
  }

  static func fetch(
    _ format: String, _ entity: String = "Film", _ keys: [QuerySortKey] = [], limit: Int? = nil, offset: Int = 0
  ) throws
    -> EntityFetch
  {
    EntityFetch(
      entity, where: try QueryPredicate(format: QueryFormat(raw: format)), sortedBy: keys, limit: limit, offset: offset)
  }

  @Test func namesAreQuotedAndJoinsMadeOnce() throws {
    let name = try #require(QueryKeyPath(keys: ["lentToFriend", "name"]))
    let fetch = try Self.fetch(
      "lentToFriend.name == 'x' OR lentToFriend.name == 'y'", "Film", [QuerySortKey(name, isAscending: false)])
    #expect(
      try Self.statement(fetch, .keys).text == """
        SELECT t0."id" FROM "film" t0 LEFT JOIN "friend" t1 ON t1."id" = t0."lentToFriend_id" \
        WHERE t1."name" = ?1 OR t1."name" = ?2 ORDER BY t1."name" DESC, t0."id"
        """)
    #expect(
      try Self.statement(Self.fetch("amount > 5", "Loose"), .count).text == #"""
        SELECT COUNT(*) FROM "order" t0 \#
        WHERE CASE WHEN typeof(t0."the ""amount""") IN ('integer', 'real') THEN t0."the ""amount""" END > ?1
        """#)
  }

  @Test func outerJoinsOfInnerConditionsStandOutside() throws {
    let fetch = try Self.fetch("SUBQUERY(loans, $l, $l.friend.name == lentToFriend.name).@count > 0")
    #expect(
      try Self.statement(fetch, .keys).text.hasPrefix(
        "SELECT t0.\"id\" FROM \"film\" t0 LEFT JOIN \"friend\" t3 ON t3.\"id\" = t0.\"lentToFriend_id\" WHERE EXISTS (SELECT 1 FROM"
      ))
  }

  @Test func formsAndBounds() throws {
    #expect(
      try Self.statement(Self.fetch("year > 1", "Film", limit: 3, offset: 2), .keys).text
        == "SELECT t0.\"id\" FROM \"film\" t0 WHERE t0.\"year\" > ?1 ORDER BY t0.\"id\" LIMIT ?2 OFFSET ?3")
    #expect(
      try Self.statement(Self.fetch("TRUEPREDICATE", "Film", offset: 2), .keys).text
        == "SELECT t0.\"id\" FROM \"film\" t0 ORDER BY t0.\"id\" LIMIT -1 OFFSET ?1")
    #expect(
      try Self.statement(Self.fetch("year > 1", "Film", limit: 3), .count).text
        == "SELECT COUNT(*) FROM (SELECT 1 FROM \"film\" t0 WHERE t0.\"year\" > ?1 LIMIT ?2) t1")
    #expect(
      try Self.statement(Self.fetch("TRUEPREDICATE", "Friend"), .rows).text
        == "SELECT t0.\"id\", t0.\"name\", t1.\"id\" FROM \"friend\" t0 LEFT JOIN \"friend\" t1 ON t1.\"id\" = t0.\"best_id\" "
        + "ORDER BY t0.\"id\"")
  }

  /// If other conditions leave few rows, EXISTS runs for each row.
  @Test func fewRowsAreAskedOneByOne() throws {
    let many = "ANY loans.days == 1"
    let each = "EXISTS (SELECT 1 FROM \"loan\" t1 WHERE t1.\"film_id\" = t0.\"id\" AND t1.\"days\" = ?"
    #expect(try !Self.statement(Self.fetch(many), .keys).text.contains("EXISTS"))
    // With a limit, EXISTS runs until enough rows are found. For a rare condition it would run too often.
    #expect(try !Self.statement(Self.fetch(many, limit: 5), .keys).text.contains("EXISTS"))
    #expect(try Self.statement(Self.fetch("ANY loans.days > 1", limit: 5), .keys).text.contains("EXISTS"))
    let film = QueryValue.reference(ObjectReference(entity: "Film", key: 1))
    #expect(try Self.statement(Self.fetch("SELF == $f AND " + many), .keys, variables: ["f": film]).text.contains(each))
    // Sorting reads every row anyway, so a semi-join is used.
    let title = QuerySortKey(try #require(QueryKeyPath(keys: ["title"])))
    #expect(try !Self.statement(Self.fetch(many, "Film", [title], limit: 5), .keys).text.contains("EXISTS"))
  }

  @Test func constantsAreBoundInTheFormOfColumns() throws {
    let fetch = try Self.fetch(
      "lent == YES AND seen > CAST(5, 'NSDate') AND title BEGINSWITH 'az' AND lentToFriend == $f")
    let friend = QueryValue.reference(ObjectReference(entity: "Friend", key: 7))
    let bindings = try Self.statement(fetch, .keys, variables: ["f": friend]).bindings
    #expect(
      bindings.map(\.debugDescription) == [
        "integer(1)", "double(978307205.0000001)", "string(\"az\")", "string(\"a{\")", "integer(7)",
      ])
  }

  @Test(arguments: [
    ("a", "b"), ("az", "a{"), ("\u{7F}", "\u{80}"), ("\u{D7FF}", "\u{E000}"), ("a\u{10FFFF}", "b"),
    ("\u{10FFFF}", nil), ("", nil),
    ("e\u{301}", "e\u{302}"),
  ])
  func successors(text: String, successor: String?) {
    #expect(
      SQLRewriter.successor(ofPrefix: text).map { Array($0.unicodeScalars) }
        == successor.map { Array($0.unicodeScalars) })
  }

  @Test func longListsAreBoundAsOne() throws {
    let fetch = try Self.fetch("year IN $v")
    func text(_ values: [QueryValue]) throws -> SQLStatement {
      try Self.statement(fetch, .keys, variables: ["v": QueryValue.array(values)])
    }
    let many = try text((0..<100).map { .integer($0) })
    #expect(many.text.contains("IN (SELECT value FROM json_each(?1))"))
    #expect(many.text == (try text((0..<5_000).map { .integer($0) })).text)
    #expect(many.bindings.count == 1)
    // Fractions are not passed as JSON, because reading them from JSON may change the last digits.
    let fractions = try text((0..<100).map { .double(Double($0) + 0.1) })
    #expect(fractions.bindings.count == 100)
  }

  @Test func longChainsAreBalanced() throws {
    let format = (0..<3_000).map { "year == \($0)" }.joined(separator: " OR ")
    let text = try Self.statement(Self.fetch(format), .keys).text
    var depth = 0
    var deepest = 0
    for byte in text.utf8 {
      depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      deepest = max(deepest, depth)
    }
    #expect(deepest < 20)
    #expect(depth == 0)
  }

  /// The steps of one long path are joined in inner statements. Too many separate paths still exceed the limit of joins, which is an issue.
  @Test func tooManyJoinsAreALimit() throws {
    let paths = (1...70).map { "lentToFriend" + String(repeating: ".best", count: $0) + ".name == 'x'" }
    #expect(try Self.statement(Self.fetch(paths[69]), .keys).text.contains("LEFT JOIN (SELECT "))
    let issue = try #require(throws: PredicateIssue.self) {
      try Self.statement(Self.fetch(paths.joined(separator: " OR ")), .keys)
    }
    #expect(issue.kind == .limit)
  }

  @Test func anotherDialectWritesItsOwn() throws {
    let translator = SQLTranslator(
      model: FilmModel.model, lowering: SQLiteLowering(isUTF8: false))
    let text = try translator.translate(Self.fetch("title BEGINSWITH 'a'"), form: .keys).statement.text
    #expect(text.contains("predicate_beginsWith"))
    let order = try translator.translate(Self.fetch("title < 'a'"), form: .keys).statement.text
    #expect(order.contains("predicate_compare('less'"))
  }

  /// A statement reports the parts of its text, because names and texts may contain any characters.
  @Test func statementsTellTheirPieces() throws {
    let loose = try Self.statement(
      Self.fetch("amount > 5 AND text == $t", "Loose"), .count, variables: ["t": "t0.\"amount\"?1"])
    #expect(
      loose.pieces == [
        .text("SELECT COUNT(*) FROM \"order\" t0 WHERE CASE WHEN typeof("), .rootColumn("the \"amount\""),
        .text(") IN ('integer', 'real') THEN "), .rootColumn("the \"amount\""), .text(" END > "), .parameter(1),
        .text(" AND CASE WHEN typeof("), .rootColumn("text"), .text(") = 'text' THEN "), .rootColumn("text"),
        .text(" END = "), .parameter(2),
      ])
    #expect(
      loose.value(ofParameter: 2).debugDescription == #"string("t0.\"amount\"?1")"#
        && loose.value(ofParameter: 3).isNull)
    #expect(loose.rootColumn("the \"amount\"") == "t0.\"the \"\"amount\"\"\"")
    #expect(loose.text { "«\($0)»" } == loose.text.replacing("?", with: "«").replacing(/«(\d)/) { "«\($0.1)»" })
    #expect(loose.preceded(by: "EXPLAIN ").text == "EXPLAIN " + loose.text)
  }

  @Test func statementsTellTheirTables() throws {
    func tables(_ format: String, _ form: SQLFetchForm = .keys) throws -> [String: String] {
      try Self.statement(Self.fetch(format), form).tables
    }
    #expect(try tables("year > 1") == ["t0": "film"])
    #expect(
      try tables("lentToFriend.name == 'x' AND ANY tags.name == 'y'")
        == ["t0": "film", "t1": "friend", "t2": "film_tags", "t3": "tag"])
    // The foreign key of the loans gives the keys, so the statement does not read the films.
    #expect(try tables("ANY loans.days > 3") == ["t1": "loan"])
    // Common table expressions in front of the statement.
    let way = "loans.friend.films."
    let deep = try Self.statement(Self.fetch("ANY \(way)\(way)\(way)tags.name == 'x'"), .keys)
    #expect(deep.text.hasPrefix("WITH c0(k) AS (SELECT "))
    #expect(Set(deep.tables.values) == ["loan", "film", "film_tags", "tag"])
  }

  @Test func statementsTellWhichFunctionsTheyNeed() throws {
    func functions(_ format: String) throws -> Set<String> {
      try Self.statement(Self.fetch(format), .keys).functions
    }
    #expect(try functions("title CONTAINS 'predicate_fold(' AND year IN {1, 2} AND loans.@count > 2").isEmpty)
    #expect(try functions("title CONTAINS[c] 'a'") == ["predicate_contains"])
    #expect(try functions("title MATCHES 'a.*' OR loans.@sum.days > 3") == ["predicate_matches", "predicate_sum"])
    #expect(try functions("ANY tags.name LIKE[c] 'x*y'") == ["predicate_like"])
  }
}
