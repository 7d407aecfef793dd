import PredicateDocuments
import PredicateValues

/// Compares two values of the protocol.
///
/// The suite has its own comparison, because it tests the comparisons of the language.
struct ConformanceValue {
  /// The greatest allowed difference of numbers and dates.
  let tolerance: Double
  /// Whether numbers of different types can be the same.
  let byValue: Bool

  /// Whether two JSON values represent the same value. An integer, a double and a decimal differ, unless numbers are compared by value. A boolean is
  /// never a number. Strings are compared by scalars, and sets have no order. A value that the protocol cannot read differs from every value.
  static func isSame(
    _ expected: JSONValue, _ found: JSONValue, tolerance: Double = 0, byValue: Bool = false
  ) -> Bool {
    guard let expected = try? ProtocolValue.value(of: expected), let found = try? ProtocolValue.value(of: found) else {
      return false
    }
    return ConformanceValue(tolerance: tolerance, byValue: byValue).isSame(expected, found)
  }

  private func isSame(_ expected: QueryValue, _ found: QueryValue) -> Bool {
    if let isSame = isSameNumber(expected, found) { return isSame }
    switch (expected, found) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.string(let left), .string(let right)), (.url(let left), .url(let right)):
      return left.hasSameScalars(as: right)
    case (.date(let left), .date(let right)): return isSame(.double(left), .double(right))
    case (.data(let left), .data(let right)): return left == right
    case (.uuid(let left), .uuid(let right)): return left == right
    case (.reference(let left), .reference(let right)): return left == right
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.set(let left), .set(let right)): return isSameSet(left, right)
    case (.dictionary(let left), .dictionary(let right)): return isSame(left, right)
    case (.object(let left), .object(let right)):
      return isSame(Self.properties(of: left), Self.properties(of: right))
    default: return false
    }
  }

  private func isSameSet(_ left: [QueryValue], _ right: [QueryValue]) -> Bool {
    var rest = right
    for element in left {
      guard let position = rest.firstIndex(where: { isSame(element, $0) }) else { return false }
      rest.remove(at: position)
    }
    return rest.isEmpty
  }

  private func isSame(_ left: QueryDictionary, _ right: QueryDictionary) -> Bool {
    left.count == right.count
      && zip(left.keys, left.values).allSatisfy { key, value in
        right[key].map { isSame(value, $0) } ?? false
      }
  }

  private static func properties(of object: any QueryObject) -> QueryDictionary {
    QueryDictionary(object.keys.map { ($0, object.value(forKey: $0) ?? .null) })
  }

  /// The double nearest to an integer, a double or a decimal; nil for other values.
  private static func nearest(_ value: QueryValue) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.nearestDouble
    default: nil
    }
  }

  /// Whether two numbers are the same. The comparison is exact, but a decimal is compared with a double as the nearest double. Nil unless both values
  /// are numbers.
  private func isSameNumber(_ left: QueryValue, _ right: QueryValue) -> Bool? {
    guard let a = Self.nearest(left), let b = Self.nearest(right) else { return nil }
    if !byValue, left.type != right.type { return false }
    if tolerance == 0 {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): return left == right
      case (.integer(let whole), .double(let other)), (.double(let other), .integer(let whole)):
        return Int64(exactly: other) == whole
      case (.decimal(let left), .decimal(let right)): return left == right
      case (.integer(let whole), .decimal(let other)), (.decimal(let other), .integer(let whole)):
        return QueryDecimal(String(whole)) == other
      default: break
      }
    }
    return a == b || (a.isNaN && b.isNaN) || abs(a - b) <= tolerance
  }
}
