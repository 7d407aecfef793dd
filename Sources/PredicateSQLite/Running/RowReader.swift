import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Reads the rows of a statement as values of the language: what each column is expected to hold is worked out once.
///
/// Values are read through SQLite's value interface, which asks the statement once for each and not once for each of its type, its
/// bytes and their number. GRDB opens its connections without locks and keeps them to one thread at a time, as that asks for.
struct RowReader {
  private let columns: [ColumnReader]
  private let forms: [ColumnReader.Form]

  init(_ columns: [SQLResultColumn]) {
    self.columns = columns.map { ColumnReader($0.content) }
    forms = self.columns.map(\.form)
  }

  /// The row that a statement stands on.
  func values(of row: StatementPointer) -> [QueryValue] {
    // Not an initializer that is told the number: the standard library makes its memory by way of the type's metadata, which costs more
    // than reading three columns.
    var values: [QueryValue] = []
    values.reserveCapacity(forms.count)
    for position in forms.indices { values.append(value(position, of: row)) }
    return values
  }

  /// A column as the value that it means. What most columns hold is read as such; everything else takes the long way.
  @inline(__always)
  private func value(_ position: Int, of row: StatementPointer) -> QueryValue {
    let value = sqlite3_column_value(row.statement, Int32(truncatingIfNeeded: position))
    if let meaning = forms[position].usualMeaning(of: value) { return meaning }
    if case .object = forms[position], sqlite3_value_type(value) == SQLITE_INTEGER {
      return .reference(ObjectReference(entity: columns[position].entity ?? "", key: sqlite3_value_int64(value)))
    }
    return columns[position].value(position, of: row)
  }
}
