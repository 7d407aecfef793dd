import PredicateModel
import PredicateValues

extension QueryValue {
  /// The value as a fetch gives it: an object is a reference, also inside a collection. NaN is nil. A whole number is a double where the
  /// column is one of doubles.
  func asFetched(_ type: QueryType) -> QueryValue {
    switch self {
    case .object(let object): return object.reference.map { .reference($0) } ?? self
    case .array(let elements): return .array(elements.map { $0.asFetched(type.elementType) })
    case .set(let elements): return .set(elements.map { $0.asFetched(type.elementType) })
    case .integer(let number) where type == .double:
      return AttributeStorage.real.value(of: .integer(number), as: .double)
    default: return withoutNaN
    }
  }

  /// How the value stands to another in an order of rows: nil first, then by the language's order, objects by their keys.
  ///
  /// The language has no order between families. A column without a type may hold several: numbers come first, then texts, then bytes, as
  /// SQLite orders them.
  func rank(among other: QueryValue) -> ValueOrder {
    if let order = order(other) { return order }
    if let a = reference, let b = other.reference { return ValueOrder(a.key, b.key) }
    return ValueOrder(familyRank, other.familyRank)
  }

  private var familyRank: Int {
    switch family {
    case nil: 0
    case .number?: 1
    case .date?: 2
    case .string?, .url?: 3
    case .uuid?, .data?: 4
    case .object?, .collection?, .dictionary?: 5
    }
  }
}
