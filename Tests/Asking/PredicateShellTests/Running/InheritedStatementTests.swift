import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

/// Statements about entities with inheritance: a statement about employees includes managers.
@Suite("Statements over entities that inherit, in the shell")
struct InheritedStatementTests {
  private static let model = DataModel(entities: [
    Entity(
      name: "Employee",
      attributes: [
        Attribute(name: "name", type: .string, isTrusted: true),
        Attribute(name: "salary", type: .double, isTrusted: true, defaultValue: .double(1)),
      ],
      relationships: [
        Relationship(
          name: "boss", destination: "Manager", inverse: "reports", cardinality: .toOne,
          storage: .foreignKey("boss_id"), isTrusted: true)
      ]),
    Entity(
      name: "Manager", attributes: [Attribute(name: "budget", type: .double, isOptional: true, isTrusted: true)],
      relationships: [
        Relationship(
          name: "reports", destination: "Employee", inverse: "boss", cardinality: .toMany, deleteRule: .deny,
          storage: .foreignKeyOfDestination("boss_id"), isTrusted: true)
      ], parent: "Employee"),
  ])

  private static func shell() throws -> TestedShell {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Employee (
            id INTEGER PRIMARY KEY, entity TEXT NOT NULL, name TEXT NOT NULL, salary REAL NOT NULL,
            boss_id INTEGER REFERENCES Employee (id), budget REAL) STRICT;
          INSERT INTO Employee VALUES (1, 'Manager', 'Ann', 9, NULL, 50), (2, 'Employee', 'Bob', 3, 1, NULL),
            (3, 'Employee', 'Cid', 2, 1, NULL);
          """)
    }
    return try TestedShell(PredicateDatabase(name: "staff", queue: queue, file: .whole(model)))
  }

  @Test func theParentFindsWhatInherits() throws {
    let shell = try Self.shell()
    #expect(shell.rows("Employee where salary > 2 show name") == ["Ann", "Bob"])
    #expect(shell.rows("Manager show name, budget") == ["Ann,50.0"])
    #expect(shell.rows("Employee where boss.budget > 10 show name") == ["Bob", "Cid"])
    #expect(shell.refusal("Employee where budget > 10").code == "unknown-key")
  }

  @Test func whatInheritsIsInsertedAndUndone() throws {
    let shell = try Self.shell()
    #expect(
      shell.lines("insert Manager name = 'Dora', budget = 20, boss = Manager[1]") == ["Inserts 1 manager: Dora."])
    #expect(shell.rows("Employee show name, salary") == ["Ann,9.0", "Bob,3.0", "Cid,2.0", "Dora,1.0"])
    #expect(shell.rows("Manager where reports.@count > 2 show name") == ["Ann"])
    shell.lines(".undo")
    #expect(shell.rows("Employee show name") == ["Ann", "Bob", "Cid"])
    #expect(!shell.session.hasUnsavedChanges)
    shell.lines(".redo")
    shell.lines(".commit")
    #expect(shell.rows("Manager show id, name, budget") == ["1,Ann,50.0", "4,Dora,20.0"])
    #expect(shell.rows("Employee where id == 4 show name") == ["Dora"])
  }

  @Test func theParentsStatementsChangeWhatInherits() throws {
    let shell = try Self.shell()
    shell.lines("update Employee set salary = salary + 1")
    #expect(shell.rows("Manager show salary") == ["10.0"])
    shell.lines("update Manager set budget = nil")
    #expect(shell.refusal("update Employee set budget = 1").code == "unknown-key")
    // The manager's delete rule denies the deletion, whichever entity the statement names.
    #expect(shell.session.run("delete Employee where name == 'Ann'") == .refused)
    #expect(shell.errors.take().contains("reports still contains Employee[2] and 1 more object"))
    shell.lines("update Employee set boss = nil")
    #expect(shell.lines("delete Employee where name == 'Ann'").first == "Deletes 1 employee: Ann.")
    #expect(shell.rows("Manager show name").isEmpty)
    shell.lines(".undo")
    #expect(shell.rows("Manager show name") == ["Ann"])
  }
}
