import PredicateStatements
import PredicateSyntax
import Testing

/// Words of SQL and other languages get a hint. Each hint ends with a statement that can be typed unchanged.
@Suite("Habits of other languages")
struct HabitTests {
  private let statements = AdvisedStatements()

  @Test(arguments: [
    ("upper(title) == 'ALIEN'", "uppercase(title) == 'ALIEN'"),
    ("Movie where LOWER(title) == 'alien' limit 3", "Movie where lowercase(title) == 'alien' limit 3"),
    ("len(title) > 20", "length(title) > 20"), ("substr(title, 1, 3) == 'The'", "SUBSTRING(title, 1, 3) == 'The'"),
    ("concat(title, ' ', genre) CONTAINS 'Noir'", "title + ' ' + genre CONTAINS 'Noir'"),
    ("Movie show concat(title, genre) as both", "Movie show title + genre as both"),
    ("Movie show nvl(movieDescription, 'none')", "Movie show coalesce(movieDescription, 'none')"),
    ("ifnull(rating, 0) > 8", "coalesce(rating, 0) > 8"),
    (
      "Movie group by genre show string_agg(title, ' / ')",
      "Movie group by genre show groupConcat(title, ' / ')"
    ),
    ("strftime('%V', lentOn) == 5", "lentOn.week == 5"), ("mod(year, 4) == 0", "modulus(year, 4) == 0"),
    ("strftime('%Y', lentOn) == '2026'", "lentOn.year == 2026"),
    ("strftime('%m', lentOn) == 5", "lentOn.month == 5"),
    ("avg(rating) > 8", "average(Movie.@unionOfObjects.rating) > 8"), ("avg(year) > 8", "Movie.@avg.year > 8"),
    ("Friend where avg(loans.id) > 3", "Friend where average(loans.id) > 3"),
    ("date(lentOn) == '2025-11-17'", "lentOn.startOfDay == '2025-11-17'"), ("lentOn < getdate()", "lentOn < now()"),
    ("count(distinct genre)", "Movie show count(distinct genre)"), ("show *", "Movie"),
    ("count distinct genre in Movie", "Movie show count(distinct genre)"),
    ("count distinct genre of movies where year > 1990", "Movie where year > 1990 show count(distinct genre)"),
    ("Friend where no loans.note", "Friend where NONE loans.note != nil"),
    ("Friend where no lentMovies.tags", "Friend where lentMovies.tags.@count == 0"),
    ("Movie where no lentToFriend.email", "Movie where lentToFriend.email == nil"),
    ("Movie where without tags and year > 1990", "Movie where tags.@count == 0 and year > 1990"),
    ("Friend without any loans", "Friend where loans.@count == 0"),
    ("Friend with loans limit 3", "Friend where loans.@count > 0 limit 3"),
    ("Movie with genre Noir", "Movie where genre == \"Noir\""),
    ("movies by genre", "Movie sort by genre"), ("movies in 1990", "Movie where year == 1990"),
    (
      "Movie where lentOn between 2025-01-01 and 2025-03-01",
      "Movie where lentOn BETWEEN {\"2025-01-01\", \"2025-03-01\"}"
    ),
    ("lentOn between 2024 and 2025", "lentOn.year BETWEEN {2024, 2025}"),
    ("lentOn BETWEEN {2025-01-01, '2025-03-01'}", "lentOn BETWEEN {\"2025-01-01\", '2025-03-01'}"),
    ("lentOn in 2025", "lentOn.year == 2025"), ("lentOn in {2024, 2025}", "lentOn.year in {2024, 2025}"),
    ("lentOn > '2025'", "lentOn.year > 2025"), ("lentOn >= '2025-03'", "lentOn.startOfMonth >= \"2025-03-01\""),
    ("genre IN {12, 13}", "genre IN {\"12\", \"13\"}"), ("genre in 12", "genre == \"12\""),
    ("year IN {'1990', '1991'}", "year IN {1990, 1991}"),
    ("year > average(year)", "year > Movie.@avg.year"), ("year > average(Movie.year)", "year > Movie.@avg.year"),
    ("rating > median(rating)", "rating > median(Movie.@unionOfObjects.rating)"),
    ("Movie group by lentOn.month show month, count()", "Movie group by lentOn.month as month show month, count()"),
    ("distinct Movie genre", "Movie show distinct genre"),
    ("left(title, 3) == 'The'", "substring(title, 1, 3) == 'The'"),
    ("right(title, 3) == 'man'", "substring(title, length(title) - 3 + 1) == 'man'"),
    ("lentOn < today()", "lentOn < now().startOfDay"), ("title match 'T.*'", "title MATCHES 'T.*'"),
    ("show * limit 3", "Movie limit 3"),
    ("Movie show * where year > 2000", "Movie where year > 2000"), ("show title year", "show title, year"),
    ("Movie show title year limit 3", "Movie show title, year limit 3"),
    ("Movie show title as My Title limit 3", "Movie show title as \"My Title\" limit 3"),
    ("lentOn > now() - 30 days", "lentOn > now() - 30 * 86400"),
    ("Movie where lentOn within last 2 weeks limit 3", "Movie where lentOn > now() - 2 * 604800 limit 3"),
    ("lentOn in the last 90 days AND lent == YES", "lentOn > now() - 90 * 86400 AND lent == YES"),
    ("Loan where lentOn older than 1 week", "Loan where lentOn < now() - 1 * 604800"),
    ("lentOn < 3 hours ago", "lentOn < now() - 3 * 3600"), ("lentOn > now() - 45 seconds", "lentOn > now() - 45"),
    ("top 5 movies by rating", "Movie sort by rating desc limit 5"), ("first 3 movies", "Movie limit 3"),
    ("bottom 2 Movie by year", "Movie sort by year limit 2"),
    ("top 5 movies by rating;", "Movie sort by rating desc limit 5"),
    ("title startswith 'The'", "title BEGINSWITH 'The'"),
    ("Movie where title regexp '^The' limit 2", "Movie where title MATCHES 'The.*' limit 2"),
    ("Movie where title REGEXP 'Sea'", "Movie where title MATCHES '.*Sea.*'"),
    ("title rlike '[0-9]$'", "title MATCHES '.*[0-9]'"),
    ("Movie.title", "Movie show title"), ("movies.lentToFriend.friendName", "Movie show lentToFriend.friendName"),
    ("Movie join Friend", "Movie show title, lentToFriend.friendName"), ("Movie top 3", "Movie limit 3"),
    ("lentOn > yesterday", "lentOn > now().startOfDay - 86400"), ("lentOn < today", "lentOn < now().startOfDay"),
    (
      "Movie group by genre[c] show genre, count()",
      "Movie group by lowercase(genre) as genre show genre, count()"
    ),
    ("show distinct genre[c]", "show distinct lowercase(genre) as genre"),
    ("Movie show genre[cd] as g limit 2", "Movie show lowercase(genre) as g limit 2"),
    (
      "Friend where id IN Movie.lentToFriend.id",
      "Friend where SUBQUERY(Movie, $x, $x.lentToFriend.id == id).@count > 0"
    ),
    (
      "count Movie where year > 1990 AND NOT id in Loan.movie.id",
      "count Movie where year > 1990 AND NOT SUBQUERY(Loan, $x, $x.movie.id == id).@count > 0"
    ),
    ("Movie(year > 1990) limit 1", "Movie where year > 1990 limit 1"),
    ("find movies where year > 2000", "movies where year > 2000"),
    ("get all movies", "movies"), ("number of movies", "count Movie"), ("how many movies", "count Movie"),
    ("Movie.count()", "count Movie"), ("Movie.count", "count Movie"), ("Movie limit 3, 5", "Movie limit 5 offset 3"),
    ("Movie limit 2 skip 3", "Movie limit 2 offset 3"), ("Movie orderby year limit 1", "Movie sort by year limit 1"),
    ("Movie sorted by year desc limit 1", "Movie sort by year desc limit 1"),
    ("Movie sort year limit 1", "Movie sort by year limit 1"), ("Movie group genre", "Movie group by genre"),
    ("Movie per genre", "Movie group by genre"), ("Movie columns title limit 1", "Movie show title limit 1"),
    ("Movie with year > 2000", "Movie where year > 2000"), ("Movie if year > 2000", "Movie where year > 2000"),
    ("Movie where year in 1990..2000", "Movie where year BETWEEN {1990, 2000}"),
    ("Movie where year in 1990...2000 limit 1", "Movie where year BETWEEN {1990, 2000} limit 1"),
    ("Movie where year is 2000", "Movie where year == 2000"),
    ("Movie where year is not 2000 limit 1", "Movie where year != 2000 limit 1"),
    ("Movie where year equals 2000", "Movie where year == 2000"),
    ("Movie where lentOn before \"2026-01-01\" limit 1", "Movie where lentOn < \"2026-01-01\" limit 1"),
    ("lentOn since \"2026-01-01\" limit 1", "lentOn >= \"2026-01-01\" limit 1"),
    ("Movie where lentOn > 2025", "lentOn.year > 2025"), ("year > 1990, rating > 8", "year > 1990 AND rating > 8"),
    ("Friend[3].loans", "Loan where friend.id == 3"), ("Tag[2].movies", "Movie where ANY tags.id == 2"),
    ("Friend[3].friendName", "Friend where id == 3 show friendName"),
    ("Movie where year > 1990 count", "count Movie where year > 1990"),
    ("Movie 24", "Movie[24]"), ("count(Movie)", "count Movie"),
    ("avg(Movie.rating)", "Movie show avg(rating)"),
    ("Movie where tags is empty limit 2", "Movie where tags.@count == 0 limit 2"),
    ("tags IS NOT EMPTY", "tags.@count > 0"),
    ("Movie where movieDescription is empty", "Movie where movieDescription == \"\""),
    ("Movie where title starts with 'The' limit 2", "Movie where title BEGINSWITH 'The' limit 2"),
    ("title ends with 'n'", "title ENDSWITH 'n'"),
    ("Movie show title, year - 1900 age limit 2", "Movie show title, year - 1900 as age limit 2"),
    (
      "select count(*) from Movie where movieDescription <> 'a'",
      "count Movie where movieDescription != 'a' AND movieDescription != nil"
    ),
    (
      "select genre, coalesce(rating, 0), count(*) from Movie group by 1, 2 order by 3 desc, genre",
      "Movie group by genre, coalesce(rating, 0) show genre, coalesce(rating, 0), count() sort by count() desc, genre"
    ),
    (
      "select genre as g, count(*) from Movie group by 1 order by 1",
      "Movie group by genre show genre as g, count() sort by g"
    ),
    (
      "select * from Movie where year = '1990' and rating <> '8'",
      "Movie where year = 1990 and rating != 8 AND rating != nil"
    ),
    ("select * from Movie where title <> 'a' or year != 3", "Movie where title != 'a' or year != 3"),
    (
      "select * from Movie where rating != 8 or year = 3", "Movie where (rating != 8 AND rating != nil) or year = 3"
    ),
    ("select * from Movie where title like '%Zoo_'", "Movie where title LIKE[c] '*Zoo?'"),
    ("select * from Movie where title like 'a*b?'", "Movie where title LIKE[c] 'a\\\\*b\\\\?'"),
    ("select * from Movie where title not like \"%Zoo%\"", "Movie where NOT title LIKE[c] \"*Zoo*\""),
    (
      "select * from Movie where movieDescription not like 'a%'",
      "Movie where NOT movieDescription LIKE[c] 'a*' AND movieDescription != nil"
    ),
    ("select title from Movie where year in (1979, 1986)", "Movie where year IN {1979, 1986} show title"),
    (
      "select title from Movie where year not between 1979 and 1986 limit 2",
      "Movie where NOT year BETWEEN {1979, 1986} show title limit 2"
    ),
    ("select count(*), genre from Movie group by genre", "Movie group by genre show count(), genre"),
    (
      "select genre, count(*) as n from Movie group by genre having count(*) > 3 order by count(*) desc",
      "Movie group by genre having count() > 3 show genre, count() as n sort by count() desc"
    ),
    (
      "select * from Movie m join Friend f on m.friend_id = f.id", "Movie show title, lentToFriend.friendName"
    ),
    ("count distinct Movie.genre", "Movie show count(distinct genre)"),
    ("count distinct genre", "Movie show count(distinct genre)"),
    ("Friend show friendName, mode(each loans.movie.genre)", "Friend show friendName, mode(loans.movie.genre)"),
    (
      "Friend group by email show mode(each loans.movie.genre)", "the syntax is: group by each KEY as NAME"
    ),
    ("Friend show loans.movie.@distinctUnionOfObjects.@count", "Friend show distinct(loans.movie).@count"),
    (
      "Friend group by friendName show count(distinct loans.movie)",
      "Friend show friendName, distinct(loans.movie).@count"
    ),
    ("Loan show distinct(movie.title)", "Loan show distinct movie.title"),
    ("Movie where year > 'long'", "write a number without quotes"),
    ("Movie where title == 'It's' limit 1", "'It\\'s'"),
    ("Movie where lentOn LIKE \"2026*\" limit 2", "Movie where lentOn.year == 2026 limit 2"),
    ("lentOn BEGINSWITH '2026-01'", "lentOn.startOfMonth == \"2026-01-01\""),
    ("lentOn LIKE '2026-01-05*'", "lentOn.startOfDay == \"2026-01-05\""),
    ("Movie show title, sum(year) over (order by title)", "Movie show title, running sum(year) sort by title"),
    (
      "Movie show title, count() over (partition by genre order by year desc)",
      "Movie show title, running count() of each genre sort by year desc"
    ),
    (
      "Movie show title, sum(year) over (partition by genre)",
      "Movie show title, total(year) of each genre"
    ),
    ("Movie show avg rating", "Movie show avg(rating)"), ("show max rating", "show max(rating)"),
    ("group by genre show genre, sum of rating", "group by genre show genre, sum(rating)"),
    ("group by genre show genre having average rating > 7", "group by genre show genre having avg(rating) > 7"),
    ("average rating", "Movie show avg(rating)"), ("max Friend.id", "Friend show max(id)"),
    ("sum rating where year > 1990", "Movie where year > 1990 show sum(rating)"),
    ("max year of movies where lent == YES", "Movie where lent == YES show max(year)"),
    ("avg rating by genre", "Movie group by genre show genre, avg(rating)"),
    ("Movie show title, count loans", "Movie show title, loans.@count"),
    ("distinct genre", "Movie show distinct genre"), ("unique genre limit 3", "Movie show distinct genre limit 3"),
    ("Movie first 3", "Movie limit 3"), ("first 3", "limit 3"),
    ("Movie sort by rating desc first 3", "Movie sort by rating desc limit 3"),
    ("Movie sort by year first 2 by genre", "Movie sort by year first 2 of each genre"),
    ("Movie first 2 genre", "Movie first 2 of each genre"), ("Movie by genre", "Movie sort by genre"),
    ("count Movie by genre", "Movie group by genre show genre, count()"),
    ("tags = 'cult'", "ANY tags.name = 'cult'"), ("NOT tags = 'cult' limit 1", "ANY tags.name != 'cult' limit 1"),
    ("ANY tags = 'cult'", "ANY tags.name = 'cult'"), ("NONE tags = 3", "NONE tags.id = 3"),
    ("title >= 5", "CAST(title, \"NSNumber\") >= 5"), ("Friend/1", "Friend[1]"),
    ("Friend/1 show email", "Friend[1] show email"), ("lentOn > 10.01.2026", "lentOn > \"2026-01-10\""),
    ("rating * 1,19 > 8", "rating * 1.19 > 8"), ("rating > 1,000.5", "rating > 1000.5"),
    ("Movie show sum(rating * 1,19)", "Movie show sum(rating * 1.19)"), ("rating exists", "rating != nil"),
    ("Movie where rating is missing", "Movie where rating == nil"), ("tags exists", "tags.@count > 0"),
    ("title genre", "Movie show title, genre"), ("title, year", "Movie show title, year"), ("show movies", "movies"),
    ("year > 1990 rating > 8", "year > 1990 AND rating > 8"),
    ("not lent", "lent == NO"), ("year > 2000 AND NOT lent", "lent == NO"),
  ])
  func hints(statement: String, proposal: String) throws {
    let hint = try #require(statements.issues(statement).last { $0.hint != nil }?.hint)
    #expect(" \(hint)".hasSuffix(" \(proposal)"), "\(hint)")
    if !["the syntax", "write a number", "'"].contains(where: { proposal.hasPrefix($0) }) {
      #expect(statements.issues(proposal).isEmpty, "\(proposal)")
    }
  }

  @Test func unknownFunctionsAreListedByHelp() {
    #expect(statements.issues("jaccard(title) == 'A'").last?.hint == ".help functions lists the functions")
    #expect(statements.issues("uppercasse(title) == 'A'").last?.hint?.hasPrefix("the nearest is “uppercase”") == true)
  }

  /// `{1,2}` is a list and not a number with a comma.
  @Test(arguments: ["rating IN {1,2} AND title > rating", "(rating + 1) IN {1,2} AND titel == 'x'"])
  func listsAreNoNumbers(statement: String) {
    let issues = statements.issues(statement)
    #expect(!issues.isEmpty && issues.allSatisfy { $0.hint?.contains("has a point") != true }, "\(issues)")
  }

  /// `2 + 0` is not the position of a column.
  @Test func sumsAreNoPositions() {
    let hint = statements.issues("select title, year from Movie order by 2+0").last?.hint
    #expect(hint?.contains("sort by year") == false, "\(hint ?? "nil")")
  }

  /// A NOT of SQL is not translated in the hint, because SQL's NOT and that of predicates treat NULL differently.
  @Test func negationsOfConditionsHaveNoTranslation() {
    let hint = statements.issues("select * from Movie where not (year = 3)").last?.hint
    #expect(hint?.hasPrefix("the syntax is: ENTITY") == true)
  }

  @Test("LIKE of PostgreSQL does not ignore case")
  func caseOfLike() {
    func hint(_ text: String) -> String? { statements.issues(text, foldsLike: false).last?.hint }
    #expect(hint("select * from Movie where title like 'a%'") == "write Movie where title LIKE 'a*'")
    #expect(hint("select * from Movie where title ilike 'a%'") == "write Movie where title LIKE[c] 'a*'")
  }

  @Test(
    "A number has no unit of time",
    arguments: ["Movie where year > 5 minutes", "rating - 5 days > 1", "year < 5 weeks"])
  func units(statement: String) {
    let hint = statements.issues(statement).last?.hint
    #expect(hint?.hasSuffix(" has a number without a unit of time") == true, "\(hint ?? "nil")")
  }

  @Test func tablesOfPairsAreRelationships() {
    #expect(
      statements.issues("count MovieTags").last?.hint
        == "this table joins two other tables; write the relationship Movie.tags and Tag.movies")
  }

  @Test func callsAreNoCommands() {
    #expect(statements.issues("tables(title)").last?.code != "command-dot")
  }

  @Test("Names of entities in one and many", arguments: ["movies limit 1", "MOVIE limit 1", "count Movies", "FRIENDS"])
  func names(statement: String) {
    #expect(statements.issues(statement).isEmpty)
  }

  /// `loans` is read as the property, which is not a condition, and not as the name of the entity.
  @Test func propertiesComeFirst() {
    #expect(!statements.issues("Friend where loans").isEmpty)
    #expect(!statements.issues("loans").isEmpty)
  }
}
