import GRDB
import PredicateModel
import Testing

@testable import PredicateDemo
@testable import PredicateSQLite

@Suite("The demo at any size")
struct DemoGeneratorTests {
  private func make(_ movies: Int, seed: UInt64 = 7) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { try DemoDatabase.generate(movies: movies, seed: seed, into: $0) }
    return queue
  }

  @Test("Friends, tags and loans keep their proportions", arguments: [(200, 12, 15, 300), (4000, 240, 300, 6000)])
  func proportions(movies: Int, friends: Int, tags: Int, loans: Int) throws {
    let queue = try make(movies)
    func count(_ rows: String) throws -> Int {
      try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(rows)") ?? -1 }
    }
    #expect(try count("Movie") == movies)
    #expect(try count("Friend") == friends)
    #expect(try count("Tag") == tags)
    #expect(try count("Loan") == loans)
    #expect(try count("Movie WHERE lent") == movies / 5)
    let openLoans = "(SELECT COUNT(*) FROM Loan l WHERE l.movie_id = m.id AND l.returnedOn IS NULL)"
    #expect(try count("Movie m WHERE lent IS NOT \(openLoans)") == 0)
    #expect(try count("Movie WHERE rating IS NULL") > 0)
    #expect(try count("Movie WHERE movieDescription IS NULL") > 0)
    #expect(try count("Friend WHERE id NOT IN (SELECT friend_id FROM Loan)") > 0)
    #expect(try count("Movie_tags") > movies)
    #expect(try count("pragma_foreign_key_check") == 0)
  }

  @Test("A seed and a size always give the same rows; another seed gives others")
  func determinism() throws {
    let text = try dump(make(500))
    #expect(try dump(make(500)) == text)
    #expect(try dump(make(500, seed: 8)) != text)
  }

  @Test("The smallest sizes work, and a negative size makes no films", arguments: [-5, 0, 1, 2, 5, 13])
  func small(movies: Int) throws {
    let queue = try make(movies)
    let count = try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM Movie") }
    #expect(count == max(0, movies))
    #expect(try queue.read { try SchemaReader.read($0).isOwnModel })
  }
}
