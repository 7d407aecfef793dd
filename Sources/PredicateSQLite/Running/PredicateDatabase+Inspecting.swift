import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// What a shell wants to know beside answers.
extension PredicateDatabase {
  /// Whether an index that holds every row begins with a column, by their own names.
  public func hasIndex(beginningWith column: String, of table: String) -> Bool {
    indexes.begin(with: column, of: table)
  }

  /// How SQLite would run a statement: `EXPLAIN QUERY PLAN`.
  ///
  /// - Throws: ``DatabaseIssue`` where SQLite cannot prepare it.
  public func plan(of statement: SQLStatement) throws -> [PlanStep] {
    var steps: [PlanStep] = []
    try run(statement.preceded(by: "EXPLAIN QUERY PLAN ")) { row in
      guard case .text(let detail) = row.stored(3) else { return }
      steps.append(PlanStep(id: Int(row.integer(0)), parent: Int(row.integer(1)), detail: detail))
    }
    return steps
  }
}
