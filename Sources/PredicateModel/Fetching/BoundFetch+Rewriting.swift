import PredicateBinding

extension BoundFetch {
  /// The same fetch with rewritten conditions and values.
  package func rewritten(by rewriter: inout some CoreRewriter) -> BoundFetch {
    var result = self
    result.condition = condition.map { rewriter.rewrite($0) }
    result.grouping = grouping?.rewritten(by: &rewriter)
    result.columns = columns.map { Column(name: $0.name, expression: $0.expression.rewritten(by: &rewriter)) }
    result.order = order.map {
      Order(expression: $0.expression.rewritten(by: &rewriter), options: $0.options, isAscending: $0.isAscending)
    }
    result.firstOfEach = firstOfEach.map { first in
      FirstOfEach(count: first.count, keys: first.keys.map { $0.rewritten(by: &rewriter) })
    }
    return result
  }
}

extension BoundGrouping {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundGrouping {
    BoundGrouping(
      keyExpressions: keyExpressions.map { $0.rewritten(by: &rewriter) },
      aggregates: aggregates.map {
        GroupAggregate(function: $0.function, expression: $0.expression?.rewritten(by: &rewriter))
      },
      entity: entity, model: model, predicate: predicate.map { $0.with(rewriter.rewrite($0.condition)) })
  }
}

extension BoundExpression {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundExpression { with(rewriter.rewrite(value)) }
}
