import PredicateModel
import Testing

@testable import PredicateDemo

@Suite("The demo's lists")
struct DemoDataTests {
  @Test("The lists can be read, and have their sizes")
  func sizes() throws {
    #expect(try FilmList.films().count == 200)
    #expect(try FriendList.friends().count == 12)
    #expect(TagList.names.count == 15)
  }

  @Test(
    "A broken line of films is named with its number",
    arguments: [
      ("A|1990|7|Drama|", DemoDataIssue.fieldCount(line: 1, expected: 6, found: 5)),
      ("A|1990|7|Drama||\n\nB|x|7|Drama||", .field(line: 3, name: "year", text: "x")),
      ("A|1990|seven|Drama||", .field(line: 1, name: "rating", text: "seven")),
      ("|1990|7|Drama||", .field(line: 1, name: "title", text: "")),
      ("A|1990|7|drama||", .genre(line: 1, text: "drama")),
      ("A|1990|7|Drama|classic,noir|", .tag(line: 1, text: "noir")),
      ("A|1990|7|Drama|cult,cult|", .tag(line: 1, text: "cult")),
    ])
  func brokenFilm(text: String, issue: DemoDataIssue) {
    #expect(throws: issue) { try FilmList.films(in: text) }
  }

  @Test(
    "A broken line of friends is named with its number",
    arguments: [
      ("Anna|", DemoDataIssue.fieldCount(line: 1, expected: 3, found: 2)),
      ("|a@b|2000-01-01", .field(line: 1, name: "name", text: "")),
      ("Anna||2001-02-29", .field(line: 1, name: "birthday", text: "2001-02-29")),
    ])
  func brokenFriend(text: String, issue: DemoDataIssue) {
    #expect(throws: issue) { try FriendList.friends(in: text) }
  }

  @Test("Films differ in title and year, are sorted by year, and have possible years and ratings")
  func films() throws {
    let films = try FilmList.films()
    #expect(Set(films.map { Array("\($0.title) \($0.year)".utf8) }).count == films.count)
    #expect(films.allSatisfy { (1895...2026).contains($0.year) && (0...10).contains($0.rating ?? 5) })
    #expect(films.map(\.year) == films.map(\.year).sorted())
    #expect(Set(films.map(\.genre)) == Set(DemoFilm.genres))
  }

  @Test("A plan gives every film loans that do not overlap, whatever the seed", arguments: [0, 1, 2026, UInt64.max])
  func plan(seed: UInt64) {
    let plan = LendingPlan(films: 1000, friends: 60, seed: seed)
    let histories = (1...1000).map { plan.loans(ofFilm: $0) }
    #expect(histories.joined().count == 1500, "seed \(seed)")
    #expect(histories.joined().count { $0.returnedOn == nil } == 200, "seed \(seed)")
    for history in histories {
      for (earlier, later) in zip(history, history.dropFirst()) {
        #expect((earlier.returnedOn ?? .infinity) < later.lentOn, "seed \(seed), film \(later.movie)")
      }
      #expect(history.allSatisfy { $0.lentOn < $0.returnedOn ?? .infinity }, "seed \(seed)")
    }
  }

  @Test("Random numbers of a seed never change, and stay below their bound")
  func random() {
    var random = SeededRandom(seed: 1)
    #expect((0..<4).map { _ in random.next(below: 1000) } == [566, 745, 971, 444])
    #expect((0..<1000).allSatisfy { _ in (0..<7).contains(random.next(below: 7)) })
    #expect(random.next(below: 0) == 0)
  }
}
