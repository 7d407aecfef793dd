import Foundation
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Completion as the session gives it, on the demo database: along its graph, with its values.
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

  /// What can be typed behind a text, and what must be among it, or must not (behind an exclamation mark).
  static let places: [(String, [String])] = [
    // Entities, and the properties of the one in the prompt.
    ("", ["Movie", "Friend", "Tag", "Loan", "title", "lentToFriend", "ANY", "NOT", "count", "$since", "!friendName"]),
    ("count ", ["Movie", "Friend", "title"]),
    ("Friend where ", ["friendName", "loans", "!title", "!Movie"]),
    // Along the graph.
    ("lentToFriend.", ["friendName", "email", "birthday", "!title"]),
    ("lentToFriend.loans.", ["@count", "lentOn", "movie", "friend", "!friendName"]),
    ("Loan where friend.lentMovies.tags.", ["@count", "name", "!title"]),
    ("tags.", ["@count", "@max", "name", "movies"]),
    ("title.", ["length", "!@count"]),
    ("ANY ", ["tags", "loans", "!title", "!year"]),
    // Operators by type.
    ("title ", ["==", "BEGINSWITH", "LIKE", "MATCHES", "!+"]),
    ("year ", ["==", "BETWEEN", ">=", "+", "!LIKE"]),
    ("lent ", ["==", "!=", "!<", "!LIKE"]),
    ("lentOn ", ["<", "BETWEEN", "!LIKE", "!+"]),
    ("tags ", ["CONTAINS", "!LIKE", "!<"]),
    ("tags.@count ", [">", "==", "!LIKE"]),
    // Options behind operators on strings only.
    ("title BEGINSWITH[", ["c]", "cd]", "n]"]),
    ("title LIKE[", ["cd]", "!l]"]),
    ("year BETWEEN[", ["!c]"]),
    // Values of the attribute itself.
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
    // Commands and what they take.
    (".", [".help", ".schema", ".explain", ".why"]),
    (".schema ", ["Movie", "Loan"]),
    (".mode m", ["markdown", "!csv"]),
    (".run ", ["noir"]),
    (".let ", ["$since", "$who"]),
    (".explain lentToFriend.fr", ["friendName", "friends"]),
    (".help BEG", ["BEGINSWITH"]),
    (".as ", ["swift", "objc", "sql", "json"]),
    (".why ", ["!title"]),
  ]

  @Test("What may stand at a place", arguments: places.map(\.0))
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

  /// 150 places a second on the slowest machine: a person never waits.
  @Test func completionIsQuick() throws {
    let session = try Self.session()
    let clock = ContinuousClock()
    for (text, _) in Self.places { _ = session.completion(of: text) }
    let elapsed = clock.measure { for (text, _) in Self.places { _ = session.completion(of: text) } }
    #expect(elapsed / Self.places.count < .milliseconds(50))
  }
}
