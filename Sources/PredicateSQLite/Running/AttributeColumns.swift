import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Reads the attributes of rows. How each column is read is decided once, when the reader is made.
package struct AttributeColumns {
  private struct Column {
    /// Where the column stands among those of a row.
    let position: Int32
    let form: ColumnReader.Form
  }

  private let attributes: [Attribute]
  private let columns: [Column]

  /// - Parameter positions: For each attribute the position of its column in a row.
  package init(_ attributes: [Attribute], at positions: [Int]) {
    self.attributes = attributes
    columns = zip(attributes, positions).map { attribute, position in
      Column(position: Int32(position), form: ColumnReader(.attribute(attribute)).form)
    }
  }

  /// The values of a row, in the order of the attributes.
  ///
  /// - Parameter unreadable: Gets the indexes of those whose columns hold a value of another family. They read as nil.
  package func values(of row: TableRow, unreadable: inout Set<Int>) -> [QueryValue] {
    var values: [QueryValue] = []
    values.reserveCapacity(columns.count)
    for index in columns.indices { values.append(value(index, of: row, &unreadable)) }
    return values
  }

  @inline(__always)
  private func value(_ index: Int, of row: TableRow, _ unreadable: inout Set<Int>) -> QueryValue {
    let column = columns[index]
    let value = sqlite3_column_value(row.statement, column.position)
    let type = sqlite3_value_type(value)
    switch column.form {
    case _ where type == SQLITE_NULL: return .null
    case .text where type == SQLITE_TEXT:
      // The pointer comes first: asking for it may convert the value and change its length.
      guard let start = sqlite3_value_text(value) else { return .null }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return .string(String(decoding: bytes, as: UTF8.self))
    case .integer where type == SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case .real where type == SQLITE_FLOAT: return .double(sqlite3_value_double(value))
    case .date where type == SQLITE_FLOAT: return .date(sqlite3_value_double(value))
    case .boolean where type == SQLITE_INTEGER:
      let number = sqlite3_value_int64(value)
      return number == 0 || number == 1 ? .boolean(number == 1) : .integer(number)
    default:
      let meaning = attributes[index].value(of: row.value(at: Int(column.position)))
      if meaning.isNull { unreadable.insert(index) }
      return meaning
    }
  }
}
