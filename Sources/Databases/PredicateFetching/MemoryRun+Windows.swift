import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateValues

/// Computes windows. The rows are in the order of their keys.
extension MemoryRun {
  /// The rows with an additional property for each window. Takes *n* log *n* time for *n* rows.
  ///
  /// - Parameter ties: Returns, for a position, the values that order its row among rows with equal sort keys.
  func windowedRows<Rows: FetchedRows>(of rows: Rows, ties: (Int) -> [QueryValue]) throws -> WindowedRows<Rows> {
    let order = try values(of: fetch.windowOrder.map(\.expression), rows)
    let sorting = MemoryOrder(fetch.windowOrder)
    let sorted = sorting.sorted(
      (0..<rows.count).map { position in
        MemoryRow(
          position: position, values: [], sortValues: order.map { $0[position] }, firstKeys: [], ties: ties(position))
      })
    var windows: [[QueryValue]] = []
    for window in fetch.windows {
      let keys = try values(of: window.keys, rows)
      var parts: [[ValueKey]: [MemoryRow]] = [:]
      for row in sorted { parts[keys.map { ValueKey($0[row.position]) }, default: []].append(row) }
      let column = try values(of: window.expression.map { [$0] } ?? [], rows).first
      var result = Array(repeating: QueryValue.null, count: rows.count)
      for part in parts.values {
        let found = try values(of: window, column.map { column in part.map { column[$0.position] } }, part, sorting)
        for (row, value) in zip(part, found) { result[row.position] = value.asFetched(window.type) }
      }
      windows.append(result)
    }
    return WindowedRows(rows: rows, names: fetch.windows.map(\.name), windows: windows)
  }

  private func values(of expressions: [BoundExpression], _ rows: some FetchedRows) throws -> [[QueryValue]] {
    try rows.values(of: expressions, evaluator, checkCancellation: checkCancellation).map { $0.map(\.withoutNaN) }
  }

  /// The values of a window within one group of rows that have equal window keys, in the order of these rows.
  private func values(
    of window: RowWindow, _ column: [QueryValue]?, _ part: [MemoryRow], _ order: MemoryOrder
  ) throws -> [QueryValue] {
    switch window.function {
    case .previous: return [.null] + (column ?? []).dropLast()
    case .next: return (column ?? []).dropFirst() + [.null]
    case .rank:
      var rank = 1
      return part.indices.map { place in
        if place > 0, !order.areEqual(part[place - 1], part[place]) { rank = place + 1 }
        return .integer(Int64(rank))
      }
    case .total(let aggregate):
      let total =
        try aggregate.expression.map { expression throws(PredicateIssue) in
          try aggregate.value(of: column ?? [], expression)
        } ?? .null
      return part.map { _ in total }
    case .running(let aggregate):
      guard let expression = aggregate.expression, let column else {
        return part.indices.map { .integer(Int64($0 + 1)) }
      }
      var fold = RunningAggregate(aggregate.function)
      return try column.map { value in
        try PredicateIssue.placing(at: expression.value.range) { () throws(PredicateIssue) in try fold.add(value) }
        return try fold.value().shown(inColumnOf: window.type)
      }
    }
  }
}

/// An aggregate of the rows up to the current one.
private struct RunningAggregate {
  private let function: GroupAggregate.Function
  private var count: Int64 = 0
  private var sum = NumberSum()
  private var extreme = QueryValue.null

  init(_ function: GroupAggregate.Function) { self.function = function }

  mutating func add(_ value: QueryValue) throws(PredicateIssue) {
    if value.isNull { return }
    count += 1
    switch function {
    case .minimum: extreme = try CollectionOperator.min.apply(to: [extreme, value])
    case .maximum: extreme = try CollectionOperator.max.apply(to: [extreme, value])
    case .sum, .average:
      // For a value that is not a number, `@sum` itself throws the error, so that it is the same as in an aggregate.
      if !sum.add(value) { _ = try CollectionOperator.sum.apply(to: [value]) }
    default: break
    }
  }

  func value() throws(PredicateIssue) -> QueryValue {
    switch function {
    case .sum: return sum.value
    case .average:
      return try ValueArithmetic.apply(.divide, ValueCast.cast(sum.value, to: .double), .double(Double(count)))
    case .minimum, .maximum: return extreme
    default: return .integer(count)
    }
  }
}

/// Rows with additional properties.
struct WindowedRows<Rows: FetchedRows>: FetchedRows {
  let rows: Rows
  let names: [String]
  /// The additional properties: for each window a value per row.
  let windows: [[QueryValue]]

  var count: Int { rows.count }

  func object(at position: Int) -> QueryValue {
    guard case .object(let object) = rows.object(at: position) else { return .null }
    return .object(WindowedRow(object: object, names: names, values: windows.map { $0[position] }))
  }
}

/// An object or a group with additional properties.
private struct WindowedRow: QueryObject {
  let object: any QueryObject
  let names: [String]
  let values: [QueryValue]

  var entityName: String { object.entityName }
  var reference: ObjectReference? { object.reference }
  var keys: [String] { object.keys + names }
  var comparesByProperties: Bool { object.comparesByProperties }

  func value(forKey key: String) -> QueryValue? {
    if let place = names.firstIndex(where: { $0.hasSameScalars(as: key) }) { return values[place] }
    return object.value(forKey: key)
  }
}
