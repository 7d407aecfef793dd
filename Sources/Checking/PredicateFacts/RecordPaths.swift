import PredicateSyntax

/// Collects the key paths of a predicate that begin at the record, or at a variable that the record sets.
struct RecordPaths: PredicateVisitor {
  /// The names of each path, up to the first component that is not a plain key.
  private(set) var paths: [[String]] = []
  private let variables: Set<String>

  /// The paths of a predicate. `variables` are the variables that each record sets.
  init(of predicate: QueryPredicate, variables: Set<String>) {
    self.variables = variables
    predicate.walk(&self)
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .keyPath(let path): add([], path)
    case .path(let base, let path):
      if case .variable(let name) = base.node, variables.contains(name) { add([name], path) }
    default: break
    }
    return true
  }

  private mutating func add(_ start: [String], _ path: QueryKeyPath) {
    var names = start
    for component in path.components {
      guard case .key(let name) = component else { break }
      names.append(name)
    }
    if !names.isEmpty, !paths.contains(names) { paths.append(names) }
  }
}
