import Foundation
import PredicateModel
import PredicateStatements
import PredicateSyntax
import Testing

/// Hints must be correct.
@Suite("Hints")
struct HintTests {
  private let statements = AdvisedStatements()

  /// At a prompt no program passes values, so a hint does not propose `%@`.
  @Test func hintsOfStatementsNameNoProgram() throws {
    let issue = try #require(statements.issues("lentOn == \"yesterday\"").first)
    #expect(issue.hint == "a date is written '2024-01-31' or '2024-01-31T09:30:00Z'")
  }

  /// The texts that hints propose: whole statements, and texts in the place of the mistake.
  @Test(arguments: [
    ("Movie by genre", ["Movie group by genre", "Movie sort by genre"], ["for groups", "for an order"]),
    ("find movies", ["movies"], [""]),
    ("SELECT * FROM movie", ["Movie"], [""]),
    ("lent", ["lent == YES"], ["a condition compares"]),
    ("genre == Noir", [#"genre == "Noir""#], [nil]),
    ("NOT lent", [], []), ("title", [], []),
    ("genre contains 030", [#"genre contains "030""#], ["a text is written in quotes"]),
  ])
  func proposalsAreData(text: String, mended: [String], purposes: [String?]) throws {
    let replacements = try #require(statements.issues(text).first).replacements
    #expect(replacements.map { $0.applied(to: text) } == mended && replacements.map(\.purpose) == purposes)
  }

  /// A statement with the range of the issue in «…», and the hint.
  @Test(
    "Errors blame the segment, and say what would mend it",
    arguments: [
      ("«tags.count» > 1", "write tags.@count > 1", "count"),
      ("count «loans.max» > 1", "for a collection, write @max", "max"),
      ("genre == «Noir»", "a text must be in quotes: \"Noir\"", "Noir"),
      ("ANY tags.name == «noir»", "a text must be in quotes: \"noir\"", "noir"),
      ("genre IN {«Noir», \"Drama\"}", "a text must be in quotes: \"Noir\"", "Noir"),
      ("genre == «gener»", "the nearest name is “genre”", "gener"),
      ("year == «Noir»", "Movie has title, year, rating,", "Noir"),
      ("«lentToFriend.frendName» == \"a\"", "the nearest name is “friendName”", "frendName"),
      ("SUBQUERY(loans, $l, «$l.freind.email» == \"a\").@count > 0", "the nearest name is “friend”", "freind"),
      ("«lentToFriend . frendName» == \"a\"", "the nearest name is “friendName”", "frendName"),
      ("«lentToFriend.'frendName'» == \"a\"", "the nearest name is “friendName”", "'frendName'"),
      ("«tables»", "a command must begin with a dot: .tables", nil),
      (
        "group by genre show genre, «count»",
        "an aggregate of a group needs parentheses, so write group by genre show genre, count()", nil
      ),
      (
        "group by genre show «sum»",
        "an aggregate of a group needs parentheses, so write group by genre show sum(year)", nil
      ),
      (
        "group by genre show «total» / 2, sum(year) as total",
        "“total” is the name of a later column, but a column can use only the names of earlier columns", nil
      ),
      (
        "Movie show «more», year + 1 as more",
        "“more” is the name of a later column, but a column can use only the names of earlier columns", nil
      ),
      (
        "group by genre show genre, distinct(«year»)",
        "over the objects of each group: "
          + "group by genre show genre, distinct(SUBQUERY(Movie, $o, $o.genre == genre).year)", nil
      ),
      ("«lent»", "a condition compares: lent == YES", nil),
      (
        "update Movie set lent = NOT «lent»", "to set the opposite of a boolean, write TERNARY(lent == NO, YES, NO)",
        nil
      ),
      ("«lent» limit 3", "a condition compares: lent == YES", nil),
      ("NOT «lent» limit 3", "a condition compares: lent == YES", nil),
      ("Friend where «loans»", "a condition compares: loans.@count > 0", nil),
      ("«lentToFriend.friendName»", "a condition compares: lentToFriend.friendName CONTAINS \"…\"", nil),
      ("«lentToFriend»", "a condition compares: lentToFriend != nil", nil),
      ("«yaer»", "the nearest name is “year”", nil),
      ("year >= 1990 AND «<=» 1995", "a comparison must have exactly two sides: AND year <= …", nil),
      ("count(«*»)", "write count()", nil),
      ("Movie show distinct title, year «%» 2", "write Movie show distinct title, modulus:by:(year, 2)", nil),
      (
        "«year» CONTAINS 9", "to compare the value as a text, write CAST(year, \"NSString\") CONTAINS \"9\"", nil
      ),
      (
        "«lentToFriend» CONTAINS \"A\"",
        "to compare a text of the object, write lentToFriend.friendName CONTAINS \"A\"",
        nil
      ),
      ("Movie sort by «lentToFriend» limit 2", "write Movie sort by lentToFriend.friendName limit 2", nil),
      ("Friend sort by «loans» desc", "write Friend sort by loans.@count desc", nil),
      (
        "Movie show lowercase(genre) as g group by «g»",
        "“g” is the name of a column, which is computed after the groups. "
          + "The key of a group gets its name in the clause group by: group by VALUE as g", nil
      ),
      (
        "Movie group by genre show groupConcat(«year», \",\")",
        "to join the values as texts, write Movie group by genre show groupConcat(CAST(year, \"NSString\"), \",\")", nil
      ),
      ("Movie group by genre show genre, count(«*»)", "write Movie group by genre show genre, count()", nil),
      ("Movie first «of» each genre", "write Movie first 1 of each genre", nil),
      ("Movie where year «is» greater than 1990", "write Movie where year > 1990", nil),
      ("Movie where year «is» less than or equal to 1990", "write Movie where year <= 1990", nil),
      ("Movie where «year» more than 1990 sort by year", "write Movie where year > 1990 sort by year", nil),
      ("Movie where year «is» equal to 1990", "write Movie where year == 1990", nil),
      ("«Fri» where loans.@count > 1", "the nearest name is “Friend”", nil),
      ("Friend where ANY «loan».note == 'x'", "write Friend where ANY loans.note == 'x'", nil),
      ("«title == 3»", "a text must be in quotes: title == \"3\"", nil),
      (
        "Friend where «lentMovies.genre» != 'Noir'",
        "if none of the values may be equal, write Friend where NONE lentMovies.genre == 'Noir'; or, if one different value is enough, write Friend where ANY lentMovies.genre != 'Noir'",
        nil
      ),
      (
        "Friend where NOT «lentMovies.genre» = 'Noir'",
        "if none of the values may be equal, write Friend where NONE lentMovies.genre = 'Noir'; or, if one different value is enough, write Friend where ANY lentMovies.genre != 'Noir'",
        nil
      ),
      (
        "Friend where NOT («lentMovies.year» > 1990)",
        "if none of the values may be equal, write Friend where NOT (ANY lentMovies.year > 1990)", nil
      ),
      // A double negation has no short form.
      (
        "Friend where NOT «lentMovies.genre» != 'Noir'",
        "if one value is enough, write Friend where NOT ANY lentMovies.genre != 'Noir'", nil
      ),
      ("Movie where «rowid» == 3", "write id for the key of Movie", nil),
      ("«SELF == 3»", "to compare the key: id == 3", nil),
      ("«lentToFriend == 3»", "to compare the key: lentToFriend.id == 3", nil),
      ("«lent == \"YES\"»", "a boolean must be YES or NO, so write lent == YES", nil),
      ("«lent != 'false'»", "a boolean must be YES or NO, so write lent != NO", nil),
      ("«year == \"x\"»", "year is a number, so write a number without quotes", nil),
      (
        "«lentOn.month == \"March\"»", "a month must be a number, and January is 1: lentOn.month == 3", nil
      ),
      (
        "«lentOn.weekday == \"monday\"»", "a day of the week must be a number, and Sunday is 0: lentOn.weekday == 1",
        nil
      ),
      ("«lentOn.month == \"x\"»", "a month must be a number, and January is 1", nil),
      (
        "Friend where «genre» == \"Noir\"",
        "genre is a property of Movie: Friend where ANY lentMovies.genre == \"Noir\"", nil
      ),
      ("«round(rating)» > 3", "write round(rating, 0) > 3", nil),
      ("«replace(title)» == 'x'", "replace takes other arguments: replace(x, ", nil),
      ("«--x»", "a comment begins with -- and a space", nil),
      ("«year > \"1990\"»", "write the number without quotes: year > 1990", nil),
      ("«title == 2026-01-03»", "a date in a text column must be in quotes, so write title == \"2026-01-03\"", nil),
      (
        "Movie show «title», count()",
        "group by “title” to get one row per value, or show an aggregate such as max(title)", nil
      ),
      (
        "Movie group by genre show «title»", "add “title” to “group by”, or show an aggregate such as max(title)", nil
      ),
      ("«lentOn > 2024-01-01»", "a date must be in quotes: lentOn > \"2024-01-01\"", nil),
      ("«lentOn > 785077800»", "to read seconds since 2001 as a date, write lentOn > CAST(785077800, \"NSDate\")", nil),
      ("«lentOn == -5.5»", "to read seconds since 2001 as a date, write lentOn == CAST(-5.5, \"NSDate\")", nil),
      ("«Movie.year» > 1990", "a property must not have its entity before it, so write year > 1990", "Movie"),
      (
        "Loan where «Loan.note» == nil",
        "a property must not have its entity before it, so write Loan where note == nil", "Loan"
      ),
      (
        "Movie where tags.@count > 0 AND «Tag.x» == 1", "the relationship to Tag is tags",
        "Tag"
      ),
      ("Movie«.avg.rating»", "an aggregate of all objects needs parentheses, so write Movie show avg(rating)", nil),
      (
        "group by genre show genre, max(rating) sort by «max»",
        "an aggregate of a group needs parentheses, so write group by genre show genre, max(rating) sort by max(rating)",
        nil
      ),
      ("«tags» > 5", "to compare the number of objects, write tags.@count > 5", nil),
      (
        "Friend where «lentMovies.year» > 1990",
        "if one value is enough, write Friend where ANY lentMovies.year > 1990",
        nil
      ),
      ("«tags.name» = \"cult\"", "if one value is enough, write ANY tags.name = \"cult\"", nil),
      ("title contains c «\"x\"»", "options are in brackets: title contains[c] \"x\"", nil),
      ("title BEGINSWITH cd «\"x\"» limit 2", "options are in brackets: title BEGINSWITH[cd] \"x\" limit 2", nil),
      ("Movie «year» > 1990", "write a condition after where: Movie where year > 1990", nil),
      ("Movie «year» > yeer", "a condition needs “where” before it: Movie where year …", nil),
      ("Movie «title», year limit 2", "write values after show: Movie show title, year limit 2", nil),
      ("Movie «srt» year limit 1", "write Movie sort by year limit 1", nil),
      ("Movie «lmit» 3", "limit may be meant", nil),
      ("title «contians» \"x\" AND yeer > 3", "CONTAINS may be meant", nil),
      ("«Movie where lentToFriend.name» == \"x\"", "the nearest name is “friendName”", "name"),
      ("Movie show «lentToFriend.name»", "the nearest name is “friendName”", "name"),
      ("«pivot» Movie limit 1", "a statement must begin with the name of an entity, so write Movie limit 1", nil),
      (
        "«tags» = \"cult\" AND lentToFriend = \"Ann\"",
        "to compare the texts of the related objects, write ANY tags.name = \"cult\"",
        nil
      ),
      ("year > 1«,990»", "for thousands, write year > 1990; or, for a fraction, write year > 1.990", nil),
      (
        "count «loans»",
        "to count all objects, write count Loan; or, for each object, write Movie show title, loans.@count", nil
      ),
      ("genre = 'Noir' or «'War'»", "several values must be a list in braces, so write genre IN {'Noir', 'War'}", nil),
      ("«avg(rating)»", "a value comes after show: Movie show avg(rating)", nil),
      (
        "Movie show title «where» year > 1990 limit 3",
        "the condition comes first: Movie where year > 1990 show title limit 3", nil
      ),
      ("Movie show «*»", "to show all properties, leave out “show”", nil),
      (
        "«lentToFriend == \"Ann\"»",
        "to compare a text of the object, write lentToFriend.friendName == \"Ann\"", nil
      ),
      ("«tags CONTAINS \"cult\"»", "to compare the texts of the related objects, write ANY tags.name == \"cult\"", nil),
      ("year = «max(year)»", "to find the object with this value, write Movie sort by year desc limit 1", nil),
      ("title == 'It'«'s'»", "a quote inside a text needs a backslash before it: 'It\\'s'", nil),
      ("«select» * from movie", "write Movie", nil),
      (
        "«SELECT» title, year FROM Movie WHERE year > 1990 ORDER BY year DESC LIMIT 3;",
        "write Movie where year > 1990 show title, year sort by year DESC limit 3", nil
      ),
      ("«select» count(*) from people", "the syntax is: ENTITY where PREDICATE", nil),
      ("«select» count(*) from friends", "write count Friend", nil),
      ("«select» count(*) from Friend", "write count Friend", nil), ("«from» Friend", "write Friend", nil),
      (
        "«select» title from Movie where rating is not null and movieDescription IS NULL",
        "write Movie where rating != nil and movieDescription == nil show title", nil
      ),
      ("«select» * from Movie join Friend", "a path leads to other objects: Movie show title, lentToFriend.", nil),
      ("insert into Movie values «(»1)", "the syntax is: insert ENTITY (NAME, NAME) values", nil),
      ("delete from «films» where year = 3", "the entities are Movie, Friend, Tag, Loan", nil),
      ("insert into tag values «(»9, 'x')", "write insert Tag name = 'x'", nil),
      (
        "insert into tag (name) values ('x'«,» 3)",
        "the syntax is: insert ENTITY (NAME, NAME) values (VALUE, VALUE). The number of values must equal the number of names",
        nil
      ),
      ("«create» table x (y)", "a statement cannot create or change tables", nil),
      ("«\\dt»", ".tables lists the entities", nil),
      ("«\\d» movie", "to list its properties, write .schema Movie", nil),
      ("«\\foo»", ".help lists the commands", nil), ("«show» tables", ".tables lists the entities", nil),
      ("«describe» friend", "to list its properties, write .schema Friend", nil),
      ("«rollback»", "to drop unsaved changes, write .revert", nil),
      ("«ROLLBACK» transaction;", "to drop unsaved changes, write .revert", nil),
      ("«begin»", "no command is needed to begin a transaction, because changes stay unsaved until .commit", nil),
      (
        "«start» transaction",
        "no command is needed to begin a transaction, because changes stay unsaved until .commit", nil
      ),
      ("«exists(tags)»", "a condition compares: tags.@count > 0", nil),
      ("Movie where year > 1990 AND «exists(tags)»", "a condition compares: tags.@count > 0", nil),
    ] as [(String, String, String?)])
  func errors(_ marked: String, _ hint: String, _ segment: String?) throws {
    let parts = marked.split(separator: "«", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts[1].split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
    let issue = try #require(statements.issues("\(parts[0])\(rest[0])\(rest[1])").first)
    let blamed = segment ?? String(rest[0])
    let start = parts[0].utf8.count + (rest[0].range(of: blamed).map { rest[0][..<$0.lowerBound].utf8.count } ?? 0)
    let range = try #require(issue.range)
    #expect(Int(range.lowerBound) == start && Int(range.upperBound) == start + blamed.utf8.count, "\(range)")
    #expect(issue.hint?.hasPrefix(hint) == true, "\(issue)")
  }

  /// A hint is left out if the proposed statement would fail.
  @Test(arguments: [
    "lentOn > 2024-13-01", "lentOn > 785077800 * 2", "title > 10.01.2026", "show title year > 3",
  ])
  func noFalseHints(statement: String) {
    let issues = statements.issues(statement)
    #expect(!issues.isEmpty && issues.allSatisfy { $0.hint == nil }, "\(issues)")
  }

  /// The statement in a hint can be typed unchanged.
  @Test(arguments: [
    "lentOn > 785077800", "lentOn == -5.5", "lentOn > 2024-01-01", "year > \"1990\"", "lentToFriend == 3",
    "genre = 'Noir' or 'War'", "avg(rating)", "Movie show title where year > 1990", "tags CONTAINS \"cult\"",
    "year = max(year)", "lentToFriend == \"Anna Castelli\"", "tags > 5", "tags.name = \"cult\"",
    "title contains c \"x\"",
    "tags = \"cult\"", "ANY tags = \"cult\"", "ANY tags = 3", "title > 5", "title < 5", "lentOn > 10.01.2026",
    "title == 10.01.2026", "rating * 1,19 > 8", "Movie show sum(rating * 1,19)", "rating > 1.000,5",
    "Movie.year > 1990", "Movie.avg.rating", "group by genre show genre, max(rating) sort by max",
  ])
  func hintsAreTrue(statement: String) throws {
    let hint = try #require(statements.issues(statement).last?.hint)
    let place = hint.range(of: ": ", options: .backwards) ?? hint.range(of: "write ")
    let proposal = place.map { String(hint[$0.upperBound...]) } ?? hint
    #expect(statements.issues(proposal).isEmpty, "\(proposal)")
  }

  /// Errors that occur at run time, and statements that a database cannot run. Their hints contain the paths of the statement.
  @Test(arguments: [
    (
      "families-differ", "Movie where tags.length > 2", "tags.length > 2", nil,
      "write Movie where tags.@count > 2"
    ),
    (
      "families-differ", "Movie where ANY loans.friend.friendName > 60", "ANY loans.friend.friendName > 60",
      "Movie[3] has such a value; CAST(x, 'NSNumber') reads a number",
      "Movie[3] has such a value; CAST(loans.friend.friendName, 'NSNumber') reads a number"
    ),
    (
      "number-expected", "Movie show lentToFriend.friendName + 1", "lentToFriend.friendName + 1",
      "CAST(x, 'NSNumber') reads a number", "CAST(lentToFriend.friendName, 'NSNumber') reads a number"
    ),
    (
      "sql-no-key", "Movie first 1 of each lentToFriend", "lentToFriend", nil,
      "the key of an object is a value: lentToFriend.id"
    ),
  ])
  func valuesHaveHints(code: String, text: String, words: String, hint: String?, expected: String) throws {
    let place = try #require(text.ranges(of: words).last)
    let start = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
    let issue = PredicateIssue(
      kind: .type, code: code, message: "wrong", range: SourceRange(start, start + words.utf8.count), hint: hint)
    let advice = StatementAdvice(model: .movies, currentEntity: "Movie", commandUsages: [], foldsLike: true)
    #expect(advice.improved([issue], in: text).map(\.hint) == [expected])
  }
}
