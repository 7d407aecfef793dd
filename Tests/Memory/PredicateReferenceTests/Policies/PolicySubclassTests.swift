import Foundation
import OpenPredicate
import Testing

/// The entry of a class in a policy applies to its subclasses. The entry of a subclass is respected if a text names only its superclass.
@Suite struct PolicySubclassTests {
  class Employee: QueryableProperties {
    typealias PropertyRoot = Employee
    let name: String
    let salary: Int
    let isActive: Bool
    var boss: Manager?

    init(_ name: String, salary: Int, isActive: Bool = true) {
      self.name = name
      self.salary = salary
      self.isActive = isActive
    }

    class var table: [QueryProperty<Employee>] { queryProperties }
    static let queryProperties: [QueryProperty<Employee>] = [
      QueryProperty("name") { $0.name }, QueryProperty("salary") { $0.salary },
      QueryProperty("isActive") { $0.isActive }, QueryProperty("boss") { $0.boss },
    ]
  }

  class Manager: Employee {}
  final class Director: Manager {}
  /// A class that the policy names only through its superclass.
  final class Trainee: Employee {}

  private struct Room: QueryableProperties {
    let owner: Manager
    let guest: Employee

    static let queryProperties: [QueryProperty<Room>] = [
      QueryProperty("owner") { $0.owner }, QueryProperty("guest") { $0.guest },
    ]
  }

  private let managers = [Manager("Ada", salary: 9), Manager("Bob", salary: 8, isActive: false)]
  private let directors = [Director("Eve", salary: 20), Director("Fay", salary: 21, isActive: false)]
  private var rooms: [Room] { [Room(owner: managers[1], guest: managers[0])] }

  private func code(_ run: () throws -> Void) throws -> String {
    try #require(throws: PredicateIssue.self, performing: run).code
  }

  @Test func namesOfASuperclassHold() throws {
    let policy = QueryPolicy(otherTypes: .all).allowing(.except("salary"), of: Employee.self)
    #expect(try managers.count(text: "name == 'Ada'", policy: policy) == 1)
    for text in ["salary > 1", "boss.salary > 1", "SELF.salary > 1", "ANY boss.salary > 1"] {
      #expect(try code { _ = try managers.count(text: text, policy: policy) } == "unknown-key", "\(text)")
      #expect(try code { _ = try directors.count(text: text, policy: policy) } == "unknown-key", "\(text)")
    }
    for text in ["owner.salary > 1", "guest.salary > 1", "owner.boss.salary > 1"] {
      #expect(try code { _ = try rooms.count(text: text, policy: policy) } == "unknown-key", "\(text)")
    }
    #expect(try code { _ = try managers.sorted(text: "salary", policy: policy) } == "unknown-key")
  }

  @Test func rulesOfASuperclassHold() throws {
    let rule = try QueryPredicate("isActive == YES")
    let policy = QueryPolicy(otherTypes: .all).requiring(rule, of: Employee.self)
    #expect(try managers.filter(text: "salary > 1", policy: policy).map(\.name) == ["Ada"])
    #expect(try directors.filter(text: "TRUEPREDICATE", policy: policy).map(\.name) == ["Eve"])
    #expect(try directors.sorted(text: "name", policy: policy).map(\.name) == ["Eve"])
    // A path cannot bypass the rule.
    #expect(try code { _ = try rooms.count(text: "owner.name == 'Bob'", policy: policy) } == "unknown-key")
  }

  @Test func aHiddenSuperclassHidesItsSubclasses() throws {
    let policy = QueryPolicy(otherTypes: .all).allowing(.none, of: Employee.self)
    #expect(try code { _ = try directors.count(text: "name == 'Eve'", policy: policy) } == "policy-entity")
    #expect(try code { _ = try rooms.count(text: "owner.name == 'Eve'", policy: policy) } == "unknown-key")
  }

  @Test func bothRulesHold() throws {
    let policy = QueryPolicy()
      .allowing(.all, of: Employee.self)
      .requiring(try QueryPredicate("isActive == YES"), of: Employee.self)
      .allowing(.only("name", "isActive", "salary"), of: Director.self)
      .requiring(try QueryPredicate("salary > 20"), of: Director.self)
    let all = directors + [Director("Gus", salary: 30)]
    #expect(try all.filter(text: "name != nil", policy: policy).map(\.name) == ["Gus"])
    #expect(try code { _ = try all.count(text: "boss == nil", policy: policy) } == "unknown-key")
    // Directors may be among the managers, and it is unknown which of them are directors.
    #expect(try code { _ = try managers.count(text: "name != nil", policy: policy) } == "policy-kind")
    #expect(try code { _ = try rooms.count(text: "owner.name != nil", policy: policy) } != "")
  }

  @Test func aSubclassOpensNothing() throws {
    let policy = QueryPolicy().allowing(.except("salary"), of: Employee.self).allowing(.all, of: Manager.self)
    #expect(try code { _ = try managers.count(text: "salary > 1", policy: policy) } == "unknown-key")
  }

  @Test func aStricterSubclassLimitsItsSuperclass() throws {
    let policy = QueryPolicy(otherTypes: .all).allowing(.except("salary"), of: Director.self)
    #expect(try managers.count(text: "name == 'Ada'", policy: policy) == 1)
    #expect(try code { _ = try managers.count(text: "salary > 1", policy: policy) } == "unknown-key")
    #expect(try code { _ = try rooms.count(text: "guest.salary > 1", policy: policy) } == "unknown-key")
  }

  @Test func aPolicyFromAFileMeetsSubclasses() throws {
    let text = #"""
      {"types": [{"type": "Employee", "allows": {"except": ["salary"]}, "rule": {"where": "isActive == YES"}}],
       "otherTypes": "all"}
      """#
    let policy = try JSONDecoder().decode(QueryPolicy.self, from: Data(text.utf8))
    #expect(try directors.filter(text: "name != 'x'", policy: policy).map(\.name) == ["Eve"])
    #expect(try code { _ = try directors.count(text: "salary > 1", policy: policy) } == "unknown-key")
  }

  @Test func aSubclassThatOnlyAFileNamesIsMet() throws {
    let text = #"{"types": [{"type": "Trainee", "allows": {"except": ["salary"]}}], "otherTypes": "all"}"#
    let policy = try JSONDecoder().decode(QueryPolicy.self, from: Data(text.utf8))
    let all: [Employee] = [managers[0], Trainee("Kim", salary: 1)]
    let code = try code { _ = try all.filter(text: "salary > 0", policy: policy) }
    #expect(["policy-kind", "unknown-key"].contains(code))
    #expect(
      ["policy-kind", "unknown-key"].contains(
        try self.code { _ = try all.map { Optional($0) }.filter(text: "salary > 0", policy: policy) }))
  }
}
