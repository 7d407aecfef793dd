import PredicateStatements
import PredicateSyntax
import Testing

/// Constructs and chains of calls of other languages. Each hint is a whole statement that can be typed unchanged.
@Suite("Phrases of other languages")
struct PhraseHabitTests {
  private let statements = AdvisedStatements()

  @Test(
    "Chains of calls: pandas, Django, Rails, LINQ and jq",
    arguments: [
      ("Movie.head()", "Movie limit 5"), ("movies.head(3)", "Movie limit 3"), ("Movie.objects.all()", "Movie"),
      ("Movie.objects.count()", "count Movie"), ("Movie.objects.filter(year__gt=1990)", "Movie where year > 1990"),
      ("Movie.filter(title__icontains=\"sea\")", "Movie where title CONTAINS[c] \"sea\""),
      ("Movie.filter(tags__name=\"cult\")", "Movie where ANY tags.name == \"cult\""),
      ("Movie.filter(lentOn__isnull=True)", "Movie where lentOn == nil"),
      (
        "Movie.filter(genre__in=[\"Noir\", \"War\"], lent=True)",
        "Movie where genre IN {\"Noir\", \"War\"} AND lent == YES"
      ),
      ("Movie.exclude(genre=\"Noir\").order_by(\"-year\")", "Movie where NOT (genre == \"Noir\") sort by year desc"),
      ("Movie.where(year: 1990)", "Movie where year == 1990"),
      ("Movie.where(\"year > 1990\").order(:title).limit(3)", "Movie where year > 1990 sort by title limit 3"),
      (
        "Movie.where(\"year > 1990 or lent = YES\").where(genre: \"War\")",
        "Movie where (year > 1990 or lent = YES) AND genre == \"War\""
      ),
      ("Movie.order(year: :desc).first(2)", "Movie sort by year desc limit 2"),
      ("Movie.find(3)", "Movie[3]"), ("Movie.first", "Movie limit 1"), ("Movie.last", "Movie sort by id desc limit 1"),
      ("Movie.find_by(title: \"Alien\")", "Movie where title == \"Alien\" limit 1"),
      ("Movie.includes(:tags).pluck(:title, :year)", "Movie show title, year"),
      ("Movie.groupby(\"genre\").count()", "Movie group by genre show genre, count()"),
      ("Movie.groupby(\"genre\")[\"year\"].max()", "Movie group by genre show genre, max(year)"),
      ("Movie.genre.value_counts()", "Movie group by genre show genre, count() sort by count() desc"),
      ("Movie.genre.unique()", "Movie show distinct genre"), ("Movie.year.max()", "Movie show max(year)"),
      ("Movie.sort_values(\"year\", ascending=False)", "Movie sort by year desc"),
      ("Movie.Where(m => m.year > 1990).Take(2)", "Movie where year > 1990 limit 2"),
      ("Movie[0:5]", "Movie limit 5"), ("Movie[:5]", "Movie limit 5"), ("Movie[2:5]", "Movie limit 3 offset 2"),
      ("Movie[]", "Movie"), ("Movie[title == \"x\"]", "Movie where title == \"x\""),
      ("Movie[Movie.title == \"x\"]", "Movie where title == \"x\""), ("df[df.year > 1990]", "Movie where year > 1990"),
      ("df[(df.year > 1990) & (df[\"lent\"] == YES)]", "Movie where (year > 1990) AND (lent == YES)"),
      ("df[[\"title\", \"year\"]]", "Movie show title, year"),
      (".[] | select(.title == \"x\")", "Movie where title == \"x\""),
      ("Movie | select(.year > 1990) | .title", "Movie where year > 1990 show title"),
      ("Movie | map(.title)", "Movie show title"), ("Movie | length", "count Movie"),
      ("Movie | map(select(.year > 1990)) | length", "count Movie where year > 1990"),
    ])
  func chains(statement: String, proposal: String) throws { try check(statement, proposal) }

  @Test(
    "SQL",
    arguments: [
      (
        "Movie show case when year > 1990 then \"new\" else \"old\" end",
        "Movie show TERNARY(year > 1990, \"new\", \"old\")"
      ),
      (
        "Movie show case when year > 1990 then 2 when year > 1950 then 1 else 0 end",
        "Movie show TERNARY(year > 1990, 2, TERNARY(year > 1950, 1, 0))"
      ),
      ("extract(year from lentOn) = 2020", "lentOn.year = 2020"),
      ("lentOn::date = \"2020-01-01\"", "lentOn.startOfDay = \"2020-01-01\""),
      ("Movie show cast(year as text)", "Movie show CAST(year, \"NSString\")"),
      ("lentOn > now() - interval '30 days'", "lentOn > now() - 30 * 86400"),
      ("lentOn > date('now','-30 days')", "lentOn > now().startOfDay - 30 * 86400"),
      ("exists (select 1 from loans)", "loans.@count > 0"),
      ("year = (select max(year) from movies)", "year = Movie.@max.year"),
      ("Movie sort by rating nulls last", "Movie sort by TERNARY(rating == nil, 1, 0), rating"),
      ("Movie sort by rating desc nulls last", "Movie sort by rating desc"),
      ("Movie fetch first 3 rows only", "Movie limit 3"),
      ("Movie show movieDescription ?? 'none'", "Movie show coalesce(movieDescription, 'none')"),
      ("Movie sort by -title", "Movie sort by title desc"), ("Movie show all", "Movie"),
      ("return title", "show title"), ("year > 1_990", "year > 1990"),
      ("Movie where strftime('%Y-%m', lentOn) = '2026-01'", "Movie where lentOn.startOfMonth = '2026-01-01'"),
      ("year between 1990 and 1995", "year BETWEEN {1990, 1995}"),
      ("Movie where year in (1990,1991,1995) limit 2", "Movie where year IN {1990,1991,1995} limit 2"),
      ("year === 1990", "year == 1990"), ("title not like 'The%'", "NOT title LIKE[c] 'The*'"),
      // No condition of SQL finds NULL.
      (
        "movieDescription not like '%sea%' or year = 3",
        "NOT movieDescription LIKE[c] '*sea*' AND movieDescription != nil or year = 3"
      ),
      (
        "movieDescription not in ('a', 'b')",
        "NOT movieDescription IN {'a', 'b'} AND movieDescription != nil"
      ),
      ("title ilike '%sea%'", "title LIKE[c] '*sea*'"), ("title =~ 'Sea'", "title MATCHES '.*Sea.*'"),
      ("Movie where title ~ '^The'", "Movie where title MATCHES 'The.*'"),
      // A pattern does not keep its % if the hint is about another habit.
      (
        "title like '%Sea%' and year between 1990 and 1995",
        "title LIKE[c] '*Sea*' and year BETWEEN {1990, 1995}"
      ),
      // One statement may have several habits, and a year is compared with the year of a date.
      (
        "lentOn between 2024 and 2025 and rating is not null",
        "lentOn.year BETWEEN {2024, 2025} and rating != nil"
      ),
      ("Movie where year % 2 = 0", "Movie where modulus:by:(year, 2) = 0"),
      ("Movie where not exists lentToFriend.loans", "Movie where NOT lentToFriend.loans.@count > 0"),
      ("Movie where lentToFriend.loans empty", "Movie where NOT lentToFriend.loans.@count > 0"),
      ("Movie where lentToFriend.loans is empty", "Movie where NOT lentToFriend.loans.@count > 0"),
      ("Movie where rating - year % 2 = 0", "Movie where rating - modulus:by:(year, 2) = 0"),
      ("Movie where (rating) - year % 2 = 0", "Movie where (rating) - modulus:by:(year, 2) = 0"),
      ("Movie where 5 - year % 2 = 0", "Movie where 5 - modulus:by:(year, 2) = 0"),
      ("Movie where rating * year % 2 = 0", "Movie where modulus:by:(rating * year, 2) = 0"),
      (
        "Movie where rating * year % 2 = 0 and year % 2 = 0",
        "Movie where modulus:by:(rating * year, 2) = 0 and modulus:by:(year, 2) = 0"
      ),
      ("Movie where rating + year % 2 > 0", "Movie where rating + modulus:by:(year, 2) > 0"),
      ("Movie show title, year % 2", "Movie show title, modulus:by:(year, 2)"),
      ("Movie show genre distinct", "Movie show distinct genre"),
      ("Friend where not exists loans", "Friend where loans.@count == 0"),
      ("Friend where exists loans", "Friend where loans.@count > 0"),
      ("Movie where has lentToFriend", "Movie where lentToFriend != nil"),
      ("Friend where loans empty", "Friend where loans.@count == 0"), ("rating == None", "rating == nil"),
      ("Movie where rating != none limit 2", "Movie where rating != nil limit 2"),
      ("title matches /sea$/", "title matches \".*sea\""),
      (
        "Movie group by lentOn.startOfHour show count()",
        "Movie group by format(lentOn, \"yyyy-MM-dd HH:00\") show count()"
      ),
    ])
  func sql(statement: String, proposal: String) throws { try check(statement, proposal) }

  @Test(
    "Spreadsheets, methods and changes",
    arguments: [
      ("=COUNTIF(genre; \"Noir\")", "count Movie where genre ==[c] \"Noir\""),
      ("=COUNTIF(year, \">1990\")", "count Movie where year > 1990"),
      ("SUMIF(genre, \"Noir\", year)", "Movie where genre ==[c] \"Noir\" show sum(year)"),
      ("ISBLANK(movieDescription)", "movieDescription == nil"),
      ("Movie show IF(year > 1990, \"a\", \"b\")", "Movie show TERNARY(year > 1990, \"a\", \"b\")"),
      ("IF(year > 1990, \"a\", \"b\")", "Movie show TERNARY(year > 1990, \"a\", \"b\")"),
      ("AND(year > 1990, lent == YES)", "(year > 1990 AND lent == YES)"),
      ("tags.count > 3", "tags.@count > 3"), ("tags.isEmpty", "tags.@count == 0"),
      ("tags.length > 3", "tags.@count > 3"),
      // The path may have a relationship that is nil, and then its count is nil.
      ("lentToFriend.loans.isEmpty", "NOT lentToFriend.loans.@count > 0"),
      ("lentToFriend.loans.is_empty()", "NOT lentToFriend.loans.@count > 0"),
      ("Movie where lentToFriend.loans.empty?", "Movie where NOT lentToFriend.loans.@count > 0"),
      ("len(tags) > 2", "tags.@count > 2"), ("movieDescription.isEmpty", "movieDescription == \"\""),
      ("Movie where title.startswith(\"The\")", "Movie where title BEGINSWITH \"The\""),
      ("title.lower() == \"alien\"", "lowercase(title) == \"alien\""),
      ("\"cult\" in tags", "ANY tags.name == \"cult\""),
      ("lentToFriend__friendName = \"Anna\"", "lentToFriend.friendName = \"Anna\""),
      ("remove Movie where year == 1", "delete Movie where year == 1"),
      ("set Movie[1] title = \"x\"", "update Movie[1] set title = \"x\""),
      ("update Movie where year == 1 set title = \"x\"", "update Movie set title = \"x\" where year == 1"),
      ("update Movie[1] set tags += {Tag[2]}", "update Movie[1] set tags = tags UNION {Tag[2]}"),
    ])
  func others(statement: String, proposal: String) throws { try check(statement, proposal) }

  private func check(_ statement: String, _ proposal: String) throws {
    let issue = try #require(statements.issues(statement).first { $0.hint != nil })
    #expect(issue.hint == "write \(proposal)", "\(issue)")
    #expect(issue.replacements.map { $0.applied(to: statement) } == [proposal])
    #expect(statements.issues(proposal).isEmpty, "\(proposal)")
  }

  /// What has no equivalent gets no statement.
  @Test(arguments: [
    "Movie.plot()", "Movie | group_by(.genre) | length", "Movie.limit(3).where(year: 1990)", "Movie page 2",
    "Movie.limit(3).sum(:year)", "Movie.groupby(\"genre\")[\"year\"].count()",
    "Movie.where(\"year > ?\", 3)",
  ])
  func nothingElseIsProposed(statement: String) {
    let issues = statements.issues(statement)
    #expect(!issues.isEmpty && issues.allSatisfy(\.replacements.isEmpty), "\(issues)")
  }

  /// The operands of `%` are more than a path and a value, so no statement replaces them.
  @Test(arguments: [
    "Movie where rating / year % 2 = 0", "Movie where year % 2 ** 3 = 0", "Movie where rating / id * year % 2 = 0",
    "Movie where year % 2 % 3 = 0", "Movie where year % id % 3 = 0", "Movie where -year % 2 = 0",
    "Movie where NOT -year % 2 = 0", "Movie where rating = -year % 2", "Movie where -id * year % 2 = 0",
  ])
  func remaindersOfProducts(statement: String) {
    let issues = statements.issues(statement)
    #expect(!issues.isEmpty && issues.allSatisfy { $0.hint?.contains("= 0") != true }, "\(issues)")
  }

  @Test func unknownFunctionsAreNotValues() {
    let issue = statements.issues("VLOOKUP(1, year, 2)").first
    #expect(issue?.code == "unknown-function" && issue?.hint == ".help functions lists the functions")
  }
}
