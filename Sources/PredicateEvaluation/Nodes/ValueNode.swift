import PredicateBinding
import PredicateValues

/// A value of each row of a chunk, in the form that the language's operations take. What has a column of numbers or a matcher of its own needs
/// none.
indirect enum ValueNode: Sendable {
  /// The same value for every row.
  case constant(QueryValue)
  /// A value that is stored at the end of a path; nil where the path leads nowhere.
  case stored(RowPath, ValueLoader)
  /// The object at the end of a path; nil where the path leads nowhere.
  case object(RowPath, ObjectShape)
  /// A number.
  case number(NumberNode, NumberBox)
  /// The object that a to-one member of an object refers to.
  case toOne(ValueNode, member: String)
  /// What a node of the core makes of one or two values.
  case operation(CoreValue, ValueNode, ValueNode?)
  /// What a node of the core makes of several values: the arguments of a function, the parts of a list.
  case list(CoreValue, [ValueNode])
  /// One of two values, as the condition says.
  case choose(ConditionNode, ValueNode, ValueNode)
  /// What a node of the core makes of a value of each element of a range; nil where the range is nil.
  case elements(CoreValue, RangeNode, each: ValueNode)
  /// A value whose type is known only when it runs.
  case view(ViewNode)
  /// What fails for every row.
  case failure

  /// What a row costs, in the unit of ``ConditionNode/cost``.
  var cost: Int {
    switch self {
    case .constant, .failure: 0
    case .view(let view): view.cost + 20
    case .stored(let path, let loader): loader.cost + 4 * path.steps.count
    case .object(let path, _): 40 + 4 * path.steps.count
    case .number(let number, _): number.cost + 10
    case .toOne(let base, _): base.cost + 100
    case .operation(_, let first, let second): first.cost + (second?.cost ?? 0) + 60
    case .list(_, let parts): parts.reduce(100) { $0 + $1.cost }
    case .choose(let test, let first, let second): test.cost + first.cost + second.cost
    case .elements(_, let range, let each): 200 + 2 * (range.filter.cost + each.cost)
    }
  }
}

/// What a column of numbers stands for.
enum NumberBox: Sendable {
  case integer
  case double
  case boolean
  case date
}
