import Foundation
import OpenPredicate
import PredicateTestSupport
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// A predicate has the same answers for structs and for dictionaries with the same values. The binder knows the types of the structs and not of the
/// dictionaries, and the meaning must not depend on that. A predicate that can be bound to the structs has no mismatch over the dictionaries.
///
/// `OPENPREDICATE_ROUNDS` sets the number of rounds of four predicates and some twenty rows, `OPENPREDICATE_SEED` the first seed.
@Suite struct TypedAgreementTests {
  private static let rounds = ProcessInfo.processInfo.environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 300
  private static let seed = ProcessInfo.processInfo.environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func structsAndDictionaries() throws {
    var pairs = 0
    for round in 0..<Self.rounds {
      let seed = Self.seed &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let rows: [RandomRow?] = RandomRow.rows(20, &random) + [nil]
      let dictionaries = rows.map { QueryValue(mirroring: $0 as Any) }
      var conditions = RandomConditions(random: random)
      for _ in 0..<4 {
        let format = conditions.condition()
        let predicate = try QueryPredicate(format: QueryFormat(raw: format))
        let typed = try BoundQuery<RandomRow?>(predicate)
        let dynamic = try BoundQuery<QueryValue>(predicate)
        for (row, dictionary) in zip(rows, dictionaries) {
          guard let expected = try? typed.matchesByReference(row) else { continue }
          let found: Bool
          do { found = try dynamic.matches(dictionary) } catch {
            Issue.record("seed \(seed): \(format) is \(expected) of a struct and of a dictionary: \(error)")
            break
          }
          pairs += 1
          if found != expected {
            Issue.record(
              "seed \(seed): \(format) is \(expected) of a struct and \(found) of a dictionary: \(dictionary)")
            break
          }
        }
      }
    }
    #expect(pairs > Self.rounds * 40, "most pairs say something")
  }
}

extension QueryValue {
  /// A value with all that is in it, by its mirror: structs and instances become dictionaries.
  fileprivate init(mirroring value: Any) {
    if let value = value as? any QueryPropertyValue {
      self = value.queryValue
      return
    }
    if let value = value as? any RawRepresentable {
      self.init(mirroring: value.rawValue)
      return
    }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { (label: $0.label ?? "", value: $0.value) }
    switch mirror.displayStyle {
    case .optional: self = parts.first.map { QueryValue(mirroring: $0.value) } ?? .null
    case .collection: self = .array(parts.map { QueryValue(mirroring: $0.value) })
    case .set: self = .set(parts.map { QueryValue(mirroring: $0.value) })
    case .dictionary: self = QueryValue(reading: value, .values)
    default: self = .dictionary(QueryDictionary(parts.map { ($0.label, QueryValue(mirroring: $0.value)) }))
    }
  }
}
