import PredicateSessions
import PredicateStatements
import PredicateSyntax

/// The steps that `.go` has made.
struct Walk {
  enum Place {
    /// The answer of a statement, whose rows can be reached by `.go`.
    case list(QueryStatement)
    case object(WalkedObject)
  }

  struct Step {
    let place: Place
    /// The path for the prompt; nil for the answer of a statement that was typed before the first `.go`.
    let path: String?
    /// The entity of a statement without an entity, at this step.
    let entity: String?
    /// The condition that is added to a statement without an entity at this step, so that it finds only objects of this place; nil for all objects.
    let condition: QueryPredicate?
  }

  var steps: [Step] = []
  /// The current entity before the first step.
  var home: String?

  /// The object of the last step, with its path; nil if the last step is a list.
  var object: (object: WalkedObject, path: String)? {
    guard case .object(let object)? = steps.last?.place else { return nil }
    return (object, steps.last?.path ?? object.label)
  }

  /// The answer of the last step that is a list; nil if there is none.
  var list: QueryStatement? {
    for step in steps.reversed() { if case .list(let query) = step.place { return query } }
    return nil
  }
}

extension ShellSession {
  /// The text for the prompt: the path of the last step, otherwise the current entity.
  var place: String { walk.steps.last?.path ?? currentEntity ?? "" }

  /// The name of the object to which statements without an entity are limited. Nil if they are not limited to one object, and for an object without a key.
  var onlyObject: String? {
    guard let step = walk.steps.last, step.condition != nil, case .object(let object) = step.place else { return nil }
    return object.label
  }

  /// Removes all steps.
  func endWalk() { walk = Walk() }
}
