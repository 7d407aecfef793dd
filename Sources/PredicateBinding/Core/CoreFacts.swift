/// What is known of a node of the core before it runs. Every node computes it from the facts of its parts when it is made, as the tree computes
/// its measure.
///
/// Most nodes share the facts of a part. By one reference nodes stay small, and with them the stack of what walks a deep predicate.
package final class CoreFacts: Sendable {
  /// Why evaluating the node can throw.
  package let failures: CoreFailures
  /// The variables that the node reads and does not bind itself. 0 is the evaluated object.
  package let variables: CoreVariables

  init(_ failures: CoreFailures, _ variables: CoreVariables = CoreVariables()) {
    self.failures = failures
    self.variables = variables
  }

  /// Those of a constant.
  static let none = CoreFacts([])
  private static let object = CoreFacts([], CoreVariables([0]))

  /// Those of what reads a variable and nothing else.
  static func reading(_ variable: Int) -> CoreFacts {
    variable == 0 ? object : CoreFacts([], CoreVariables([variable]))
  }

  /// Whether the node keeps its place among the parts of AND and OR: evaluating it can throw for some object, so the parts before it decide
  /// whether the issue is seen, whatever is cheaper. The steps of regular expressions do not count, as no other limit does.
  package var dependsOnOrder: Bool { !failures.isDisjoint(with: [.mismatch, .depth]) }

  /// Whether evaluating the node never throws, apart from the limits that ``CoreFailures`` leaves out.
  package var isTotal: Bool { failures.isEmpty }

  /// The facts of a node with two parts; those of one part where they hold the other's.
  func union(_ other: CoreFacts) -> CoreFacts {
    if self === other || isSuperset(of: other) { return self }
    if other.isSuperset(of: self) { return other }
    var variables = variables
    variables.formUnion(other.variables)
    return CoreFacts(failures.union(other.failures), variables)
  }

  /// With further reasons why evaluating the node can throw.
  func adding(_ more: CoreFailures) -> CoreFacts {
    failures.isSuperset(of: more) ? self : CoreFacts(failures.union(more), variables)
  }

  /// Without a variable that the node binds.
  func binding(_ variable: Int) -> CoreFacts {
    guard variables.contains(variable) else { return self }
    var rest = variables
    rest.remove(variable)
    return CoreFacts(failures, rest)
  }

  private func isSuperset(of other: CoreFacts) -> Bool {
    failures.isSuperset(of: other.failures) && variables.isSuperset(of: other.variables)
  }
}
