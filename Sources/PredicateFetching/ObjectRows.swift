import PredicateValues

/// Objects of a graph, or groups, as the rows of a fetch.
package struct ObjectRows: FetchedRows {
  private let objects: [any QueryObject]

  package init(_ objects: [any QueryObject]) { self.objects = objects }

  package var count: Int { objects.count }

  package func object(at position: Int) -> QueryValue { .object(objects[position]) }
}
