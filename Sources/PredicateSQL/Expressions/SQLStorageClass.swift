/// What a database can store, as far as a translation tells it apart.
public enum SQLStorageClass: Sendable, Hashable {
  /// Whole numbers.
  case integer
  /// Floating-point numbers.
  case real
  /// Characters.
  case text
  /// Bytes.
  case blob
}
