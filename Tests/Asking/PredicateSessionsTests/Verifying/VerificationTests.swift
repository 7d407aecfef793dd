import Foundation
import GRDB
import PredicateDatabases
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateSessions
import PredicateStatements
import PredicateValues
import Testing

/// Verification compares whole answers.
@Suite("Verifying answers")
struct VerificationTests {
  /// The lines of a verification: one sentence if both answers agree; otherwise a heading and the differences.
  private func lines(_ statement: String, on database: any QueryBackend) -> [String] {
    do {
      return try AskedDatabase(database).verified(statement)
    } catch {
      Issue.record(error, "\(statement)")
      return []
    }
  }

  /// Answers to `Movie` changed in one respect.
  private func distorted(
    _ distort: @escaping @Sendable (BoundFetch, ResultTable) -> ResultTable
  ) throws -> DistortedDatabase {
    DistortedDatabase(base: try PredicateDatabase.demo(), distort: distort)
  }

  @Test(arguments: [
    ("Movie where year > 1990 limit 3", "3 movies, their order and all 9 columns."),
    (
      "Movie sort by rating desc, title limit 5 offset 2 show title, lentToFriend, tags.@count",
      "5 movies, their order and all 3 columns."
    ),
    ("Movie show title, loans.@count as n sort by n desc limit 5", "5 movies, their order and all 2 columns."),
    ("Movie where lent == YES show tags.name, loans limit 4", "4 movies, their order and all 2 columns."),
    ("Movie show distinct genre, lent", "rows, their order and all 2 columns."),
    (
      "Movie group by genre show genre, count(), avg(rating) having count() > 3 sort by avg(rating) desc limit 3",
      "3 groups, their order and all 3 columns."
    ),
    ("Movie group by lentToFriend show lentToFriend.friendName, @avg.rating", "groups, their order and all 2 columns."),
    ("Movie show count(), sum(rating), avg(rating), min(title)", "1 row, their order and all 4 columns."),
    ("Movie show max(lentOn)", "1 row, their order and their 1 column."),
    ("count Movie where genre == 'Noir'", "movies, their order and all 9 columns."),
    ("Movie where year > 3000", "0 movies, their order and all 9 columns."),
    ("Movie where year > 3000 group by genre", "0 groups, their order and all 2 columns."),
  ])
  func agreement(statement: String, ending: String) throws {
    let found = lines("\(statement)", on: try PredicateDatabase.demo())
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("The answers from SQL and from memory are equal in ") == true, "\(found)")
    #expect(found.first?.hasSuffix(ending) == true, "\(found)")
  }

  @Test func aRowThatIsMissing() throws {
    let database = try distorted { _, table in
      ResultTable(columns: table.columns, rows: table.rows.filter { "\($0[0])" != "\(QueryValue.integer(4))" })
    }
    #expect(
      lines("Movie where id < 10", on: database).prefix(3) == [
        "bug: memory and SQL differ.", "  SQL gives 8 rows, memory gives 9 rows", "  only memory gives id 4",
      ])
  }

  @Test func aShownValue() throws {
    let database = try distorted { fetch, table in
      guard !fetch.columns.isEmpty else { return table }
      var rows = table.rows
      rows[1][1] = .null
      return ResultTable(columns: table.columns, rows: rows)
    }
    let found = lines("Movie show title, year limit 3", on: database)
    #expect(found.first == "bug: memory and SQL differ.")
    #expect(found.dropFirst().first?.hasPrefix("  row 2, year: SQL gives nil, but memory gives 1") == true, "\(found)")
  }

  /// Columns that the statement does not show are compared, too, so a wrong value in one of them is found.
  @Test func aStoredValue() throws {
    let database = try distorted { fetch, table in
      guard fetch.columns.isEmpty else { return table }
      var rows = table.rows
      rows[0][1] = .string("other")
      return ResultTable(columns: table.columns, rows: rows)
    }
    let found = lines("Movie show year limit 3", on: database)
    #expect(
      found.dropFirst().first?.hasPrefix("  row 1 (id 1), title: SQL gives \"other\", but memory gives") == true,
      "\(found)"
    )
  }

  @Test func theOrder() throws {
    let database = try distorted { fetch, table in
      fetch.columns.isEmpty ? table : ResultTable(columns: table.columns, rows: table.rows.reversed())
    }
    let found = lines("Movie where year < 1945 sort by title show title", on: database)
    #expect(
      found.dropFirst().first?.hasPrefix("  the order differs from row 1 on: SQL gives {title:") == true, "\(found)")
  }

  /// The distorted database drops a row only if there is a limit. Verification compares the limited rows as well, and finds it.
  @Test func theBounds() throws {
    let database = try distorted { fetch, table in
      fetch.limit == nil ? table : ResultTable(columns: table.columns, rows: Array(table.rows.dropLast()))
    }
    let found = lines("Movie limit 3", on: database)
    #expect(found.dropFirst().first == "  SQL gives 2 rows, memory gives 3 rows")
  }

  @Test func groupsAndAggregates() throws {
    let database = try distorted { fetch, table in
      var rows = table.rows
      if fetch.grouping != nil { rows[2][1] = .integer(1_000) }
      return ResultTable(columns: table.columns, rows: rows)
    }
    let found = lines("Movie group by genre having count() > 2", on: database)
    #expect(found.dropFirst().first?.hasPrefix("  row 3, count: SQL gives 1000, but memory gives ") == true, "\(found)")
    #expect(found.suffix(2) == ["  groups by $0.genre", "  having greater($0.count(), 2)"])
    let distinct = try distorted { fetch, table in
      fetch.grouping != nil ? ResultTable(columns: table.columns, rows: table.rows + [table.rows[0]]) : table
    }
    #expect(
      lines("Movie show distinct lent", on: distinct).dropFirst().first
        == "  SQL gives 3 rows, memory gives 2 rows")
  }

  @Test func theNumber() throws {
    let database = DistortedDatabase(base: try PredicateDatabase.demo(), distortCount: { $0 + 1 })
    #expect(
      lines("count Movie where genre == 'Noir'", on: database).dropFirst().first?.hasPrefix("  SQL counts ")
        == true)
  }

  /// SQL returns a boolean as a number. The difference shows the number.
  @Test func aBooleanThatIsANumber() throws {
    let database = try distorted { fetch, table in
      fetch.columns.isEmpty ? table : ResultTable(columns: table.columns, rows: table.rows.map { _ in [.integer(1)] })
    }
    let found = lines("Movie where lent == YES limit 2 show lent", on: database)
    #expect(found.dropFirst().first == "  row 1, lent: SQL gives 1, but memory gives TRUE", "\(found)")
  }

  /// Memory reads the clock slightly later than SQL, which is tolerated. A missing date is a difference.
  @Test func theMoment() throws {
    let late = try distorted { fetch, table in
      fetch.columns.isEmpty ? table : ResultTable(columns: table.columns, rows: table.rows.map { _ in [.date(0)] })
    }
    #expect(lines("Movie limit 2 show now()", on: late).first == "bug: memory and SQL differ.")
    let good = try distorted { fetch, table in
      let now = QueryValue.date(Date().timeIntervalSinceReferenceDate)
      return fetch.columns.isEmpty ? table : ResultTable(columns: table.columns, rows: table.rows.map { _ in [now] })
    }
    #expect(
      lines("Movie limit 2 show NOW()", on: good).first?.hasPrefix("The answers from SQL and from memory are equal")
        == true)
    #expect(lines("Movie limit 2 show lentOn", on: good).first == "bug: memory and SQL differ.")
  }

  /// The rows of a view and of a table with a text key can be verified.
  @Test func rowsWithoutAnIntegerKey() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE word (spelling TEXT PRIMARY KEY, size REAL) WITHOUT ROWID;
          INSERT INTO word VALUES ('b', 0.1), ('a', 0.2), ('c', 0.3);
          CREATE VIEW pair AS SELECT a.size AS x, b.size AS y FROM word a, word b;
          """)
    }
    let database = try PredicateDatabase(queue)
    let ending = "The order is not compared, because the rows have no integer key."
    for statement in ["Word", "Word where size > 0.1 limit 1", "Pair", "Pair show x + y", "Pair limit 2 offset 1"] {
      let found = lines("\(statement)", on: database)
      #expect(
        found.first?.hasPrefix("The answers from SQL and from memory are equal in ") == true, "\(statement): \(found)")
      #expect(found.first?.hasSuffix(ending) == true, "\(statement): \(found)")
    }
    for statement in ["Pair group by x show x, sum(y), avg(x)", "Pair show distinct x", "Word show count(), sum(size)"]
    {
      let found = lines("\(statement)", on: database)
      #expect(
        found.first?.hasPrefix("The answers from SQL and from memory are equal in ") == true, "\(statement): \(found)")
      #expect(found.first?.hasSuffix(ending) == false, "\(statement): \(found)")
    }
    let distorted = DistortedDatabase(
      base: database, distort: { ResultTable(columns: $1.columns, rows: $1.rows.map { [.double(7)] + $0.dropFirst() }) }
    )
    #expect(lines("Pair", on: distorted).first == "bug: memory and SQL differ.")
    #expect(lines("Pair show x", on: distorted).first == "bug: memory and SQL differ.")
  }

  /// The evaluator in memory stops when it is cancelled.
  @Test func isCancelled() throws {
    let isCancelled = Locked(false)
    let database = try distorted { _, table in
      isCancelled.withLock { $0 = true }
      return table
    }
    var verification = Verification(database)
    verification.isCancelled = { isCancelled.withLock { $0 } }
    let statement = try AskedDatabase(database).bound("Movie where year > 1990")
    #expect(throws: CancellationError.self) { try verification.run(statement) }
  }

  @Test func tooManyRows() throws {
    let database = try PredicateDatabase.demo()
    let statement = try BoundStatement(QueryStatement("Tag"), model: database.model, variables: [:])
    var verification = Verification(database)
    verification.mostRows = 2_000
    #expect(
      try verification.run(statement)
        == .agreement("The answers from SQL and from memory are equal in 15 tags, their order and all 2 columns."))
    verification.mostRows = 100
    let issue = #expect(throws: PredicateIssue.self) { try verification.run(statement) }
    #expect(issue?.kind == .limit && issue?.code == "verify-size")
    #expect(issue?.message.hasSuffix("and memory can check at most 100") == true)
  }
}
