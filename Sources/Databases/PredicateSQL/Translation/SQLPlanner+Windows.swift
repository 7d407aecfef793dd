import PredicateBinding
import PredicateModel
import PredicateValues

/// Windows as window functions, in the SELECT that has the rows: `SUM(x) OVER (ORDER BY y ROWS UNBOUNDED PRECEDING)`.
extension SQLPlanner {
  /// Makes the SQL of a fetch's windows. Columns and order then read them as properties of a row.
  ///
  /// - Parameter ties: The order of rows whose sort keys are equal.
  mutating func makeWindows(of fetch: BoundFetch, ties: [SQLOrder]) throws(PredicateIssue) {
    if fetch.windows.isEmpty { return }
    let order = try order(fetch.windowOrder)
    var made: [ScalarString: SQLExpression] = [:]
    for window in fetch.windows {
      guard hasPlainForm(window.type), window.expression.map({ isNative($0.value) }) ?? true else {
        throw .unsupportedInSQL(
          "A value of other rows of the type \(window.type.description)", range: window.expression?.value.range ?? .none
        )
      }
      let keys = try window.keys.map { key throws(PredicateIssue) in try groupKey(key.value).comparedByScalars }
      let whole = SQLWindow(among: keys, order: order + ties)
      let value = try window.expression.map { expression throws(PredicateIssue) in try self.value(expression.value) }
      let name = ScalarString(window.name)
      switch window.function {
      case .previous: made[name] = whole.of(.previous, value.map { [$0] } ?? [], mayBeNull: true)
      case .next: made[name] = whole.of(.next, value.map { [$0] } ?? [], mayBeNull: true)
      case .rank: made[name] = SQLWindow(among: keys, order: order).of(.rank, [], mayBeNull: false)
      case .running(let aggregate):
        made[name] = try self.window(aggregate, SQLWindow(among: keys, order: order + ties, isRunning: true))
      case .total(let aggregate): made[name] = try self.window(aggregate, SQLWindow(among: keys))
      }
    }
    windows = made
    windowScope = rowScope
  }

  private mutating func window(
    _ aggregate: GroupAggregate, _ window: SQLWindow
  ) throws(PredicateIssue) -> SQLExpression {
    guard let value = aggregate.value else { return window.of(.count, [], mayBeNull: false) }
    let term = try self.value(value)
    func sum() throws(PredicateIssue) -> SQLExpression {
      let type = mayBeFraction(value) ? value.type : nil
      return try exact(.windowSum(term, fractionsOf: type, window), range: value.range)
    }
    func count() -> SQLExpression { window.of(.count, [term], mayBeNull: false) }
    switch aggregate.function {
    case .count, .countOfValues: return count()
    case .sum: return try sum()
    case .average: return mean(try sum(), count())
    case .minimum, .maximum:
      guard hasNativeExtremes(value.type) else {
        throw .unsupportedInSQL("The least or greatest of \(value.type.description)", range: value.range)
      }
      let function: SQLFunction = aggregate.function == .minimum ? .minimum : .maximum
      return window.of(function, [term.comparedByScalars], mayBeNull: true)
    case .countOfDistinctValues, .averageWithNil, .statistic:
      throw .unsupportedInSQL("An aggregate of the rows so far", range: value.range)
    }
  }

  /// The window that a property of a row stands for; nil for any other property. Throws in a subquery, because only the SELECT with the rows has
  /// windows.
  func window(_ row: CoreRow, _ member: Member, range: SourceRange) throws(PredicateIssue) -> SQLExpression? {
    guard !windows.isEmpty, case .variable(0) = row, let window = windows[ScalarString(member.name)] else { return nil }
    guard rowScope == windowScope else {
      throw .unsupportedInSQL("A value of other rows in a condition on elements", range: range)
    }
    return window
  }
}
