import PredicateValues

/// What a fold finds out about numbers.
enum NumberFoldKind {
  case sum
  case mean
  case least
  case greatest

  /// The fold of an operator of collections over values of a type; nil where it is no number.
  init?(_ op: CollectionOperator, of type: QueryType) {
    switch op {
    case .sum where type.family == .number: self = .sum
    case .avg where type.family == .number: self = .mean
    case .min: self = .least
    case .max: self = .greatest
    default: return nil
    }
  }
}
