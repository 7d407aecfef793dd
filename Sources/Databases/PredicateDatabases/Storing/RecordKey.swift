import PredicateModel
import PredicateValues

/// The key of the rows of a table: an integer column, or the primary key of a table without such an integer.
///
///     RecordKey(table: "movie", columns: ["id"], numbers: nil)
///     RecordKey(table: "line", columns: ["order_no", "place"], numbers: NumberedKeys())   // a key of two columns
package struct RecordKey: Sendable {
  package let table: String
  /// The columns of the key. An integer key has one.
  package let columns: [String]
  /// The numbers that stand for keys with several values, or with values other than integers; nil if the key is an integer column.
  package let numbers: NumberedKeys?

  package init(table: String, columns: [String], numbers: NumberedKeys?) {
    (self.table, self.columns, self.numbers) = (table, columns, numbers)
  }

  /// The values of ``columns`` in the row with a key.
  package func values(of key: Int64) -> [StoredValue] { numbers?.values(of: key) ?? [.integer(key)] }
}

/// Numbers for keys that are not integers, so that every object has an integer as its key. The table maps in both directions.
///
/// A number is valid while the process runs, and means nothing outside of it. Numbers are assigned in the order of first use.
package final class NumberedKeys: Sendable {
  private struct Tables: Sendable {
    var numbers: [[StoredValue]: Int64] = [:]
    var keys: [[StoredValue]] = []
  }

  private let tables = Locked(Tables())

  package init() {}

  /// The number of a key. Equal keys have the same number.
  ///
  /// A whole number counts as an integer even if it was written as a double, because a column may convert the double to an integer, and both are equal
  /// in comparisons of keys.
  package func number(of key: [StoredValue]) -> Int64 {
    let key = key.map { value in
      if case .real(let number) = value, let whole = Int64(exactly: number) {
        StoredValue.integer(whole)
      } else {
        value
      }
    }
    return tables.withLock { tables in
      if let known = tables.numbers[key] { return known }
      tables.keys.append(key)
      let number = Int64(tables.keys.count)
      tables.numbers[key] = number
      return number
    }
  }

  /// The key with a number; empty if no key has the number.
  package func values(of number: Int64) -> [StoredValue] {
    tables.withLock { $0.keys.indices.contains(Int(number) - 1) ? $0.keys[Int(number) - 1] : [] }
  }

  /// Whether the key with one number precedes the key with another number in the order of the primary key: nulls, numbers, texts, blobs.
  package func comes(_ number: Int64, before other: Int64) -> Bool {
    for (value, other) in zip(values(of: number), values(of: other)) where value != other {
      return value.comes(before: other)
    }
    return false
  }
}

extension StoredValue {
  /// An order of all values: by class, then by value. Texts are compared by their bytes. Storage for objects must pass records in this order of their keys
  /// (``StoredRecords/records(_:in:_:)``).
  fileprivate func comes(before other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): Double(a) < b
    case (.real(let a), .integer(let b)): a < Double(b)
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.blob(let a), .blob(let b)): a.lexicographicallyPrecedes(b)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

/// A foreign key: columns of a table that refer to rows of the same or of another table.
package struct KeyReference: Sendable {
  package let columns: [String]
  /// The columns of the other table with the same values in the referenced row.
  package let referenced: [String]
  package let target: RecordKey
  /// Whether the foreign key contains the integer key of the row. If not, the row is found by the referenced columns.
  package let isDirect: Bool

  package init(columns: [String], referenced: [String], target: RecordKey) {
    (self.columns, self.referenced, self.target) = (columns, referenced, target)
    isDirect =
      target.numbers == nil && columns.count == 1 && referenced.count == 1
      && referenced[0].isSameSQLName(as: target.columns[0])
  }
}
