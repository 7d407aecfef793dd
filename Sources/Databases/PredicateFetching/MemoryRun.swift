import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateValues

/// Runs one fetch over the objects that meet its condition.
package struct MemoryRun {
  package let fetch: BoundFetch
  let evaluator: ReferenceEvaluator
  private let isCancelled: @Sendable () -> Bool

  /// The number of objects that are evaluated between two checks for cancellation. It is small, because evaluating one object may take a millisecond
  /// if it reads many other objects.
  static var chunk: Int { 64 }

  package init(_ fetch: BoundFetch, evaluator: ReferenceEvaluator, isCancelled: @escaping @Sendable () -> Bool) {
    self.fetch = fetch
    self.evaluator = evaluator
    self.isCancelled = isCancelled
  }

  /// The objects that meet the condition, in their order.
  ///
  /// - Parameter work: The number of steps that remain; the steps taken are subtracted. Nil if steps are not counted.
  package func objects(
    _ predicate: BoundPredicate, among objects: [any QueryObject], work: inout Int?
  ) throws -> [any QueryObject] {
    if var steps = work {
      defer { work = steps }
      do {
        return try objects.filter { try evaluator.evaluate(predicate, object: .object($0), work: &steps) }
      } catch {
        try checkCancellation()
        throw error
      }
    }
    let results = KnownResults(predicate.condition)
    var found: [any QueryObject] = []
    for (position, object) in objects.enumerated() {
      if position % Self.chunk == 0 { try checkCancellation() }
      if try evaluator.evaluate(predicate, object: .object(object), results) { found.append(object) }
    }
    return found
  }

  func checkCancellation() throws {
    if isCancelled() { throw CancellationError() }
    try WorkCancellation.check()
  }

  /// The result for the given rows, which are in the order of their keys. If the limit is 0, nothing is computed.
  package func table(of source: some FetchedRows, columns whole: WholeObject) throws -> ResultTable {
    let names = fetch.columns.isEmpty ? whole.names : fetch.columns.map(\.name)
    return ResultTable(columns: names, rows: try rows(of: source, whole).map(\.values))
  }

  /// The positions of the result's rows in `source`, in the order of the fetch. Must not be called for groups.
  package func positions(of source: some FetchedRows) throws -> [Int] {
    try rows(of: source, nil).map(\.position)
  }

  /// - Parameter whole: The columns of a fetch without columns; nil if only positions are needed.
  private func rows(of source: some FetchedRows, _ whole: WholeObject?) throws -> [MemoryRow] {
    if fetch.limit == 0 { return [] }
    guard let grouping = fetch.grouping else { return try windowedRows(of: source, whole, ties: { _ in [] }) }
    let groups = try groups(of: source, grouping)
    return try windowedRows(of: ObjectRows(groups), whole, ties: { groups[$0].keyValues })
  }

  private func windowedRows(
    of source: some FetchedRows, _ whole: WholeObject?, ties: (Int) -> [QueryValue]
  ) throws -> [MemoryRow] {
    if fetch.windows.isEmpty { return try rows(of: source, whole, ties: ties) }
    return try rows(of: try windowedRows(of: source, ties: ties), whole, ties: ties)
  }

  /// - Parameter ties: For a row at a position, the values that order it among rows with equal sort keys.
  private func rows(
    of source: some FetchedRows, _ whole: WholeObject?, ties: (Int) -> [QueryValue]
  ) throws -> [MemoryRow] {
    let firstKeys = fetch.firstOfEach?.keys ?? []
    let computed = try source.values(
      of: fetch.columns.map(\.expression) + fetch.order.map(\.expression) + firstKeys, evaluator,
      checkCancellation: checkCancellation)
    let columns = zip(computed, fetch.columns).map { values, column in
      values.map { $0.asFetched(column.value.type) }
    }
    let sorted = computed.dropFirst(columns.count)
    func wholeRow(_ position: Int) -> [QueryValue] { whole?.values(of: source.object(at: position)) ?? [] }
    var rows = (0..<source.count).map { position in
      // The values of whole objects are computed only for rows of the result, unless they decide which rows are distinct.
      let values = fetch.columns.isEmpty && fetch.isDistinct ? wholeRow(position) : columns.map { $0[position] }
      return MemoryRow(
        position: position, values: values,
        sortValues: sorted.prefix(fetch.order.count).map { $0[position].withoutNaN },
        firstKeys: sorted.dropFirst(fetch.order.count).map { $0[position].withoutNaN },
        ties: fetch.isDistinct ? values : ties(position))
    }
    if fetch.isDistinct { rows = distinct(rows) }
    let ordered = firstOfEach(MemoryOrder(fetch.order).sorted(rows))
    rows = Array(ordered.dropFirst(fetch.offset).prefix(fetch.limit ?? Int.max))
    if fetch.columns.isEmpty && !fetch.isDistinct {
      for position in rows.indices { rows[position].values = wholeRow(rows[position].position) }
    }
    return rows
  }

  /// The rows that the clause `first 3 of each genre` keeps: for each genre, the first three. All rows if the fetch has no such clause.
  private func firstOfEach(_ rows: [MemoryRow]) -> [MemoryRow] {
    guard let first = fetch.firstOfEach else { return rows }
    var counts: [[ValueKey]: Int] = [:]
    return rows.filter { row in
      let key = row.firstKeys.map(ValueKey.init)
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count <= first.count
    }
  }

  /// The rows without repetitions: of rows that are equal in all columns, the first one stays.
  private func distinct(_ rows: [MemoryRow]) -> [MemoryRow] {
    var seen: Set<[ValueKey]> = []
    return rows.filter { seen.insert($0.values.map(ValueKey.init)).inserted }
  }
}

/// A row of a result that is being computed.
struct MemoryRow {
  /// The number of the object or group that the row is made from.
  let position: Int
  var values: [QueryValue]
  /// A value for each sort key.
  let sortValues: [QueryValue]
  /// A value for each key of `first … of each`.
  let firstKeys: [QueryValue]
  /// The values that order rows with equal sort keys: the keys of a group, the columns of a distinct row. Empty for objects, which keep the order of
  /// their keys.
  let ties: [QueryValue]
}

/// The order of the rows of a fetch.
package struct MemoryOrder {
  private let lines: [Line]

  private struct Line {
    let isAscending: Bool
    let folding: StringFolding

    init(_ order: BoundFetch.Order) {
      isAscending = order.isAscending
      folding = StringFolding(order.options)
    }

    /// A value in the form in which it is compared. A string is folded once, by the options of the sort key.
    func compared(_ value: QueryValue) -> QueryValue {
      if case .string(let text) = value, !folding.isIdentity { .string(folding.fold(text)) } else { value }
    }
  }

  package init(_ order: [BoundFetch.Order]) { lines = order.map(Line.init) }

  /// The compared values of a row, for all sort keys.
  package func keys(_ values: some Sequence<QueryValue>) -> [QueryValue] {
    zip(lines, values).map { $0.compared($1.withoutNaN) }
  }

  /// Whether one row precedes another by the sort keys; nil if all sort keys are equal.
  package func comes(_ keys: [QueryValue], before other: [QueryValue]) -> Bool? {
    for (position, line) in lines.enumerated() {
      switch keys[position].rank(among: other[position]) {
      case .less: return line.isAscending
      case .greater: return !line.isAscending
      case .equal: continue
      }
    }
    return nil
  }

  /// Whether all sort keys of two rows are equal.
  func areEqual(_ left: MemoryRow, _ right: MemoryRow) -> Bool {
    zip(lines, zip(left.sortValues, right.sortValues)).allSatisfy { line, values in
      line.compared(values.0).rank(among: line.compared(values.1)) == .equal
    }
  }

  /// The rows sorted. Rows with equal keys keep their order.
  func sorted(_ rows: [MemoryRow]) -> [MemoryRow] {
    let keys = rows.map { self.keys($0.sortValues) }
    let positions = rows.indices.sorted { left, right in
      if let comes = comes(keys[left], before: keys[right]) { return comes }
      for (a, b) in zip(rows[left].ties, rows[right].ties) {
        switch a.rank(among: b) {
        case .less: return true
        case .greater: return false
        case .equal: continue
        }
      }
      return left < right
    }
    return positions.map { rows[$0] }
  }
}
