import PredicateSessions
import PredicateStatements

/// Where `.go` has led, step by step.
struct Walk {
  enum Place {
    /// The answer of a statement: rows to go on from.
    case list(QueryStatement)
    case object(WalkedObject)
  }

  struct Step {
    let place: Place
    /// What the prompt shows; nil for a statement that was typed.
    let path: String?
    /// What a bare predicate is about here.
    let entity: String?
  }

  var steps: [Step] = []
  /// What a bare predicate was about before the first step.
  var home: String?

  /// The object that was reached last, with its path; nil on a list.
  var object: (object: WalkedObject, path: String)? {
    guard case .object(let object)? = steps.last?.place else { return nil }
    return (object, steps.last?.path ?? object.label)
  }

  /// The list that was reached last.
  var list: QueryStatement? {
    for step in steps.reversed() { if case .list(let query) = step.place { return query } }
    return nil
  }
}

extension ShellSession {
  /// What the prompt shows: the path that was walked, otherwise the current entity.
  var place: String { walk.steps.last?.path ?? currentEntity ?? "" }

  /// Forgets the way.
  func endWalk() { walk = Walk() }
}
