import PredicateModel
import PredicateStatements
import PredicateValues
import Testing

@testable import PredicateShell

@Suite("Completion by context")
struct CompleterTests {
  /// The candidates for a text that ends at the cursor. The database has values for genres and names.
  private static func candidates(_ text: String, entity: String = "Movie") -> [String] {
    completion(text, entity: entity).candidates.map(\.text)
  }

  private static func completion(_ text: String, entity: String = "Movie") -> Completion {
    var environment = Completer.Environment()
    environment.variables = [("since", .integer), ("who", .string)]
    environment.savedQueries = ["recent", "lent"]
    environment.values = { source, prefix in
      let texts =
        switch (source.entity.name, source.attribute.name) {
        case ("Movie", "genre"): ["Comedy", "Crime", "Drama", "Film \"noir\""]
        case ("Friend", "friendName"): ["Ann", "Björn"]
        case ("Tag", "name"): ["classic", "noir"]
        default: [String]()
        }
      let numbers: [QueryValue] = source.attribute.name == "year" ? [.integer(1954), .integer(2001)] : []
      return texts.filter { $0.lowercased().hasPrefix(prefix.lowercased()) }.map { .string($0) } + numbers
    }
    environment.files = { typed in ["data.sqlite", "dump/"].map { CompletionCandidate($0, .file) } }
    return Completer(model: .movies, currentEntity: entity, environment: environment).completion(of: text)
  }

  @Test(
    "All candidates at a place",
    arguments: [
      // Properties along relationships.
      ("lentToFriend.", ["friendName", "email", "birthday", "lentMovies", "loans", "friends", "friends*"]),
      ("lentToFriend.fr", ["friendName", "friends", "friends*"]),
      ("SELF == Friend[3].fr", ["friendName", "friends", "friends*"]),
      ("lentToFriend.friends*.@c", ["@count"]),
      ("ANY lentToFriend.friends*.fr", ["friendName", "friends", "friends*"]),
      ("SUBQUERY(lentToFriend.friends*, $f, $f.em", ["email"]), ("Friend where ANY fr", ["friends", "friends*"]),
      ("year*ye", ["year"]),
      ("lentToFriend == Frie", ["Friend["]), ("lentToFriend == Friend[", []),
      ("Loan where movie.lentToFriend.em", ["email"]),
      ("ANY tags.", ["@count", "@sum", "@avg", "@min", "@max", "name", "movies"]),
      ("ANY ", ["lentToFriend", "tags", "loans"]),
      ("tags.@c", ["@count"]),
      ("title.", ["length"]),
      ("zzz.", []),
      ("loans.@max.", ["lentOn", "returnedOn", "note"]),
      ("loans.@sum.", []),
      // Operators that fit the type.
      ("lent ", ["==", "!="]),
      ("lentToFriend ", ["==", "!=", "IN"]),
      ("title B", ["BETWEEN", "BEGINSWITH", "BEGINSWITH[c]", "BEGINSWITH[cd]"]),
      ("year B", ["BETWEEN"]),
      ("lentOn ", ["==", "!=", "IN", "<", "<=", ">", ">=", "BETWEEN"]),
      ("tags ", ["CONTAINS"]),
      ("tags.@count ", ["==", "!=", "IN", "<", "<=", ">", ">=", "BETWEEN", "+", "-", "*", "/", "**"]),
      ("title CONTAINS[", ["cd]", "c]", "d]", "n]", "l]"]),
      ("title LIKE[", ["cd]", "c]", "d]", "n]"]),
      ("title BETWEEN[", []),
      // Values.
      (
        "genre == ",
        [
          "\"Comedy\"", "\"Crime\"", "\"Drama\"", "\"Film \\\"noir\\\"\"", "$who", "title", "genre",
          "movieDescription", "lentToFriend",
        ]
      ),
      ("genre == \"C", ["\"Comedy\"", "\"Crime\""]),
      ("genre == 'cr", ["\"Crime\""]),
      ("genre IN {\"Comedy\", \"D", ["\"Drama\""]),
      ("lentToFriend.friendName BEGINSWITH[cd] \"b", ["\"Björn\""]),
      ("ANY tags.name == \"n", ["\"noir\""]),
      ("year BETWEEN {1", ["1954"]),
      ("lent == ", ["YES", "NO", "$since", "year", "rating", "lent", "lentToFriend"]),
      ("lent == Y", ["YES", "year"]),
      ("year > $", ["$since"]),
      // Between conditions.
      ("year > 1990 ", ["AND", "OR", "sort by", "limit", "offset", "show", "group by", "first"]),
      ("(year > 1990 ", ["AND", "OR"]),
      ("TRUEPREDICATE s", ["sort by", "show"]),
      // SUBQUERY.
      ("SUBQUERY(tags, ", ["$t"]),
      ("SUBQUERY(tags, $t, $t.", ["name", "movies"]),
      ("SUBQUERY(tags, $t, $t.name == \"c", ["\"classic\""]),
      ("SUBQUERY(loans, $l, $", ["$l", "$since", "$who"]),
      ("SUBQUERY(loans, $l, $l.friend.friendName == \"a", ["\"Ann\""]),
      ("SUBQUERY(loans, $l, $l.note == nil).@co", ["@count"]),
      ("SUBQUERY(loans, $l, $l.note == nil) AND $", ["$since", "$who"]),
    ])
  func all(_ text: String, _ expected: [String]) {
    #expect(Self.candidates(text) == expected)
  }

  @Test(
    "Statements and their clauses",
    arguments: [
      ("Movie ", ["where", "sort by", "limit", "offset", "show", "group by", "first"]),
      ("Fr", ["Friend"]),
      ("Friend where e", ["email"]),
      ("count Fr", ["Friend"]),
      ("count Friend w", ["where"]),
      ("Movie s", ["sort by", "show"]),
      ("Movie sort ", ["by"]),
      ("Movie sort by lentToFriend.b", ["birthday"]),
      ("Movie sort by year ", ["desc", "asc", "limit", "offset", "show", "group by", "first"]),
      ("Movie sort by year desc, ra", ["rating"]),
      ("Movie limit 3 ", ["sort by", "offset", "show", "group by", "first"]),
      ("Movie where year > 3 show ti", ["title"]),
      ("Movie show title, lentToFriend.friendName ", ["as", "sort by", "limit", "offset", "group by", "first"]),
      ("Movie show lentToFriend.friendName as ", []), ("Movie group ", ["by"]), ("Movie show di", ["distinct"]),
      ("Movie first 3 ", ["of"]), ("Movie first 3 of ", ["each"]), ("Movie first 3 of each ge", ["genre"]),
      ("Movie first 3 of each genre l", ["limit"]), ("Movie group by ge", ["genre"]),
      ("Movie group by genre h", ["having"]),
      ("Movie group by genre having g", ["genre"]),
      ("Movie show distinct ge", ["genre"]), ("Movie show genre h", []),
      ("Movie show lentToFriend.friendName as borrower ", ["as", "sort by", "limit", "offset", "group by", "first"]),
    ])
  func statements(_ text: String, _ expected: [String]) {
    // Functions with the same prefix come after these candidates. Another test checks them.
    #expect(Self.candidates(text).filter { !$0.hasSuffix("(") } == expected)
  }

  @Test(
    "Commands and their arguments",
    arguments: [
      (".sc", [".schema"]), (".schema F", ["Friend"]), (".use ", ["Movie", "Friend", "Tag", "Loan"]),
      (".mode t", ["table"]), (".sql o", ["on", "off"]), (".count Movie where lentToFriend.em", ["email"]),
      (".help LI", ["LIKE"]), (".quit ", []), (".nonsense ", []), (".rows a", ["all"]),
    ])
  func commands(_ text: String, _ expected: [String]) {
    #expect(Self.candidates(text).prefix(expected.count) == expected[...])
    #expect(Self.candidates(text).isEmpty == expected.isEmpty)
  }

  @Test func theBeginningOffersEverything() {
    let candidates = Self.candidates("")
    for text in ["title", "lentToFriend", "Movie", "Tag", "ANY", "NOT", "SUBQUERY(", "$since"] {
      #expect(candidates.contains(text))
    }
    #expect(!candidates.contains("uppercase("))
    #expect(Self.candidates("upp").contains("uppercase("))
    #expect(Self.candidates("year > 3 AND upp") == ["uppercase(", "uppercaseString("])
    #expect(Self.candidates("title == low").contains("lowercase("))
  }

  @Test func earlierLinesCount() {
    #expect(Self.candidates("year > 3 AND\n  (genre == \"C") == ["\"Comedy\"", "\"Crime\""])
    #expect(Self.candidates("\"a\n.qu").isEmpty)
  }

  @Test func whatIsReplacedAndInserted() {
    let unique = Self.completion("year > 3 AND lentToF")
    #expect(unique.range == 13..<20)
    #expect(unique.insertion(typed: "lentToF") == "lentToFriend.")
    #expect(Self.completion("title beg").insertion(typed: "beg") == "BEGINSWITH")
    #expect(Self.completion("title BEGINSWITH").insertion(typed: "BEGINSWITH") == nil)
    #expect(Self.completion("genre == 'c").insertion(typed: "'c") == nil)
    #expect(Self.completion("genre == 'co").insertion(typed: "'co") == "\"Comedy\" ")
    #expect(Self.completion("zzz.").insertion(typed: "") == nil)
  }

  /// For any text, completion ends and returns a range inside the text.
  @Test func anyTextIsForgiven() {
    let pieces = [
      "Movie", "where", "(", ")", "{", "}", "[", "]", ",", ".", "title", "==", "\"a", "'", "$t", "@count", "SUBQUERY",
      "AND", "ANY", "sort", "by", "show", "as", "七", "-", "1.5", ":=", "#", "\\", "\n", "IN", "count", ";",
    ]
    var seed: UInt64 = 11
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<12 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(seed >> 33) % pieces.count] + (seed >> 60 < 8 ? " " : "")
      }
      let range = Self.completion(text).range
      #expect(range.upperBound == text.utf8.count && range.lowerBound >= 0, "\(text)")
    }
  }

  @Test func columnsReadFromTopToBottom() {
    let candidates = ["a", "bb", "七", "dddd", "e"].map { CompletionCandidate($0, .attribute) }
    let columns = CandidateColumns(style: .plain, width: 12)
    #expect(columns.text(of: candidates) == "a     dddd\nbb    e\n七\n")
    let many = (0..<100).map { CompletionCandidate("name\($0)", .attribute) }
    #expect(columns.text(of: many).hasSuffix("\n… and 88 more\n"))
  }
}
