import PredicateBinding
import PredicateFetching
import PredicateValues

extension GraphFetch {
  /// Fetches from the objects of a graph. Where a table cannot be read, fetches throw a ``DatabaseIssue``.
  package init(_ graph: ObjectGraph) {
    self.init(
      model: graph.model, objects: { try graph.objects(of: $0) }, object: { graph.object(for: $0) })
  }
}

extension ObjectGraph {
  /// All objects of an entity, for an evaluator: a path may begin with the entity's name.
  package func allObjects(of entity: String) throws(PredicateIssue) -> [any QueryObject] {
    do {
      return try objects(of: entity)
    } catch {
      throw .unreadableObjects(of: entity, error)
    }
  }
}
