import Foundation
import PredicateFoundation
import PredicateTestSupport
import Testing

/// Foundation's predicates and ours have the same results for the same objects, in both directions.
@Suite struct FoundationBridgeTests {
  private let films = BridgedFilm.many(150, seed: 7)

  /// The converted form of a predicate of Foundation, after comparing both for every film.
  private func bridged(
    _ predicate: Predicate<BridgedFilm>, location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let ours = try QueryPredicate(predicate)
    let query = try BoundQuery<BridgedFilm>(ours)
    for film in films {
      #expect(
        try query.matches(film) == predicate.evaluate(film), "\(ours): \(film)", sourceLocation: location)
    }
    return ours.canonicalFormat
  }

  @Test func comparisons() throws {
    let (year, prefix, genres) = (1990, "a", [BridgedFilm.Genre.noir])
    #expect(try bridged(#Predicate { $0.year > year }) == "year > 1990")
    #expect(try bridged(#Predicate { $0.title == "ab" && $0.lent }) == #"name == "ab" AND lent == 1"#)
    #expect(try bridged(#Predicate { $0.rating != 7.5 || !$0.lent }) == "rating != 7.5 OR (NOT lent == 1)")
    #expect(try bridged(#Predicate { $0.remade == nil }) == "remade == nil")
    #expect(
      try bridged(#Predicate { film in film.remade.flatMap { $0 == film.year } ?? false })
        == "(NOT remade == nil) AND remade == year")
    #expect(try bridged(#Predicate { $0.title.contains("a") }) == #"name CONTAINS "a""#)
    #expect(try bridged(#Predicate { $0.title.starts(with: prefix) }) == #"name BEGINSWITH "a""#)
    #expect(try bridged(#Predicate { $0.title.starts(with: "") }) == "TRUEPREDICATE")
    _ = try bridged(#Predicate { $0.title.contains($0.owner.name) })
    #expect(try bridged(#Predicate { $0.tags.contains("ab") }) == #""ab" IN tags"#)
    #expect(try bridged(#Predicate { [1990, 2000].contains($0.year) }) == "year IN {1990, 2000}")
    #expect(try bridged(#Predicate { genres.contains($0.genre) }) == #"genre IN {"noir"}"#)
    #expect(try bridged(#Predicate { (1989...1990).contains($0.year) }) == "year BETWEEN {1989, 1990}")
    #expect(try bridged(#Predicate { (1989..<1990).contains($0.year) }) == "year >= 1989 AND year < 1990")
    #expect(try bridged(#Predicate { $0.title.isEmpty || $0.tags.isEmpty }) == #"name == "" OR tags.@count == 0"#)
    let id = BridgedFilm.ids[0]
    let added = Date(timeIntervalSinceReferenceDate: 7.5)
    _ = try bridged(#Predicate { $0.id == id && $0.added >= added })
    _ = try bridged(#Predicate { ($0.lent ? $0.year : $0.decade) > 1990 })
    _ = try bridged(#Predicate { ($0.lent ? $0.title == "a" : $0.tags.contains("a")) })
    _ = try bridged(#Predicate { ($0.title == "a") == $0.lent })
    _ = try bridged(#Predicate { ($0.title == "a") != $0.lent })
    #expect(try bridged(#Predicate { _ in true }) == "TRUEPREDICATE")
  }

  @Test func optionals() throws {
    #expect(try bridged(#Predicate { $0.borrower?.name == "a" }) == #"borrower.name == "a""#)
    #expect(try bridged(#Predicate { $0.borrower?.age == 1990 }) == "borrower.age == 1990")
    #expect(try bridged(#Predicate { $0.studio?.founded != nil }) == "studio.founded != nil")
    #expect(
      try bridged(#Predicate { ($0.rating ?? 8) > 7.5 }) == "TERNARY(rating == nil, 8.0, rating) > 7.5")
    #expect(
      try bridged(#Predicate { $0.borrower?.name.contains("a") ?? true })
        == #"borrower == nil OR borrower.name CONTAINS "a""#)
    #expect(
      try bridged(#Predicate { $0.borrower?.name.isEmpty == true })
        == #"(NOT borrower == nil) AND borrower.name == """#)
    _ = try bridged(#Predicate { $0.borrower?.name.isEmpty == false })
    _ = try bridged(#Predicate { $0.borrower?.name.isEmpty != true })
    #expect(try bridged(#Predicate { ($0.year > 1990) != true }) == "NOT year > 1990")
    #expect(try bridged(#Predicate { ($0.year != 5) != true }) == "NOT year != 5")
    #expect(try bridged(#Predicate { $0.title.contains("a") != true }).hasPrefix("NOT "))
    _ = try bridged(#Predicate { $0.borrower?.name.isEmpty == nil })
    _ = try bridged(#Predicate { $0.borrower.flatMap { $0.age.flatMap { $0 > 1990 } } ?? $0.lent })
    _ = try bridged(#Predicate { $0.remade.flatMap { $0 + 1 } == 1990 })
    _ = try bridged(#Predicate { $0.remade.flatMap { _ in 3 } == nil })
    #expect(try QueryPredicate(#Predicate<BridgedFilm> { $0.rating! > 7 }).canonicalFormat == "rating > 7")
  }

  @Test func numbers() throws {
    #expect(try bridged(#Predicate { $0.year + 1 == 1991 }) == "year + 1 == 1991")
    #expect(try bridged(#Predicate { -$0.year * 2 - 1 < -3980 }) == "-year * 2 - 1 < -3980")
    #expect(try bridged(#Predicate { $0.year / 10 == 199 }) == "year / 10 == 199")
    #expect(try bridged(#Predicate { $0.year % 2 == -1 }) == "modulus:by:(year, 2) == -1")
    #expect(try bridged(#Predicate { $0.length / 2 > 3.5 }) == "length / 2.0 > 3.5")
  }

  @Test func collections() throws {
    #expect(try bridged(#Predicate { $0.tags.count > 1 }) == "tags.@count > 1")
    #expect(try bridged(#Predicate { $0.marks.count > 1 }) == "marks.@count > 1")
    #expect(
      try bridged(#Predicate { $0.tags.contains { $0.starts(with: "a") } })
        == #"SUBQUERY(tags, $element, $element BEGINSWITH "a").@count > 0"#)
    _ = try bridged(#Predicate { $0.tags.allSatisfy { $0 == "a" } })
    _ = try bridged(#Predicate { film in film.marks.contains { $0 == film.year } })
    _ = try bridged(#Predicate { film in film.marks.contains { mark in film.tags.contains { $0 == "a" && mark > 0 } } })
    _ = try bridged(#Predicate { $0.tags.filter { $0 != "a" }.count == 2 })
    _ = try bridged(#Predicate { $0.marks.max() == 2000 })
    _ = try bridged(#Predicate { $0.marks.min() == nil })
  }

  @Test func names() throws {
    struct Plain: Sendable {
      struct Part: Sendable { var width: Int }
      var part: Part
      var half: Int { part.width / 2 }
    }
    #expect(try bridged(#Predicate { $0.owner.name == "a" }) == #"owner.name == "a""#)
    #expect(try bridged(#Predicate { $0.decade == 1990 }) == "decade == 1990")
    #expect(try QueryPredicate(#Predicate<Plain> { $0.part.width > 3 }).canonicalFormat == "part.width > 3")
    let issue = #expect(throws: PredicateIssue.self) { try QueryPredicate(#Predicate<Plain> { $0.half > 3 }) }
    #expect(issue?.code == "unnamed-key-path" && issue?.message.contains("Plain") == true)
  }

  @Test func withoutEqual() throws {
    func issue(_ predicate: Predicate<BridgedFilm>) -> PredicateIssue? {
      #expect(throws: PredicateIssue.self) { try QueryPredicate(predicate) }
    }
    let found = issue(#Predicate { ($0.title as Any) as? Int == nil })
    #expect(found?.code == "no-equal" && found?.kind == .unsupported)
    #expect(
      found?.message == "the expression “ConditionalCast” of Foundation.Predicate has no equivalent in this library")
    #expect(issue(#Predicate { $0.title.count > 3 })?.message.contains("KeyPath") == true)
    let friend = BridgedFriend(name: "a")
    #expect(issue(#Predicate { $0.owner == friend })?.message.contains("BridgedFriend") == true)
  }

  @Test func fromHereToFoundation() throws {
    var count = 0
    for seed in RandomRun(rounds: 150).seeds {
      var conditions = BridgeRandomConditions(random: SplitMix64(seed: seed))
      let text = conditions.condition()
      let ours = try QueryPredicate(QueryFormat(raw: text))
      let query = try BoundQuery<BridgedFilm>(ours)
      let theirs = try ours.foundationPredicate(for: BridgedFilm.self)
      let back = try BoundQuery<BridgedFilm>(QueryPredicate(theirs))
      for film in films {
        let expected = try query.matches(film)
        count += expected ? 1 : 0
        #expect(try theirs.evaluate(film) == expected, "OPENPREDICATE_SEED=\(seed): \(text): \(film)")
        #expect(try back.matches(film) == expected, "OPENPREDICATE_SEED=\(seed): \(text) back: \(film)")
      }
    }
    #expect(count > 100)
  }

  /// A comparison of two optionals, and one with nil, have the language's answers.
  @Test(arguments: [
    "remade <= nil", "remade < nil", "year > nil", "nil == borrower", "nil != remade", "1990 < remade", "studio == nil",
    "borrower.age >= studio.founded", "{1990, 2000} CONTAINS year", "remade IN {1990, nil}", "NOT subtitle CONTAINS ''",
    "lent == 1", "rating == 8", "length > 7", "ANY {1990, nil} == remade", "ANY {nil} == remade",
    "remade BETWEEN {nil, nil}", "NOT remade BETWEEN {nil, nil}", "remade BETWEEN {1900, nil}",
  ])
  func nilAndConstants(_ text: String) throws {
    let ours = try QueryPredicate(QueryFormat(raw: text))
    let query = try BoundQuery<BridgedFilm>(ours)
    let theirs = try ours.foundationPredicate(for: BridgedFilm.self)
    for film in films { #expect(try theirs.evaluate(film) == query.matches(film), "\(text): \(film)") }
  }

  @Test func encodes() throws {
    let theirs = try QueryPredicate("year > 1990").foundationPredicate(for: BridgedFilm.self)
    #expect(theirs.description.contains("year"))
    let nothing = try QueryPredicate("year == nil OR decade IN {}").foundationPredicate(for: BridgedFilm.self)
    #expect(try !films.contains { try nothing.evaluate($0) })
  }

  @Test func whatFoundationCannotSay() throws {
    func issue(_ text: String) -> PredicateIssue? {
      #expect(throws: PredicateIssue.self, "\(text)") {
        try QueryPredicate(QueryFormat(raw: text)).foundationPredicate(for: BridgedFilm.self)
      }
    }
    for text in [
      "name ==[c] 'a'", "name LIKE 'a*'", "ALL marks > 3", "year * 2 > 3", "title == 'A'", "year > 1990.5",
      "SUBQUERY(tags, $t, $t == 'a').@count > 0", "name MATCHES 'a'", "genre == 'noir'",
      "TERNARY(lent == YES, 1, 2) == 1",
    ] { #expect(issue(text)?.code == "no-equal", "\(text)") }
    #expect(issue("ownerName == 'A'")?.message.hasSuffix("“ownerName”, whose key path has several steps") == true)
    #expect(issue("title == 'A'")?.message == "Foundation.Predicate has no counterpart of the property “title”")
    #expect(issue("yaer > 1990")?.code == "unknown-key")
    #expect(issue("year > $minimum")?.kind == .unboundVariable)
  }
}
