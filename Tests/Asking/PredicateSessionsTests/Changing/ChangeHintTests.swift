import GRDB
import PredicateObjects
import PredicateSQLite
import PredicateSessions
import Testing

/// The hint of a refused change names an object by its key, or proposes a value that the property accepts.
@Suite("Hints of refused changes")
struct ChangeHintTests {
  private static func invoices() throws -> ChangedDemo {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE invoice (year INTEGER, number INTEGER, issued TEXT NOT NULL, cancels_year INTEGER, cancels_number INTEGER,
            PRIMARY KEY (year, number), FOREIGN KEY (cancels_year, cancels_number) REFERENCES invoice (year, number));
          INSERT INTO invoice VALUES (2024, 1, '2024-05-31', NULL, NULL), (2024, 2, '2024-06-30', 2024, 1);
          CREATE TABLE line (id INTEGER PRIMARY KEY, cents INTEGER); INSERT INTO line VALUES (1, 155), (2, 250);
          CREATE TABLE sensor (code TEXT PRIMARY KEY, name TEXT); INSERT INTO sensor VALUES ('S-01', 'a'), ('S-12', 'b');
          CREATE TABLE reading (id INTEGER PRIMARY KEY, sensor_code TEXT NOT NULL REFERENCES sensor (code),
            line INTEGER REFERENCES line);
          CREATE TABLE doctor (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
          """)
    }
    return try ChangedDemo(try PredicateDatabase(name: "invoices", queue: queue))
  }

  @Test(arguments: [
    (
      "delete Invoice where number == 1", "delete-denied",
      "first run: update Invoice set cancels = nil where cancels == Invoice[2024, 1]"
    ),
    ("update Line set cents = cents * 1.1", "change-type", "round(cents * 1.1, 0) is a whole number"),
    ("insert Reading sensor = Sensor[\"S-02\"]", "no-object", "the nearest key is Sensor[\"S-01\"]"),
    ("insert Reading sensor = Sensor[\"pump\"]", "no-object", "the keys are from Sensor[\"S-01\"] to Sensor[\"S-12\"]"),
    (
      "insert Reading sensor = (Sensor where name != nil offset 1)", "change-bracket",
      "the syntax is: (ENTITY where PREDICATE sort by VALUE limit 1)"
    ),
    (
      "insert Reading sensor = (Sensor where name != nil)", "many-objects",
      "write ENTITY[KEY] for one object, or (ENTITY where PREDICATE sort by VALUE limit 1) for the first of several objects"
    ),
  ])
  func hints(statement: String, code: String, hint: String) throws {
    let found = try Self.invoices().refusal(statement)
    #expect(found.code == code && found.hint == hint, "\(found)")
  }

  /// The proposed statements run.
  @Test func proposals() throws {
    let invoices = try Self.invoices()
    try invoices.change("update Line set cents = round(cents * 1.1, 0)")
    try invoices.change("update Invoice set cancels = nil where cancels == Invoice[2024, 1]")
    // The texts of this column are dates, so its values are not the names of objects.
    #expect(try invoices.change("delete Invoice where number == 1").first == "Deletes 1 invoice.")
    try invoices.history.save()
  }

  /// `limit 1` in parentheses assigns the first object in the given order, or in the order of keys. `limit 2` is refused for a to-one relationship.
  @Test func theFirstObjectOfASelection() throws {
    let demo = try ChangedDemo()
    let youngest = try demo.rows("Friend where birthday != nil sort by birthday desc limit 1 show friendName")
    let set = "update Movie set lentToFriend ="
    try demo.change("\(set) (Friend where birthday != nil sort by birthday desc limit 1) where id == 1")
    #expect(try demo.rows("id == 1 show lentToFriend.friendName") == youngest)
    try demo.change("\(set) (Friend where id > 2 limit 1), tags = (Tag where id > 3 limit 2) where id == 1")
    #expect(try demo.rows("id == 1 show lentToFriend.id, tags.@sum.id") == ["3,9"])
    #expect(try demo.refusal("\(set) (Friend where id > 2 limit 2) where id == 1").code == "many-objects")
    #expect(try demo.refusal("\(set) (Friend where id > 2 sort by nme limit 1)").code == "unknown-key")
  }

  @Test func missingObjects() throws {
    let invoices = try Self.invoices()
    try invoices.change("insert Reading sensorCode = \"S-99\"")
    let failure = #expect(throws: SaveFailure.self) { try invoices.history.save() }
    #expect(failure?.problems.map(\.message) == ["sensor has no object: Sensor has no key “S-99”"])
  }

  @Test func twoNewObjectsWithOneName() throws {
    let invoices = try Self.invoices()
    try invoices.change("insert Doctor name = \"Dr. New\"")
    try invoices.change("insert Doctor name = \"Dr. New\"")
    let failure = #expect(throws: SaveFailure.self) { try invoices.history.save() }
    #expect(failure?.problems.map(\.message) == ["another new Doctor has the same name"])
  }
}
