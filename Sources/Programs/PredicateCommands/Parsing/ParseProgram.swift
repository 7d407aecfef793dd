import PredicateOutput
import PredicateSyntax

/// `predicate parse`: shows the tree of a format and its printed text.
public enum ParseProgram {
  /// Writes the outline of the tree, then the printed text, to `output`. Errors and notes are written to `errors`.
  ///
  /// - Parameters:
  ///   - isExpression: Whether the format is a value and not a condition.
  ///   - isExact: Whether the tree is printed exactly, so that parsing gives the same tree. Otherwise it is printed canonically.
  public static func run(
    format: String, isExpression: Bool, isExact: Bool, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    let issues: [PredicateIssue]
    let answer: String?
    if isExpression {
      let result = PredicateParser.expression(format)
      issues = result.issues
      answer = result.tree.map { TreeOutline.text(of: $0) + "\n" + (isExact ? $0.exactFormat : $0.canonicalFormat) }
    } else {
      let result = PredicateParser.predicate(format)
      issues = result.issues
      answer = result.tree.map { TreeOutline.text(of: $0) + "\n" + (isExact ? $0.exactFormat : $0.canonicalFormat) }
    }
    let renderer = DiagnosticRenderer(usesColor: errors.hasColors)
    for issue in issues { errors.write(renderer.render(issue, in: format) + "\n") }
    guard let answer else { return .wrongInput }
    output.write(answer + "\n")
    return .success
  }
}

/// Writes a tree as an outline: one line per node, with its parts below it, indented by two spaces.
///
/// ```
/// and
///   comparison >
///     key path year
///     integer 1990
///   comparison ANY BEGINSWITH[c]
///     key path tags.name
///     string "c"
/// ```
public struct TreeOutline {
  private var text = ""
  private var depth = 0

  private init() {}

  /// The outline of a condition. Each line ends with a line feed.
  public static func text(of predicate: QueryPredicate) -> String {
    var outline = TreeOutline()
    outline.add(predicate)
    return outline.text
  }

  /// The outline of a value.
  public static func text(of expression: QueryExpression) -> String {
    var outline = TreeOutline()
    outline.add(expression)
    return outline.text
  }

  private mutating func line(_ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  private mutating func add(_ predicate: QueryPredicate) {
    switch predicate.node {
    case .literal(let value): line(value ? "true predicate" : "false predicate")
    case .not(let operand): add("not", [operand])
    case .and(let operands): add("and", operands)
    case .or(let operands): add("or", operands)
    case .comparison(let comparison): add(Self.label(of: comparison), [comparison.left, comparison.right])
    case .overLimit: line("over limit")
    }
  }

  private mutating func add(_ label: String, _ conditions: [QueryPredicate] = [], _ values: [QueryExpression] = []) {
    line(label)
    depth += 1
    for condition in conditions { add(condition) }
    for value in values { add(value) }
    depth -= 1
  }

  private mutating func add(_ label: String, _ values: [QueryExpression]) { add(label, [], values) }

  private mutating func add(_ expression: QueryExpression) {
    switch expression.node {
    case .literal(let value): line(Self.kind(of: value) + " " + expression.exactFormat)
    case .evaluatedObject, .anyKey: line(expression.exactFormat)
    case .variable: line("variable " + expression.exactFormat)
    case .keyPath: line("key path " + expression.exactFormat)
    case .placeholder: line("placeholder " + expression.exactFormat)
    case .overLimit: line("over limit")
    case .unreadable(let text): line("unreadable \(text)")
    case .path(let base, let path): add("path " + QueryExpression.keyPath(path).exactFormat, [base])
    case .aggregate(let elements): add("aggregate", elements)
    case .negate(let operand): add("negate", [operand])
    case .binary(let operation, let left, let right): add("operation " + operation.spelling, [left, right])
    case .assignment(let name, let value):
      add("assignment " + QueryExpression.variable(name).exactFormat, [value])
    case .index(let base, let index): add(base, at: index)
    default: add(call: expression)
    }
  }

  private mutating func add(_ base: QueryExpression, at index: QueryExpression.Index) {
    switch index {
    case .first: add("index FIRST", [base])
    case .last: add("index LAST", [base])
    case .size: add("index SIZE", [base])
    case .expression(let value): add("index", [base, value])
    }
  }

  private mutating func add(call expression: QueryExpression) {
    switch expression.node {
    case .call(let name, let arguments): add("call " + name, arguments)
    case .function(let receiver, let selector, let arguments): add("FUNCTION", [receiver, selector] + arguments)
    case .cast(let operand, let type): add("CAST", [operand, type])
    case .ternary(let condition, let first, let second): add("TERNARY", [condition], [first, second])
    case .subquery(let collection, let name, let condition):
      line("SUBQUERY " + QueryExpression.variable(name).exactFormat)
      depth += 1
      add(collection)
      add(condition)
      depth -= 1
    case .fetch(let request, let context, let countOnly): add("FETCH", [request, context, countOnly])
    default: line(expression.exactFormat)
    }
  }

  private static func label(of comparison: QueryComparison) -> String {
    var label = "comparison "
    switch comparison.quantifier {
    case .direct: break
    case .all: label += "ALL "
    case .any: label += "ANY "
    }
    label += comparison.operator.spelling
    return comparison.options.isEmpty ? label : "\(label)[\(comparison.options.letters)]"
  }

  private static func kind(of literal: QueryLiteral) -> String {
    switch literal {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .uuid: "UUID"
    case .url: "URL"
    case .object: "row"
    }
  }
}
