import PredicateValues

/// One object, possibly missing, from which members are read.
///
/// In `lentToFriend.friendName` of a movie, the row of the attribute is `toOne(variable(0), lentToFriend)`.
public indirect enum CoreRow: Sendable {
  /// The object of a variable. 0 is the evaluated object; each step of a range binds another number.
  case variable(Int)
  /// The object that a to-one member of a row refers to.
  case toOne(CoreRow, Member, entity: String)

  /// Whether the object may be missing.
  public var isOptional: Bool {
    switch self {
    case .variable: false
    case .toOne(let base, let member, _): member.isOptional || base.isOptional
    }
  }

  /// The variable from which the chain of to-one members starts.
  public var variable: Int {
    switch self {
    case .variable(let number): number
    case .toOne(let base, _, _): base.variable
    }
  }
}
