/// What stands behind a value in brackets: `c[0]`, `c[FIRST]`, `d["key"]`.
///
/// An index out of range, a negative one among them, gives nil, and so does a nil container or index.
///
/// ```swift
/// try ValueIndex.element(of: [5, 6], at: 1)              // .integer(6)
/// try ValueIndex.element(of: [5, 6], at: 2)              // .null
/// try ValueIndex.size(of: .set([5, 6]))                  // .integer(2)
/// try ValueIndex.element(of: 5, at: 0)                   // throws index-of-scalar
/// ```
public enum ValueIndex {
  /// `container[index]`: an array's element by a whole number from 0, a dictionary's value by a string.
  ///
  /// Throws kind `type` for other containers and indexes, sets among them: their elements have no places.
  public static func element(of container: QueryValue, at index: QueryValue) throws(PredicateIssue) -> QueryValue {
    let index = index.withoutNaN
    if container.isNull || index.isNull { return .null }
    switch container {
    case .array(let elements):
      guard let number = NumberValue(index) else {
        throw .mismatch(.index, "an array is indexed by a number, found \(index.typeDescription)")
      }
      guard let place = number.wholePart, NumberOrder.compare(number, .integer(place)) == .equal,
        elements.indices.contains(Int(place))
      else { return .null }
      return elements[Int(place)]
    case .dictionary(let dictionary):
      guard case .string(let key) = index else {
        throw .mismatch(.index, "a dictionary is indexed by a string, found \(index.typeDescription)")
      }
      return dictionary[key] ?? .null
    default: throw mismatch(container)
    }
  }

  /// `container[FIRST]`: nil of an empty one.
  public static func first(of container: QueryValue) throws(PredicateIssue) -> QueryValue {
    try elements(container)?.first ?? .null
  }

  /// `container[LAST]`: nil of an empty one.
  public static func last(of container: QueryValue) throws(PredicateIssue) -> QueryValue {
    try elements(container)?.last ?? .null
  }

  /// `container[SIZE]`: how many elements an array or set has, or names a dictionary; nil of nil.
  public static func size(of container: QueryValue) throws(PredicateIssue) -> QueryValue {
    if case .dictionary(let dictionary) = container { return .integer(Int64(dictionary.count)) }
    return try elements(container).map { .integer(Int64($0.count)) } ?? .null
  }

  /// The elements of an array or set, nil of nil.
  private static func elements(_ container: QueryValue) throws(PredicateIssue) -> [QueryValue]? {
    switch container {
    case .array(let elements), .set(let elements): return elements
    case .null: return nil
    default: throw mismatch(container)
    }
  }

  private static func mismatch(_ container: QueryValue) -> PredicateIssue {
    if case .set = container { return .mismatch(.index, "the elements of a set have no order to be indexed by") }
    return .indexOfScalar(container.typeDescription)
  }
}

extension QueryValue {
  /// What the key `self` leads to: the value that a dictionary or an object has under it, else what is there already; of a collection the
  /// same of its elements, which stay as many as they are.
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
