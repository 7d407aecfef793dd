import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Columns of JSON work in a session: in the schema, help, completion, `.type`, answers and changes.
@Suite("Columns of JSON, in the shell")
struct JSONColumnSessionTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let path: String
  private let session: ShellSession

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("json-\(UUID().uuidString).sqlite").path
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE events (id INTEGER PRIMARY KEY, payload JSON, extra TEXT);
          INSERT INTO events VALUES (1, '{"kind": "sale", "items": [{"price": 4.5}, {"price": 1}]}', '{"b": 1}'),
            (2, '{"kind": "visit", "note": "x"}', '[]');
          """)
    }
    session = ShellSession(
      database: try NamedDatabase.database(path, model: nil, isReadOnly: false), output: output, errors: errors)
  }

  private func answer(_ statement: String) -> String {
    _ = session.run(statement)
    return output.take() + errors.take()
  }

  private func candidates(_ text: String) -> [String] { session.completion(of: text).candidates.map(\.text) }

  @Test func pathsAreShownAndCompleted() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(answer(".schema Event").contains("payload  JSON?"))
    #expect(answer(".help Event.payload").contains("payload  JSON, or nil"))
    #expect(answer(".help Event.payload.kind").contains("payload.kind  a value inside payload, or nil"))
    #expect(candidates("Event where payload.") == ["kind", "items", "note"])
    #expect(candidates("Event where payload.items[0].") == ["price"])
    #expect(candidates("Event where payload.kind == \"s").contains("\"sale\""))
    #expect(answer("Event where payload.items[0].price > 3 show id, payload.items.price as prices").contains("4.5"))
    _ = answer(".mode json")
    #expect(
      answer("Event where id == 1 show payload")
        == "[\n  {\"payload\":{\"kind\":\"sale\",\"items\":[{\"price\":4.5},{\"price\":1}]}}\n]\n")
    #expect(answer(".verify Event where payload.kind == 'sale'").contains("are equal"))
  }

  /// If one document is a list, a statement that reads members ends with an error. The hint names the row, and the condition that leaves lists out.
  @Test(arguments: [
    "count Event where payload.user.age > 25", "Event where payload.user.name BEGINSWITH \"a\"",
    "Event show avg(payload.user.age)",
  ])
  func listsAmongDocuments(statement: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "INSERT INTO events (id, payload) VALUES (7, '[1, 2]')") }
    #expect(answer(statement).contains("hint: payload of Event[7] is a list: payload[0] == nil AND … leaves lists out"))
    #expect(answer("Event where payload[0] == nil AND payload.user.age > 25 show id").hasPrefix("No events."))
  }

  @Test func textsOfJSONAreOffered() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(answer(".type") == "extra looks like JSON in text. To read it as JSON, write .type Event.extra json\n")
    let hint = "hint: extra looks like JSON in text. To read it as JSON, write .type Event.extra json"
    #expect(answer("count Event where extra.b == 1").contains(hint))
    #expect(answer(".type Event.extra json") == "Event.extra is of type any (json).\n")
    #expect(answer("count Event where id == 1 AND extra.b == 1").hasPrefix("1 event\n"))
  }

  @Test func changesWriteJSON() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = answer("update Event set payload = '{\"a\": [1, 2.50, null]}' where id == 1")
    _ = answer("update Event set payload = payload.note where id == 2")
    _ = answer("insert Event payload = {1, 2}")
    let refusal = answer("update Event set payload = 'no JSON' where id == 1")
    #expect(refusal.contains("payload is JSON: \"no JSON\" is not"))
    #expect(answer("update Event set payload = now() where id == 1").contains("payload is JSON"))
    #expect(answer(".commit").hasPrefix("Saved: 3 objects"))
    let texts = try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: "SELECT payload FROM events") }
    #expect(texts == [#"{"a": [1, 2.50, null]}"#, #""x""#, "[1,2]"])
  }

  /// A text of JSON is stored as it is written, and read as its value.
  @Test func textsOfJSONStayAsWritten() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = #"{"b": 1e2, "x":1, "x":2}"#
    _ = answer("update Event set payload = '\(text)' where id == 1")
    #expect(answer("Event where payload.b == 100 AND payload.x == 2 show id").contains("1 event"))
    _ = answer(".commit")
    func stored() throws -> String? {
      try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "SELECT payload FROM events WHERE id = 1") }
    }
    #expect(try stored() == text)
    _ = answer("update Event set payload = '{\"b\": 1}' where id == 1")
    _ = answer(".commit")
    #expect(try stored() == #"{"b": 1}"#)
    _ = answer(".undo")
    _ = answer(".commit")
    #expect(try stored() == text)
  }
}
