import PredicateBinding
import PredicateMemory

/// A value of each row of a chunk whose type is known only when it runs: a view of where it lies.
indirect enum ViewNode: Sendable {
  /// What a variable stands for.
  case variable(Int)
  /// A dictionary of a kind that is stored so many bytes from the row at the end of a path; nothing where the path leads nowhere.
  case stored(RowPath, Int, ValueView.Kind)
  /// A member of the evaluated row, which a loader gives. It has one site for all places in the predicate.
  case member(Int, site: Int)
  /// What a value has under a name. Paths that are alike have one site, so that a run looks each of them up once.
  case key(ViewNode, DictionaryKey, site: Int, CoreValue)
  /// How many elements a collection has.
  case count(ViewNode, CoreValue)
  /// A value that is made.
  case made(ValueNode)

  /// What a row costs, in the unit of ``ConditionNode/cost``.
  var cost: Int {
    switch self {
    case .variable: 4
    case .stored(let path, _, _): 4 + 4 * path.steps.count
    case .member: 30
    case .key(let base, _, _, _): base.cost + 60
    case .count(let collection, _): collection.cost + 10
    case .made(let value): value.cost
    }
  }
}
