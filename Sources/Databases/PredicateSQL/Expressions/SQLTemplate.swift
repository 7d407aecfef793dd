import PredicateValues

/// SQL as a string literal with interpolated expressions and statements: `"CASE WHEN \(condition) THEN \(value) END"`.
///
/// Interpolated strings are copied as SQL. Interpolated values become parameters. The dialect quotes names of tables and columns.
package struct SQLTemplate: ExpressibleByStringInterpolation {
  package enum Part {
    case words(String)
    /// An expression, in brackets if it binds less tightly than the precedence.
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
