import PredicateValues

/// Long lists of rows: `shop = 1 AND num IN (…) OR shop = 2 AND num IN (…)`.
extension SQLRenderer {
  /// Writes a disjunction that compares the same columns with many rows of constants. It becomes one list of rows, which an index of the columns can
  /// find: `(shop, num) IN (SELECT * FROM unnest($1, $2))`. Returns false and writes nothing for any other condition, for few rows, and for a
  /// database that cannot do so.
  mutating func writeRows(_ parts: [SQLExpression]) -> Bool {
    guard let (front, end) = dialect.boundRowElements, let list = SQLRowList(parts),
      list.rows.count > limits.writtenConstants
    else { return false }
    var lists: [SQLExpression] = []
    for place in list.columns.indices {
      guard let bound = dialect.boundList(of: list.rows.map { $0[place] }) else { return false }
      lists.append(.parameter(bound))
    }
    write("(\(list.columns)) IN (")
    write("\(front)\(lists)\(end))")
    return true
  }
}

/// The rows of constants that some columns are compared with.
private struct SQLRowList {
  let columns: [SQLExpression]
  let rows: [[QueryValue]]

  /// Nil unless every part compares the same columns with constants, at least two columns. In each part, one of the columns may be compared with a
  /// list.
  ///
  /// With one list per part there are no more rows than constants. Two lists in a part would make a row for each pair of their constants.
  init?(_ parts: [SQLExpression]) {
    var (columns, rows): ([SQLExpression], [[QueryValue]]) = ([], [])
    for part in parts {
      guard case .all(let comparisons) = part.node, comparisons.count > 1 else { return nil }
      let isFirst = columns.isEmpty
      var partRows: [[QueryValue]] = [[]]
      for (place, comparison) in comparisons.enumerated() {
        guard let (column, constants) = Self.read(comparison), partRows.count <= 1 || constants.count <= 1 else {
          return nil
        }
        if isFirst {
          columns.append(column)
        } else if comparisons.count != columns.count || !Self.areSame(column, columns[place]) {
          return nil
        }
        partRows = partRows.flatMap { row in constants.map { row + [$0] } }
      }
      rows += partRows
    }
    (self.columns, self.rows) = (columns, rows)
  }

  /// A column and the constants that it may equal.
  private static func read(_ comparison: SQLExpression) -> (SQLExpression, [QueryValue])? {
    switch comparison.node {
    case .inList(let column, let constants) where columnOf(column) != nil: return (column, constants)
    case .binary(.equal, let column, let other) where columnOf(column) != nil:
      guard case .parameter(let constant) = other.node else { return nil }
      return (column, [constant])
    default: return nil
    }
  }

  private static func areSame(_ first: SQLExpression, _ second: SQLExpression) -> Bool {
    guard let first = columnOf(first), let second = columnOf(second) else { return false }
    return first.source == second.source && first.name.hasSameScalars(as: second.name)
      && first.isBinary == second.isBinary
  }

  private static func columnOf(_ expression: SQLExpression) -> (source: Int, name: String, isBinary: Bool)? {
    switch expression.node {
    case .column(let source, let name): return (source, name, false)
    case .binaryCollation(let operand):
      guard case .column(let source, let name) = operand.node else { return nil }
      return (source, name, true)
    default: return nil
    }
  }
}
