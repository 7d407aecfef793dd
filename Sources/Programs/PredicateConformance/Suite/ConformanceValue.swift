import PredicateRecords
import PredicateValues

/// Whether two values of the protocol are the same.
///
/// The comparison is the suite's own, not the language's: what the language makes of its values is what is being judged.
struct ConformanceValue {
  /// How far numbers and dates may be away from one another.
  let tolerance: Double
  /// Whether numbers of different types may be the same.
  let byValue: Bool

  /// Whether two JSON values stand for the same value. An integer, a double and a decimal differ unless numbers are compared by value; a
  /// boolean is no number; strings are compared by scalars; sets have no order. What the protocol cannot read is the same as nothing.
  static func isSame(
    _ expected: JSONValue, _ found: JSONValue, tolerance: Double = 0, byValue: Bool = false
  ) -> Bool {
    do throws(AdapterFailure) {
      return ConformanceValue(tolerance: tolerance, byValue: byValue).isSame(
        try ProtocolValue.value(of: expected), try ProtocolValue.value(of: found))
    } catch {
      return false
    }
  }

  private func isSame(_ expected: QueryValue, _ found: QueryValue) -> Bool {
    if let left = Self.number(expected), let right = Self.number(found) { return isSame(left, right) }
    switch (expected, found) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.string(let left), .string(let right)), (.url(let left), .url(let right)):
      return left.hasSameScalars(as: right)
    case (.date(let left), .date(let right)): return isSame(Number.double(left), Number.double(right))
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

  private enum Number {
    case integer(Int64)
    case double(Double)
    case decimal(QueryDecimal)

    /// Whether both are integers, doubles or decimals.
    func isOfType(of other: Number) -> Bool {
      switch (self, other) {
      case (.integer, .integer), (.double, .double), (.decimal, .decimal): true
      default: false
      }
    }

    /// The nearest double.
    var nearest: Double? {
      switch self {
      case .integer(let value): Double(value)
      case .double(let value): value
      case .decimal(let value): Double(value.description)
      }
    }
  }

  private static func number(_ value: QueryValue) -> Number? {
    switch value {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    default: nil
    }
  }

  /// Exact, but for a decimal beside a double, which is read as the nearest double.
  private func isSame(_ left: Number, _ right: Number) -> Bool {
    if !byValue, !left.isOfType(of: right) { return false }
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
    guard let left = left.nearest, let right = right.nearest else { return false }
    return left == right || (left.isNaN && right.isNaN) || abs(left - right) <= tolerance
  }
}
