import PredicateDatabases
import PredicateSQLite
import Testing

@Suite("Rows that a plan reads")
struct ScanEstimateTests {
  @Test(
    "Tables that a plan reads",
    arguments: [
      (["0 SCAN t0"], ["Movie"]), (["0 SEARCH t0 USING INDEX year (year>?)"], nil),
      // Counts of whole tables.
      (["0 SCAN Movie"], ["Movie"]), (["0 SCAN Movie USING COVERING INDEX year"], ["Movie"]), (["0 SCAN Film"], nil),
      // A join: the second table is read for each row of the first.
      (["0 SCAN t0", "0 SCAN t1"], nil), (["0 SCAN t0", "0 SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)"], ["Movie"]),
      // A list subquery is computed once.
      (["0 SCAN t0", "0 LIST SUBQUERY 1", "2 SCAN t1"], ["Movie", "Loan"]),
      (["0 SCAN t0", "0 CORRELATED SCALAR SUBQUERY 1", "2 SCAN t1"], nil),
      (["0 SCAN CONSTANT ROW"], nil),
    ] as [([String], [String]?)])
  func plans(_ lines: [String], _ tables: [String]?) {
    let steps = lines.enumerated().map { number, line in
      (number + 1, Int(line.prefix(1)) ?? 0, String(line.dropFirst(2)))
    }
    #expect(ScanEstimate(SQLitePlan.nodes(of: steps), tables: ["t0": "Movie", "t1": "Loan"]).tables == tables)
  }
}
