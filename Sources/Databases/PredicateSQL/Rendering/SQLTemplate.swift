import PredicateValues

/// SQL as a string literal writes it, with expressions and statements in it: `"CASE WHEN \(condition) THEN \(value) END"`.
///
/// Strings in it are words of SQL and go as they stand. Values are parameters, and names of tables and columns come quoted from the dialect.
struct SQLTemplate: ExpressibleByStringInterpolation {
  enum Part {
    case words(String)
    /// An expression, in brackets where it binds less tightly.
    case expression(SQLExpression, SQLPrecedence)
    /// Expressions with words between them.
    case list([SQLExpression], String)
    /// A statement in brackets.
    case select(SQLSelect)
    case parameter(QueryValue)
  }

  let parts: [Part]

  init(stringLiteral words: String) { parts = [.words(words)] }

  init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate(set) var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

    mutating func appendLiteral(_ words: String) { if !words.isEmpty { parts.append(.words(words)) } }
    mutating func appendInterpolation(_ words: String) { parts.append(.words(words)) }
    mutating func appendInterpolation(_ expression: SQLExpression, _ precedence: SQLPrecedence = .or) {
      parts.append(.expression(expression, precedence))
    }
    mutating func appendInterpolation(_ list: [SQLExpression], by words: String = ", ") {
      parts.append(.list(list, words))
    }
    mutating func appendInterpolation(_ select: SQLSelect) { parts.append(.select(select)) }
    mutating func appendInterpolation(parameter: QueryValue) { parts.append(.parameter(parameter)) }
  }
}
