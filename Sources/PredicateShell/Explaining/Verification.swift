import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Asks memory what the database was asked, compares the whole answers, and tells where they differ: that is a bug.
struct Verification {
  let session: ShellSession
  /// A database with more rows is not read into memory.
  var mostRows = 1_000_000

  /// Compares the objects that the condition finds, all that they hold and their order, without the bounds; then the rows as the
  /// statement shows them: columns, groups, order, bounds; then their number. All rows of the database are read into memory for it.
  func run(_ query: QueryStatement) throws {
    try checkSize()
    let fetch = query.fetch
    let database = session.database
    let bound = try BoundFetch(fetch, model: database.model, variables: session.queryVariables)
    var memory = try database.inMemory()
    memory.isCancelled = { [interrupts = session.interrupts] in interrupts.wasInterrupted }
    // What has no integer key has no order that both engines know.
    let isKeyed = bound.entity.key.referenceColumn != nil
    let isGrouped = bound.grouping != nil
    var differences: [String] = []
    if !isGrouped {
      differences = try compareObjects(fetch.ofWholeObjects.withoutBounds, with: memory, isKeyed: isKeyed)
    }
    var shown = fetch
    if !isKeyed && !isGrouped { shown = fetch.withoutBounds }
    let start = ContinuousClock.now
    var rows = try memory.rows(shown, variables: session.queryVariables)
    if differences.isEmpty {
      let found = try FetchRun(shown, in: session).rows()
      if Self.asksForNow(query) { rows = rows.alignedDates(with: found, within: ContinuousClock.now - start) }
      differences +=
        AnswerComparison(
          sql: found, memory: rows, rules: Self.rules(bound, isKeyed: isKeyed), isOrdered: isKeyed || isGrouped,
          isKeyed: false
        ).differences
    }
    let run = try FetchRun(fetch, in: session)
    let noun = run.noun
    let total = try compareCounts(run, fetch, with: memory, &differences)
    guard differences.isEmpty else { return tell(differences, fetch, bound) }
    say(Self.agreement(noun.counted(total), columns: rows.columns.count, isOrdered: isKeyed || isGrouped))
  }

  private static func agreement(_ counted: String, columns: Int, isOrdered: Bool) -> String {
    let values = columns == 1 ? "their 1 column" : "all \(columns) columns"
    let order = isOrdered ? ", their order" : ""
    return "Memory and SQL agree on \(counted)\(order) and \(values)."
      + (isOrdered ? "" : " The order is not compared: the rows have no integer key.")
  }

  // MARK: Comparing

  private func compareObjects(_ fetch: EntityFetch, with memory: GraphFetch, isKeyed: Bool) throws -> [String] {
    let found = try session.database.fetch(fetch, variables: session.queryVariables)
    let expected = try memory.rows(fetch, variables: session.queryVariables)
    return AnswerComparison(sql: found, memory: expected, rules: [], isOrdered: isKeyed, isKeyed: isKeyed)
      .differences
  }

  /// The number of rows that memory has.
  private func compareCounts(
    _ run: FetchRun, _ fetch: EntityFetch, with memory: GraphFetch, _ differences: inout [String]
  ) throws -> Int {
    let expected = try memory.count(fetch, variables: session.queryVariables)
    let found = try run.count()
    if found != expected {
      differences.append("SQL counts \(run.noun.counted(found)), memory counts \(run.noun.counted(expected))")
    }
    return expected
  }

  /// What counts as a difference in each column. Doubles of objects without a key are added in no order that is defined.
  private static func rules(_ bound: BoundFetch, isKeyed: Bool) -> [ComparedValue.Rule] {
    let rule: ComparedValue.Rule = bound.grouping != nil && !isKeyed ? .rounded : .byValue
    return bound.columns.map { $0.value.type == .boolean ? .exact : rule }
  }

  /// Whether a statement calls `now()`: each engine has its own moment.
  private static func asksForNow(_ query: QueryStatement) -> Bool {
    let tokens = SourceToken.all(in: Array(query.text.utf8), from: 0)
    return zip(tokens, tokens.dropFirst()).contains { $0.isWord("now") && $1.isMark("(") }
  }

  // MARK: Size

  /// Throws where the database has more rows than memory is to take.
  private func checkSize() throws {
    var total = 0
    for entity in session.database.model.entities {
      total += try rowCount(of: entity)
      for case .joinTable(let join) in entity.relationships.map(\.storage) {
        total += knownRowCount(ofTable: join.table) ?? 0
      }
    }
    guard total <= mostRows else { throw PredicateIssue.tooLargeToVerify(total, most: mostRows) }
  }

  private func rowCount(of entity: Entity) throws -> Int {
    if let count = knownRowCount(ofTable: entity.table) { return count }
    return try session.database.count(EntityFetch(entity.name))
  }

  /// Nil for a table without row numbers, for example. A table that cannot be read fails when memory reads it.
  private func knownRowCount(ofTable name: String) -> Int? {
    do { return try session.database.approximateRowCount(ofTable: name) } catch { return nil }
  }

  // MARK: Words

  private func say(_ text: String) { session.output.write(session.layout.style.quiet(text) + "\n") }

  private func tell(_ differences: [String], _ fetch: EntityFetch, _ bound: BoundFetch) {
    let style = session.layout.style
    session.output.write(style.failure("bug") + ": memory and SQL differ.\n")
    for line in differences { session.output.write("  \(CellText.escaped(line))\n") }
    if let predicate = fetch.predicate { session.output.write("  \(CellText.escaped(predicate.exactFormat))\n") }
    for line in MeaningText(core: bound).lines { session.output.write("  \(CellText.escaped(line))\n") }
  }
}

extension ResultTable {
  /// The table with dates of another one where those here are at most so much older or younger.
  fileprivate func alignedDates(with other: ResultTable, within elapsed: Duration) -> ResultTable {
    guard rows.count == other.rows.count else { return self }
    let parts = elapsed.components
    // The clocks of the two need not tick alike.
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
