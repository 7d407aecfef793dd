import GRDBSQLite
import PredicateModel
import PredicateSyntax
import PredicateValues

/// The least distinct values of many: at most so many, ascending, numbers before texts before bytes.
///
/// SQLite's DISTINCT keeps every value in a tree of its own, and then sorts them. Of 20,000 rows that took 7 to 11 ms; most values are greater than
/// all that are wanted, which one comparison finds.
struct LeastValues {
  /// At most so many.
  let limit: Int
  /// What was found.
  private(set) var values: [StoredValue] = []

  init(limit: Int) { self.limit = limit }

  /// Adds a column of the current row, counted from 0, unless it is NULL.
  mutating func add(_ row: StatementPointer, _ column: Int) {
    let value = sqlite3_column_value(row.statement, Int32(column))
    guard limit > 0, sqlite3_value_type(value) != SQLITE_NULL else { return }
    if values.count == limit, let last = values.last, Self.order(of: value, and: last) != .less { return }
    var (low, high) = (0, values.count)
    while low < high {
      let middle = low + (high - low) / 2
      switch Self.order(of: value, and: values[middle]) {
      case .less: high = middle
      case .equal: return
      case .greater: low = middle + 1
      }
    }
    if values.count == limit { values.removeLast() }
    values.insert(row.stored(column), at: low)
  }

  /// How the value of a row stands to a known one.
  private static func order(of value: OpaquePointer?, and known: StoredValue) -> ValueOrder {
    switch (sqlite3_value_type(value), known) {
    case (SQLITE_INTEGER, .integer(let number)): return ValueOrder(sqlite3_value_int64(value), number)
    case (SQLITE_INTEGER, .real(let number)), (SQLITE_FLOAT, .real(let number)):
      return ValueOrder(sqlite3_value_double(value), number)
    case (SQLITE_FLOAT, .integer(let number)): return ValueOrder(sqlite3_value_double(value), Double(number))
    case (SQLITE_INTEGER, _), (SQLITE_FLOAT, _): return .less
    case (SQLITE_TEXT, .text(var text)):
      // The pointer comes first: asking for it may convert the value and change its length.
      let start = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return text.withUTF8 { StringSearch.order(bytes, $0) }
    case (SQLITE_TEXT, .blob): return .less
    case (SQLITE_TEXT, _): return .greater
    case (_, .blob(let known)):
      let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return known.withUnsafeBufferPointer { StringSearch.order(bytes, $0) }
    default: return .greater
    }
  }
}
