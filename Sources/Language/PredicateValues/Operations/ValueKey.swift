import PredicateSyntax

/// A value as the key of a dictionary or set, with ``QueryValue/equals(_:)`` as its equality. IN with a list, distinct and sets use it.
///
/// ```swift
/// ValueKey(.integer(1)) == ValueKey(.double(1))             // true
/// Set([ValueKey(.integer(1)), ValueKey(.double(1))]).count  // 1
/// ```
public struct ValueKey: Sendable, Hashable {
  /// The value that is compared and hashed.
  public let value: QueryValue

  /// A key for a value.
  public init(_ value: QueryValue) { self.value = value }

  /// Whether the values are equal in the language.
  public static func == (left: ValueKey, right: ValueKey) -> Bool { left.value.equals(right.value) }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Sequence<QueryValue> {
  /// The distinct values in their order. Of equal values the first one is kept. Linear.
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
  /// Lists of constants with more elements are sorted when they are made, if their values have an order; see ``isMember(ofAscending:)``.
  package static let longestUnsortedList = 16

  /// Whether a list of constants contains an equal value. A list longer than ``longestUnsortedList`` must be in ascending order if its values have
  /// one, and is searched in halves.
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
