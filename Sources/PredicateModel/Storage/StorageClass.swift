/// The classes of values that a column can store, NULL apart.
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
