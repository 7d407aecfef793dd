import PredicateModel
import PredicateSQLite
import PredicateObjects
import Testing

/// A policy for an entity also applies to its subentities in SQL.
@Suite struct PolicyKindsTests {
  private let database: PredicateDatabase

  init() throws {
    let context = try StaffObjects.context()
    try StaffObjects.fill(context)
    try context.save()
    database = context.database
  }

  private func names(_ entity: String, _ text: String?, _ policy: QueryPolicy) throws -> [String] {
    let fetch = EntityFetch(
      entity, columns: [FetchedColumn(key: "name")], sortedBy: [QuerySortKey(QueryExpression(property: "name"))])
    return try database.fetch(fetch, text: text, policy: policy).rows.map { "\($0[0])" }
  }

  private func code(_ entity: String, _ text: String, _ policy: QueryPolicy) throws -> String {
    try #require(throws: PredicateIssue.self) { try names(entity, text, policy) }.code
  }

  @Test func namesOfAParentHold() throws {
    let policy = QueryPolicy(otherTypes: .all).allowing(.except("salary"), ofEntity: "Worker")
    #expect(try names("Leader", "budget > 5", policy).count == 2)
    for entity in ["Worker", "Leader", "Chief", "Typist"] {
      for text in [
        "salary > 1", "boss.salary > 1", "boss.boss.salary > 1", "team.lead.salary > 1", "ANY team.members.salary > 1",
      ] {
        #expect(try code(entity, text, policy) == "unknown-key", "\(entity) \(text)")
      }
    }
    #expect(try code("Team", "Chief.@max.salary > 1", policy) == "unknown-key")
  }

  @Test func rulesOfAParentHold() throws {
    let policy = QueryPolicy(otherTypes: .all)
      .requiring(try QueryPredicate("salary > $least"), ofEntity: "Worker", variables: ["least": 4])
    #expect(try names("Worker", nil, policy).count == 2)
    #expect(try names("Typist", nil, policy).isEmpty)
    #expect(try names("Chief", "desk == 'corner'", policy).count == 1)
    for text in ["boss.name == 'Lena'", "ANY team.members.name == 'Ann'", "Chief.@count > 0", "Typist.@count > 0"] {
      #expect(try code("Typist", text, policy) == "unknown-key", "\(text)")
    }
  }

  @Test func bothRulesHold() throws {
    let policy = QueryPolicy(otherTypes: .all)
      .requiring(try QueryPredicate("salary > 1"), ofEntity: "Worker")
      .requiring(try QueryPredicate("budget > 20"), ofEntity: "Leader")
    #expect(try names("Leader", nil, policy).count == 1)
    #expect(try names("Chief", nil, policy).count == 1)
    #expect(try names("Typist", nil, policy).count == 1)
    // Leaders are workers, so the policy's rule for leaders applies only to some of the rows.
    #expect(try code("Worker", "name != nil", policy) == "policy-kind")
  }

  /// A policy hides one kind of worker, by the name of the entity or of the Swift type. A condition on all workers is refused, because it would read
  /// the hidden objects.
  @Test(arguments: ["Chief", "Office.Chief"])
  func aHiddenKindIsNotReadAsItsParent(_ name: String) throws {
    let hidden = QueryPolicy(otherTypes: .all).allowing(.none, ofEntity: name)
    #expect(try code("Worker", "name != nil", hidden) == "policy-kind")
    #expect(try code("Chief", "name != nil", hidden) == "policy-entity")
    let stricter = QueryPolicy(otherTypes: .all).allowing(.except("salary"), ofEntity: name)
    #expect(try code("Worker", "salary > 1", stricter) == "unknown-key")
    #expect(try names("Typist", "salary > 1", stricter).count == 1)
  }

  @Test func membersOfAKindAreItsOwnEntrys() throws {
    let policy = QueryPolicy().allowing(.only("name"), ofEntity: "Worker")
    #expect(try code("Leader", "budget > 5", policy) == "unknown-key")
    let opened = policy.allowing(.only("name", "budget", "salary"), ofEntity: "Leader")
    #expect(try names("Leader", "budget > 5", opened).count == 2)
    #expect(try code("Leader", "salary > 5", opened) == "unknown-key")
  }

  /// A context fetches from the database if there are no unsaved changes, and otherwise evaluates objects in memory. The policy applies in both cases.
  @Test func aContextKeepsThePolicy() throws {
    let context = try ObjectContext(database, classes: StaffObjects.classes)
    let policy = QueryPolicy(otherTypes: .all).allowing(.except("salary"), ofEntity: "Worker")
      .requiring(try QueryPredicate("salary > $least"), ofEntity: "Worker", variables: ["least": 1])
    func refused(_ text: String, _ policy: QueryPolicy) -> String {
      let issue = #expect(throws: PredicateIssue.self) { try context.fetch(Worker.self, text: text, policy: policy) }
      return issue?.code ?? ""
    }
    func attacks() {
      for text in ["salary > 1", "boss.salary > 1", "boss != nil", "ANY reports.name == 'x'"] {
        #expect(refused(text, policy) == "unknown-key", "\(text)")
      }
      var small = policy
      small.work = 100
      #expect(refused("name MATCHES '(?=B)(.+.+)+~'", small) == "policy-work")
      #expect(refused("name == 'x'", QueryPolicy()) == "policy-entity")
    }
    let before = try context.fetch(Worker.self, text: "name != 'Lena'", policy: policy, sortedBy: .descending("name"))
    #expect(before.map(\.name) == ["Cleo", "Bob"])
    attacks()
    let ann = try #require(try context.fetch(Typist.self, "name == 'Ann'").first)
    ann.salary = 3
    let found = try context.fetch(Worker.self, text: "name != 'Lena'", policy: policy, sortedBy: .descending("name"))
    #expect(found.map(\.name) == ["Cleo", "Bob", "Ann"])
    #expect(
      try context.fetch(Worker.self, text: "name != nil", policy: policy, sortedBy: "name", limit: 1, offset: 1).map(
        \.name) == ["Bob"])
    attacks()
  }
}
