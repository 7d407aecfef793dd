import PredicateModel
import PredicateValues
import Testing

@testable import PredicateSessions

/// Every difference between two answers is reported with its row, its column and both values.
@Suite("Comparing two answers")
struct AnswerComparisonTests {
  private static let movies = ResultTable(
    columns: ["id", "title", "rating"],
    rows: [
      [.integer(1), .string("Alien"), .double(8.5)], [.integer(3), .string("Brazil"), .null],
      [.integer(7), .string("Clue"), .double(7)],
    ])

  private func differences(
    _ rows: [[QueryValue]], rule: ComparedValue.Rule = .exact, isOrdered: Bool = true, isKeyed: Bool = true
  ) -> [String] {
    AnswerComparison(
      sql: ResultTable(columns: Self.movies.columns, rows: rows), memory: Self.movies,
      rules: Array(repeating: rule, count: 3),
      isOrdered: isOrdered, isKeyed: isKeyed
    ).differences
  }

  @Test func likeAnswersAgree() {
    #expect(differences(Self.movies.rows).isEmpty)
    #expect(differences(Self.movies.rows, isKeyed: false).isEmpty)
    #expect(differences(Self.movies.rows.reversed(), isOrdered: false).isEmpty)
  }

  @Test func rows() {
    let rows = Self.movies.rows
    #expect(
      differences(Array(rows.prefix(2))) == ["SQL gives 2 rows, memory gives 3 rows", "only memory gives id 7"])
    #expect(
      differences(rows + [[.integer(9), .string("Dune"), .null]]) == [
        "SQL gives 4 rows, memory gives 3 rows", "only SQL gives id 9",
      ])
    // A row that occurs twice.
    #expect(
      differences(rows + [rows[0]], isOrdered: false, isKeyed: false) == [
        "SQL gives 4 rows, memory gives 3 rows", "only SQL gives {id: 1, title: \"Alien\", rating: 8.5}",
      ])
    #expect(differences([]).first == "SQL gives 0 rows, memory gives 3 rows")
  }

  @Test func values() {
    var rows = Self.movies.rows
    rows[1][2] = .double(0)
    #expect(differences(rows) == ["row 2 (id 3), rating: SQL gives 0.0, but memory gives nil"])
    #expect(differences(rows, isKeyed: false) == ["row 2, rating: SQL gives 0.0, but memory gives nil"])
    #expect(
      differences(rows, isOrdered: false, isKeyed: false) == [
        "only SQL gives {id: 3, title: \"Brazil\", rating: 0.0}",
        "only memory gives {id: 3, title: \"Brazil\", rating: nil}",
      ])
    rows = Self.movies.rows
    rows[2][1] = .string("clue")
    #expect(differences(rows) == ["row 3 (id 7), title: SQL gives \"clue\", but memory gives \"Clue\""])
  }

  @Test func order() {
    let rows = Self.movies.rows
    #expect(
      differences([rows[0], rows[2], rows[1]]) == [
        "the order differs from row 2 on: SQL gives id 7, but memory gives id 3"
      ]
    )
    #expect(
      differences([rows[2], rows[1], rows[0]], isKeyed: false).first?.hasPrefix(
        "the order differs from row 1 on: SQL gives {id: 7")
        == true)
  }

  @Test func columns() {
    let other = ResultTable(columns: ["id", "name", "rating"], rows: Self.movies.rows)
    let found = AnswerComparison(sql: other, memory: Self.movies, rules: [], isOrdered: true, isKeyed: true)
    #expect(found.differences == ["SQL gives the columns id, name, rating, but memory gives id, title, rating"])
  }

  /// The usual rule distinguishes 7 from 7.0, and YES from 1. The rule `byValue` does not.
  @Test func typesOfNumbers() {
    var rows = Self.movies.rows
    rows[2][2] = .integer(7)
    #expect(differences(rows) == ["row 3 (id 7), rating: SQL gives 7, but memory gives 7.0"])
    #expect(differences(rows, rule: .byValue).isEmpty)
    #expect(ComparedValue(.boolean(true), .byValue) == ComparedValue(.integer(1), .byValue))
    #expect(ComparedValue(.boolean(true), .exact) != ComparedValue(.integer(1), .exact))
    #expect(ComparedValue(.null, .byValue) != ComparedValue(.integer(0), .byValue))
    #expect(ComparedValue(.double(0.1 + 0.2), .byValue) != ComparedValue(.double(0.3), .byValue))
    #expect(ComparedValue(.double(0.1 + 0.2), .rounded) == ComparedValue(.double(0.3), .rounded))
    #expect(ComparedValue(.double(0.3001), .rounded) != ComparedValue(.double(0.3), .rounded))
    #expect(ComparedValue(.double(-.infinity), .rounded) == ComparedValue(.double(-.infinity), .rounded))
  }

  @Test func whatLooksAlikeIsToldApart() {
    let column = ["at"]
    let found = AnswerComparison(
      sql: ResultTable(columns: column, rows: [[.date(1.000_000_1)]]),
      memory: ResultTable(columns: column, rows: [[.date(1)]]), rules: [], isOrdered: true, isKeyed: false)
    #expect(
      found.differences == [
        "row 1, at: SQL gives CAST(1.0000001, \"NSDate\"), but memory gives CAST(1.0, \"NSDate\")"
      ])
  }

  @Test func longListsEnd() {
    let rows = (0..<30).map { [QueryValue.integer($0), .string("x"), .null] }
    let all = AnswerComparison(
      sql: ResultTable(columns: Self.movies.columns, rows: rows),
      memory: ResultTable(columns: Self.movies.columns, rows: []), rules: [], isOrdered: true, isKeyed: true)
    #expect(
      all.differences.last == "only SQL gives id 0, id 1, id 2, id 3, id 4, id 5, id 6, id 7, id 8, id 9 and 20 more")
    let values = AnswerComparison(
      sql: ResultTable(columns: Self.movies.columns, rows: rows),
      memory: ResultTable(columns: Self.movies.columns, rows: rows.map { [$0[0], .string("y"), .null] }), rules: [],
      isOrdered: true, isKeyed: true)
    #expect(values.differences.count == 11 && values.differences.last == "20 more values differ")
  }
}
