import PredicateSyntax

/// Reduces a predicate to a small one with the same property, for example a failing predicate to the part that fails.
///
/// Each round tries all trees that lack one part, or that have a part in place of its parent. Smaller trees are tried first.
public enum PredicateReducer {
  /// The smallest predicate found that makes `holds` true, after at most `attempts` calls.
  public static func reduced(
    _ predicate: QueryPredicate, attempts: Int = 2_000, while holds: (QueryPredicate) -> Bool
  ) -> QueryPredicate {
    var best = predicate
    var left = attempts
    search: while true {
      for candidate in simpler(best).sorted(by: { $0.nodeCount < $1.nodeCount })
      where candidate.nodeCount < best.nodeCount {
        left -= 1
        guard left > 0 else { break search }
        if holds(candidate) {
          best = candidate
          continue search
        }
      }
      break
    }
    return best
  }

  /// The trees that are one step simpler.
  static func simpler(_ predicate: QueryPredicate) -> [QueryPredicate] {
    switch predicate.node {
    case .not(let operand): return [operand] + simpler(operand).map { .not($0) }
    case .and(let parts): return compounds(parts) { .and($0) }
    case .or(let parts): return compounds(parts) { .or($0) }
    case .comparison(let comparison):
      let lefts = simpler(comparison.left).map { rebuilt(comparison, left: $0) }
      let rights = simpler(comparison.right).map { rebuilt(comparison, right: $0) }
      return [.literal(true), .literal(false)] + (lefts + rights).map { .comparison($0) }
    default: return []
    }
  }

  private static func compounds(
    _ parts: [QueryPredicate], _ make: ([QueryPredicate]) -> QueryPredicate
  ) -> [QueryPredicate] {
    var found = parts
    for index in parts.indices {
      var others = parts
      others.remove(at: index)
      found.append(make(others))
      for part in simpler(parts[index]) {
        var changed = parts
        changed[index] = part
        found.append(make(changed))
      }
    }
    return found
  }

  private static func rebuilt(
    _ comparison: QueryComparison, left: QueryExpression? = nil, right: QueryExpression? = nil
  ) -> QueryComparison {
    QueryComparison(
      left ?? comparison.left, comparison.operator, right ?? comparison.right, quantifier: comparison.quantifier,
      options: comparison.options)
  }

  private static func simpler(_ expression: QueryExpression) -> [QueryExpression] {
    switch expression.node {
    case .binary(let op, let a, let b):
      return [a, b] + simpler(a).map { .binary(op, $0, b) } + simpler(b).map { .binary(op, a, $0) }
    case .negate(let operand): return [operand] + simpler(operand).map { .negate($0) }
    case .aggregate(let parts): return lists(parts).map { .aggregate($0) }
    case .call(let name, let parts): return parts + changed(parts).map { .call(name, $0) }
    case .function(let receiver, let selector, let parts):
      return [receiver] + simpler(receiver).map { .function($0, selector: selector, parts) }
        + changed(parts).map { .function(receiver, selector: selector, $0) }
    case .cast(let operand, let type): return [operand] + simpler(operand).map { .cast($0, type: type) }
    case .ternary(let test, let a, let b):
      return [a, b] + simpler(test).map { .ternary($0, a, b) } + simpler(a).map { .ternary(test, $0, b) }
        + simpler(b).map { .ternary(test, a, $0) }
    case .subquery(let base, let variable, let test):
      return [base] + simpler(test).map { .subquery(base, variable: variable, $0) }
        + simpler(base).map { .subquery($0, variable: variable, test) }
    case .path(let base, let path): return [base] + simpler(base).map { .path($0, path) }
    case .index(let base, let index): return [base] + simpler(base).map { .index($0, index) }
    default: return []
    }
  }

  /// The lists with one element replaced by a simpler one.
  private static func changed(_ parts: [QueryExpression]) -> [[QueryExpression]] {
    parts.indices.flatMap { index in
      simpler(parts[index]).map { part in
        var changed = parts
        changed[index] = part
        return changed
      }
    }
  }

  /// The lists with one element missing or simpler.
  private static func lists(_ parts: [QueryExpression]) -> [[QueryExpression]] {
    parts.indices.map { index in parts.indices.filter { $0 != index }.map { parts[$0] } } + changed(parts)
  }
}
