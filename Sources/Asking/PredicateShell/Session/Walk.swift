import PredicateSessions
import PredicateStatements

/// The steps of `.go`.
struct Walk {
  enum Place {
    /// The answer of a statement: its rows can be chosen.
    case list(QueryStatement)
    case object(WalkedObject)
  }

  struct Step {
    let place: Place
    /// The path in the prompt; nil for a typed statement.
    let path: String?
    /// The entity of a bare predicate at this step.
    let entity: String?
  }

  var steps: [Step] = []
  /// The entity of a bare predicate before the first step.
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
  /// The place in the prompt: the path of the steps, otherwise the current entity.
  var place: String { walk.steps.last?.path ?? currentEntity ?? "" }

  /// Forgets the way.
  func endWalk() { walk = Walk() }
}
