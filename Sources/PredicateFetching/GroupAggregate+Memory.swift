import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateValues

extension GroupAggregate {
  /// What the aggregate is for the values of its expression, which come in the order of the rows' keys.
  func value(of values: [QueryValue], _ expression: BoundExpression) throws(PredicateIssue) -> QueryValue {
    try PredicateIssue.placing(at: expression.value.range) { () throws(PredicateIssue) in
      try value(of: values, expression.value.type)
    }
  }

  private func value(of values: [QueryValue], _ type: QueryType) throws(PredicateIssue) -> QueryValue {
    let present = values.filter { !$0.isNull }
    switch function {
    case .count: return .integer(Int64(values.count))
    case .countOfValues: return .integer(Int64(present.count))
    case .countOfDistinctValues: return .integer(Int64(Set(present.map(ValueKey.init)).count))
    case .sum: return try CollectionOperator.sum.apply(to: values).shown(inColumnOf: type)
    case .average:
      if present.isEmpty { return .null }
      let sum = try ValueCast.cast(try CollectionOperator.sum.apply(to: present), to: .double)
      return try ValueArithmetic.apply(.divide, sum, .double(Double(present.count)))
    case .averageWithNil: return try CollectionOperator.avg.apply(to: values)
    case .minimum: return try CollectionOperator.min.apply(to: values)
    case .maximum: return try CollectionOperator.max.apply(to: values)
    }
  }
}
