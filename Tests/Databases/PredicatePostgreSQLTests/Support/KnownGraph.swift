#if PostgreSQL
  import Foundation
  import PredicateFetching
  import PredicatePostgreSQL

  extension PostgreSQLDatabase {
    private struct Known {
      let database: PostgreSQLDatabase
      let graph: GraphFetch
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var known: [ObjectIdentifier: Known] = [:]

    /// The graph of a database whose rows no test changes. It is read once, because reading thousands of rows takes longer than a test.
    func knownGraph() throws -> GraphFetch {
      try Self.lock.withLock {
        let key = ObjectIdentifier(self)
        if let known = Self.known[key] { return known.graph }
        let graph = try graph()
        Self.known[key] = Known(database: self, graph: graph)
        return graph
      }
    }
  }
#endif
