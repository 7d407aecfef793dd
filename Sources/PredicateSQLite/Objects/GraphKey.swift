import PredicateModel

/// A primary or foreign key as rows are joined by it.
enum GraphKey: Hashable, Sendable {
  /// One whole number: nearly every key there is.
  case integer(Int64)
  /// Anything else, and several columns.
  case values([StoredValue])

  /// The key in some columns of a statement's row; nil where one of them is NULL, which leads nowhere. A whole number is the same
  /// key in either class of number.
  init?(_ statement: RawStatement, columns: Range<Int>) {
    var values: [StoredValue] = []
    for column in columns {
      let value = statement.value(at: column).asKey
      switch value {
      case .null: return nil
      case .integer(let integer) where columns.count == 1:
        self = .integer(integer)
        return
      default: values.append(value)
      }
    }
    self = .values(values)
  }
}

extension StoredValue {
  fileprivate var asKey: StoredValue {
    if case .real(let value) = self, let integer = Int64(exactly: value) { return .integer(integer) }
    return self
  }
}
