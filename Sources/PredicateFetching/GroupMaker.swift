import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateValues

/// Puts objects into groups and computes what is asked of each group.
struct GroupMaker {
  private let grouping: BoundGrouping
  private let evaluator: ReferenceEvaluator

  init(_ grouping: BoundGrouping, _ evaluator: ReferenceEvaluator) {
    self.grouping = grouping
    self.evaluator = evaluator
  }

  /// The groups, in the order in which their first objects come. Objects with equal keys are one group, nil equal to nil. Without keys all
  /// objects are one group, also where there are none.
  func groups(of objects: [any QueryObject]) throws(PredicateIssue) -> [GroupObject] {
    var positions: [[ValueKey]: Int] = [:]
    var groups: [(keys: [QueryValue], objects: [any QueryObject])] = []
    if grouping.keyExpressions.isEmpty {
      groups = [([], objects)]
    } else {
      for object in objects {
        var keys: [QueryValue] = []
        for key in grouping.keyExpressions { keys.append(try evaluator.value(key, object: .object(object)).withoutNaN) }
        let place = keys.map(ValueKey.init)
        if let position = positions[place] {
          groups[position].objects.append(object)
        } else {
          positions[place] = groups.count
          groups.append((keys, [object]))
        }
      }
    }
    return groups.map { group in
      let aggregates = grouping.aggregates.map { aggregate in
        Result { () throws(PredicateIssue) in try aggregate.value(of: group.objects, evaluator) }
      }
      return GroupObject(grouping, keys: group.keys, aggregates: aggregates)
    }
  }
}
