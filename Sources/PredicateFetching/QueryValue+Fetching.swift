import PredicateModel
import PredicateValues

extension QueryValue {
  /// The value as a fetch gives it: in its column's type, and an object as a reference, also inside a collection.
  func asFetched(_ type: QueryType) -> QueryValue {
    switch self {
    case .object(let object): object.reference.map { .reference($0) } ?? self
    case .array(let elements): .array(elements.map { $0.asFetched(type.elementType) })
    case .set(let elements): .set(elements.map { $0.asFetched(type.elementType) })
    default: shown(inColumnOf: type)
    }
  }

  /// How the value stands to another in an order of rows: nil first, then by family (``ValueFamily/rank``), then by the language's order,
  /// objects by their keys.
  func rank(among other: QueryValue) -> ValueOrder {
    if let order = order(other) { return order }
    if let a = reference, let b = other.reference { return ValueOrder(a.key, b.key) }
    return ValueOrder(family?.rank ?? 0, other.family?.rank ?? 0)
  }
}
