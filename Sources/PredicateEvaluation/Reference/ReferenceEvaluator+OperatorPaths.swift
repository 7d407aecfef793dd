import PredicateBinding
import PredicateValues

/// Paths with collection operators behind one another, over values of which nothing was known before.
extension ReferenceEvaluator {
  /// What the steps of a path lead to. Linear in the values that they lead through.
  func follow(
    _ steps: ArraySlice<OperatorStep>, from start: QueryValue, at range: SourceRange
  ) throws(PredicateIssue) -> QueryValue {
    var value = start
    var steps = steps
    while let step = steps.popFirst() {
      switch step {
      case .key(let name): value = try property(name, of: value, range: range)
      case .collectionOperator(let op): return try apply(op, to: value, steps, at: range)
      }
    }
    return value
  }

  /// An operator over what the rest of its path leads to from each element of a collection; an object before it is followed to one.
  private func apply(
    _ op: CollectionOperator, to start: QueryValue, _ rest: ArraySlice<OperatorStep>, at range: SourceRange
  ) throws(PredicateIssue) -> QueryValue {
    var collection = start
    var rest = op == .count ? [] : rest
    while collection.hasKeys, case .key(let name)? = rest.first {
      collection = try property(name, of: collection, range: range)
      rest.removeFirst()
    }
    guard let elements = try elements(of: collection, at: range) else { return .null }
    var values: [QueryValue] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try follow(rest, from: element, at: range)) }
    return try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try op.apply(to: values) }
  }
}

extension QueryValue {
  /// Whether a key leads on from this value alone, and not from its elements.
  fileprivate var hasKeys: Bool {
    switch self {
    case .dictionary, .object, .reference: true
    default: false
    }
  }
}
