import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateValues

/// One fetch over the objects for which its condition holds.
package struct MemoryRun {
  package let fetch: BoundFetch
  let evaluator: ReferenceEvaluator
  private let isCancelled: @Sendable () -> Bool

  /// How many objects are evaluated between two looks at whether somebody still waits.
  private static let chunk = 1_024

  package init(_ fetch: BoundFetch, evaluator: ReferenceEvaluator, isCancelled: @escaping @Sendable () -> Bool) {
    self.fetch = fetch
    self.evaluator = evaluator
    self.isCancelled = isCancelled
  }

  /// The objects for which the condition holds, in their order.
  func objects(
    _ predicate: BoundPredicate, among objects: [any QueryObject]
  ) throws -> [any QueryObject] {
    var found: [any QueryObject] = []
    for start in stride(from: 0, to: objects.count, by: Self.chunk) {
      try checkCancellation()
      let part = Array(objects[start..<min(start + Self.chunk, objects.count)])
      found += try evaluator.objects(predicate, among: part)
    }
    return found
  }

  private func checkCancellation() throws {
    if isCancelled() { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// The answer for the objects, which come in the order of their keys. Nothing is computed for a limit of 0.
  package func table(of objects: [any QueryObject], columns whole: WholeObject) throws -> ResultTable {
    let names = fetch.columns.isEmpty ? whole.names : fetch.columns.map(\.name)
    return ResultTable(columns: names, rows: try rows(of: objects, whole).map(\.values))
  }

  /// The positions of the objects that the fetch gives, in its order. Of no use for groups.
  package func positions(of objects: [any QueryObject]) throws -> [Int] {
    try rows(of: objects, .none).map(\.position)
  }

  private func rows(of objects: [any QueryObject], _ whole: WholeObject) throws -> ArraySlice<MemoryRow> {
    if fetch.limit == 0 { return [] }
    var rows: [MemoryRow] = []
    for (position, source) in try sources(objects).enumerated() {
      if position.isMultiple(of: Self.chunk) { try checkCancellation() }
      rows.append(try row(of: source, at: position, whole))
    }
    if fetch.isDistinct { rows = distinct(rows) }
    let ordered = firstOfEach(MemoryOrder(fetch.order).sorted(rows))
    return ordered.dropFirst(fetch.offset).prefix(fetch.limit ?? Int.max)
  }

  /// What rows are made of: the objects themselves, or their groups for which `having` holds.
  private func sources(_ objects: [any QueryObject]) throws(PredicateIssue) -> [any QueryObject] {
    guard let grouping = fetch.grouping else { return objects }
    var groups: [any QueryObject] = []
    for group in try GroupMaker(grouping, evaluator).groups(of: objects) {
      if let predicate = grouping.predicate, try !evaluator.evaluate(predicate, object: .object(group)) { continue }
      if let failure = group.failure { throw failure }
      groups.append(group)
    }
    return groups
  }

  private func row(
    of source: any QueryObject, at position: Int, _ whole: WholeObject
  ) throws(PredicateIssue) -> MemoryRow {
    let object = QueryValue.object(source)
    var values: [QueryValue] = []
    for column in fetch.columns {
      values.append(try evaluator.value(column.expression, object: object).asFetched(column.value.type))
    }
    if fetch.columns.isEmpty { values = whole.values(of: source) }
    var sortValues: [QueryValue] = []
    for line in fetch.order { sortValues.append(try evaluator.value(line.expression, object: object).withoutNaN) }
    var firstKeys: [QueryValue] = []
    for key in fetch.firstOfEach?.keys ?? [] { firstKeys.append(try evaluator.value(key, object: object).withoutNaN) }
    let ties: [QueryValue]
    if fetch.isDistinct {
      ties = values
    } else if let group = source as? GroupObject {
      ties = group.keyValues
    } else {
      ties = []
    }
    return MemoryRow(
      position: position, values: values, sortValues: sortValues, firstKeys: firstKeys, ties: ties)
  }

  /// The rows that are among the first of those with equal keys.
  private func firstOfEach(_ rows: [MemoryRow]) -> [MemoryRow] {
    guard let first = fetch.firstOfEach else { return rows }
    var counts: [[ValueKey]: Int] = [:]
    return rows.filter { row in
      counts[row.firstKeys.map(ValueKey.init), default: 0] += 1
      return counts[row.firstKeys.map(ValueKey.init), default: 0] <= first.count
    }
  }

  /// The first of the rows that are equal in all columns.
  private func distinct(_ rows: [MemoryRow]) -> [MemoryRow] {
    var seen: Set<[ValueKey]> = []
    return rows.filter { seen.insert($0.values.map(ValueKey.init)).inserted }
  }
}
