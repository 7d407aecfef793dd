import PredicateBinding
import PredicateValues

/// One call of a query under a policy, with the steps that it may still take.
struct PolicyRun<Element> {
  private let query: QueryPolicy.Query<Element>
  private var rule: PolicyRule<Element>
  private var work: Int

  init(_ query: QueryPolicy.Query<Element>) {
    self.query = query
    rule = query.rule
    work = query.work
  }

  mutating func matches(_ element: Element) throws(PredicateIssue) -> Bool {
    var left = work
    defer { work = left }
    return try rule.shows(element) { [query] (object) throws(PredicateIssue) in
      try query.evaluator.evaluate(query.bound, object: object, work: &left)
    }
  }
}
