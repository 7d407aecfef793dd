import Foundation
import GRDB
import Testing

@testable import PredicateShell

/// `.type`: columns of texts and numbers that stand for dates and booleans.
@Suite("The command .type")
struct TypeCommandTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let path: String
  private let session: ShellSession

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("types-\(UUID().uuidString).sqlite").path
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_at TEXT, express INTEGER);
          INSERT INTO orders VALUES (1, '2025-01-31', 0), (2, '2999-01-01 12:00:00', 1);
          """)
    }
    session = ShellSession(
      database: try NamedDatabase.database(path, model: nil, isReadOnly: true), output: output, errors: errors)
  }

  private func answer(_ statement: String) -> String {
    _ = session.run(statement)
    return output.take() + errors.take()
  }

  @Test func columnsAreOfferedTypedAndKept() throws {
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: path + ".model.json")
    }
    #expect(
      answer(".type") == """
        orderedAt looks like a date in text: .type Order.orderedAt date
        express looks like a boolean in numbers: .type Order.express boolean

        """)
    let hint = "hint: orderedAt looks like a date in text: .type Order.orderedAt date\n"
    for refused in ["orderedAt > now()", "orderedAt - now() > 0", "orderedAt.year == 2025"] {
      #expect(answer("count Order where \(refused)").hasSuffix(hint), "\(refused)")
    }
    #expect(answer(".type Order.orderedAt date") == "Order.orderedAt is of type date (iso8601Text).\n")
    #expect(answer("count Order where orderedAt > now()").hasPrefix("1 order\n"))
    #expect(answer(".verify Order where orderedAt.year == 2025").contains("agree"))
    #expect(answer(".type").hasPrefix("express looks like"))
    #expect(
      answer(".type order.express BOOLEAN --save") == """
        Order.express is of type boolean (zeroOrOne).
        Kept in \(path).model.json.

        """)
    #expect(answer(".type") == "No column looks like a date or a boolean that is none.\n")
    let opened = ShellSession(
      database: try NamedDatabase.database(path, model: nil, isReadOnly: true), output: output, errors: errors)
    _ = opened.run("count Order where orderedAt > now() AND express == YES")
    #expect(output.take().hasPrefix("1 order\n"))
    _ = session.run(".open \(path)")
    #expect(answer("count Order where express == NO").hasPrefix("1 order\n"))
  }

  @Test func whatIsWrongIsTold() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(answer(".type Oder.orderedAt date").contains("Order may be meant"))
    #expect(answer(".type Order.orderdAt date").contains("the nearest name is “orderedAt”"))
    #expect(answer(".type Order.orderedAt").contains("expected a type: boolean, integer"))
    #expect(answer(".type Order.orderedAt dat").contains("date may be meant"))
    #expect(answer(".type --save") == "No type differs from the schema.\n")
  }

  @Test func completionProposesAttributesAndTypes() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(session.completion(of: ".type Order.ex").candidates.first?.text == "Order.express")
    #expect(session.completion(of: ".type Order.express bo").candidates.map(\.text) == ["boolean"])
  }
}
