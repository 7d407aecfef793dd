import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateValues

/// Puts rows into groups and computes the aggregates of each group.
extension MemoryRun {
  /// The groups that meet `having`, in the order of their first rows. Rows with equal keys form one group; nil equals nil. Without keys all rows form
  /// one group, even if there are no rows.
  ///
  /// The aggregates of all groups are computed first, as databases compute them. So an aggregate that cannot be computed ends the run, also if `having`
  /// excludes its group.
  func groups(of rows: some FetchedRows, _ grouping: BoundGrouping) throws -> [GroupObject] {
    let groups = try positions(in: rows, grouping)
    let aggregates = try grouping.aggregates.map { try values(of: $0, in: groups.map(\.positions), rows) }
    var found: [GroupObject] = []
    for (position, group) in groups.enumerated() {
      let object = GroupObject(grouping, keys: group.keys, aggregates: aggregates.map { $0[position] })
      if let predicate = grouping.predicate, try !evaluator.evaluate(predicate, object: .object(object)) { continue }
      found.append(object)
    }
    return found
  }

  /// The value of an aggregate for each group.
  private func values(
    of aggregate: GroupAggregate, in groups: [[Int]], _ rows: some FetchedRows
  ) throws -> [QueryValue] {
    guard let expression = aggregate.expression else { return groups.map { .integer(Int64($0.count)) } }
    let column = rows.columns(of: [expression])?.first
    var read = 0
    return try groups.map { positions in
      var values: [QueryValue] = []
      values.reserveCapacity(positions.count)
      for position in positions {
        if read.isMultiple(of: Self.chunk) { try checkCancellation() }
        read += 1
        if let column {
          values.append(column[position].withoutNaN)
        } else {
          values.append(try evaluator.value(expression, object: rows.object(at: position)).withoutNaN)
        }
      }
      try checkCancellation()
      return try aggregate.value(of: values, expression)
    }
  }

  /// The keys of the groups, and the positions of their rows.
  private func positions(
    in rows: some FetchedRows, _ grouping: BoundGrouping
  ) throws -> [(keys: [QueryValue], positions: [Int])] {
    if grouping.keyExpressions.isEmpty { return [([], Array(0..<rows.count))] }
    let columns = try rows.values(of: grouping.keyExpressions, evaluator, checkCancellation: checkCancellation)
    var groups: [(keys: [QueryValue], positions: [Int])] = []
    var places: [[ValueKey]: Int] = [:]
    for position in 0..<rows.count {
      for keys in try grouping.keys(in: columns, at: position, limit: evaluator.limits.visitedElements) {
        let key = keys.map(ValueKey.init)
        let place = places[key, default: groups.count]
        if place == groups.count {
          places[key] = place
          groups.append((keys, []))
        }
        groups[place].positions.append(position)
      }
    }
    return groups
  }
}

extension BoundGrouping {
  /// The greatest number of groups that one row may belong to by the combinations of elements of several collections.
  private static let mostGroups = 1_000_000

  /// The keys of the groups that a row belongs to. A row belongs to one group, unless a key is `each` element of a collection. Several such keys make a
  /// group of each combination of their elements.
  fileprivate func keys(
    in columns: [[QueryValue]], at position: Int, limit: Int
  ) throws(PredicateIssue) -> [[QueryValue]] {
    if eachKeys.isEmpty { return [columns.map { $0[position].withoutNaN }] }
    var found: [[QueryValue]] = [[]]
    for (key, column) in columns.enumerated() {
      var values = [column[position].withoutNaN]
      if eachKeys.contains(key) {
        switch values[0] {
        case .array(let elements), .set(let elements): values = elements.map(\.withoutNaN).distinctValues()
        default: values.removeAll { $0.isNull }
        }
      }
      let count = found.count * values.count
      guard count <= (found.count == 1 ? limit : min(limit, Self.mostGroups)) else { throw .tooManyElements }
      found = found.flatMap { start in values.map { start + [$0] } }
    }
    return found
  }
}

extension GroupAggregate {
  /// The aggregate of the values of its expression. The values are in the order of the rows' keys.
  func value(of values: [QueryValue], _ expression: BoundExpression) throws(PredicateIssue) -> QueryValue {
    try PredicateIssue.placing(at: expression.value.range) { () throws(PredicateIssue) in
      try value(of: values, expression.value.type)
    }
  }

  private func value(of values: [QueryValue], _ type: QueryType) throws(PredicateIssue) -> QueryValue {
    let present = values.filter { !$0.isNull }
    switch function {
    case .count: return .integer(Int64(values.count))
    case .countOfValues: return .integer(Int64(present.count))
    case .countOfDistinctValues: return .integer(Int64(Set(present.map(ValueKey.init)).count))
    case .sum: return try CollectionOperator.sum.apply(to: values).shown(inColumnOf: type)
    case .average:
      if present.isEmpty { return .null }
      let sum = try ValueCast.cast(try CollectionOperator.sum.apply(to: present), to: .double)
      return try ValueArithmetic.apply(.divide, sum, .double(Double(present.count)))
    case .averageWithNil: return try CollectionOperator.avg.apply(to: values)
    case .minimum: return try CollectionOperator.min.apply(to: values)
    case .maximum: return try CollectionOperator.max.apply(to: values)
    case .statistic(let statistic):
      return try statistic.value(of: present).shown(inColumnOf: statistic.resultType(of: type))
    }
  }
}
