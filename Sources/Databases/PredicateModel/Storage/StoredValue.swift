import PredicateSyntax

/// A value in a column, before the model interprets it: one of SQLite's five storage classes.
public enum StoredValue: Sendable {
  /// SQL's NULL, which reads as nil.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Characters.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension StoredValue: Hashable {
  /// Compares texts by their scalars. An integer never equals a real.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.text(let a), .text(let b)): a.hasSameScalars(as: b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }

  /// Hashes the class and the value, texts by their bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let value): value.hashScalars(into: &hasher)
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension StoredValue {
  /// Whether writing one of the values over the other leaves the column unchanged: they are equal, or an integer and the same number as a real.
  package func isSame(as other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)):
      Int64(exactly: number) == whole
    default: self == other
    }
  }
}

/// The storage classes of values other than NULL.
public enum StorageClass: String, Sendable, Hashable, CaseIterable {
  /// Whole numbers.
  case integer
  /// Floating-point numbers.
  case real
  /// Characters.
  case text
  /// Bytes.
  case blob
}
