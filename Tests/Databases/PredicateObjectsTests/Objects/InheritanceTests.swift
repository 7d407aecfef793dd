import GRDB
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

/// Entities that inherit from others: one table, one object for a row, and fetches of the parent that find all.
@Suite struct InheritanceTests {
  @Test func fetchesFindObjectsOfAllKinds() throws {
    let context = try StaffObjects.context()
    let team = try StaffObjects.fill(context)
    func check(_ context: ObjectContext) throws {
      let all = try context.fetch(Worker.self, sortedBy: "name")
      #expect(all.map(\.name) == ["Ann", "Bob", "Cleo", "Lena"])
      #expect(all.map { "\(type(of: $0))" } == ["Typist", "Typist", "Chief", "Leader"])
      #expect(try context.fetch(Leader.self, "budget > 5", sortedBy: "name").map(\.name) == ["Cleo", "Lena"])
      #expect(try context.fetch(Chief.self).map(\.desk) == ["corner"])
      #expect(try context.fetch(Typist.self, "desk > 7").map(\.name) == ["Bob"])
      let chief = try #require(try context.fetch(Chief.self).first)
      #expect(chief.assistant?.name == "Bob" && chief.reports.map(\.name) == ["Lena"] && chief.team?.lead === all[3])
      #expect(all[0].boss === all[3] && all[3].boss === chief)
      #expect(context.failures.isEmpty)
    }
    try check(context)
    #expect(team.members.count == 4)
    try context.save()
    try check(context)
    try check(try ObjectContext(context.database, classes: StaffObjects.classes))
    // Without the classes too.
    let plain = try ObjectContext(context.database)
    let names = try plain.objects(EntityFetch("Worker")).map { "\($0.id)" }
    #expect(names == ["Chief[1]", "Leader[2]", "Typist[3]", "Typist[4]"])
    #expect(try plain.objects(EntityFetch("Chief")).first?.value(atPath: "assistant.name").family == .string)
  }

  @Test func oneObjectForARow() throws {
    let context = try StaffObjects.context()
    try StaffObjects.fill(context)
    try context.save()
    let other = try ObjectContext(context.database, classes: StaffObjects.classes)
    // The object is first reached as a foreign key, before its row is read.
    let ann = try #require(try other.fetch(Typist.self, "name == 'Ann'").first)
    let leader = try #require(ann.boss)
    #expect(leader.boss is Chief)
    #expect(try other.fetch(Worker.self, "name == 'Cleo'").first === leader.boss)
    let id = try #require(leader.boss).id
    #expect(id.description == "Chief[1]")
    #expect(try other.object(for: ObjectID(ObjectReference(entity: "Leader", key: 1))) === leader.boss)
    #expect(try other.object(for: ObjectID(ObjectReference(entity: "Worker", key: 1)))?.id == id)
    #expect(try other.object(for: ObjectID(ObjectReference(entity: "Typist", key: 1))) == nil)
    // In batches.
    let batched = try ObjectContext(context.database, classes: StaffObjects.classes)
    #expect(try batched.fetch(Worker.self, batchSize: 2).map(\.name).sorted() == ["Ann", "Bob", "Cleo", "Lena"])
    #expect(other.failures.isEmpty && batched.failures.isEmpty)
  }

  /// Conditions, and the names of the objects that they find among the objects of `fill(_:)`.
  static let conditions: [(entity: String, condition: String, found: [String])] = [
    ("Worker", "salary > 1", ["Bob", "Cleo", "Lena"]), ("Leader", "salary > 1", ["Cleo", "Lena"]),
    ("Chief", "salary > 1 AND budget == 50", ["Cleo"]), ("Typist", "boss.budget == 10", ["Ann", "Bob"]),
    ("Worker", "boss.budget == 10", ["Ann", "Bob"]), ("Worker", "boss.boss.budget == 50", ["Ann", "Bob"]),
    ("Worker", "boss == nil", ["Cleo"]), ("Leader", "boss == nil", ["Cleo"]), ("Typist", "boss == nil", []),
    ("Team", "lead.budget == 10", ["Blue"]), ("Team", "lead.boss.budget > 10", ["Blue"]),
    ("Team", "ANY members.boss.budget == 50", ["Blue"]), ("Team", "ANY members == lead", ["Blue"]),
    ("Team", "members[1] == lead", ["Blue"]), ("Team", "members[0] == lead", []),
    ("Team", "members.@count == 4", ["Blue"]),
    ("Leader", "reports.@count == 2", ["Lena"]), ("Leader", "reports[FIRST].name == 'Ann'", ["Lena"]),
    ("Leader", "reports[LAST].salary == 5", ["Cleo"]), ("Chief", "assistant.boss.boss == SELF", ["Cleo"]),
    ("Worker", "SUBQUERY(team.members, $m, $m == SELF).@count == 1", ["Ann", "Bob", "Cleo", "Lena"]),
    ("Team", "Leader.@count == 2 AND Worker.@count == 4 AND Typist.@count == 2", ["Blue"]),
    ("Team", "SUBQUERY(Leader, $l, $l.budget > 20).@count == 1", ["Blue"]),
    ("Worker", "boss IN SUBQUERY(Chief, $c, $c.salary > 1)", ["Lena"]),
    ("Team", "members.@max.salary == 9 AND ALL members.salary > 0", ["Blue"]),
    ("Leader", "ALL reports.salary < 3", ["Lena"]), ("Worker", "NOT (boss.boss == nil)", ["Ann", "Bob"]),
  ]

  @Test(arguments: conditions.indices) func conditionsMeanTheSame(index: Int) throws {
    let (entity, condition, names) = Self.conditions[index]
    let context = try StaffObjects.context()
    try StaffObjects.fill(context)
    let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: condition)))
    func found() throws -> [String] {
      try context.objects(fetch).map { object in
        if case .string(let name) = try object.value(of: "name") { name } else { "-" }
      }.sorted()
    }
    // The result is the same for unsaved objects, in SQL with rewrites, in SQL without rewrites, and for all rows in memory.
    #expect(try found() == names)
    try context.save()
    #expect(try found() == names)
    let keys = try context.database.keys(fetch)
    #expect(try context.database.rewriting(by: []).keys(fetch) == keys)
    let graph = GraphFetch(try ObjectGraph(context.database))
    #expect(try "\(graph.rows(fetch).rows)" == "\(context.database.fetch(fetch).rows)")
    #expect(try graph.count(fetch) == names.count)
  }

  @Test func objectsAsArguments() throws {
    let context = try StaffObjects.context()
    let team = try StaffObjects.fill(context)
    let (chief, leader) = (try #require(team.lead?.boss), try #require(team.lead))
    for _ in 0..<2 {
      #expect(try context.fetch(Worker.self, "boss == \(chief)").first === leader)
      #expect(try context.count(Team.self, "lead == \(leader)") == 1)
      #expect(try context.count(Team.self, "ANY members == \(chief)") == 1)
      #expect(try context.count(Worker.self, "boss IN \([chief.id, leader.id])") == 3)
      try context.save()
    }
  }

  @Test func rulesAreInherited() throws {
    let context = try StaffObjects.context()
    try StaffObjects.fill(context)
    try context.save()
    func problems(_ body: () throws -> Void) throws -> [String] {
      defer { context.rollback() }
      try body()
      do { try context.save() } catch let failure as SaveFailure {
        return failure.problems.map { "\($0.property ?? "-") \($0.code)" }.sorted()
      }
      return []
    }
    #expect(throws: StoreIssue.self) { try context.insert(Worker.self) }
    let lacking = try problems { _ = try context.insert(Chief.self) }
    #expect(lacking == ["assistant missing-value", "desk missing-value", "name missing-value"])
    // A name is unique among the objects of all kinds, a code only among leaders.
    let twice = try problems {
      let clerk = try context.insert(Typist.self)
      (clerk.name, clerk.desk, clerk.salary) = ("Cleo", 1, -1)
    }
    #expect(twice == ["name not-unique", "salary invalid"])
    let codes = try problems {
      for leader in try context.fetch(Leader.self) { leader.code = 3 }
    }
    #expect(codes == ["code not-unique"])
    // The table keeps the rules for other programs.
    try #require(context.database.writer).write { database in
      for sql in [
        "INSERT INTO Worker (entity, name, salary) VALUES ('Worker', 'x', 1)",
        "INSERT INTO Worker (entity, name, salary) VALUES ('Typist', 'x', 1)",
        "INSERT INTO Worker (entity, name, salary, Typist_desk) VALUES ('Typist', 'Ann', 1, 1)",
        "UPDATE Worker SET budget = NULL WHERE entity = 'Leader'",
        "UPDATE Worker SET code = 4 WHERE entity <> 'Typist'",
      ] { #expect(throws: DatabaseError.self, "\(sql)") { try database.execute(sql: sql) } }
      try database.execute(sql: "UPDATE Worker SET code = 4 WHERE entity = 'Typist'")
    }
  }

  @Test func changesOfAKindAreSeenByItsParent() throws {
    let context = try StaffObjects.context()
    let team = try StaffObjects.fill(context)
    try context.save()
    let chief = try #require(try context.fetch(Chief.self).first)
    chief.salary = 100
    #expect(try context.count(Worker.self, "salary == 100") == 1)
    #expect(try context.count(Leader.self, "salary == 100") == 1)
    #expect(try context.count(Team.self, "members.@max.salary == 100") == 1)
    #expect(try context.count(Typist.self, "boss.boss.salary == 100") == 2)
    context.undo()
    try context.delete(team)
    #expect(try context.count(Worker.self) == 0 && chief.isDeleted)
    context.undo()
    #expect(try context.count(Worker.self) == 4 && !context.hasChanges)
    #expect(throws: StoreIssue.self) { try chief.setObject(team.lead, of: "assistant") }
    try chief.setObject(chief, of: "boss")
    try context.save()
    #expect(try context.count(Worker.self, "boss == SELF") == 1)
  }

  @Test func rowsOfOtherKindsAreNotFollowed() throws {
    let context = try StaffObjects.context()
    try StaffObjects.fill(context)
    try context.save()
    // Another program writes a clerk as the lead of a team, and changes the entity of a leader to a clerk.
    try #require(context.database.writer).write { try $0.execute(sql: "UPDATE Team SET lead_id = 3") }
    let path = EntityFetch("Team", where: try QueryPredicate(format: "lead == nil"))
    let opened = try PredicateDatabase(
      name: "again", queue: try #require(context.database.writer as? DatabaseQueue))
    #expect(try opened.count(path) == 1)
    #expect(try GraphFetch(ObjectGraph(opened)).count(path) == 1)
    let other = try ObjectContext(opened, classes: StaffObjects.classes)
    #expect(try other.fetch(Team.self).first?.lead == nil)
    let leader = try #require(try other.fetch(Worker.self, "name == 'Lena'").first)
    try #require(opened.writer).write {
      try $0.execute(sql: "UPDATE Worker SET entity = 'Typist', Typist_desk = 9 WHERE name = 'Lena'")
    }
    let now = try #require(try other.fetch(Worker.self, "name == 'Lena'").first)
    #expect(now is Typist && now !== leader)
    #expect(try other.count(Leader.self) == 1)
  }

  @Test func theClassesMakeAHierarchy() throws {
    let model = try DataModel(classes: StaffObjects.classes)
    let chief = try #require(model.entity(named: "Chief"))
    #expect(chief.parent == "Leader" && chief.table == "Worker" && chief.hierarchy?.root == "Worker")
    #expect(
      chief.memberNames == ["name", "salary", "budget", "code", "desk", "team", "boss", "reports", "assistant"])
    #expect(chief.attribute(named: "desk")?.column == "Chief_desk")
    #expect(model.entity(named: "Worker")?.isAbstract == true && !chief.isAbstract)
    #expect(try DataModel(jsonText: model.fileText()).jsonText() == model.jsonText())
    // If the context has no class for a subentity, its objects have the class of the nearest parent entity.
    let context = try StaffObjects.context()
    try StaffObjects.fill(context)
    try context.save()
    let few = try ObjectContext(context.database, classes: [Worker.self, Leader.self, Team.self])
    #expect(
      try few.fetch(Worker.self, sortedBy: "name").map { "\(type(of: $0))" } == [
        "Worker", "Worker", "Leader", "Leader",
      ])
  }
}
