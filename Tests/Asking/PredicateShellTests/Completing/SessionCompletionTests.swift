import Foundation
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Completion in a session on the demo database, with its relationships and values.
@Suite("Completion on the demo database")
struct SessionCompletionTests {
  private static func session() throws -> ShellSession {
    let output = TextOutput()
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: output)
    for statement in [".let $since = 1990", ".let $who = \"Ann\"", "genre == \"Noir\"", ".save noir"] {
      #expect(session.run(statement) == .done, "\(output.take())")
    }
    return session
  }

  /// Texts with candidates that must be proposed, or must not be (after an exclamation mark).
  static let places: [(String, [String])] = [
    // Entities, and the properties of the current entity.
    ("", ["Movie", "Friend", "Tag", "Loan", "title", "lentToFriend", "ANY", "NOT", "count", "$since", "!friendName"]),
    ("count ", ["Movie", "Friend", "title"]),
    ("Friend where ", ["friendName", "loans", "!title", "!Movie"]),
    // Along relationships.
    ("lentToFriend.", ["friendName", "email", "birthday", "!title"]),
    ("lentToFriend.loans.", ["@count", "lentOn", "movie", "friend", "!friendName"]),
    ("Loan where friend.lentMovies.tags.", ["@count", "name", "!title"]),
    ("tags.", ["@count", "@max", "name", "movies"]),
    ("title.", ["length", "!@count"]),
    ("lentOn.", ["year", "startOfMonth", "weekday", "!@count", "!length"]),
    ("lentOn.year ", ["==", "BETWEEN", "+", "!LIKE"]),
    ("lentOn.startOfDay ", ["==", "<", "!LIKE"]),
    ("ANY ", ["tags", "loans", "!title", "!year"]),
    // Operators that fit the type.
    ("title ", ["==", "BEGINSWITH", "LIKE", "MATCHES", "!+"]),
    ("year ", ["==", "BETWEEN", ">=", "+", "!LIKE"]),
    ("lent ", ["==", "!=", "!<", "!LIKE"]),
    ("lentOn ", ["<", "BETWEEN", "!LIKE", "!+"]),
    ("tags ", ["CONTAINS", "!LIKE", "!<"]),
    ("tags.@count ", [">", "==", "!LIKE"]),
    // Options follow operators on strings only.
    ("title BEGINSWITH[", ["c]", "cd]", "n]"]),
    ("title LIKE[", ["cd]", "!l]"]),
    ("year BETWEEN[", ["!c]"]),
    // Values of the compared attribute.
    ("genre == ", ["\"Noir\"", "\"Drama\"", "$who", "!$since", "!\"Alien\""]),
    ("genre == \"D", ["\"Drama\"", "\"Documentary\"", "!\"Noir\""]),
    ("genre IN {\"Noir\", ", ["\"Drama\""]),
    ("title == 'ali", ["\"Alien\""]),
    ("lentToFriend.friendName == ", ["\"Anna Castelli\"", "\"春香 Tanaka\""]),
    ("ANY tags.name == \"c", ["\"classic\"", "!\"Crime\""]),
    ("year == 19", ["1954", "!2001"]),
    ("lent == ", ["YES", "NO", "!\"Noir\""]),
    ("year > $", ["$since", "!$who"]),
    // Connectives and clauses.
    ("year > 1990 ", ["AND", "OR", "sort by", "limit", "!where"]),
    ("(year > 1990 ", ["AND", "!sort by"]),
    ("Movie ", ["where", "sort by", "limit", "show"]),
    ("Movie sort by ", ["year", "title", "lentToFriend", "!ANY"]),
    ("Movie sort by lentToFriend.", ["friendName", "birthday"]),
    ("Movie sort by year ", ["desc", "limit"]),
    ("limit 3 ", ["sort by", "!limit"]),
    ("where ", ["title", "year", "!friendName"]),
    ("sort by ", ["title", "year", "!friendName"]),
    // SUBQUERY's variable has the type of the elements.
    ("SUBQUERY(loans, $l, $l.", ["lentOn", "friend", "!title"]),
    ("SUBQUERY(loans, $l, $l.friend.friendName == \"An", ["\"Anna Castelli\""]),
    ("SUBQUERY(loans, $l, $", ["$l", "$since"]),
    // Functions.
    ("upp", ["uppercase("]),
    ("title == low", ["lowercase("]),
    // Commands and their arguments.
    (".", [".help", ".schema", ".explain", ".why"]),
    (".schema ", ["Movie", "Loan"]),
    (".mode m", ["markdown", "!csv"]),
    (".run ", ["noir"]),
    (".let ", ["$since", "$who"]),
    (".explain lentToFriend.fr", ["friendName", "friends", "friends*"]),
    (".help BEG", ["BEGINSWITH"]),
    (".as ", ["swift", "objc", "sql", "json"]),
    (".why ", ["!title"]), (".why 3 Movie where ye", ["year"]), (".empty Mov", ["Movie"]),
    (".verify ", ["on", "off", "Movie", "title"]), (".explain ", ["--full", "Movie"]),
    (".open --write /", ["/tmp/", "/usr/"]), (".import films.csv ", ["INTO"]),
    (".import films.csv INTO ", ["Movie", "Tag"]),
    (".import films.csv INTO F", ["Friend"]),
    (".import films.csv into Movie ", ["--skip", "!Movie"]),
    // A list follows IN and BETWEEN.
    ("year BETWEEN ", ["{", "!1954", "!nil", "!year", "!title"]),
    ("year BETWEEN {", ["year", "$since", "!nil", "!title", "!NOT"]),
    ("year BETWEEN {1990, ", ["$since", "!nil", "!{"]), ("year BETWEEN {1990, 2000} ", ["AND", "sort by"]),
    ("genre IN ", ["{", "$who", "title", "!nil", "!year", "!\"Noir\""]),
    ("genre IN {", ["\"Noir\"", "$who", "!nil", "!$since"]),
    ("year IN ", ["{", "tags", "!title", "!$who"]), ("ANY tags.name IN {", ["\"classic\""]),
    ("NOT genre IN {\"No", ["\"Noir\""]),
    // Positions of conditions, and positions of values.
    ("year > 1990 AND NOT ", ["title", "ANY", "!nil", "!AND"]), ("year > 1990 AND ", ["NOT", "lent"]),
    ("NOT (", ["title", "NOT"]), ("year + ", ["year", "rating", "$since", "!NOT", "!ANY", "!TRUEPREDICATE"]),
    ("year > 1990 - ", ["rating", "$since", "!title", "!nil"]), ("year - 1 ", ["==", "BETWEEN"]),
    ("uppercase(", ["title", "$who", "!NOT", "!ANY"]), ("uppercase(title ", ["!==", "!AND"]),
    ("uppercase(title) ", ["==", "BEGINSWITH"]),
    ("TERNARY(", ["title", "NOT", "ANY"]), ("TERNARY(lent == YES, ", ["title", "year", "!NOT"]),
    ("TERNARY(lent ", ["==", "!AND"]), ("CAST(lentOn, ", ["\"NSString\"", "\"NSDate\"", "!title"]),
    ("CAST(lentOn, \"NSD", ["\"NSDate\"", "\"NSDecimalNumber\"", "!\"NSString\""]), ("CAST(", ["lentOn", "!NOT"]),
    ("SUBQUERY(", ["tags", "loans", "!title", "!NOT"]), ("SUBQUERY(tags ", ["!==", "!AND"]),
    ("SUBQUERY(tags, ", ["$t"]), ("SUBQUERY(tags, $t, ", ["$t", "NOT", "title"]),
    ("SUBQUERY(tags, $t, $t.name == \"a\" ", ["AND", "!sort by"]),
    ("SUBQUERY(tags, $t, $t.name == \"a\").", ["@count", "name"]),
    ("tags[", ["FIRST", "LAST", "SIZE", "!title", "!NOT"]), ("tags[SIZE] ", [">", "BETWEEN", "!LIKE"]),
    ("tags[FIRST].", ["name"]),
    ("ALL ", ["tags", "!title"]), ("ANY loans.friend.friendName ", ["==", "BEGINSWITH"]),
    // Columns and keys are values. Groups have their keys and aggregates.
    ("show ", ["title", "tags", "distinct", "!NOT", "!ANY"]), ("Movie show title, ", ["year", "!NOT"]),
    ("Movie show title as ", ["!title"]),
    ("Movie show title ", ["as", "sort by", "!=="]), ("group by ", ["genre", "lentToFriend", "!NOT", "!count()"]),
    ("group by genre ", ["as", "having", "show", "sort by"]),
    ("group by genre show ", ["genre", "count()", "sum(", "!title", "!NOT"]),
    ("group by genre show genre, sum(", ["rating", "year", "!count()"]),
    ("group by genre having ", ["genre", "count()", "NOT", "!title", "!ANY"]),
    ("group by genre having count() ", [">", "BETWEEN", "!LIKE"]),
    ("group by genre having count() > 3 ", ["AND", "show", "!having"]),
    ("group by genre having genre == ", ["\"Noir\"", "!title"]),
    ("group by genre having sum(", ["rating", "!genre()"]),
    ("group by genre as kind having ", ["kind", "!genre"]), ("group by genre as kind having kind ", ["BEGINSWITH"]),
    ("group by genre show genre, count() as films having ", ["films", "genre"]),
    ("group by genre show genre, count() as films having films ", [">", "!LIKE"]),
    ("group by genre show genre, count() as films sort by ", ["films", "genre", "count()", "!title"]),
    ("group by lentToFriend.friendName having ", ["lentToFriend.friendName"]),
    ("group by lentToFriend having lentToFriend.", ["friendName"]),
    ("sort by title[", ["cd]", "c]", "!FIRST"]), ("sort by title[cd] ", ["desc", "limit"]),
    ("sort by year desc, ", ["title"]),
    ("limit ", ["!sort by", "!title"]), ("limit 3 ", ["offset"]), ("limit 3 offset ", ["!sort by"]),
  ]

  @Test("Candidates at a place", arguments: places.map(\.0))
  func place(_ text: String) throws {
    let wanted = try #require(Self.places.first { $0.0 == text }).1
    let found = try Self.session().completion(of: text).candidates.map(\.text)
    for candidate in wanted {
      if candidate.hasPrefix("!"), candidate != "!=" {
        #expect(!found.contains(String(candidate.dropFirst())), "\(candidate) in \(found)")
      } else {
        #expect(found.contains(candidate), "\(candidate) not in \(found)")
      }
    }
  }

  @Test func filesOfTheFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openpredicate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("films"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["filter me.txt", ".hidden"] { try Data().write(to: folder.appendingPathComponent(name)) }
    let session = try Self.session()
    let found = session.completion(of: ".read \(folder.path)/fil").candidates.map(\.text)
    #expect(found == ["\(folder.path)/films/", "\(folder.path)/filter me.txt"])
    #expect(session.completion(of: ".read \(folder.path)/filt").insertion(typed: "") == "\(folder.path)/filter me.txt ")
    #expect(session.completion(of: ".open \(folder.path)/.h").candidates.map(\.text) == ["\(folder.path)/.hidden"])
  }
}
