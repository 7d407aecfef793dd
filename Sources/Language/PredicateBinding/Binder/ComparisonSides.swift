import PredicateValues

/// The facts about a comparison in the tree that binding needs: operator, options and source ranges.
struct ComparisonSides {
  let `operator`: ComparisonOperator
  let options: StringOptions
  let range: SourceRange
  let operatorRange: SourceRange
  let leftRange: SourceRange
  let rightRange: SourceRange
  private let leftIsVariable: Bool
  private let rightIsVariable: Bool

  init(comparison: QueryComparison, range: SourceRange) {
    self.operator = comparison.operator
    options = comparison.options
    self.range = range
    operatorRange = comparison.operatorRange
    leftRange = comparison.left.range
    rightRange = comparison.right.range
    leftIsVariable = Self.isVariable(comparison.left)
    rightIsVariable = Self.isVariable(comparison.right)
  }

  /// Whether a side is a variable. An issue about the family of this side is then about the variable's value.
  var hasVariable: Bool { leftIsVariable || rightIsVariable }

  /// Whether the side with a source range is a variable.
  func isVariable(_ place: SourceRange) -> Bool {
    (leftIsVariable && place == leftRange) || (rightIsVariable && place == rightRange)
  }

  private static func isVariable(_ expression: QueryExpression) -> Bool {
    if case .variable = expression.node { true } else { false }
  }
}
