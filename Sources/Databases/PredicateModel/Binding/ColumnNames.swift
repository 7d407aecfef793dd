import PredicateSyntax

/// Puts the values of columns in the place of their names: `show price * 2 as y, y + 1 sort by y / 3`.
struct ColumnNames {
  /// The columns that have been read.
  private var columns: [(name: String, expression: QueryExpression)] = []
  /// Whether a name means something else than a column.
  private let isTaken: (String) -> Bool

  /// - Parameter isTaken: Whether columns give a name another meaning, such as that of a property.
  init(isTaken: @escaping (String) -> Bool) { self.isTaken = isTaken }

  /// Reads the columns in their order. Each may name the columns before it, unless the name is taken.
  mutating func read(_ given: [FetchedColumn]) -> [QueryExpression] {
    for column in given { columns.append((column.name, rewrite(column.expression))) }
    return columns.map(\.expression)
  }

  /// A sort key. One that is the name of a column alone is the column, also if the name is taken.
  mutating func key(_ expression: QueryExpression) -> QueryExpression {
    guard case .keyPath(let path) = expression.node, path.rest.isEmpty, case .key(let name) = path.first,
      let column = columns.first(where: { $0.name.hasSameScalars(as: name) })
    else { return rewrite(expression) }
    return column.expression.at(expression.range)
  }
}

extension ColumnNames: TreeRewriter {
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    guard case .keyPath(let path) = expression.node, case .key(let name) = path.first, !isTaken(name),
      let column = columns.first(where: { $0.name.hasSameScalars(as: name) })
    else { return expression.mapParts(&self) }
    return column.expression.followed(by: path.rest, range: expression.range)
  }

  /// Paths from other values stay.
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path }
}

extension QueryExpression {
  /// The value at the end of a path from this one; it replaces the written path.
  func followed(by rest: [QueryKeyPath.Component], range: SourceRange) -> QueryExpression {
    guard let first = rest.first else { return at(range) }
    return .path(self, QueryKeyPath(first, Array(rest.dropFirst())), range: range)
  }
}
