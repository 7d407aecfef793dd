import PredicateModel

/// A primary or foreign key as rows are joined by it.
enum GraphKey: Hashable, Sendable {
  /// One whole number: nearly every key there is.
  case integer(Int64)
  /// Anything else, and several columns.
  case values([StoredValue])

  /// The key in some columns of a row. Nil where one of them is NULL: such a key refers to no row. A whole number is the same key in
  /// either class of number.
  ///
  /// - Parameter isRowNumber: Whether the key is a table's row number. SQLite does not find the least one by a floating-point number.
  init?(_ columns: [StoredValue], isRowNumber: Bool = false) {
    if isRowNumber, columns.contains(.real(-0x1p63)) { return nil }
    let values = columns.map(\.asKey)
    if case .integer(let integer)? = values.first, values.count == 1 {
      self = .integer(integer)
      return
    }
    guard !values.contains(.null) else { return nil }
    self = .values(values)
  }
}

extension StoredValue {
  fileprivate var asKey: StoredValue {
    if case .real(let value) = self, let integer = Int64(exactly: value) { return .integer(integer) }
    return self
  }
}
