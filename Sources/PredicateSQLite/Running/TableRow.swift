import GRDBSQLite
import PredicateModel

/// The row that a statement stands on.
package struct TableRow {
  let statement: OpaquePointer

  /// The names of the columns.
  package var columnNames: [String] {
    (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// A column, counted from 0.
  package func value(at column: Int) -> StoredValue { StatementPointer(statement).stored(column) }

  /// A column as an integer; 0 where it is none.
  package func integer(at column: Int) -> Int64 { StatementPointer(statement).integer(column) }
}
