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
    if let meaning = column.form.usualMeaning(of: sqlite3_column_value(row.statement, column.position)) {
      return meaning
    }
    let meaning = attributes[index].value(of: row.value(at: Int(column.position)))
    if meaning.isNull { unreadable.insert(index) }
    return meaning
  }
}
