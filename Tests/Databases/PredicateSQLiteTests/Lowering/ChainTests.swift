import Foundation
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Long paths through many to-many steps. If all steps were joined, the last objects would be read once for each combination that leads to them.
@Suite struct ChainTests {
  /// A path from a film to its loans' friends and on, repeated `count` times.
  private static func chain(_ count: Int) -> String {
    "loans.friend" + String(repeating: ".loans.movie.loans.friend", count: count)
  }

  @Test(arguments: [1, 4, 20])
  func eachStepAsksForTheKeysOfTheNext(count: Int) throws {
    let database = try AgreementTests.demo.get().database
    let named = try database.count(
      EntityFetch("Movie", where: QueryPredicate(format: "ANY \(raw: Self.chain(count)).friendName == 'nobody'")))
    #expect(named == 0)
    let lent = try database.count(EntityFetch("Movie", where: QueryPredicate(format: "loans.@count > 0")))
    let all = try database.count(
      EntityFetch("Movie", where: QueryPredicate(format: "ANY \(raw: Self.chain(count)).friendName != 'nobody'")))
    #expect(all == lent)
  }

  /// A statement has only a few joins, whatever the number of steps, and no expression is deeper than SQLite allows.
  @Test func depthIsBounded() throws {
    let database = try AgreementTests.demo.get().database
    let predicate = try QueryPredicate(format: "ANY \(raw: Self.chain(60)).friendName == 'nobody'")
    #expect(try database.count(EntityFetch("Movie", where: predicate)) == 0)
    let nested = (0..<30).map { level in
      let start = level == 0 ? "tags" : "$m\(level - 1).tags"
      return "SUBQUERY(\(start), $t\(level), SUBQUERY($t\(level).movies, $m\(level), "
    }
    let format = nested.joined() + "$m29.year == 1994" + String(repeating: ").@count > 0).@count > 0", count: 30)
    #expect(try database.count(EntityFetch("Movie", where: QueryPredicate(format: QueryFormat(raw: format)))) > 0)
  }

  /// Steps are joined only if a condition on them refers to an outer row.
  @Test func onlyWhatLooksBackIsJoined() throws {
    let database = try AgreementTests.demo.get().database
    func text(_ format: String) throws -> String {
      try database.statement(
        for: EntityFetch("Movie", where: QueryPredicate(format: QueryFormat(raw: format))), form: .table
      ).statement
        .text
    }
    let free = try text("ANY loans.friend.loans.movie.tags.name == 'x'")
    #expect(free.components(separatedBy: " IN (SELECT").count == 4)
    let bound = try text(
      "SUBQUERY(loans, $l, SUBQUERY($l.friend.loans, $m, $m.note == $l.note AND ANY $m.movie.tags.name == 'x').@count > 0).@count > 0"
    )
    #expect(bound.components(separatedBy: " IN (SELECT").count == 3)
  }
}
