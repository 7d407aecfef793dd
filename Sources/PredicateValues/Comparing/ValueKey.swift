/// A value that can be looked up: equal and hashed by ``QueryValue/equals(_:)``. What IN lists, distinct and sets use.
///
/// ```swift
/// ValueKey(.integer(1)) == ValueKey(.double(1))             // true
/// Set([ValueKey(.integer(1)), ValueKey(.double(1))]).count  // 1
/// ```
public struct ValueKey: Sendable, Hashable {
  /// What is compared and hashed.
  public let value: QueryValue

  /// A key for a value.
  public init(_ value: QueryValue) { self.value = value }

  /// Whether the values are equal in the language.
  public static func == (left: ValueKey, right: ValueKey) -> Bool { left.value.equals(right.value) }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Sequence<QueryValue> {
  /// The first of each group of equal values, in their order. Linear.
  ///
  /// ```swift
  /// [QueryValue.integer(1), .double(1), .integer(2)].distinctValues()  // 1, 2
  /// ```
  public func distinctValues() -> [QueryValue] {
    var seen: Set<ValueKey> = []
    return filter { seen.insert(ValueKey($0)).inserted }
  }
}
