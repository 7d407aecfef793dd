extension PredicatePrinter {
  /// Writes an expression. This function recurses with the tree, so nodes with several parts are written by other functions: their local variables
  /// would enlarge its stack frame.
  mutating func write(_ expression: QueryExpression) {
    switch expression.node {
    case .literal(let value): write(value)
    case .evaluatedObject: text += "SELF"
    case .anyKey: text += "ANYKEY"
    case .variable(let name): write(variable: name)
    case .keyPath(let path): write(path, isFirst: true)
    case .placeholder(let placeholder): write(placeholder)
    case .overLimit: text += Self.overLimit
    // The text is printed as it was given. The parser refuses it too.
    case .unreadable(let given): text += given
    case .negate, .binary, .assignment: write(operation: expression)
    case .path, .index, .aggregate: write(collection: expression)
    default: write(call: expression)
    }
  }

  mutating func write(_ expression: QueryExpression, inParentheses isGrouped: Bool) {
    if isGrouped { text += "(" }
    write(expression)
    if isGrouped { text += ")" }
  }

  mutating func write(_ expressions: [QueryExpression]) {
    var isFirst = true
    for expression in expressions {
      if !isFirst { text += ", " }
      isFirst = false
      write(expression)
    }
  }

  mutating func write(_ placeholder: QueryPlaceholder) {
    text += "%"
    text += placeholder.conversion
  }

  private mutating func write(operation expression: QueryExpression) {
    switch expression.node {
    case .negate(let operand):
      text += "-"
      write(operand, inParentheses: operand.needsParenthesesBehindMinus)
    case .binary(let op, let left, let right):
      write(left, inParentheses: left.needsParentheses(beside: op, onRight: false))
      text += " "
      text += Self.spellings[Int(op.kind.rawValue)]
      text += " "
      write(right, inParentheses: right.needsParentheses(beside: op, onRight: true))
    case .assignment(let variable, let value):
      write(variable: variable)
      text += " := "
      write(value)
    default: break
    }
  }

  private mutating func write(collection expression: QueryExpression) {
    switch expression.node {
    case .path(let base, let path):
      write(base, inParentheses: base.needsParenthesesBeforeDot)
      write(path, isFirst: false)
    case .index(let base, let index):
      write(base, inParentheses: base.needsParenthesesBeforeIndex)
      text += "["
      switch index {
      case .first: text += "FIRST"
      case .last: text += "LAST"
      case .size: text += "SIZE"
      case .expression(let value):
        // A list in an index is printed as a key with several values if the base is a bare name. Otherwise it is printed as a list.
        if case .aggregate(let parts) = value.node, parts.count > 1, base.bareName != nil {
          write(parts)
        } else {
          write(value)
        }
      }
      text += "]"
    case .aggregate(let elements):
      text += "{"
      write(elements)
      text += "}"
    default: break
    }
  }

  private mutating func write(call expression: QueryExpression) {
    switch expression.node {
    case .call(let name, let arguments):
      write(functionName: name)
      text += "("
      write(arguments)
    case .function(let receiver, let selector, let arguments):
      write(form: "FUNCTION(", receiver, selector)
      if !arguments.isEmpty {
        // Apple's printer writes a space before this comma, but none after the last argument.
        text += " , "
        write(arguments)
      }
    case .cast(let operand, let type): write(form: "CAST(", operand, type)
    case .ternary(let condition, let first, let second):
      text += "TERNARY("
      write(condition)
      text += ", "
      write(first)
      text += ", "
      write(second)
    case .subquery(let collection, let variable, let predicate):
      text += "SUBQUERY("
      write(collection)
      text += ", "
      write(variable: variable)
      text += ", "
      write(predicate)
    case .fetch(let request, let context, let countOnly):
      write(form: "FETCH(", request, context)
      text += ", "
      write(countOnly)
    default: return
    }
    text += ")"
  }

  private mutating func write(form opening: String, _ first: QueryExpression, _ second: QueryExpression) {
    text += opening
    write(first)
    text += ", "
    write(second)
  }
}
