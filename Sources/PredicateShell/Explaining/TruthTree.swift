import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// A predicate asked of one object, part by part: what each condition comes to, and the values that it compares.
///
/// Each condition is bound and evaluated by itself, so that nothing is left out because another one had decided already.
struct TruthTree {
  /// A condition and what it is made of.
  struct Node {
    /// The condition as text; of AND, OR and NOT the word alone.
    let text: String
    /// Whether it holds; nil where evaluating it failed.
    let holds: Bool?
    /// What it compares, and the value of each; in place of a value the reason why there is none.
    let values: [(text: String, value: QueryValue)]
    /// Why it could not be evaluated.
    let problem: String?
    /// The conditions inside.
    let parts: [Node]
  }

  let root: RootType
  let variables: QueryVariables
  /// The object that is asked.
  let object: QueryValue
  private let evaluator: PlainEvaluator

  /// A tree of what an object of an entity comes to.
  init(
    entity: String, model: DataModel, variables: QueryVariables, object: any QueryObject,
    evaluator: PlainEvaluator = PlainEvaluator()
  ) {
    self.evaluator = evaluator
    root = .entity(entity, model)
    self.variables = variables
    self.object = .object(object)
  }

  /// The nodes for a condition. Time is that of evaluating the condition once for each level of its nesting.
  func node(for predicate: QueryPredicate) -> Node {
    var holds: Bool?
    var problem: String?
    do throws(PredicateIssue) {
      holds = try evaluator.evaluate(try Binder.bind(predicate, to: root, variables: variables), object: object)
    } catch {
      problem = error.message
    }
    switch predicate.node {
    case .and(let parts): return compound("AND", holds, problem, parts)
    case .or(let parts): return compound("OR", holds, problem, parts)
    case .not(let part): return compound("NOT", holds, problem, [part])
    case .comparison(let comparison):
      var values: [(text: String, value: QueryValue)] = []
      add(comparison.left, to: &values)
      add(comparison.right, to: &values)
      return Node(text: predicate.canonicalFormat, holds: holds, values: values, problem: problem, parts: [])
    case .literal, .overLimit:
      return Node(text: predicate.canonicalFormat, holds: holds, values: [], problem: problem, parts: [])
    }
  }

  private func compound(_ word: String, _ holds: Bool?, _ problem: String?, _ parts: [QueryPredicate]) -> Node {
    Node(text: word, holds: holds, values: [], problem: problem, parts: parts.map(node))
  }

  /// The value of an expression, and of the paths in it where it is more than a path. Constants are in the text already.
  private func add(_ expression: QueryExpression, to values: inout [(text: String, value: QueryValue)]) {
    switch expression.node {
    case .literal, .evaluatedObject, .aggregate, .overLimit, .unreadable, .placeholder, .anyKey: break
    default:
      guard let value = value(of: expression) else { break }
      let text = expression.canonicalFormat
      if !values.contains(where: { $0.text.hasSameScalars(as: text) }) { values.append((text, value)) }
    }
    for part in expression.pathsInside { add(part, to: &values) }
  }

  private func value(of expression: QueryExpression) -> QueryValue? {
    do throws(PredicateIssue) {
      return try evaluator.value(try Binder.bind(expression, to: root, variables: variables), object: object)
    } catch {
      // What has no value alone (a list of mixed parts) is told by the condition around it.
      return nil
    }
  }
}

extension QueryExpression {
  /// The paths and variables that the expression's value is made of; none where it is one itself. What depends on a variable of its own
  /// (the condition of a SUBQUERY) has no value for the object alone.
  fileprivate var pathsInside: [QueryExpression] {
    switch node {
    case .binary(_, let left, let right): return [left, right]
    case .negate(let operand), .cast(let operand, _): return [operand]
    case .call(_, let arguments), .aggregate(let arguments): return arguments
    case .function(let receiver, _, let arguments): return [receiver] + arguments
    case .path(let base, _), .index(let base, _):
      if case .variable = base.node { return [] }
      return [base]
    case .ternary(_, let first, let second): return [first, second]
    default: return []
    }
  }
}
