import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import Testing

@testable import PredicateShell

/// Groups, distinct rows and columns, as statements on the demo database.
@Suite("Statements about groups")
struct GroupedStatementTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let session: ShellSession

  init() throws {
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    session.mode = .csv
  }

  private func lines(_ statement: String) -> [String] {
    #expect(session.run(statement) == .done, "\(errors.take())")
    return output.take().split(separator: "\n").map(String.init)
  }

  @Test func groupsAreFilteredNamedAndSorted() {
    let statement = """
      Movie where year > 1990 group by genre show genre, count() as films, avg(rating) as mean \
      having films > 3 sort by films desc limit 5
      """
    let rows = lines(statement)
    #expect(rows.first == "genre,films,mean")
    #expect(rows.count == 6)
    let films = rows.dropFirst().compactMap { Int($0.split(separator: ",")[1]) }
    #expect(films.count == 5 && films == films.sorted(by: >) && films.allSatisfy { $0 > 3 })
    // The clauses may be in any order.
    let other = """
      Movie where year > 1990 sort by films desc limit 5 having films > 3 show genre, count() as films, \
      avg(rating) as mean group by genre
      """
    #expect(lines(other) == rows)
  }

  @Test(arguments: [
    ("Movie group by genre", "genre,count"), ("Movie show count()", "count()"),
    ("Movie show distinct genre, lent", "genre,lent"), ("Movie group by year / 10 * 10 as decade", "decade,count"),
    ("Movie group by lentToFriend show lentToFriend.friendName as who, @count", "who,@count"),
    ("Movie show title, tags.name as tags limit 1", "title,tags"),
    ("Movie group by genre having count() > 1000", "genre,count"),
    ("Movie show genre group by genre sort by count() desc, max(year), genre[c]", "genre"),
    ("Movie show length(title) as n sort by n desc, year * 2", "n"),
    ("genre == 'Noir' group by year show year having @count > 1", "year"),
  ])
  func headings(statement: String, heading: String) {
    #expect(lines(statement).first == heading)
  }

  @Test func countsOfGroupsCountGroups() {
    session.mode = .table
    let genres = lines("Movie show distinct genre").dropLast().count - 2
    #expect(lines("count Movie group by genre") == ["\(genres) groups"])
    #expect(lines("count Movie show distinct genre") == ["\(genres) rows"])
    #expect(lines("count Movie show title") == ["200 movies"])
    #expect(lines("Movie group by genre limit 2").last == "2 groups")
    #expect(lines(".last").last == "2 groups")
    #expect(
      lines(".verify") == ["The answers from SQL and from memory are equal in 2 groups, their order and all 2 columns."]
    )
    for statement in [
      "Movie where year > 1990 group by lentToFriend, lent show lentToFriend, count()",
      "Movie group by rating having count() > 9",
      "Movie group by title.length, year / 10 as decade", "Loan group by movie.genre, returnedOn",
      "Movie group by tags.@count",
    ] {
      #expect(
        lines(".verify \(statement)").first?.hasPrefix("The answers from SQL and from memory are equal in ") == true,
        "\(statement)")
    }
    #expect(
      lines(".verify Movie having count() > 3 show count()") == [
        "The answers from SQL and from memory are equal in 1 row, their order and their 1 column."
      ])
    #expect(
      lines(".explain Movie group by genre having count() > 3").prefix(4) == [
        "Meaning", "  all movies", "  in groups by genre", "  of which those where count() > 3",
      ])
    #expect(
      lines(".explain --full Movie group by genre having count() > 3").prefix(7).suffix(3) == [
        "Typed condition", "  groups by $0.genre", "  having greater($0.count(), 3)",
      ])
  }

  @Test func everyModeShowsGroups() {
    for mode in OutputMode.allCases {
      session.mode = mode
      let text = lines("Movie where genre == 'Noir' group by genre show genre, count() as films").joined(
        separator: "\n")
      #expect(text.contains("Noir") && text.contains("films"), "\(mode)")
    }
    session.mode = .json
    #expect(lines(".as json").first?.contains(#""group":[{"name":"genre","value":"genre"}]"#) == true)
    #expect(lines(".as sql").first?.contains("GROUP BY") == true)
  }

  @Test(arguments: [
    ("Movie group by genre show title", "not-grouped", "title"), ("Movie group genre", "group-by", "group"),
    ("Movie group by", "group-key", ""), ("Movie group by tags", "group-to-many", "tags"),
    ("Movie group by genre having fims > 3 show count() as films", "unknown-key", "fims"),
    ("Movie having year > 3", "having-without-groups", "year > 3"),
    ("Movie group by genre show sum(title)", "aggregate-type", "title"),
    ("Movie group by count()", "aggregate-key", "count()"), ("Movie group by genre having", "condition-expected", ""),
    ("Movie group by genre show sum(max(year))", "aggregate-nested", "max(year)"),
    ("Movie distinct genre", "unexpected-clause", "distinct"),
    ("Movie where group by genre", "condition-expected", "group by"),
    ("Movie group by genre show avg(raing)", "unknown-key", "raing"),
    ("Movie show distinct genre sort by year", "distinct-order", "year"),
    ("Movie group by genre show distinct count() sort by genre", "distinct-order", "genre"),
    ("Movie group by genre show SELF", "not-grouped", "SELF"),
    ("Movie group by genre having $x > 3", "unbound-variable", "$x"),
    ("Movie group by genre show @sum", "aggregate-without-key", "@sum"),
    (
      "Movie group by genre show @distinctUnionOfObjects.title", "unknown-collection-operator",
      "@distinctUnionOfObjects.title"
    ),
    ("Movie group by genre show sum(tags)", "not-grouped", "tags"),
    ("Movie group by lentToFriend sort by lentToFriend", "sort-type", "lentToFriend"),
    ("Movie show distinct tags", "group-to-many", "tags"),
  ])
  func failures(statement: String, code: String, place: String) throws {
    #expect(session.run(statement) == .refused)
    let text = errors.take().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(text.first?.hasPrefix("error[\(code)]") == true, "\(text)")
    let mark = try #require(text.dropFirst(2).first)
    let start = try #require(mark.firstIndex(of: "^"))
    let offset = mark.distance(from: mark.startIndex, to: start)
    #expect(String(statement.dropFirst(offset).prefix(place.count)) == place, "\(text)")
    #expect(place.isEmpty || mark.filter { $0 == "^" || $0 == "~" }.count == place.count, "\(text)")
  }
}
