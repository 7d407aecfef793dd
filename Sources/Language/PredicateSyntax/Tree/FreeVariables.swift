/// A use of a variable that the tree itself does not bind: an element of ``QueryPredicate/freeVariables``.
public struct VariableUse: Sendable, Hashable {
  /// The name without `$`.
  public let name: String
  /// The range of the variable. For a variable in a path (`$a.$b`) it is the range of the whole path.
  public let range: SourceRange

  /// A use of a variable.
  public init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }

  /// Whether the ranges are equal, and the names have the same scalars.
  public static func == (left: VariableUse, right: VariableUse) -> Bool {
    left.name.hasSameScalars(as: right.name) && left.range == right.range
  }

  /// Hashes the name's bytes and the range.
  public func hash(into hasher: inout Hasher) {
    name.hashScalars(into: &hasher)
    hasher.combine(range)
  }
}

extension QueryPredicate {
  /// Every use of a variable that the predicate itself does not bind, in the order of the text.
  ///
  /// A SUBQUERY binds its variable inside its condition, but not in its collection. An assignment binds no variable here, because the text does not
  /// determine when it is evaluated. Linear in the size of the tree.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > $y AND SUBQUERY(tags, $t, $t == $name).@count > 0")
  ///   .freeVariables.map(\.name)  // ["y", "name"]
  /// ```
  public var freeVariables: [VariableUse] {
    var finder = FreeVariableFinder()
    walk(&finder)
    return finder.uses
  }
}

extension QueryExpression {
  /// Every use of a variable that the expression does not bind itself; see ``QueryPredicate/freeVariables``.
  public var freeVariables: [VariableUse] {
    var finder = FreeVariableFinder()
    walk(&finder)
    return finder.uses
  }
}

private struct FreeVariableFinder: PredicateVisitor {
  var uses: [VariableUse] = []
  /// For each name, the number of SUBQUERYs around the current node that bind it.
  private var bound: [ScalarString: Int] = [:]

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .variable(let name): add(name, expression.range)
    case .path(let base, let path):
      base.walk(&self)
      add(path, expression.range)
      return false
    case .keyPath(let path):
      add(path, expression.range)
      return false
    case .subquery(let collection, let variable, let predicate):
      collection.walk(&self)
      bound[ScalarString(variable), default: 0] += 1
      predicate.walk(&self)
      bound[ScalarString(variable), default: 1] -= 1
      return false
    default: break
    }
    return true
  }

  private mutating func add(_ path: QueryKeyPath, _ range: SourceRange) {
    for component in path.components {
      switch component {
      case .variable(let name): add(name, range)
      case .call(_, let arguments): for argument in arguments { argument.walk(&self) }
      case .key, .collectionOperator, .placeholder: break
      }
    }
  }

  private mutating func add(_ name: String, _ range: SourceRange) {
    if bound[ScalarString(name), default: 0] == 0 { uses.append(VariableUse(name: name, range: range)) }
  }
}
