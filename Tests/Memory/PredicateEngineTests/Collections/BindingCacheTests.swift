import OpenPredicate
import PredicateEngineFixtures
import PredicateFoundation
import PredicateBinding
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// A predicate that is evaluated with one object at a time is bound once. Its binding is reused.
@Suite struct BindingCacheTests {
  private struct Film {
    var title: String
    var year: Int
  }

  private struct Person {
    var tags: [String: String]
    var title: String
  }

  @Test func eachTypeHasItsOwn() throws {
    let predicate = try QueryPredicate("title == 'Alien'")
    let film = Film(title: "Alien", year: 1979)
    for _ in 0..<3 {
      #expect(try predicate.evaluate(with: film))
      #expect(try !predicate.evaluate(with: Film(title: "Aliens", year: 1986)))
      #expect(try predicate.evaluate(with: ["title": "Alien"]))
      #expect(try !predicate.evaluate(with: ["title": 7] as [String: Any]))
      #expect(try predicate.evaluate(with: Person(tags: [:], title: "Alien")))
    }
    #expect(try QueryPredicate("year == $y").evaluate(with: film, substitutionVariables: ["y": 1979]))
    #expect(try !QueryPredicate("year == $y").evaluate(with: film, substitutionVariables: ["y": 1980]))
  }

  /// Equal predicates share a binding, but an issue has the range of the evaluated predicate.
  @Test func placesAreThoseOfThePredicate() throws {
    for spaces in [0, 3, 8] {
      let text = String(repeating: " ", count: spaces) + "number + word == 1"
      let predicate = try QueryPredicate(QueryFormat(raw: text))
      let issue = try #require(throws: PredicateIssue.self) {
        try predicate.evaluate(with: ["number": 1, "word": "a"] as [String: Any])
      }
      #expect(issue.range?.lowerBound == UInt32(spaces))
    }
  }

  /// An instance that counts its reads, and contains an invalid pattern.
  private final class Meter: QueryableProperties, Sendable {
    let reads = Locked(0)

    static let queryProperties: [QueryProperty<Meter>] = [
      QueryProperty("pattern") { meter in
        meter.reads.withLock { $0 += 1 }
        return "("
      }
    ]
  }

  /// An issue costs one evaluation: an equal predicate that was bound earlier causes no second one, unless its parts have other places.
  @Test func anIssueIsEvaluatedOnce() throws {
    let meter = Meter()
    let predicate = try QueryPredicate("'x' MATCHES pattern")
    // The property is read once by the engine, and once by the reference to find the place of the issue.
    let bound = try BoundQuery<Meter>(predicate)
    #expect(throws: PredicateIssue.self) { try bound.matches(meter) }
    let once = meter.reads.withLock { $0 }
    for round in 2...4 {
      #expect(throws: PredicateIssue.self) { try predicate.evaluate(with: meter) }
      #expect(meter.reads.withLock { $0 } == round * once)
    }
    let moved = try QueryPredicate("'x'  MATCHES pattern")
    let issue = #expect(throws: PredicateIssue.self) { try moved.evaluate(with: meter) }
    let own = #expect(throws: PredicateIssue.self) { try BoundQuery<Meter>(moved).matches(meter) }
    #expect(issue?.range == own?.range && issue?.range != nil)
    // The two texts have equal ranges as a whole, but different spaces inside.
    let blanks = try ["'x'   MATCHES pattern", "'x' MATCHES   pattern"].map { try QueryPredicate($0) }
    for predicate in blanks + blanks.reversed() {
      let issue = #expect(throws: PredicateIssue.self) { try predicate.evaluate(with: meter) }
      let own = #expect(throws: PredicateIssue.self) { try BoundQuery<Meter>(predicate).matches(meter) }
      #expect(issue?.range == own?.range)
    }
  }

  @Test func onlyTheLatestAreKept() throws {
    let cache = BindingCache()
    let film = Film(title: "Alien", year: 1979)
    for round in 0..<3 {
      for year in 0..<BindingCache.capacity * 2 {
        let query = try cache.query(QueryPredicate("year == \(1900 + year)"), for: Film.self)
        #expect(try query.matches(film) == (year == 79), "\(round)")
        #expect(cache.count <= BindingCache.capacity)
      }
    }
    #expect(cache.count == BindingCache.capacity)
  }

  @Test func severalTasks() async throws {
    let predicate = try QueryPredicate("year > 1970 AND title BEGINSWITH 'A'")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var found = 0
          for round in 0..<500 {
            let film = Film(title: round % 2 == 0 ? "Alien" : "Blade Runner", year: 1979)
            if try predicate.evaluate(with: film) { found += 1 }
            _ = try QueryPredicate("year == \(round % 90 + task)").evaluate(with: film)
          }
          return found
        }
      }
      for try await found in group { #expect(found == 250) }
    }
  }

  private final class Friend {}

  private struct Loan { var friend: Friend? }

  /// If the binding were kept, it would keep the instance alive.
  @Test(.fieldsAreKnown) func instancesAreNotKept() throws {
    weak var kept: Friend?
    do {
      let friend = Friend()
      kept = friend
      let predicate = try QueryPredicate("friend == \(ObjectReference(to: friend))")
      #expect(try predicate.evaluate(with: Loan(friend: friend)))
      #expect(try !predicate.evaluate(with: Loan(friend: nil)))
    }
    #expect(kept == nil)
  }
}
