/// The facts of a node behind one reference. Nodes stay small by it, and with them the stack of everything that walks a deep predicate.
final class SharedFacts: Sendable {
  let facts: CoreFacts

  init(_ facts: CoreFacts) { self.facts = facts }

  /// Those of a value. Constants share theirs.
  static func of(_ node: CoreValue.Node) -> SharedFacts {
    switch node {
    case .constant, .null: ofConstants
    default: SharedFacts(node.facts)
    }
  }

  private static let ofConstants = SharedFacts(CoreFacts())
}
