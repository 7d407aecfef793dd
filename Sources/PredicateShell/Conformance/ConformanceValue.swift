import PredicateSyntax
import PredicateValues

/// Whether two values of the protocol are the same.
///
/// The comparison is the suite's own, not the language's: what the language makes of its values is what is being judged.
enum ConformanceValue {
  /// Whether two JSON values stand for the same value. Numbers by value, whatever their type; a boolean is no number; strings by
  /// scalars; sets without order. What the protocol cannot read is the same as nothing.
  static func isSame(_ expected: JSONValue, _ found: JSONValue, tolerance: Double = 0) -> Bool {
    do throws(AdapterFailure) {
      return isSame(try ProtocolValue.value(of: expected), try ProtocolValue.value(of: found), tolerance)
    } catch {
      return false
    }
  }

  private static func isSame(_ expected: QueryValue, _ found: QueryValue, _ tolerance: Double) -> Bool {
    if let left = number(expected), let right = number(found) { return isSame(left, right, tolerance) }
    switch (expected, found) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.string(let left), .string(let right)), (.url(let left), .url(let right)):
      return left.hasSameScalars(as: right)
    case (.date(let left), .date(let right)): return isSame(Number.double(left), Number.double(right), tolerance)
    case (.data(let left), .data(let right)): return left == right
    case (.uuid(let left), .uuid(let right)): return left == right
    case (.reference(let left), .reference(let right)): return left == right
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1, tolerance) }
    case (.set(let left), .set(let right)): return isSameSet(left, right, tolerance)
    case (.dictionary(let left), .dictionary(let right)): return isSame(left, right, tolerance)
    case (.object(let left), .object(let right)):
      return isSame(properties(of: left), properties(of: right), tolerance)
    default: return false
    }
  }

  private static func isSameSet(_ left: [QueryValue], _ right: [QueryValue], _ tolerance: Double) -> Bool {
    var rest = right
    for element in left {
      guard let position = rest.firstIndex(where: { isSame(element, $0, tolerance) }) else { return false }
      rest.remove(at: position)
    }
    return rest.isEmpty
  }

  private static func isSame(_ left: QueryDictionary, _ right: QueryDictionary, _ tolerance: Double) -> Bool {
    left.count == right.count
      && zip(left.keys, left.values).allSatisfy { key, value in
        right[key].map { isSame(value, $0, tolerance) } ?? false
      }
  }

  private static func properties(of object: any QueryObject) -> QueryDictionary {
    QueryDictionary(object.keys.map { ($0, object.value(forKey: $0) ?? .null) })
  }

  private enum Number {
    case integer(Int64)
    case double(Double)
    case decimal(QueryDecimal)

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
  private static func isSame(_ left: Number, _ right: Number, _ tolerance: Double) -> Bool {
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
