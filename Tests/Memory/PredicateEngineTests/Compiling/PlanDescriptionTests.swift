import Foundation
import OpenPredicate
import PredicateBinding
import PredicateEngineFixtures
import PredicateReference
import PredicateValues
import Testing

@testable import PredicateEngine

/// The compiler chooses the expected plans for predicates. The plans are compared in printed form.
///
/// After an intended change of the plans, the test failures show the new ones.
@Suite(ConditionTrait.fieldsAreKnown) struct PlanDescriptionTests {
  private typealias Film = PlanFixtures.Film

  private static let variables: QueryVariables = [
    "key": PlanFixtures.uuid(1), "other": PlanFixtures.uuid(2), "third": PlanFixtures.uuid(3),
    "bytes": Data([1, 2, 3]), "day": Date(timeIntervalSinceReferenceDate: 86400),
    "owner": ObjectReference(to: PlanFixtures.Person("Ada", 36)),
  ]

  @Test func numbers() throws { try check(PlanSnapshots.numbers) { try Self.plan($0, over: Film.self) } }
  @Test func texts() throws { try check(PlanSnapshots.texts) { try Self.plan($0, over: Film.self) } }
  @Test func values() throws { try check(PlanSnapshots.values) { try Self.plan($0, over: Film.self) } }
  @Test func collections() throws { try check(PlanSnapshots.collections) { try Self.plan($0, over: Film.self) } }
  @Test func parts() throws { try check(PlanSnapshots.parts) { try Self.plan($0, over: Film.self) } }
  @Test func clubs() throws { try check(PlanSnapshots.clubs) { try Self.plan($0, over: PlanFixtures.Club.self) } }

  @Test func dictionaries() throws {
    try check(PlanSnapshots.dictionaries) { try Self.plan($0, over: [String: Any].self) }
  }

  @Test func existentials() throws {
    try check(PlanSnapshots.existentials) { try Self.plan($0, over: (any PlanItem).self) }
  }

  @Test func integers() throws { try check(PlanSnapshots.integers) { try Self.plan($0, over: Int.self) } }

  @Test func records() throws {
    try check(PlanSnapshots.records) { predicate in
      QueryPlan(try Binder.bind(predicate, to: .dynamic), over: .loaded, limits: .standard).description
    }
  }

  @Test(arguments: [
    ("title == 'Jaws'", "test end end"), ("title BETWEEN {'A', 'M'}", "test end end"),
    ("ANY tags BETWEEN {'A', 'M'}", "any end end"),
    ("year > 1990 AND rating >= 7.5", "test test end end"), ("owner == nil OR year > 1990", "test test end end"),
    ("ANY tags == 'noir'", "any end end"), ("year * 2 + 1 > 3990", "test end end"),
    ("year * year + 1 > 3990", "loadInteger loadInteger multiply add less end end"),
  ])
  func programs(_ format: String, expected: String) throws {
    let query = try BoundQuery<Film>(QueryPredicate(QueryFormat(raw: format)))
    #expect(query.plan.program.description == expected)
  }

  @Test func oneProgram() throws {
    let query = try BoundQuery<Film>("ANY tags == 'noir'")
    guard case .condition(_, .rows(let program, _)) = query.plan.form else {
      Issue.record("\(query.planDescription)")
      return
    }
    #expect(program === query.plan.program)
  }

  private static func plan<Element>(_ predicate: QueryPredicate, over _: Element.Type) throws -> String {
    try BoundQuery<Element>(predicate, variables: variables).planDescription
  }

  private func check(_ table: String, _ plan: (QueryPredicate) throws -> String) throws {
    for entry in table.components(separatedBy: "\n\n") {
      let lines = entry.components(separatedBy: "\n")
      let text = String(lines[0].dropFirst(2))
      let found = try plan(QueryPredicate(QueryFormat(raw: text)))
      #expect(found == lines.dropFirst().joined(separator: "\n"), "\(text)")
    }
  }
}
