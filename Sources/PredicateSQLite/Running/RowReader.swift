import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Reads the rows of a statement as values of the language: what each column is expected to hold is worked out once.
///
/// Values are read through SQLite's value interface, which asks the statement once for each and not once for each of its type, its
/// bytes and their number. GRDB opens its connections without locks and keeps them to one thread at a time, as that asks for.
struct RowReader {
  private let columns: [ValueReader]
  private let forms: [ValueReader.Form]

  init(_ columns: [SQLResultColumn]) {
    self.columns = columns.map { ValueReader($0.content) }
    forms = self.columns.map(\.form)
  }

  /// The row that a statement stands on.
  func values(of row: StatementRow) -> [QueryValue] {
    [QueryValue](unsafeUninitializedCapacity: forms.count) { buffer, count in
      for position in forms.indices {
        let value = value(position, of: row)
        buffer.initializeElement(at: position, to: value)
      }
      count = forms.count
    }
  }

  /// A column as the value that it means. What most columns hold is read as such; everything else takes the long way.
  @inline(__always)
  private func value(_ position: Int, of row: StatementRow) -> QueryValue {
    let value = sqlite3_column_value(row.pointer, Int32(truncatingIfNeeded: position))
    let type = sqlite3_value_type(value)
    if type == SQLITE_NULL { return .null }
    switch forms[position] {
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
    default: return columns[position].value(position, of: row)
    }
  }
}

/// How a column's values are read.
struct ValueReader {
  private let storage: AttributeStorage
  private let type: QueryType
  /// The entity of the objects whose keys the column has; nil for values.
  private let entity: String?
  /// Whether a blob is a value that says itself what it is.
  private let mayBeBoxed: Bool
  /// What the column is expected to hold.
  let form: Form

  /// Columns whose values are read without a look at anything else.
  enum Form {
    case text
    case integer
    case real
    case date
    case boolean
    case other
  }

  init(_ content: SQLResultColumn.Content) {
    switch content {
    case .value(.any), .value(.decimal), .value(.collection), .value(.dictionary): mayBeBoxed = true
    default: mayBeBoxed = false
    }
    switch content {
    case .attribute(let attribute): (storage, type, entity) = (attribute.storage, attribute.type, nil)
    case .toOne(let name): (storage, type, entity) = (.integer, .integer, name)
    case .key, .count: (storage, type, entity) = (.integer, .integer, nil)
    case .value(.uuid): (storage, type, entity) = (.uuidBytes, .uuid, nil)
    case .value(let kind): (storage, type, entity) = (.standard(for: kind), kind, nil)
    }
    form =
      switch storage {
      case _ where entity != nil: .other
      case .text where type != .url: .text
      case .integer: .integer
      case .real: .real
      case .secondsSince2001: .date
      case .zeroOrOne: .boolean
      default: .other
      }
  }

  /// What the column of a row means, whatever is stored there.
  @inline(never)
  func value(_ column: Int, of row: StatementRow) -> QueryValue {
    if let entity {
      guard sqlite3_column_type(row.pointer, Int32(column)) == SQLITE_INTEGER else { return .null }
      return .reference(ObjectReference(entity: entity, key: row.integer(column)))
    }
    let stored = row.stored(column)
    // What SQL has no form for comes as a box.
    if mayBeBoxed, case .blob(let bytes) = stored {
      return bytes.withUnsafeBytes { SQLBox.value(of: $0) } ?? .null
    }
    return storage.value(of: stored, as: type)
  }
}
