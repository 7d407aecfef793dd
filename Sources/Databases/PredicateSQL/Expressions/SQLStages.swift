/// Splits a deep value into stages of shallow values. Each stage can use the values of the stages before it.
///
/// A database's parser accepts fewer nested function calls (``SQLLimits/nestedValues``) than the 256 of the language. So `f(f(f(…)))` becomes `(WITH
/// s0 AS (SELECT f(f(x)) AS v0), s1 AS (SELECT s0.*, f(f(s0.v0)) AS v1 FROM s0) SELECT f(s1.v1) FROM s1)`, whose calls are nested less.
struct SQLStages {
  /// The values of all stages except the last, in order.
  private(set) var values: [SQLExpression] = []
  /// The value of the last stage, which equals the whole expression.
  private(set) var last: SQLExpression

  private let stageHeight: Int

  /// - Parameters:
  ///   - expression: A value that is deeper than `stageHeight`.
  ///   - stageHeight: The greatest depth of a stage's value.
  init(_ expression: SQLExpression, stageHeight: Int) {
    last = expression
    self.stageHeight = stageHeight
    last = shallow(expression)
  }

  /// The expression with each deep operand replaced by the value of a stage.
  private mutating func shallow(_ expression: SQLExpression) -> SQLExpression {
    guard expression.height > stageHeight else { return expression }
    var isFull = false
    let inner = expression.map { operand, _ in
      let operand = shallow(operand)
      isFull = isFull || operand.height >= stageHeight
      return operand
    }
    return isFull ? inner.map { operand, _ in stage(operand) } : inner
  }

  private mutating func stage(_ operand: SQLExpression) -> SQLExpression {
    guard operand.height > 1 else { return operand }
    values.append(operand)
    return SQLExpression(
      .stage(values.count - 1), type: operand.type, mayBeNull: operand.mayBeNull,
      hasOwnCollation: operand.hasOwnCollation)
  }
}
