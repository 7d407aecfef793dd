import PredicateSyntax

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

extension QueryValue {
  /// Lists of constants that are longer are ascending where their values have an order; see ``isMember(ofAscending:)``.
  package static let longestUnsortedList = 16

  /// Whether a list of constants has an equal value. A long list is ascending, where its values have an order: then half of what is left
  /// is looked at in each step.
  package func isMember(ofAscending constants: [QueryValue]) -> Bool {
    guard constants.count > Self.longestUnsortedList else { return constants.contains { equals($0) } }
    var low = 0
    var high = constants.count
    while low < high {
      let middle = low + (high - low) / 2
      switch order(constants[middle]) {
      case .equal: return true
      case .less: high = middle
      case .greater: low = middle + 1
      case nil: return constants.contains { equals($0) }
      }
    }
    return false
  }
}
