import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// How a column's values are read.
struct ColumnReader {
  private let storage: AttributeStorage
  private let type: QueryType
  /// The entity of the objects whose keys the column has; nil for values.
  let entity: String?
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
    case object
    case other

    /// What a stored value means, where it is NULL or of the class that such columns mostly hold; nil for anything else, which takes the long way.
    @inline(__always)
    func usualMeaning(of value: OpaquePointer?) -> QueryValue? {
      let type = sqlite3_value_type(value)
      switch self {
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
      default: return nil
      }
    }
  }

  init(_ content: SQLResultColumn.Content) {
    switch content {
    // Of a decimal number and a double TERNARY gives one or the other.
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
      default: .other
      }
  }

  /// What the column of a row means, whatever is stored there.
  @inline(never)
  func value(_ column: Int, of row: StatementPointer) -> QueryValue {
    // No key of an object is anything but an integer.
    if entity != nil { return .null }
    let stored = row.stored(column)
    guard mayBeBoxed else { return storage.value(of: stored, as: type) }
    return unboxed(stored).shown(inColumnOf: type)
  }

  /// A value without a form of its own in SQL comes as a box. Numbers, strings and nil are their own boxes.
  private func unboxed(_ stored: StoredValue) -> QueryValue {
    switch stored {
    case .blob(let bytes): bytes.withUnsafeBytes { SQLBox.value(of: $0) } ?? .null
    case .text where storage == .decimalText: storage.value(of: stored, as: type)
    case .null, .integer, .real, .text: AttributeStorage.dynamic.value(of: stored, as: .any)
    }
  }
}
