import PredicateSyntax

/// Replaces a column's name in later columns and sort keys by the column's expression: `show price * 2 as y, y + 1 sort by y / 3`.
struct ColumnNames {
  /// The columns that have been read.
  private var columns: [(name: String, expression: QueryExpression)] = []
  /// Whether a name has another meaning than that of a column.
  private let isTaken: (String) -> Bool

  /// - Parameter isTaken: Whether a name has another meaning that takes precedence over a column, such as that of a property.
  init(isTaken: @escaping (String) -> Bool) { self.isTaken = isTaken }

  /// Rewrites the columns in order. A column may use the names of the columns before it, except names that are taken.
  mutating func read(_ given: [FetchedColumn]) -> [QueryExpression] {
    for column in given { columns.append((column.name, rewrite(column.expression))) }
    return columns.map(\.expression)
  }

  /// Rewrites a sort key. A key that is only the name of a column stands for the column, even if the name is taken.
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

  /// A path that starts at another value does not contain a column's name, so it stays unchanged.
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path }
}

extension QueryExpression {
  /// A path that starts at this expression and continues with `rest`. It replaces the written path.
  func followed(by rest: [QueryKeyPath.Component], range: SourceRange) -> QueryExpression {
    guard let first = rest.first else { return at(range) }
    return .path(self, QueryKeyPath(first, Array(rest.dropFirst())), range: range)
  }
}
