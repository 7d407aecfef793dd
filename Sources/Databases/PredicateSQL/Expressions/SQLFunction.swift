import PredicateValues

/// A function of a database, by its name there.
package struct SQLFunction: Sendable, Hashable {
  package let name: String
  /// The type of the result. Nil if it is the type of the last argument.
  package let type: SQLType?
  /// Whether a connection must register the function before it can use it.
  package let isRegistered: Bool
  /// Whether the function aggregates rows, so that its arguments belong to the surrounding statement.
  package let isOfGroup: Bool
  /// Whether the function uses each distinct value of its argument only once.
  package let isDistinct: Bool
  /// The cost: 0 for reading a column, 1 for a call, 2 for a condition that is evaluated after all others.
  package let cost: UInt8
  /// Whether the function marks a condition as true for most rows.
  package let isLikely: Bool

  package init(
    _ name: String, _ type: SQLType?, isRegistered: Bool = false, isOfGroup: Bool = false, isDistinct: Bool = false,
    cost: UInt8 = 1, isLikely: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isRegistered = isRegistered
    self.isOfGroup = isOfGroup
    self.isDistinct = isDistinct
    self.cost = cost
    self.isLikely = isLikely
  }

  package static func == (left: SQLFunction, right: SQLFunction) -> Bool {
    left.name == right.name && left.isDistinct == right.isDistinct
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Without arguments, `COUNT(*)`.
  package static let count = SQLFunction("COUNT", .integer, isOfGroup: true)
  /// `COUNT(DISTINCT x)`.
  package static let countDistinct = SQLFunction("COUNT", .integer, isOfGroup: true, isDistinct: true)
  /// The first argument that is not NULL.
  package static let coalesce = SQLFunction("COALESCE", nil, cost: 0)
  /// The least value of a group.
  package static let minimum = SQLFunction("MIN", nil, isOfGroup: true)
  package static let maximum = SQLFunction("MAX", nil, isOfGroup: true)
  /// The position of a row, from 1.
  package static let rowNumber = SQLFunction("ROW_NUMBER", .integer, isOfGroup: true)
  /// The position of the first row with equal sort keys, from 1.
  package static let rank = SQLFunction("RANK", .integer, isOfGroup: true)
  /// The value of the preceding row.
  package static let previous = SQLFunction("LAG", nil, isOfGroup: true)
  /// The value of the following row.
  package static let next = SQLFunction("LEAD", nil, isOfGroup: true)
}

/// The precedence of operators, from the loosest to the tightest. It is limited to rules that all databases share. For other operators, such as a
/// comparison of comparisons, brackets are written.
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
  /// The precedence of the node's operator.
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
      .choose, .inOrder, .scalarOrder, .cast, .over:
      .primary
    }
  }
}

extension SQLBinaryOperator {
  /// The precedence of the operator.
  package var precedence: SQLPrecedence {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .same, .different: .comparison
    case .add, .subtract: .additive
    case .multiply, .divide: .multiplicative
    case .concatenate: .concatenation
    }
  }
}

/// SQL as a string literal with interpolated expressions and statements: `"CASE WHEN \(condition) THEN \(value) END"`.
///
/// Interpolated strings are copied as SQL. Interpolated values become parameters. The dialect quotes names of tables and columns.
package struct SQLTemplate: ExpressibleByStringInterpolation {
  package enum Part {
    case words(String)
    /// An expression. It is in brackets if its precedence is lower than the given one.
    case expression(SQLExpression, SQLPrecedence)
    /// Expressions with words between them, such as `, `.
    case list([SQLExpression], String)
    /// A statement in brackets.
    case select(SQLSelect)
    case parameter(QueryValue)
  }

  package let parts: [Part]

  package var expressions: [SQLExpression] {
    parts.flatMap { (part) -> [SQLExpression] in
      switch part {
      case .expression(let expression, _): [expression]
      case .list(let list, _): list
      case .words, .select, .parameter: []
      }
    }
  }

  /// The same template with changed expressions.
  func map(_ change: (SQLExpression) -> SQLExpression) -> SQLTemplate {
    SQLTemplate(
      parts: parts.map { part in
        switch part {
        case .expression(let expression, let precedence): .expression(change(expression), precedence)
        case .list(let list, let words): .list(list.map(change), words)
        case .words, .select, .parameter: part
        }
      })
  }

  private init(parts: [Part]) { self.parts = parts }

  package init(stringLiteral words: String) { parts = [.words(words)] }

  package init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate(set) var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

    package mutating func appendLiteral(_ words: String) { if !words.isEmpty { parts.append(.words(words)) } }
    package mutating func appendInterpolation(_ words: String) { parts.append(.words(words)) }
    package mutating func appendInterpolation(_ expression: SQLExpression, _ precedence: SQLPrecedence = .or) {
      parts.append(.expression(expression, precedence))
    }
    package mutating func appendInterpolation(_ list: [SQLExpression], by words: String = ", ") {
      parts.append(.list(list, words))
    }
    package mutating func appendInterpolation(_ select: SQLSelect) { parts.append(.select(select)) }
    package mutating func appendInterpolation(parameter: QueryValue) { parts.append(.parameter(parameter)) }
  }
}
