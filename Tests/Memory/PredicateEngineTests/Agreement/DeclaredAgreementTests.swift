import Foundation
import OpenPredicate
import PredicateTestSupport
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Rows with property tables give the same results as equal rows without tables, in chunks and one by one. If in-place reads are off, rows with
/// tables are read by typed loads and public functions, and the others by `Mirror`.
@Suite struct DeclaredAgreementTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 60
  private static let seed = ProcessInfo.processInfo.environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func rows() throws {
    for round in 0..<Self.rounds {
      let seed = Self.seed &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let rows = RandomRow.rows(random.pick([1, 30, 70]), &random)
      let declared = rows.map(DeclaredRow.init)
      var conditions = RandomConditions(random: random)
      for _ in 0..<4 {
        let format = conditions.condition()
        let query = try BoundQuery<DeclaredRow>(QueryPredicate(format: QueryFormat(raw: format)))
        let found = Result { () throws(PredicateIssue) in try declared.filterIndices(query) }
        let oneByOne = Result { () throws(PredicateIssue) in
          var matches: [Int] = []
          for (position, row) in declared.enumerated() where try query.matchesByReference(row) {
            matches.append(position)
          }
          return matches
        }
        let plain = Result { () throws(PredicateIssue) in
          try rows.filterIndices(BoundQuery<RandomRow>(QueryPredicate(format: QueryFormat(raw: format))))
        }
        #expect(found.matches == oneByOne.matches, "seed \(seed): \(format), in chunks and one by one")
        #expect(found.matches == plain.matches, "seed \(seed): \(format), with a table and without")
      }
    }
  }
}

extension Result<[Int], PredicateIssue> {
  /// The positions of the matches; nil if there is an issue.
  fileprivate var matches: [Int]? { try? get() }
}
