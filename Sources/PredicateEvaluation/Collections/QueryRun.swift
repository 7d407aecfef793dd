import PredicateBinding
import PredicateValues

/// One run of a query over elements: `now()` is one moment throughout.
struct QueryRun<Element> {
  private let query: BoundQuery<Element>
  private let evaluator: PlainEvaluator

  init(_ query: BoundQuery<Element>) {
    self.query = query
    evaluator = PlainEvaluator(limits: query.limits)
  }

  /// Whether the predicate holds of an element.
  mutating func matches(_ element: Element) throws(PredicateIssue) -> Bool {
    let result = withUnsafePointer(to: element) { address in
      Result { () throws(PredicateIssue) in
        try evaluator.evaluate(query.bound, object: query.elements.value(at: address))
      }
    }
    return try result.get()
  }

  /// Calls `body` with the position of each match, from the front, until it returns false.
  mutating func forEachMatch(
    in elements: some Sequence<Element>, _ body: (Int, Element) -> Bool
  ) throws(PredicateIssue) {
    var position = 0
    for element in elements {
      if try matches(element), !body(position, element) { return }
      position += 1
    }
  }
}
