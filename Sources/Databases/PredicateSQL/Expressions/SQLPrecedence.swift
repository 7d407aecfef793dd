/// How tightly operators bind, from loose to tight, as far as databases agree. Where databases differ (comparisons of comparisons), brackets are
/// written.
package enum SQLPrecedence: Int, Comparable {
  case or
  case and
  case not
  case comparison
  case additive
  case multiplicative
  case concatenation
  case prefix
  case primary

  package static func < (left: SQLPrecedence, right: SQLPrecedence) -> Bool { left.rawValue < right.rawValue }
}

extension SQLExpression.Node {
  /// How tightly the node's operator binds.
  package var precedence: SQLPrecedence {
    switch self {
    case .any: .or
    case .all: .and
    case .not: .not
    case .nullTest, .truthTest, .between, .inList, .inSelect: .comparison
    case .binary(let op, _, _): op.precedence
    case .written(_, let precedence): precedence
    case .negate, .unindexed: .prefix
    case .column, .stage, .allColumns, .parameter, .integer, .name, .null, .always, .exists, .scalar, .function,
      .choose, .inOrder, .binaryCollation, .cast, .over:
      .primary
    }
  }
}

extension SQLBinaryOperator {
  /// How tightly the operator binds.
  package var precedence: SQLPrecedence {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .same, .different: .comparison
    case .add, .subtract: .additive
    case .multiply, .divide: .multiplicative
    case .concatenate: .concatenation
    }
  }
}
