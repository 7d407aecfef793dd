import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The messages about changes in tables of other programs propose statements that run: for keywords as names, triggers, text keys and JSON.
@Suite("Changes in the tables of other programs")
struct ChangeRemedyTests {
  private static func shell(_ script: String) throws -> TestedShell {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: script) }
    let shell = try TestedShell(PredicateDatabase(queue))
    shell.session.confirmation = .always
    return shell
  }

  /// `"Group"[2]` is the same object as `Group[2]`: hints write the name in quotes.
  @Test(arguments: ["Group[2]", "\"Group\"[2]", "'Group'[2]"])
  func aNameInQuotesHasKeys(object: String) throws {
    let shell = try Self.shell(
      """
      CREATE TABLE "Group" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, "group" INTEGER REFERENCES "Group" (id));
      INSERT INTO "Group" VALUES (1, 'a'), (2, 'b');
      INSERT INTO member VALUES (1, 'x', 1), (2, 'y', 2);
      """)
    #expect(shell.rows("Member where group == \(object) show name") == ["y"])
    #expect(shell.rows("Member where group IN {\(object)} show \(object).name as n") == ["b"])
    #expect(shell.rows(object) == ["2,b"])
    #expect(shell.lines("update Member set group = \(object)") == ["Updates group of 2 members: x, y."])
    #expect(shell.errors.take() == "")
    #expect(shell.rows("count Member where group.name == 'b'").isEmpty)
    #expect(shell.lines("count Member where group.name == 'b'") == ["2 members"])
    #expect(shell.refusal("delete \(object)").code == "delete-denied")
  }

  /// The condition in parentheses reads the properties of the assigned entity, not those of the changed object. The hint gives this reason, and
  /// proposes no similar name.
  @Test func aConditionInBracketsIsAboutItsEntity() throws {
    let shell = try Self.shell(
      """
      CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE p (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES u (id));
      CREATE TABLE t (id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p (id), u_id INTEGER REFERENCES u (id));
      INSERT INTO u VALUES (1, 'a'); INSERT INTO p VALUES (1, 1); INSERT INTO t VALUES (1, 1, NULL);
      """)
    let refusal = shell.refusal("update T set u = (U where name == p.owner.name)")
    #expect(refusal.code == "unknown-key" && refusal.words == "p")
    #expect(
      refusal.hint == "the condition in brackets can use only properties of U, not of the changed T")
  }

  @Test(arguments: ["meta.coupon", "meta[\"coupon\"]"])
  func aPartOfJSONIsNotSet(part: String) throws {
    let shell = try Self.shell(
      "CREATE TABLE o (id INTEGER PRIMARY KEY, meta JSON, name TEXT); INSERT INTO o VALUES (1, '{\"coupon\": 1}', 'x');"
    )
    let refusal = shell.refusal("update O set \(part) = 'Y' where id == 1")
    #expect(refusal.code == "change-sign")
    #expect(refusal.hint == "write the whole value as a JSON text in quotes: meta = '{\"name\": \"value\"}'")
    #expect(shell.refusal("update O set name.x = 'Y'").hint.hasPrefix("a statement can change only properties"))
  }

  /// A deletion clears a foreign key. The preview counts its relationship, and not also the attribute of its column.
  @Test func aKeyOfTextIsClearedOnce() throws {
    let shell = try Self.shell(
      """
      CREATE TABLE gear (id TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE act (id INTEGER PRIMARY KEY, gear_id TEXT REFERENCES gear (id) ON DELETE SET NULL);
      INSERT INTO gear VALUES ('b1', 'x'); INSERT INTO act VALUES (1, 'b1'), (2, NULL);
      """)
    #expect(
      shell.lines("delete Gear[\"b1\"]") == ["Deletes 1 gear: x.", "Clears gear of 1 act, by the rule nullify."])
  }

  /// The preview warns of a trigger, because its effects are unknown before it runs.
  @Test(arguments: [
    (
      "CREATE TRIGGER d AFTER DELETE ON message BEGIN DELETE FROM reaction WHERE message_id = old.id; END;",
      ", unless the trigger d deletes or changes it"
    ),
    ("CREATE TRIGGER \"delete\" AFTER UPDATE OF body ON message BEGIN SELECT 1; END;", ""), ("", ""),
  ])
  func triggersMayDeleteWhatIsLeft(trigger: String, condition: String) throws {
    let shell = try Self.shell(
      """
      CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT);
      CREATE TABLE reaction (id INTEGER PRIMARY KEY, message_id INTEGER);
      INSERT INTO message VALUES (1, 'a'), (2, 'b'); INSERT INTO reaction VALUES (1, 1), (2, 2);
      \(trigger)
      """)
    #expect(
      shell.lines("delete Message[1]").last
        == "Leaves 1 reaction whose message refers to an object that does not exist\(condition).")
  }

  /// Undoing a saved deletion brings the object back, and not what a trigger deleted with it.
  @Test func undoNamesTheTriggersThatRan() throws {
    let shell = try Self.shell(
      """
      CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT);
      CREATE TABLE word (id INTEGER PRIMARY KEY, of INTEGER, text TEXT);
      INSERT INTO message VALUES (1, 'a'), (2, 'b'); INSERT INTO word VALUES (1, 1, 'a');
      CREATE TRIGGER forget AFTER DELETE ON message BEGIN DELETE FROM word WHERE of = OLD.id; END;
      """)
    for statement in ["delete Message[1]", ".undo"] { _ = shell.lines(statement) }
    #expect(shell.errors.take().isEmpty)
    for statement in ["delete Message[1]", ".commit", ".undo"] { _ = shell.lines(statement) }
    #expect(
      shell.errors.take()
        == "note: the trigger forget ran when this was saved; rows that a trigger deleted or changed are not restored\n"
    )
    _ = shell.lines(".commit")
    #expect(shell.lines("count Word") == ["0 words"])
  }
}
