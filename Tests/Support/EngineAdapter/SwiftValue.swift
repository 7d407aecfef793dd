import Foundation
import PredicateValues

/// Converts values of the language to Swift's own types.
enum SwiftValue {
  /// A value of Swift's or Foundation's own types if one is equivalent, otherwise the value itself.
  static func any(_ value: QueryValue) -> Any {
    switch value {
    case .null: return Any?.none as Any
    case .boolean(let value): return value
    case .integer(let value): return Int(value)
    case .double(let number): return number.isNaN ? value : number
    case .string(let value): return value
    case .date(let value): return Date(timeIntervalSinceReferenceDate: value)
    case .data(let bytes): return Data(bytes)
    case .array(let elements): return elements.map(any)
    case .dictionary(let dictionary):
      // Swift treats canonically equivalent names as equal, so such a dictionary stays as it is.
      guard Set(dictionary.keys).count == dictionary.count else { return value }
      return Dictionary(zip(dictionary.keys, dictionary.values.map(any))) { first, _ in first }
    default: return value
    }
  }
}
