import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateStatements
import PredicateValues

/// Runs a statement in memory and in the database, and compares the whole answers. A difference is a bug of this library.
///
/// ```swift
/// let verdict = try Verification(database).run(BoundStatement(query, model: database.model, variables: [:]))
/// ```
package struct Verification {
  package enum Verdict: Equatable {
    /// The answers agree. The sentence describes the compared rows.
    case agreement(String)
    /// The answers differ: a line for each difference, then the condition as text, then the bound condition.
    case bug([String])
  }

  private let database: any QueryBackend
  /// The greatest number of rows of a database that is read into memory.
  package var mostRows = 1_000_000
  /// Whether the evaluator in memory must stop.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// A verification of statements that are bound to the database's model.
  package init(_ database: any QueryBackend) { self.database = database }

  /// Compares two answers. The first one is all objects that the condition finds, with all their properties and in order, but without limit and
  /// offset. The second one is the rows as the statement shows them, with columns, groups, order, limit and offset, and their number. All rows of the
  /// database are read into memory.
  package func run(_ statement: BoundStatement) throws -> Verdict {
    try checkSize()
    let bound = statement.bound
    var memory = try database.graph()
    memory.isCancelled = isCancelled
    // Rows without an integer key have no order that SQL and memory share.
    let isKeyed = bound.entity.key.referenceColumn != nil
    let isGrouped = bound.grouping != nil
    var differences: [String] = []
    if !isGrouped {
      differences = try compareObjects(bound.ofWholeObjects.withoutBounds, with: memory, isKeyed: isKeyed)
    }
    let isOrdered = isKeyed || isGrouped
    var shown = statement
    shown.isCount = false
    if !isOrdered { shown.bound = bound.withoutBounds }
    let start = ContinuousClock.now
    var rows = try memory.rows(shown.bound)
    let prepared = try PreparedStatement(shown, on: database)
    if differences.isEmpty {
      let found = try prepared.rows()
      if Self.asksForNow(statement.query) { rows = rows.alignedDates(with: found, within: ContinuousClock.now - start) }
      differences +=
        AnswerComparison(
          sql: found, memory: rows, rules: Self.rules(bound, isKeyed: isKeyed), isOrdered: isOrdered, isKeyed: false
        ).differences
    }
    let (noun, expected, counted) = (prepared.noun, rows.rows.count, try prepared.count())
    if counted != expected {
      differences.append("SQL counts \(noun.counted(counted)), memory counts \(noun.counted(expected))")
    }
    guard differences.isEmpty else {
      let condition = statement.fetch.predicate.map { [$0.exactFormat] } ?? []
      return .bug(differences + condition + MeaningText(core: bound).lines)
    }
    let total = isOrdered ? expected : bound.bounded(expected)
    return .agreement(Self.agreement(noun.counted(total), columns: rows.columns.count, isOrdered: isOrdered))
  }

  private static func agreement(_ counted: String, columns: Int, isOrdered: Bool) -> String {
    let values = columns == 1 ? "their 1 column" : "all \(columns) columns"
    let order = isOrdered ? ", their order" : ""
    return "The answers from SQL and from memory are equal in \(counted)\(order) and \(values)."
      + (isOrdered ? "" : " The order is not compared, because the rows have no integer key.")
  }

  // MARK: Comparing

  private func compareObjects(_ fetch: BoundFetch, with memory: GraphFetch, isKeyed: Bool) throws -> [String] {
    let found = try database.rows(database.prepare(fetch, as: .rows))
    return AnswerComparison(
      sql: found, memory: try memory.rows(fetch), rules: [], isOrdered: isKeyed, isKeyed: isKeyed
    ).differences
  }

  /// How the values of each column are compared. In groups of objects without a key, doubles are added in an undefined order.
  private static func rules(_ bound: BoundFetch, isKeyed: Bool) -> [ComparedValue.Rule] {
    let rule: ComparedValue.Rule = bound.grouping != nil && !isKeyed ? .rounded : .byValue
    return bound.columns.map { $0.value.type == .boolean ? .exact : rule }
  }

  /// Whether a statement calls `now()`: SQL and memory use different moments.
  private static func asksForNow(_ query: QueryStatement) -> Bool {
    let tokens = SourceToken.all(in: Array(query.text.utf8), from: 0)
    return zip(tokens, tokens.dropFirst()).contains { $0.isWord("now") && $1.isMark("(") }
  }

  // MARK: Size

  /// Throws if the database has more rows than ``mostRows``.
  private func checkSize() throws {
    var total = 0
    for entity in database.model.entities {
      total += try rowCount(of: entity)
      for case .joinTable(let join) in entity.relationships.map(\.storage) {
        total += knownRowCount(ofTable: join.table) ?? 0
      }
    }
    guard total <= mostRows else { throw PredicateIssue.tooLargeToVerify(total, most: mostRows) }
  }

  private func rowCount(of entity: Entity) throws -> Int {
    if let count = knownRowCount(ofTable: entity.table) { return count }
    return try database.number(of: EntityFetch(entity.name))
  }

  /// The approximate number of rows; nil if it is unknown, for example for a table without row numbers. Errors are ignored: a table that cannot be
  /// read fails when it is read into memory.
  private func knownRowCount(ofTable name: String) -> Int? {
    do { return try database.approximateRowCount(ofTable: name) } catch { return nil }
  }

}

extension PredicateIssue {
  fileprivate static func tooLargeToVerify(_ rows: Int, most: Int) -> PredicateIssue {
    .error(
      "verify-size", nil,
      "the answer cannot be verified, because the database has about \(rows) rows and memory can check at most \(most)",
      hint: "to see the parts that run in memory without reading all rows, write .explain", kind: .limit)
  }
}

extension ResultTable {
  /// The table, with each date replaced by the date in `other` if the two differ by at most `elapsed`.
  fileprivate func alignedDates(with other: ResultTable, within elapsed: Duration) -> ResultTable {
    guard rows.count == other.rows.count else { return self }
    let parts = elapsed.components
    // The clocks of the two engines may differ slightly.
    let tolerance = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18 + 0.1
    let aligned = zip(rows, other.rows).map { row, other in
      guard row.count == other.count else { return row }
      return zip(row, other).map { value, other in
        if case .date(let a) = value, case .date(let b) = other, abs(a - b) <= tolerance { return other }
        return value
      }
    }
    return ResultTable(columns: columns, rows: aligned)
  }
}
