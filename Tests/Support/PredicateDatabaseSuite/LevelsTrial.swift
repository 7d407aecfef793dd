/// Tables whose rows refer to rows of the same table, and conditions on all levels of these references. The script runs in SQLite and in PostgreSQL.
package enum LevelsTrial {
  /// - `person`: a tree (1 to 6), a cycle (7, 8, 9), a self-loop (10), rows that lead to a cycle (11), and rows alone (12).
  /// - `place`: keys that are texts. `node`: keys of two columns.
  /// - `part` with `part_use`: objects with several parents, and a cycle.
  /// - `document`: values of unknown types, whose levels memory computes.
  /// - `link`: a chain of 1,000 rows.
  package static let script =
    """
    CREATE TABLE person (id INTEGER PRIMARY KEY, last_name TEXT NOT NULL, salary INTEGER, manager_id INTEGER REFERENCES person (id));
    INSERT INTO person (id, last_name, salary, manager_id) VALUES
      (1, 'King', 100, NULL), (2, 'Bell', 50, 1), (3, 'Cole', NULL, 1), (4, 'Dean', 20, 2), (5, 'Eads', 5, 4), (6, 'Ford', 30, 2),
      (12, 'Long', 7, NULL), (7, 'Gray', 1, NULL), (8, 'Hall', 2, 7), (9, 'Ives', 3, 8), (10, 'Jung', 40, NULL), (11, 'Kerr', 9, 9);
    UPDATE person SET manager_id = 9 WHERE id = 7;
    UPDATE person SET manager_id = 10 WHERE id = 10;
    CREATE TABLE place (code VARCHAR(8) PRIMARY KEY, title TEXT, parent VARCHAR(8) REFERENCES place (code));
    CREATE INDEX place_parent ON place (parent);
    INSERT INTO place VALUES ('w', 'world', NULL), ('eu', 'Europe', 'w'), ('de', 'Germany', 'eu'), ('b', 'Berlin', 'de'), ('A', 'Asia', 'w');
    CREATE TABLE node (a INTEGER, b INTEGER, above_a INTEGER, above_b INTEGER, size INTEGER, PRIMARY KEY (a, b),
      FOREIGN KEY (above_a, above_b) REFERENCES node (a, b));
    INSERT INTO node VALUES (1, 1, NULL, NULL, 1), (1, 2, 1, 1, 2), (2, 1, 1, 2, 3), (2, 2, 1, 1, 4);
    CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, weight DOUBLE PRECISION);
    INSERT INTO part VALUES (1, 'car', 0.5), (2, 'wheel', 1.25), (3, 'door', NULL), (4, 'bolt', 0.1), (5, 'nut', 0.2), (6, 'loop', 3);
    CREATE TABLE part_use (whole_id INTEGER NOT NULL REFERENCES part (id), piece_id INTEGER NOT NULL REFERENCES part (id),
      PRIMARY KEY (whole_id, piece_id));
    INSERT INTO part_use VALUES (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (6, 1), (5, 6);
    CREATE TABLE document (id INTEGER PRIMARY KEY, body JSON);
    INSERT INTO document VALUES (1, '{"parts": [{"name": "a", "parts": [{"name": "b"}]}]}'), (2, '{"name": "b"}'), (3, NULL);
    CREATE TABLE link (id INTEGER PRIMARY KEY, next_id INTEGER REFERENCES link (id));
    INSERT INTO link (id, next_id) VALUES \((1...1_000).map { "(\($0), NULL)" }.joined(separator: ", "));
    UPDATE link SET next_id = id + 1 WHERE id < 1000;
    """

  /// Entities with conditions, and with the number of objects that each holds for.
  package static let conditions: [(entity: String, format: String, count: Int)] = [
    ("Person", "ANY manager*.lastName == 'King'", 5),
    ("Person", "ANY reports*.lastName == 'Eads'", 3),
    ("Person", "manager*.@count > 1", 7),
    ("Person", "reports*.@count == 0", 5),
    ("Person", "reports*.@count >= 3", 5),
    ("Person", "reports*.@count == 4", 3),
    ("Person", "SELF IN reports*", 4),
    ("Person", "SELF IN manager* AND id > 8", 2),
    ("Person", "SUBQUERY(reports*, $r, $r.salary > 10).@count > 1", 2),
    ("Person", "SUBQUERY(reports*, $r, $r.salary > salary).@count > 0", 3),
    ("Person", "NONE reports*.salary == nil", 11),
    ("Person", "ALL reports*.salary < 10", 9),
    ("Person", "reports*.@sum.salary > 50", 2),
    ("Person", "reports*.@max.salary == 50", 1),
    ("Person", "manager.reports*.@count > 3", 6),
    ("Person", "ANY reports*.reports*.lastName == 'Eads'", 2),
    ("Person", "ANY reports.reports*.salary == 5", 2),
    ("Person", "NOT (manager*.@count < 3)", 5),
    ("Person", "manager*[0].lastName == 'King'", 5),
    ("Person", "id == 1 AND reports*.@count == 5", 1),
    ("Place", "ANY parent*.title == 'world'", 4),
    ("Place", "children*.@count == 4", 1),
    ("Node", "nodesByAbove*.@count == 3", 1),
    ("Link", "id < 3 AND next*.@count == 999", 1),
    ("Link", "id > 998 AND ANY previousOnes*.id == 1 AND previousOnes*.@count > 997", 2),
  ]

  /// Conditions on values of unknown types, which memory decides.
  package static let inJSON: [(entity: String, format: String, count: Int)] = [
    ("Document", "ANY body.parts*.name == 'b'", 1),
    ("Document", "id < 9 AND body.parts*.@count == 2", 1),
  ]

  /// Columns of all objects of an entity.
  package static let columns: [(entity: String, columns: [String])] = [
    ("Person", ["lastName", "reports*.@count", "manager*.@count", "reports*.@sum.salary", "reports*.@avg.salary"]),
    ("Person", ["reports*.@min.salary", "reports*.@max.lastName", "reports.reports*.@count", "2*salary", "salary*id"]),
    ("Place", ["title", "children*.@count", "parent*.@count"]),
  ]
}
