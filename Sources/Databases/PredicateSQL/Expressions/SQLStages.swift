/// A deep value as a row of shallow ones, each made of those before it.
///
/// A database's parser reads fewer function calls inside one another (``SQLLimits/nestedValues``) than the 256 of the language. So
/// `f(f(f(…)))` becomes `(WITH s0 AS (SELECT f(f(x)) AS v0), s1 AS (SELECT s0.*, f(f(s0.v0)) AS v1 FROM s0) SELECT f(s1.v1) FROM s1)`,
/// whose text is flat.
struct SQLStages {
  /// The values of the stages but the last, in their order.
  private(set) var values: [SQLExpression] = []
  /// The value of the last stage: of the whole.
  private(set) var last: SQLExpression

  private let stageHeight: Int

  /// - Parameters:
  ///   - expression: A value that is deeper than that.
  ///   - stageHeight: How deep the value of a stage is.
  init(_ expression: SQLExpression, stageHeight: Int) {
    last = expression
    self.stageHeight = stageHeight
    last = shallow(expression)
  }

  /// The value with each deep operand replaced by the value of a stage.
  private mutating func shallow(_ expression: SQLExpression) -> SQLExpression {
    guard expression.height > stageHeight else { return expression }
    let operands = expression.node.operands.map { shallow($0) }
    let isFull = operands.contains { $0.height >= stageHeight }
    return expression.replacingOperands(by: isFull ? operands.map { stage($0) } : operands)
  }

  private mutating func stage(_ operand: SQLExpression) -> SQLExpression {
    guard operand.height > 1 else { return operand }
    values.append(operand)
    return SQLExpression(
      .stage(values.count - 1), mayBeNull: operand.mayBeNull, hasOwnCollation: operand.hasOwnCollation)
  }
}

extension SQLExpression.Node {
  /// The values that are always evaluated to compute a value. Empty for conditions and for CASE, which evaluates one of its arms.
  var operands: [SQLExpression] {
    switch self {
    case .negate(let operand), .cast(let operand, _): [operand]
    case .binary(let op, let left, let right) where op.isArithmetic: [left, right]
    case .function(let function, let arguments) where !function.isOfGroup: arguments
    default: []
    }
  }
}

extension SQLExpression {
  /// The same computation with other operands, in the order of ``SQLExpression/Node/operands``.
  fileprivate func replacingOperands(by operands: [SQLExpression]) -> SQLExpression {
    let node: Node
    switch (self.node, operands.first, operands.last) {
    case (.negate, let operand?, _): node = .negate(operand)
    case (.cast(_, let storage), let operand?, _): node = .cast(operand, storage)
    case (.binary(let op, _, _), let left?, let right?): node = .binary(op, left, right)
    case (.function(let function, _), _, _): node = .function(function, operands)
    default: node = self.node
    }
    return SQLExpression(node, mayBeNull: mayBeNull, hasOwnCollation: hasOwnCollation)
  }
}

extension SQLBinaryOperator {
  fileprivate var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .concatenate: true
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .same, .different: false
    }
  }
}

extension SQLFunction {
  /// Whether the function is one of a group of rows, whose arguments belong to the statement that it stands in.
  fileprivate var isOfGroup: Bool {
    switch self {
    case .array, .keyedCounts, .keyedMinimum, .keyedMaximum, .keyedValues, .count, .countDistinct, .sum, .average,
      .minimum,
      .maximum:
      true
    default: false
    }
  }
}
