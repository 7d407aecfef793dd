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
  /// A matcher of the rows at the end of a path; false where the path leads nowhere.
  case filter(RowPath, RowFilter, cost: Int)
  /// A comparison of two numbers.
  case numbers(CoreComparison, NumberNode, NumberNode)
  /// A comparison of two stored values of one type that are no numbers.
  case pair(PairFilter, ValuePlace, ValuePlace)
  /// A regular expression that was compiled before.
  case expression(ValuePlace, RegularExpression)
  /// A condition on nothing but one byte, decided by another node once for each value of that byte that comes up.
  case byte(ValuePlace, ConditionNode, identity: Int)
  /// Whether a range has an element.
  case exists(RangeNode)
  /// Whether a value is among the elements of a collection.
  case among(StoredMembership)
  /// A question about one value of unknown type.
  case view(DynamicCondition, ViewNode)
  /// A condition on values that have no column of their own kind.
  case values(CoreCondition, [ValueNode])

  /// What a row costs, roughly in half nanoseconds.
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

  /// The hoisted numbers without which it holds of no element, and their slots. What can fail is asked before those that stand
  /// behind it, so these are not among them.
  var neededNumbers: [(number: NumberNode, slot: Int)] {
    switch self {
    case .and(let parts): parts.prefix { $0.isTotal }.flatMap(\.neededNumbers)
    case .numbers(let comparison, let left, let right) where comparison != .same && isTotal:
      [left.repeatedNumber, right.repeatedNumber].compactMap { $0 }
    default: []
    }
  }

  /// Whether asking it cannot fail, apart from visiting more elements than it may: what has a form here can only fail in parts that the
  /// reference is asked about.
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
