/// The operators of a key path, which apply to the collection before them: `items.@sum.price`.
///
/// They follow key-value coding, unlike the functions with similar names. In `@sum` and `@avg` a nil counts as 0. The mean of no elements is 0.
///
/// ```swift
/// try CollectionOperator.sum.apply(to: [1, 2, .null])    // .integer(3)
/// try CollectionOperator.avg.apply(to: [])               // .double(0)
/// try CollectionOperator.max.apply(to: [1, "a"])         // throws families-differ
/// ```
public enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  /// `items.@count`: the number of elements, nils included.
  case count
  /// `items.@sum.price`: nils count as 0.
  case sum
  /// `items.@avg.price`: nils count as 0, and the mean of no elements is 0.
  case avg
  /// `items.@min.price`: the least value; nil if there are no values.
  case min
  /// `items.@max.price`: the greatest value; nil if there are no values.
  case max
  /// `items.@unionOfObjects.tag`: the values that are not nil.
  case unionOfObjects
  /// `items.@distinctUnionOfObjects.tag`: each value once.
  case distinctUnionOfObjects
  /// `items.@unionOfArrays.tags`: the elements of the arrays.
  case unionOfArrays
  /// `items.@distinctUnionOfArrays.tags`: each element of the arrays once.
  case distinctUnionOfArrays
  /// `items.@unionOfSets.tags`: the elements of the sets.
  case unionOfSets
  /// `items.@distinctUnionOfSets.tags`: each element of the sets once, as a set.
  case distinctUnionOfSets

  /// The operator with exactly this name, with or without the `@`; nil if there is none.
  public init?(name: String) {
    let bare = name.hasPrefix("@") ? String(name.dropFirst()) : name
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: bare) }) else { return nil }
    self = found
  }

  /// Whether a key must follow the operator. The elements are then the values of this key. Only `@count` needs no key.
  public var needsKey: Bool { self != .count }

  /// The type of the result over elements of a type.
  public func resultType(of element: QueryType) -> QueryType {
    switch self {
    case .count: .integer
    case .sum: ValueArithmetic.promoted([element])
    case .avg: .double
    case .min, .max: element
    case .unionOfObjects, .distinctUnionOfObjects: .collection(element)
    case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets:
      .collection(element.elementType)
    }
  }

  /// The operator's result. Except for `@count`, the elements are the values of the key after the operator.
  ///
  /// `@count` counts nils; `@min`, `@max` and the unions ignore them. Throws an issue of kind `type` for elements of a wrong type. `@sum` and `@avg`
  /// need numbers, `@min` and `@max` need elements with an order, and the unions of collections need collections.
  public func apply(to elements: [QueryValue]) throws(PredicateIssue) -> QueryValue {
    switch self {
    case .count: return .integer(Int64(elements.count))
    case .sum: return Aggregation.sum(try numbers(elements))
    case .avg:
      let numbers = try numbers(elements)
      return elements.isEmpty ? .double(0) : Aggregation.mean(numbers, count: elements.count)
    case .min: return try Aggregation.extreme(elements, .less, for: "@min")
    case .max: return try Aggregation.extreme(elements, .greater, for: "@max")
    case .unionOfObjects: return .array(present(elements))
    case .distinctUnionOfObjects: return .array(present(elements).distinctValues())
    case .unionOfArrays, .unionOfSets: return .array(try flattened(elements))
    case .distinctUnionOfArrays: return .array(try flattened(elements).distinctValues())
    case .distinctUnionOfSets: return .set(try flattened(elements).distinctValues())
    }
  }

  private func numbers(_ elements: [QueryValue]) throws(PredicateIssue) -> [NumberValue] {
    try Aggregation.numbers(elements) { .numberExpected(by: "“@\(rawValue)”", found: $0) }
  }

  private func present(_ elements: [QueryValue]) -> [QueryValue] { elements.filter { !$0.withoutNaN.isNull } }

  private func flattened(_ elements: [QueryValue]) throws(PredicateIssue) -> [QueryValue] {
    var flat: [QueryValue] = []
    for element in present(elements) {
      switch element {
      case .array(let inner), .set(let inner): flat += present(inner)
      default: throw .aggregateOfScalar("@" + rawValue, found: element.typeDescription)
      }
    }
    return flat
  }
}
