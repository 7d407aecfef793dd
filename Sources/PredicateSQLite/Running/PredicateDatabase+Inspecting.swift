import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// What a shell wants to know beside answers.
extension PredicateDatabase {
  /// A line of SQLite's plan.
  public struct PlanStep: Sendable, Hashable {
    /// The number of the step.
    public let id: Int
    /// The step that this one is a part of; 0 for none.
    public let parent: Int
    /// SQLite's words: `SEARCH t0 USING INDEX year (year>?)`.
    public let detail: String

    /// A step.
    public init(id: Int, parent: Int, detail: String) {
      self.id = id
      self.parent = parent
      self.detail = detail
    }
  }

  /// Distinct values of an attribute, ascending, nil not among them.
  ///
  /// At most `sample` rows are looked at, the first of the table, so that this takes a few milliseconds whatever the table's size; what
  /// is beyond them is not found. None where the entity or the attribute does not exist.
  ///
  /// - Parameters:
  ///   - prefix: What the text of the value begins with, in any case of ASCII letters; empty for all.
  ///   - limit: At most so many.
  /// - Throws: ``DatabaseIssue``, and `CancellationError` after ``interrupt()``.
  public func distinctValues(
    of attributeName: String, in entityName: String, prefix: String = "", limit: Int = 50, sample: Int = 20_000
  ) throws -> [QueryValue] {
    guard let entity = model.entity(named: entityName), let attribute = entity.attribute(named: attributeName) else {
      return []
    }
    let dialect = SQLiteDialect()
    let column = dialect.quoted(attribute.column)
    let text = """
      SELECT DISTINCT v FROM (SELECT \(column) AS v FROM \(dialect.quoted(entity.table)) LIMIT ?1) \
      WHERE v IS NOT NULL AND (?2 = '' OR v LIKE ?2 ESCAPE '\\') ORDER BY v LIMIT ?3
      """
    let pattern = prefix.isEmpty ? "" : Self.escapedPattern(prefix) + "%"
    let statement = SQLStatement(
      text: text, bindings: [.integer(Int64(sample)), .string(pattern), .integer(Int64(limit))])
    var values: [QueryValue] = []
    try run(statement) { row in
      let value = attribute.value(of: row.stored(0))
      if !value.isNull { values.append(value) }
    }
    return values
  }

  private static func escapedPattern(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// How SQLite would run a statement: `EXPLAIN QUERY PLAN`.
  ///
  /// - Throws: ``DatabaseIssue`` where SQLite cannot prepare it.
  public func plan(of statement: SQLStatement) throws -> [PlanStep] {
    var steps: [PlanStep] = []
    try run(SQLStatement(text: "EXPLAIN QUERY PLAN " + statement.text, bindings: statement.bindings)) { row in
      guard case .text(let detail) = row.stored(3) else { return }
      steps.append(PlanStep(id: Int(row.integer(0)), parent: Int(row.integer(1)), detail: detail))
    }
    return steps
  }
}
