import PredicateBinding
import PredicateReference
import PredicateValues

/// Stores results that depend only on a related object, and not on the whole evaluated object. If many objects refer to the same related object, its
/// result is computed once.
///
/// Memory is linear in the number of related objects for which conditions are evaluated.
final class KnownResults: EvaluationResults {
  private enum Key: Hashable {
    /// The result of a range, identified by its first variable, which no other range has, and by the object that it starts from.
    case range(variable: Int, start: Int64)
    /// A value over all objects of an entity (`Order.@count`), identified by the first variable of its range and its place in the text.
    case total(variable: Int, place: SourceRange)
  }

  private var results: [Key: QueryValue] = [:]
  /// For the first variable of a range, whether the range reads only the object that it starts from. False if several ranges begin with the variable.
  private var isAlone: [Int: Bool]

  init(_ condition: CoreCondition) {
    var counts: [Int: Int] = [:]
    Self.countRanges(.condition(condition), &counts)
    isAlone = counts.filter { $0.value > 1 }.mapValues { _ in false }
  }

  /// Counts for each variable how many ranges begin with it, including inner ranges. Lowering may use one variable for several ranges.
  private static func countRanges(_ part: CorePart, _ counts: inout [Int: Int]) {
    if case .range(let range) = part, let first = range.steps.first { counts[first.variable, default: 0] += 1 }
    part.forEachPart { countRanges($0, &counts) }
  }

  func result(
    of part: CorePart, _ object: (CoreRow) -> QueryValue, _ compute: () throws(PredicateIssue) -> QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    guard let key = key(of: part, object) else { return try compute() }
    if let known = results[key] { return known }
    let result = try compute()
    results[key] = result
    return result
  }

  /// The key under which the result of a part is stored; nil if the result depends on the whole evaluated object.
  private func key(of part: CorePart, _ object: (CoreRow) -> QueryValue) -> Key? {
    switch part {
    case .range(let range):
      guard let first = range.steps.first, case .relationship(let row, _, _) = first.source,
        case .object(let start) = object(row), let key = start.reference?.key, isAlone(range, from: row, first.variable)
      else { return nil }
      return .range(variable: first.variable, start: key)
    case .value(let value):
      guard let first = value.range.isNone ? nil : value.node.elements?.steps.first, case .all = first.source,
        value.facts.variables.isEmpty
      else { return nil }
      return .total(variable: first.variable, place: value.range)
    case .condition: return nil
    }
  }

  /// Whether a range reads only the object that it starts from. Computed once.
  private func isAlone(_ range: CoreRange, from row: CoreRow, _ variable: Int) -> Bool {
    if let known = isAlone[variable] { return known }
    var outside = CoreRange(steps: Array(range.steps.dropFirst()), filter: range.filter).facts.variables
    outside.remove(variable)
    // A condition on the starting object does not count, because that object is part of the result's key.
    if case .variable(let start) = row { outside.remove(start) }
    let answer = outside.isEmpty
    isAlone[variable] = answer
    return answer
  }
}

extension CoreValue.Node {
  /// The range that a value is computed from; nil for other values.
  fileprivate var elements: CoreRange? {
    switch self {
    case .count(let range), .aggregate(_, let range, _), .collect(let range, _): range
    default: nil
    }
  }
}
