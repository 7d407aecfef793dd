import PredicateBinding
import PredicateValues

/// A condition on the rows of a chunk. Leaf conditions have their own loops. Every other condition is a program that runs for one row after the
/// other.
indirect enum ConditionNode: Sendable {
  case always(Bool)
  case and([ConditionNode])
  case or([ConditionNode])
  case not(ConditionNode)
  /// A test of the bytes of the row at the end of a path. A row whose path ends at a nil does not pass.
  case filter(RowPath, RowFilter, cost: Int)
  /// A comparison of two stored values.
  case pair(PairFilter, ValuePlace, ValuePlace)
  /// A condition that only depends on one value of one byte. It is evaluated once for each byte that occurs.
  case byte(ValuePlace, RowProgram, CoreCondition, identity: Int)
  case rows(RowProgram, CoreCondition)

  /// The estimated cost per row, in half nanoseconds.
  var cost: Int {
    switch self {
    case .always: 0
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.cost }
    case .not(let part): part.cost
    case .filter(let path, _, let cost): cost + 4 * path.steps.count
    case .pair: 20
    case .byte: 6
    case .rows(_, let condition): CorePart.condition(condition).cost
    }
  }
}
