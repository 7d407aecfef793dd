import PredicateValues

/// One object, or none: where members are read from.
///
/// `lentToFriend.friendName` of a movie reads an attribute of the row `toOne(variable(0), lentToFriend)`.
public indirect enum CoreRow: Sendable {
  /// The object that a variable stands for. 0 is the evaluated object; each step of a range binds a number of its own.
  case variable(Int)
  /// The object that a to-one member of a row refers to.
  case toOne(CoreRow, Member, entity: String)

  /// Whether there may be no object.
  public var isOptional: Bool {
    switch self {
    case .variable: false
    case .toOne(let base, let member, _): member.isOptional || base.isOptional
    }
  }

  /// The variable of the row that the chain of members starts from.
  public var variable: Int {
    switch self {
    case .variable(let number): number
    case .toOne(let base, _, _): base.variable
    }
  }
}
