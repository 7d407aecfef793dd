import GRDBSQLite
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// One call of a function by SQLite: its arguments, and a setter for its result. A function that sets no result returns NULL.
struct SQLiteCall {
  let context: OpaquePointer
  private let values: UnsafeMutablePointer<OpaquePointer?>
  private let count: Int

  /// SQLite's constant for a destructor that makes SQLite copy the bytes.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Nil if the statement has no steps left. In this case the statement ends.
  init?(_ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let context, let values else { return nil }
    self.context = context
    self.values = values
    self.count = Int(count)
    guard let work = state.work, !work.take(bytesOfArguments) else { return }
    fail(.tooMuchWork)
    return nil
  }

  /// Subtracts the additional steps for folding a text. If no steps are left, returns false and ends the statement.
  func mayFold(_ text: UnsafeBufferPointer<UInt8>, _ options: StringOptions) -> Bool {
    guard let work = state.work, !work.take(folding: text, options) else { return true }
    fail(.tooMuchWork)
    return false
  }

  /// The number of bytes of the texts and blobs among the arguments.
  private var bytesOfArguments: Int {
    (0..<count).reduce(0) { bytes, position in
      switch sqlite3_value_type(values[position]) {
      case SQLITE_TEXT, SQLITE_BLOB: bytes + Int(sqlite3_value_bytes(values[position]))
      default: bytes
      }
    }
  }

  /// The state that the connection's functions share.
  var state: SQLiteFunctionState { Self.state(of: context) }

  private static func state(of context: OpaquePointer) -> SQLiteFunctionState {
    Unmanaged<SQLiteFunctionState>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
  }

  var argumentCount: Int { count }

  /// The UTF-8 bytes of a text; nil for any other value. They belong to SQLite and are valid until the call returns.
  func bytes(_ position: Int) -> UnsafeBufferPointer<UInt8>? {
    let value = values[position]
    guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// A text; nil for any other value.
  func text(_ position: Int) -> String? {
    bytes(position).map { String(decoding: $0, as: UTF8.self) }
  }

  /// An integer; 0 for any other value.
  func integer(_ position: Int) -> Int { Int(sqlite3_value_int64(values[position])) }

  /// A whole number, stored as an integer or as a double; nil for any other value.
  func wholeNumber(_ position: Int) -> Int64? {
    let value = values[position]
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return sqlite3_value_int64(value)
    case SQLITE_FLOAT: return Int64(exactly: sqlite3_value_double(value))
    default: return nil
    }
  }

  /// The bytes of a blob; empty for any other value. They belong to SQLite and are valid until the call returns.
  func blob(_ position: Int) -> UnsafeRawBufferPointer {
    let value = values[position]
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
  }

  /// A number; nil for any other value.
  func number(_ position: Int) -> StoredNumber? {
    let value = values[position]
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    default: return nil
    }
  }

  /// An argument without a copy of its bytes.
  func value(_ position: Int) -> SQLiteBytesValue {
    switch sqlite3_value_type(values[position]) {
    case SQLITE_TEXT: return .text(UnsafeRawBufferPointer(bytes(position) ?? UnsafeBufferPointer(start: nil, count: 0)))
    case SQLITE_BLOB: return .blob(blob(position))
    default:
      switch number(position) {
      case .integer(let number): return .integer(number)
      case .real(let number): return .real(number)
      case nil: return .null
      }
    }
  }

  /// Option letters that are passed as a number.
  func options(_ position: Int) -> StringOptions {
    StringOptions(rawValue: UInt8(truncatingIfNeeded: integer(position)))
  }

  /// An argument as SQLite stores it.
  func stored(_ position: Int) -> StoredValue {
    let value = values[position]
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT: return .text(text(position) ?? "")
    case SQLITE_BLOB: return .blob(Array(blob(position)))
    default: return .null
    }
  }

  /// The object that an earlier call of the same statement kept for a constant argument.
  func kept<Kept: AnyObject>(_ position: Int, as type: Kept.Type) -> Kept? {
    sqlite3_get_auxdata(context, Int32(position)).map { Unmanaged<Kept>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Keeps an object for later calls with the same constant argument. SQLite may release it at any time.
  func keep<Kept: AnyObject>(_ object: Kept, for position: Int) {
    sqlite3_set_auxdata(context, Int32(position), Unmanaged.passRetained(object).toOpaque()) { pointer in
      if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
  }

  /// The value that an earlier call of the same statement kept for a constant argument. Without one, makes it and keeps it for later calls.
  func kept<Value>(_ position: Int, or make: () -> Value) -> Value {
    if let known = kept(position, as: Kept<Value>.self) { return known.value }
    let made = Kept(make())
    keep(made, for: position)
    return made.value
  }

  func give(_ value: Bool) { sqlite3_result_int(context, value ? 1 : 0) }

  func give(_ value: Int) { sqlite3_result_int64(context, Int64(value)) }

  /// Returns a text, given as UTF-8 bytes.
  func give(text bytes: [UInt8]) { Self.give(text: bytes, to: context) }

  /// Returns a value in the representation that its type has in SQL.
  func give(_ value: QueryValue) { Self.give(value, to: context) }

  /// Returns a value unchanged.
  func give(copyOf value: SQLiteBytesValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(let bytes): Self.give(text: Array(bytes), to: context)
    case .blob(let bytes): Self.give(blob: Array(bytes), to: context)
    }
  }

  /// Ends the statement with an issue.
  func fail(_ issue: PredicateIssue) { Self.fail(issue, context) }

  static func give(_ value: QueryValue, to context: OpaquePointer) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .boolean(let value): sqlite3_result_int(context, value ? 1 : 0)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .double(let value), .date(let value): sqlite3_result_double(context, value)
    case .string(let value), .url(let value): give(text: Array(value.utf8), to: context)
    case .data(let bytes): give(blob: bytes, to: context)
    case .uuid:
      if case .blob(let bytes)? = AttributeStorage.uuidBytes.stored(value) { give(blob: bytes, to: context) }
    case .decimal, .array, .set, .dictionary, .object, .reference:
      let message = "A function returned \(value.type.description), which cannot be a value in SQL."
      fail(PredicateIssue.error("sql-unsupported", nil, message, kind: .unsupported), context)
    }
  }

  private static func give(text bytes: [UInt8], to context: OpaquePointer) {
    // An empty array may have no address, and SQLite returns NULL for a null pointer.
    if bytes.isEmpty { return sqlite3_result_text(context, "", 0, copied) }
    bytes.withUnsafeBytes { buffer in
      let start = buffer.bindMemory(to: CChar.self).baseAddress
      sqlite3_result_text64(context, start, UInt64(buffer.count), copied, UInt8(SQLITE_UTF8))
    }
  }

  /// Returns bytes that SQLite does not copy; see ``BytesInUse``.
  static func give(inPlace bytes: [UInt8], to context: OpaquePointer) {
    let state = state(of: context)
    let kept = state.bytesInUse.keep(bytes, on: state.connection)
    sqlite3_result_blob64(context, kept.baseAddress, UInt64(kept.count), nil)
  }

  private static func give(blob bytes: [UInt8], to context: OpaquePointer) {
    if bytes.isEmpty { return sqlite3_result_zeroblob(context, 0) }
    sqlite3_result_blob64(context, bytes, UInt64(bytes.count), copied)
  }

  static func fail(_ issue: PredicateIssue, _ context: OpaquePointer) {
    sqlite3_result_error(context, issue.functionError, -1)
  }
}

/// A value as SQLite passes it, without a copy of its bytes. A text is its UTF-8 bytes, which may be invalid.
///
/// The bytes belong to SQLite or to a table, and are valid until the call of a function returns.
enum SQLiteBytesValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(UnsafeRawBufferPointer)
  case blob(UnsafeRawBufferPointer)
}

/// A number as SQLite stores it. An integer and a real compare exactly, as SQLite compares them.
enum StoredNumber {
  case integer(Int64)
  case real(Double)

  static func < (left: StoredNumber, right: StoredNumber) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): QueryValue.integer(a).order(.double(b)) == .less
    case (.real(let a), .integer(let b)): QueryValue.double(a).order(.integer(b)) == .less
    }
  }
}

/// A value that a function computes once from a constant argument and keeps for the other rows of the statement: ``SQLiteCall/keep(_:for:)``.
final class Kept<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
