import PredicateSyntax

/// Writes a tree as one line that names every construct, to compare it in the tests of the parser.
enum ParserSketch {
  static func of(_ format: String) -> String {
    let result = PredicateParser.predicate(format)
    return result.tree.map { of($0) } ?? "✗ " + result.errors.map { $0.code }.joined(separator: " ")
  }

  static func value(_ format: String) -> String {
    let result = PredicateParser.expression(format)
    return result.tree.map { of($0) } ?? "✗ " + result.errors.map { $0.code }.joined(separator: " ")
  }

  static func of(_ predicate: QueryPredicate) -> String {
    switch predicate.node {
    case .literal(let value): value ? "true" : "false"
    case .not(let operand): "(not \(of(operand)))"
    case .and(let operands): "(and \(operands.map { of($0) }.joined(separator: " ")))"
    case .or(let operands): "(or \(operands.map { of($0) }.joined(separator: " ")))"
    case .overLimit: "over-limit"
    case .comparison(let comparison):
      "(\(quantifier(comparison))\(comparison.operator.spelling)\(options(comparison.options)) "
        + "\(of(comparison.left)) \(of(comparison.right)))"
    }
  }

  private static func quantifier(_ comparison: QueryComparison) -> String {
    switch comparison.quantifier {
    case .direct: ""
    case .all: "all "
    case .any: "any "
    }
  }

  private static func options(_ options: StringOptions) -> String {
    let letters: [(StringOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"),
    ]
    let set = letters.filter { options.contains($0.0) }.map { $0.1 }.joined()
    return set.isEmpty ? "" : "[\(set)]"
  }

  static func of(_ expression: QueryExpression) -> String {
    switch expression.node {
    case .literal(let value): of(value)
    case .evaluatedObject: "SELF"
    case .anyKey: "ANYKEY"
    case .variable(let name): "$\(name)"
    case .keyPath(let path): of(path)
    case .path(let base, let path): "(path \(of(base)) \(of(path)))"
    case .index(let base, let index): "(index \(of(base)) \(of(index)))"
    case .aggregate(let elements): "{\(list(elements))}"
    case .call(let name, let arguments): "(call \(name)\(arguments.isEmpty ? "" : " ")\(list(arguments)))"
    case .function(let receiver, let selector, let arguments):
      "(function \(list([receiver, selector] + arguments)))"
    case .cast(let operand, let type): "(cast \(of(operand)) \(of(type)))"
    case .ternary(let condition, let first, let second): "(ternary \(of(condition)) \(of(first)) \(of(second)))"
    case .subquery(let collection, let variable, let condition):
      "(subquery \(of(collection)) $\(variable) \(of(condition)))"
    case .binary(let op, let left, let right): "(\(op.spelling) \(of(left)) \(of(right)))"
    case .negate(let operand): "(neg \(of(operand)))"
    case .assignment(let variable, let value): "(:= $\(variable) \(of(value)))"
    case .fetch(let request, let context, let countOnly): "(fetch \(list([request, context, countOnly])))"
    case .placeholder(let placeholder): "%\(placeholder.conversion)#\(placeholder.index)"
    case .overLimit: "over-limit"
    case .unreadable(let text): "(unreadable \(text))"
    }
  }

  private static func list(_ expressions: [QueryExpression]) -> String {
    expressions.map { of($0) }.joined(separator: " ")
  }

  private static func of(_ index: QueryExpression.Index) -> String {
    switch index {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .expression(let expression): of(expression)
    }
  }

  static func of(_ path: QueryKeyPath) -> String {
    path.components.map { component in
      switch component {
      case .key(let name): name
      case .collectionOperator(let name): "@\(name)"
      case .variable(let name): "$\(name)"
      case .call(let name, let arguments): "\(name)(\(list(arguments)))"
      case .placeholder(let placeholder): "%\(placeholder.conversion)#\(placeholder.index)"
      }
    }.joined(separator: ".")
  }

  static func of(_ literal: QueryLiteral) -> String {
    switch literal {
    case .null: "nil"
    case .boolean(let value): value ? "YES" : "NO"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)d"
    case .decimal(let value): "\(value)m"
    case .string(let value): "'\(value)'"
    case .date(let value): "date:\(value)"
    case .data(let value): "data:\(value)"
    case .uuid(let value): "uuid:\(value)"
    case .url(let value): "url:\(value)"
    case .object(let value): "object:\(value)"
    }
  }
}
