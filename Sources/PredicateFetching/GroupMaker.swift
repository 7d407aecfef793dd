import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateValues

/// Puts rows into groups and computes what is asked of each group.
struct GroupMaker {
  private let grouping: BoundGrouping
  private let evaluator: ReferenceEvaluator
  private let checkCancellation: () throws -> Void

  init(_ grouping: BoundGrouping, _ evaluator: ReferenceEvaluator, checkCancellation: @escaping () throws -> Void) {
    self.grouping = grouping
    self.evaluator = evaluator
    self.checkCancellation = checkCancellation
  }

  /// The groups, in the order in which their first rows come. Rows with equal keys are one group, nil equal to nil. Without keys all rows
  /// are one group, also where there are none.
  func groups(of rows: some FetchedRows) throws -> [GroupObject] {
    let groups = try positions(in: rows)
    let aggregates = grouping.aggregates.map { values(of: $0, in: groups.map(\.positions), rows) }
    return groups.indices.map { group in
      GroupObject(grouping, keys: groups[group].keys, aggregates: aggregates.map { $0[group] })
    }
  }

  /// What an aggregate is for each group, or why it is nothing.
  private func values(
    of aggregate: GroupAggregate, in groups: [[Int]], _ rows: some FetchedRows
  ) -> [Result<QueryValue, PredicateIssue>] {
    guard let expression = aggregate.expression else { return groups.map { .success(.integer(Int64($0.count))) } }
    let column = rows.columns(of: [expression])?.first
    return groups.map { positions in
      Result { () throws(PredicateIssue) in
        var values: [QueryValue] = []
        values.reserveCapacity(positions.count)
        for position in positions {
          if let column {
            values.append(column[position].withoutNaN)
          } else {
            values.append(try evaluator.value(expression, object: rows.object(at: position)).withoutNaN)
          }
        }
        return try aggregate.value(of: values, expression)
      }
    }
  }

  /// The keys of the groups, and where their rows stand.
  private func positions(in rows: some FetchedRows) throws -> [(keys: [QueryValue], positions: [Int])] {
    if grouping.keyExpressions.isEmpty { return [([], Array(0..<rows.count))] }
    let columns = try rows.values(
      of: grouping.keyExpressions, evaluator, checkCancellation: checkCancellation)
    var groups: [(keys: [QueryValue], positions: [Int])] = []
    var places: [[ValueKey]: Int] = [:]
    for position in 0..<rows.count {
      let keys = columns.map { $0[position].withoutNaN }
      let key = keys.map(ValueKey.init)
      let place = places[key, default: groups.count]
      if place == groups.count {
        places[key] = place
        groups.append((keys, []))
      }
      groups[place].positions.append(position)
    }
    return groups
  }
}
