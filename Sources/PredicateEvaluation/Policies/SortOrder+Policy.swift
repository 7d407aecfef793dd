import PredicateBinding
import PredicateValues

extension SortOrder {
  /// An order that somebody else wrote, bound to the element type under a policy.
  ///
  /// Reads the keys of all elements, which meet the policy's rule already. Comparing them takes steps, too: as many as sorting needs comparisons of the longest key.
  init<Element>(
    _ keys: [QuerySortKey], _ all: [Element], _ elements: ElementReader<Element>, _ policy: QueryPolicy,
    _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) {
    let evaluator = ReferenceEvaluator(limits: policy.limits)
    var work = policy.work
    var columns: [SortColumn] = []
    for key in keys {
      let expression = try QueryExpression(format: key.format, limits: policy.limits)
      let bound = try policy.bind(expression, to: elements.root, variables: variables, options: options)
      if let family = bound.value.type.family, !family.isOrdered {
        throw .unorderedSortKey(key.format, bound.value.type)
      }
      var values: [QueryValue] = []
      values.reserveCapacity(all.count)
      for element in all {
        let value = try elements.withValue(of: element) { (object) throws(PredicateIssue) in
          try evaluator.value(bound, object: object, work: &work).owned
        }
        values.append(value.withoutNaN)
      }
      try Self.takeComparisons(of: values, &work)
      columns.append(try SortColumn(values, key))
    }
    self.init(columns)
  }

  private static func takeComparisons(of values: [QueryValue], _ work: inout Int) throws(PredicateIssue) {
    let rounds = Int.bitWidth - values.count.leadingZeroBitCount
    let longest = values.reduce(1) { max($0, 1 + $1.stepsToRead) }
    let (steps, overflows) = (rounds * values.count).multipliedReportingOverflow(by: longest)
    if overflows || steps > work { throw .tooMuchWork }
    work -= steps
  }
}
