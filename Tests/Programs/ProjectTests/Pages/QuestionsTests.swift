import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicatePostgreSQL
import PredicateStatements
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateShell

/// Documentation/databases/questions.md: every statement gives the answer on the page, and plain SQL gives the same answer on the same file.
@Suite("Thirty questions to a shop")
struct QuestionsTests {
  /// A question of the page: its statement, and the lines of its answer.
  private struct Question {
    let statement: String
    let answer: [String]
    /// The SQL that the page shows next to the answer; nil if it shows none.
    var sql: String?
  }

  private static let prompt = "Category> "

  private static func questions() throws -> [Question] {
    var questions: [Question] = []
    var answer: [String]?
    var statement = ""
    let page = try DocumentPage("Documentation/databases/questions.md")
    for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(prompt) {
        statement = String(line.dropFirst(prompt.count))
        answer = []
      } else if line == "```sql" {
        answer = []
        statement = ""
      } else if line == "```", let lines = answer, statement.isEmpty {
        questions[questions.count - 1].sql = lines.joined(separator: "\n")
        answer = nil
      } else if line == "```", let lines = answer {
        questions.append(Question(statement: statement, answer: lines))
        answer = nil
      } else {
        answer?.append(String(line))
      }
    }
    return questions
  }

  private static func database() throws -> (PredicateDatabase, DatabaseQueue) {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    let script = try DocumentPage.text("Tests/Databases/shop.sql")
    try queue.write { try $0.execute(sql: script) }
    let file = try ModelFile(jsonText: DocumentPage.text("Documentation/databases/shop.model.json"))
    return (try PredicateDatabase(name: "shop", queue: queue, isReadOnly: true, file: file), queue)
  }

  private static let revenue = "sum(l.quantity * l.unit_price * (1 - l.discount))"

  /// Plain SQL for the questions for which the page shows no SQL.
  private static let oracle = [
    """
    SELECT c.name, \(revenue) FROM customers c JOIN orders o USING (customer_id) JOIN order_lines l USING (order_id)
    WHERE o.status <> 'cancelled' GROUP BY c.customer_id ORDER BY 2 DESC, 1 LIMIT 10
    """,
    """
    SELECT strftime('%Y-%m-01', o.ordered_at), \(revenue) FROM orders o JOIN order_lines l USING (order_id)
    WHERE o.ordered_at >= '2026-01-01' AND o.ordered_at < '2027-01-01' GROUP BY 1 ORDER BY 1
    """,
    "SELECT CAST(strftime('%w', ordered_at) AS INTEGER), count(*) FROM orders GROUP BY 1 ORDER BY 1",
    """
    SELECT order_id, ordered_at FROM orders WHERE shipped_at IS NULL AND status = 'open' AND ordered_at < '2026-10-22'
    ORDER BY ordered_at, order_id LIMIT 10
    """,
    """
    SELECT e.last_name, avg((unixepoch(o.shipped_at) - unixepoch(o.ordered_at)) / 86400.0)
    FROM orders o JOIN employees e USING (employee_id) WHERE o.shipped_at IS NOT NULL
    GROUP BY e.employee_id ORDER BY 2 DESC, 1 LIMIT 5
    """,
    """
    SELECT count(*) FROM products WHERE discontinued = 0 AND product_id NOT IN (SELECT product_id FROM order_lines)
    """,
    """
    SELECT t.name, \(revenue) FROM order_lines l JOIN products p USING (product_id)
    JOIN categories s USING (category_id) JOIN categories t ON t.category_id = s.parent_id
    GROUP BY t.category_id ORDER BY 2 DESC
    """,
    """
    SELECT s.name, p.name, p.price FROM products p JOIN categories s USING (category_id)
    WHERE p.price = (SELECT max(price) FROM products WHERE category_id = p.category_id)
    ORDER BY s.name, s.category_id, p.product_id
    """,
    """
    SELECT c.country, count(DISTINCT c.customer_id) FROM customers c JOIN orders USING (customer_id)
    GROUP BY 1 ORDER BY 1
    """,
    "SELECT count(*) FROM products WHERE price > (SELECT avg(price) FROM products)",
    """
    SELECT count(*) FROM products p WHERE price > (SELECT avg(price) FROM products WHERE category_id = p.category_id)
    """,
    """
    SELECT e.last_name FROM employees e JOIN employees m ON m.employee_id = e.manager_id
    WHERE e.salary > m.salary ORDER BY e.employee_id
    """,
    """
    SELECT p.name, avg(r.stars), count(*) FROM products p JOIN reviews r USING (product_id)
    GROUP BY p.product_id HAVING count(*) >= 10 ORDER BY 2 DESC, 3 DESC, 1 LIMIT 10
    """,
    """
    SELECT count(*) FROM customers WHERE email IS NULL
    AND customer_id IN (SELECT customer_id FROM reviews WHERE stars = 1)
    """,
    "SELECT count(*) FROM reviews WHERE created_at >= 1735689600 AND created_at < 1767225600",
    "SELECT count(*) FROM customers WHERE name LIKE '%Müller%' OR name LIKE '%muller%'",
    """
    SELECT DISTINCT p.name, p.stock FROM products p JOIN product_tags USING (product_id) JOIN tags t USING (tag_id)
    WHERE t.label IN ('gift', 'sale') AND p.stock < 10 ORDER BY p.stock, p.name LIMIT 10
    """,
    """
    SELECT p.name, sum(l.quantity * (l.unit_price * (1 - l.discount) - p.cost))
    FROM products p JOIN order_lines l USING (product_id) GROUP BY p.product_id ORDER BY 2 DESC, 1 LIMIT 10
    """,
    """
    SELECT status, round(100.0 * count(*) / (SELECT count(*) FROM orders), 1) FROM orders GROUP BY 1 ORDER BY 1
    """,
    "SELECT day, revenue FROM revenue_per_day ORDER BY revenue DESC LIMIT 1",
  ]

  @Test("Every statement has the answer on the page")
  func page() throws {
    let questions = try Self.questions()
    #expect(questions.count == 30 && questions.filter { $0.sql != nil }.count == 10)
    let output = TextOutput()
    let shell = ShellSession(database: try Self.database().0, output: output, errors: output)
    for question in questions {
      _ = shell.run(question.statement)
      let answer = output.take().split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
      #expect(Array(answer) == question.answer, "\(question.statement)")
    }
  }

  #if PostgreSQL
    /// A view is not copied, so the question about the view has no answer on the server.
    @Test("Every statement has the answer on the page on a server", .enabled(if: PostgreSQLServer.shared != nil))
    func server() throws {
      let url = try #require(PostgreSQLServer.shared).makeDatabase()
      let shop = try Self.database().0
      _ = try ServerExport(of: shop, into: "shop").run(to: url)
      let output = TextOutput()
      let copy = try PostgreSQLDatabase(connection: url, schema: "shop", file: .whole(shop.model))
      let shell = ShellSession(database: copy, output: output, errors: output)
      let views = shop.model.entities.filter(\.isReadOnly).map(\.name)
      var asked = 0
      for question in try Self.questions() where !views.contains(where: question.statement.contains) {
        _ = shell.run(question.statement)
        let answer = output.take().split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
        #expect(Array(answer) == question.answer, "\(question.statement)")
        asked += 1
      }
      #expect(asked == 29)
    }
  #endif

  @Test("Every answer has the values of plain SQL", arguments: 0..<30)
  func values(number: Int) throws {
    let questions = try Self.questions()
    let (database, queue) = try Self.database()
    try #require(questions.indices.contains(number))
    let sql = try #require(questions[number].sql ?? (number < Self.oracle.count ? Self.oracle[number] : nil))
    let expected = try queue.read { try Row.fetchAll($0, sql: sql) }
    let tree = StatementParser(model: database.model, currentEntity: nil).parse(questions[number].statement)
    let query = try #require(tree.query)
    if query.isCount {
      #expect(try database.count(query.fetch) == expected[0][0] as Int)
      return
    }
    let found = try database.fetch(query.fetch)
    #expect(found.rows.count == expected.count && !expected.isEmpty)
    for (row, wanted) in zip(found.rows, expected) {
      #expect(row.count == wanted.count)
      for (position, value) in row.enumerated() { Self.compare(value, wanted[position], query.text) }
    }
  }

  private static func compare(_ value: QueryValue, _ wanted: DatabaseValue, _ statement: String) {
    switch (value, wanted.storage) {
    case (.null, .null): break
    case (.integer(let found), .int64(let wanted)): #expect(found == wanted, "\(statement)")
    case (.double(let found), .double(let wanted)): #expect(abs(found - wanted) <= 1e-9 * abs(wanted), "\(statement)")
    case (.string(let found), .string(let wanted)): #expect(found == wanted, "\(statement)")
    case (.date(let found), .string(let wanted)): #expect(found == ISODate.parse(wanted), "\(statement)")
    default: Issue.record("\(value) for \(wanted): \(statement)")
    }
  }
}
