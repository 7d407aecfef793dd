import PredicateBinding
import PredicateValues

/// A condition as the engine runs it on a chunk of rows.
indirect enum ConditionNode: Sendable {
  case always(Bool)
  /// The cheapest first.
  case and([ConditionNode])
  /// The cheapest first.
  case or([ConditionNode])
  case not(ConditionNode)
  /// A matcher of the rows at the end of a path; false if a step of the path is nil.
  case filter(RowPath, RowFilter, cost: Int)
  case numbers(CoreComparison, NumberNode, NumberNode)
  /// A comparison of two stored values of one type other than numbers.
  case pair(PairFilter, ValuePlace, ValuePlace)
  /// A regular expression that was compiled before.
  case expression(ValuePlace, RegularExpression)
  /// A condition on only one byte. Another node decides it once for each value of that byte that occurs.
  case byte(ValuePlace, ConditionNode, identity: Int)
  case exists(RangeNode)
  /// Whether a value is among the elements of a collection.
  case among(StoredMembership)
  /// A question about one value of unknown type.
  case view(DynamicCondition, ViewNode)
  /// A condition on values without a special column.
  case values(CoreCondition, [ValueNode])

  /// The cost per row, roughly in half nanoseconds.
  var cost: Int {
    switch self {
    case .always: 0
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.cost }
    case .not(let part): part.cost
    case .filter(let path, _, let cost): cost + 4 * path.steps.count
    case .numbers(_, let left, let right): left.cost + right.cost + 2
    case .pair: 20
    case .byte: 6
    case .exists(let range): 60 + range.filter.cost * 2
    case .among: 60
    case .expression: 600
    case .view(_, let view): view.cost + 20
    case .values(_, let values): values.reduce(40) { $0 + $1.cost }
    }
  }

  /// The hoisted numbers that must not be nil for any element to match, and their slots. Parts after one that can fail are excluded: the failing part
  /// must be evaluated first.
  var neededNumbers: [(number: NumberNode, slot: Int)] {
    switch self {
    case .and(let parts): parts.prefix { $0.isTotal }.flatMap(\.neededNumbers)
    case .numbers(let comparison, let left, let right) where comparison != .same && isTotal:
      [left.repeatedNumber, right.repeatedNumber].compactMap { $0 }
    default: []
    }
  }

  /// Whether the node cannot fail, except by visiting too many elements. Parts of a node that can fail are left to the reference.
  var isTotal: Bool {
    switch self {
    case .always, .filter, .pair, .among: true
    case .numbers(_, let left, let right): left.isTotal && right.isTotal
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isTotal)
    case .not(let part): part.isTotal
    case .exists(let range): range.isTotal
    case .byte(_, let condition, _): condition.isTotal
    case .expression, .view: false
    case .values(let condition, _): condition.facts.isTotal
    }
  }
}
