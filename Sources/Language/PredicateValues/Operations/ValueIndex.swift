import PredicateSyntax

/// The element at an index in brackets: `c[0]`, `c[FIRST]`, `d["key"]`.
///
/// An index out of range, also a negative one, gives nil. A nil container or index gives nil too.
///
/// ```swift
/// try ValueIndex.element(of: [5, 6], at: 1)              // .integer(6)
/// try ValueIndex.element(of: [5, 6], at: 2)              // .null
/// try ValueIndex.size(of: .set([5, 6]))                  // .integer(2)
/// try ValueIndex.element(of: 5, at: 0)                   // throws index-of-scalar
/// ```
public enum ValueIndex {
  /// `container[index]`: the element of an array by a whole number from 0, or the value of a dictionary by a string.
  ///
  /// Throws kind `type` for other containers and indexes. Sets are among them, since their elements have no positions.
  public static func element(of container: QueryValue, at index: QueryValue) throws(PredicateIssue) -> QueryValue {
    let index = index.withoutNaN
    if container.isNull || index.isNull { return .null }
    switch container {
    case .array(let elements):
      guard let number = NumberValue(index) else {
        throw .mismatch(.index, "the index of an array must be a number, found \(index.typeDescription)")
      }
      guard let place = number.wholePart, NumberOrder.compare(number, .integer(place)) == .equal,
        elements.indices.contains(Int(place))
      else { return .null }
      return elements[Int(place)]
    case .dictionary(let dictionary):
      guard case .string(let key) = index else {
        throw .mismatch(.index, "the index of a dictionary must be a string, found \(index.typeDescription)")
      }
      return dictionary[key] ?? .null
    default: throw mismatch(container)
    }
  }

  /// The part of a document at an index. The result is `.null` if the value is not a container, or if the index does not fit the container: a number
  /// for a dictionary, a string for an array. Throws an issue of kind `type` for a set.
  package static func part(of container: QueryValue, at index: QueryValue) throws(PredicateIssue) -> QueryValue {
    switch (container, index.withoutNaN) {
    case (.array, let index) where NumberValue(index) != nil: try element(of: container, at: index)
    case (.dictionary, .string): try element(of: container, at: index)
    case (.set, _): try element(of: container, at: index)
    default: .null
    }
  }

  /// FIRST, LAST or SIZE in brackets.
  package enum Word: Int {
    case first, last, size

    /// `container[FIRST]`.
    ///
    /// - Parameter isInDocument: Whether the container is a part of a document. Then a container without such elements gives nil instead of an error.
    package func value(of container: QueryValue, isInDocument: Bool) throws(PredicateIssue) -> QueryValue {
      switch (self, container) {
      case (_, .array), (_, .set), (_, .null), (.size, .dictionary): break
      default: if isInDocument { return .null }
      }
      return switch self {
      case .first: try ValueIndex.first(of: container)
      case .last: try ValueIndex.last(of: container)
      case .size: try ValueIndex.size(of: container)
      }
    }
  }

  /// `container[FIRST]`: the first element; `.null` if the container is empty.
  public static func first(of container: QueryValue) throws(PredicateIssue) -> QueryValue {
    try elements(container)?.first ?? .null
  }

  /// `container[LAST]`: the last element; `.null` if the container is empty.
  public static func last(of container: QueryValue) throws(PredicateIssue) -> QueryValue {
    try elements(container)?.last ?? .null
  }

  /// `container[SIZE]`: the number of elements of an array or set, or of names of a dictionary; `.null` for `.null`.
  public static func size(of container: QueryValue) throws(PredicateIssue) -> QueryValue {
    if case .dictionary(let dictionary) = container { return .integer(Int64(dictionary.count)) }
    return try elements(container).map { .integer(Int64($0.count)) } ?? .null
  }

  /// The elements of an array or set; nil for nil.
  private static func elements(_ container: QueryValue) throws(PredicateIssue) -> [QueryValue]? {
    switch container {
    case .array(let elements), .set(let elements): return elements
    case .null: return nil
    default: throw mismatch(container)
    }
  }

  private static func mismatch(_ container: QueryValue) -> PredicateIssue {
    if case .set = container {
      return .mismatch(.index, "a set cannot have an index, because its elements have no order")
    }
    return .indexOfScalar(container.typeDescription)
  }
}

extension QueryValue {
  /// The value of the key `self`: the value that a dictionary or an object has for this key, otherwise the dictionary, object or other value itself.
  /// For a collection, the elements are replaced in this way.
  package var underSelfKey: QueryValue {
    switch self {
    case .array(let elements) where elements.contains(where: \.hasSelfKey): .array(elements.map(\.ownSelf))
    case .set(let elements) where elements.contains(where: \.hasSelfKey): .set(elements.map(\.ownSelf).distinctValues())
    default: ownSelf
    }
  }

  private var ownSelf: QueryValue { keyedSelf ?? self }

  private var hasSelfKey: Bool { keyedSelf != nil }

  private var keyedSelf: QueryValue? {
    switch self {
    case .dictionary(let dictionary): dictionary[QueryKeyPath.selfKey]
    case .object(let object): object.value(forKey: QueryKeyPath.selfKey)
    default: nil
    }
  }
}

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
