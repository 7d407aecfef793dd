import PredicateModel
import PredicateValues

extension ResultTable {
  /// The value at a place, nil where the row is too short.
  package func value(row: Int, column: Int) -> QueryValue {
    rows[row].indices.contains(column) ? rows[row][column] : .null
  }

  /// The first rows.
  package func prefix(_ count: Int) -> ResultTable {
    count >= rows.count ? self : ResultTable(columns: columns, rows: Array(rows.prefix(count)))
  }
}
