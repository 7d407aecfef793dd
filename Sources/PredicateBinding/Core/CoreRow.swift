import PredicateValues

/// One object, or none: where members are read from.
public indirect enum CoreRow: Sendable {
  /// The object that a variable stands for. 0 is the evaluated object; each step of a range binds a number of its own.
  case variable(Int)
  /// What a to-one member of a row leads to.
  case toOne(CoreRow, Member, entity: String)

  /// Whether there may be no object.
  public var isOptional: Bool {
    switch self {
    case .variable: false
    case .toOne(let base, let member, _): member.isOptional || base.isOptional
    }
  }

  /// The variable at the start of the way.
  public var variable: Int {
    switch self {
    case .variable(let number): number
    case .toOne(let base, _, _): base.variable
    }
  }
}
