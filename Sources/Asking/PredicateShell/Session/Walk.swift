import PredicateSessions
import PredicateStatements
import PredicateSyntax

/// The steps of `.go`.
struct Walk {
  enum Place {
    /// The answer of a statement: its rows can be chosen.
    case list(QueryStatement)
    case object(WalkedObject)
  }

  struct Step {
    let place: Place
    /// The path in the prompt; nil for a statement that was typed before the first step.
    let path: String?
    /// The entity of a bare predicate at this step.
    let entity: String?
    /// Which objects of the entity a bare predicate at this step is about; nil for all.
    let condition: QueryPredicate?
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

  /// The object that a bare predicate is about; nil if it is about more, and for an object without a key.
  var onlyObject: String? {
    guard let step = walk.steps.last, step.condition != nil, case .object(let object) = step.place else { return nil }
    return object.label
  }

  /// Forgets the way.
  func endWalk() { walk = Walk() }
}
