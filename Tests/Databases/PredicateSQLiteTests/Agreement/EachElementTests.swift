import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQL
@testable import PredicateSQLite

/// Groups by each object of a relationship: objects are joined if the schema proves that the relationship leads to each of them once.
@Suite struct EachElementTests {
  private static func subject(pairs: String) throws -> AgreementSubject {
    try ScriptDatabase.subject(
      """
      CREATE TABLE tasks (id TEXT PRIMARY KEY, title TEXT, project_id INTEGER REFERENCES projects (id));
      CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE task_labels (task_id TEXT NOT NULL REFERENCES tasks (id), label_id INTEGER NOT NULL REFERENCES labels (id)\(pairs);
      INSERT INTO projects VALUES (1, 'Tax'), (2, 'Move'), (3, 'None');
      INSERT INTO tasks VALUES ('a', 'pack', 2), ('b', 'sign', 1), ('c', 'sell', 2), ('d', 'rest', NULL), ('e', 'file', 9);
      INSERT INTO labels VALUES (1, 'late'), (2, 'late'), (3, 'easy'), (4, NULL), (5, 'idle');
      INSERT INTO task_labels VALUES ('a', 1), ('a', 2), ('a', 3), ('b', 3), ('b', 4), ('c', 1), ('z', 1), ('c', 77);
      """)
  }

  private static func fetch(_ entity: String, _ key: String, _ shown: [String], where condition: String? = nil) throws
    -> EntityFetch
  {
    let key = FetchedColumn(try QueryExpression(format: QueryFormat(raw: "each(\(key))")), as: "x")
    let columns = try shown.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
    return EntityFetch(
      entity, where: try condition.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
      columns: [FetchedColumn(key: "x")] + columns, groupBy: [key])
  }

  @Test(arguments: [
    (", PRIMARY KEY (task_id, label_id)) WITHOUT ROWID", true), (", UNIQUE (label_id, task_id))", true), (")", false),
  ])
  func pairsAreJoinedOnce(pairs: String, isKnown: Bool) throws {
    let subject = try Self.subject(pairs: pairs)
    let fetches: [(EntityFetch, isJoined: Bool)] = [
      (try Self.fetch("Task", "labels", ["count()", "min(title)"]), isKnown),
      (try Self.fetch("Task", "labels", ["count()"], where: "title != 'pack'"), isKnown),
      (try Self.fetch("Label", "tasks", ["count()", "max(name)"]), isKnown),
      (try Self.fetch("Project", "tasks", ["count()", "min(name)"]), true),
      // Several labels have the same name.
      (try Self.fetch("Task", "labels.name", ["count()"]), false),
    ]
    for (fetch, isJoined) in fetches {
      let text = try subject.database.statement(for: fetch).statement.text
      #expect(text.contains("DISTINCT") != isJoined, "\(text)")
      #expect(try subject.rows(fetch) == GraphFetch(subject.graph).rows(fetch).rows.map { "\($0)" }, "\(text)")
    }
  }

  /// Columns that compare otherwise than the keys may have several rows for one pair.
  @Test func columnsThatCompareOtherwise() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE tasks (id TEXT COLLATE NOCASE PRIMARY KEY, title TEXT);
      CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE task_labels (task_id TEXT REFERENCES tasks (id), label_id INTEGER REFERENCES labels (id), PRIMARY KEY (task_id, label_id));
      INSERT INTO tasks VALUES ('a', 'pack'), ('b', 'sign'); INSERT INTO labels VALUES (1, 'late');
      INSERT INTO task_labels VALUES ('a', 1), ('A', 1), ('b', 1);
      """)
    #expect(subject.database.model.entity(named: "Task")?.relationship(named: "labels") != nil)
    let fetch = try Self.fetch("Task", "labels", ["count()"])
    #expect(try subject.rows(fetch) == GraphFetch(subject.graph).rows(fetch).rows.map { "\($0)" })
    #expect(try subject.rows(fetch).count == 1)
  }
}
