import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Reads the rows of a statement as values of the language. What a column is expected to contain is determined once.
///
/// Values are read through SQLite's value interface. It locks the statement once per value, instead of once each for the type, the bytes and the
/// length. GRDB opens its connections without locks and uses each on one thread at a time, as this interface requires.
struct RowReader {
  private let columns: [ColumnReader]
  private let forms: [ColumnReader.Form]

  init(_ columns: [SQLResultColumn]) {
    self.columns = columns.map { ColumnReader($0.content) }
    forms = self.columns.map(\.form)
  }

  /// The current row of a statement.
  func values(of row: StatementPointer) -> [QueryValue] {
    // The array is filled by `append`. An initializer with a count would allocate memory through the type's metadata, which costs more than reading
    // three columns.
    var values: [QueryValue] = []
    values.reserveCapacity(forms.count)
    for position in forms.indices { values.append(value(position, of: row)) }
    return values
  }

  /// A column as a value of the language. The usual content is read fast; any other content takes a slower way.
  @inline(__always)
  private func value(_ position: Int, of row: StatementPointer) -> QueryValue {
    let value = sqlite3_column_value(row.statement, Int32(truncatingIfNeeded: position))
    if let meaning = forms[position].usualMeaning(of: value) ?? forms[position].date(of: value) { return meaning }
    if case .object = forms[position], sqlite3_value_type(value) == SQLITE_INTEGER {
      return .reference(ObjectReference(entity: columns[position].entity ?? "", key: sqlite3_value_int64(value)))
    }
    return columns[position].value(position, of: row)
  }
}

/// How a column's values are read.
struct ColumnReader {
  private let storage: AttributeStorage
  private let type: QueryType
  /// The entity of the objects whose keys the column contains; nil for values.
  let entity: String?
  /// Whether a blob is a value that contains its own type.
  private let mayBeBoxed: Bool
  /// The content that the column is expected to have.
  let form: Form

  /// How values of a column that have the usual storage class are read.
  enum Form {
    case text
    case integer
    case real
    case date
    case boolean
    case object
    case dateText
    case dateNumber(DateUnit)
    case other

    /// The value for NULL and for the storage class that such a column usually has. Nil for any other class, which is read in a slower way.
    @inline(__always)
    func usualMeaning(of value: OpaquePointer?) -> QueryValue? {
      let type = sqlite3_value_type(value)
      switch self {
      case _ where type == SQLITE_NULL: return .null
      case .text where type == SQLITE_TEXT:
        // The pointer must be requested before the length, because requesting it may convert the value and change its length.
        guard let start = sqlite3_value_text(value) else { return .null }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return .string(String(decoding: bytes, as: UTF8.self))
      case .integer where type == SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
      case .real where type == SQLITE_FLOAT: return .double(sqlite3_value_double(value))
      case .date where type == SQLITE_FLOAT: return .date(sqlite3_value_double(value))
      case .boolean where type == SQLITE_INTEGER:
        let number = sqlite3_value_int64(value)
        return number == 0 || number == 1 ? .boolean(number == 1) : .integer(number)
      default: return nil
      }
    }

    /// The date for a text or an integer of a column that stores dates so. Another value may represent the same date.
    @inline(__always)
    func date(of value: OpaquePointer?) -> QueryValue? {
      switch self {
      case .dateText where sqlite3_value_type(value) == SQLITE_TEXT:
        guard let start = sqlite3_value_text(value) else { return .null }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return ISODate.parse(bytes).map { .date($0) } ?? .null
      case .dateNumber(let unit) where sqlite3_value_type(value) == SQLITE_INTEGER:
        return .date(unit.seconds(of: sqlite3_value_int64(value)))
      default: return nil
      }
    }
  }

  init(_ content: SQLResultColumn.Content) {
    switch content {
    // TERNARY of a decimal number and a double may give either, so that the value may be a box.
    case .value(.any), .value(.double), .value(.decimal), .value(.collection), .value(.dictionary): mayBeBoxed = true
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
      case _ where entity != nil: .object
      case .text where type != .url: .text
      case .integer: .integer
      case .real: .real
      case .secondsSince2001: .date
      case .zeroOrOne: .boolean
      case .iso8601Text: .dateText
      default: storage.dateUnit.map { .dateNumber($0) } ?? .other
      }
  }

  /// The value of a column for any stored content.
  @inline(never)
  func value(_ column: Int, of row: StatementPointer) -> QueryValue {
    // The keys of objects are always integers, so any other value reads as nil.
    if entity != nil { return .null }
    let stored = row.stored(column)
    guard mayBeBoxed else { return storage.value(of: stored, as: type) }
    return unboxed(stored).shown(inColumnOf: type)
  }

  /// The value of a box. Numbers, strings and nil are their own boxes.
  private func unboxed(_ stored: StoredValue) -> QueryValue {
    switch stored {
    case .blob(let bytes): SQLBox.value(of: bytes) ?? .null
    case .text where storage == .decimalText: storage.value(of: stored, as: type)
    case .null, .integer, .real, .text: AttributeStorage.dynamic.value(of: stored, as: .any)
    }
  }
}

/// Reads the attributes of rows. How each column is read is decided when the reader is made.
struct AttributeColumns {
  private struct Column {
    let position: Int32
    let form: ColumnReader.Form
  }

  private let attributes: [Attribute]
  private let columns: [Column]

  /// - Parameter positions: For each attribute, the position of its column in a row.
  init(_ attributes: [Attribute], at positions: [Int]) {
    self.attributes = attributes
    columns = zip(attributes, positions).map { attribute, position in
      Column(position: Int32(position), form: ColumnReader(.attribute(attribute)).form)
    }
  }

  /// The values of a row, in the order of the attributes.
  ///
  /// - Parameter contents: Receives the stored values that cannot be recomputed from the result: a value of another family, which reads as nil, or
  ///   another text for the same date.
  func values(of row: StatementPointer, contents: inout [Int: StoredValue]) -> [QueryValue] {
    var values: [QueryValue] = []
    values.reserveCapacity(columns.count)
    for index in columns.indices { values.append(value(index, of: row, &contents)) }
    return values
  }

  @inline(__always)
  private func value(_ index: Int, of row: StatementPointer, _ contents: inout [Int: StoredValue]) -> QueryValue {
    let column = columns[index]
    if let meaning = column.form.usualMeaning(of: sqlite3_column_value(row.statement, column.position)) {
      return meaning
    }
    let content = row.stored(Int(column.position))
    let meaning = attributes[index].value(of: content)
    if attributes[index].stored(meaning)?.isSame(as: content) != true { contents[index] = content }
    return meaning
  }
}

/// A prepared statement for SQLite's C functions. Texts keep a NUL inside, and values are not boxed.
struct StatementPointer {
  let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  /// Sets one parameter, counted from 1. A text or blob is copied. Returns SQLite's result code.
  func bind(_ value: StoredValue, at position: Int) -> Int32 {
    let place = Int32(position)
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, place)
    case .integer(let value): return sqlite3_bind_int64(statement, place, value)
    case .real(let value): return sqlite3_bind_double(statement, place, value)
    case .text(var value):
      return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(statement, place, $0.baseAddress, UInt64($0.count), copying, UInt8(SQLITE_UTF8))
        }
      }
    // An empty array may have no address, and SQLite would bind NULL for a null pointer.
    case .blob(let value) where value.isEmpty: return sqlite3_bind_zeroblob(statement, place, 0)
    case .blob(let value): return sqlite3_bind_blob64(statement, place, value, UInt64(value.count), copying)
    }
  }

  var columnNames: [String] {
    (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// A column of the current row, counted from 0, as SQLite stores it.
  func stored(_ column: Int) -> StoredValue {
    let place = Int32(column)
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, place)
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, place)))))
    default: return .null
    }
  }

  /// A column as text; empty for NULL.
  func text(_ column: Int) -> String {
    let place = Int32(column)
    // The pointer must be requested before the length, because requesting it may convert the value and change its length.
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_text(statement, place), count: Int(sqlite3_column_bytes(statement, place)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A column as an integer; 0 for any other value.
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
}
