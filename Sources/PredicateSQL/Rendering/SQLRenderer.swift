import PredicateModel
import PredicateValues

/// Makes text of a tree, and collects what is bound.
struct SQLRenderer {
  let dialect: any SQLDialect
  private(set) var text = ""
  private(set) var bindings: [QueryValue] = []

  /// More conditions than this side by side are written as a balanced tree: a database reads a chain as one that is as deep as it
  /// is long, and refuses depth.
  private static let longestChain = 32

  /// Statements that stand in front of the whole one (`WITH`), so that no text nests deeper than a database's parser reads: SQLite's
  /// takes about twenty statements inside one another.
  private var commonTables: [String] = []
  /// How many statements stand around what is being written.
  private var depth = 0
  /// Whether there is a whole statement in front of which others can stand.
  private let isWhole: Bool
  private static let greatestDepth = 4
  /// How many stages stand before the one that is being written.
  private var stageCount = 0

  init(_ dialect: any SQLDialect, isWhole: Bool = false) {
    self.dialect = dialect
    self.isWhole = isWhole
  }

  /// The statement that a tree stands for.
  static func statement(_ select: SQLSelect, _ dialect: any SQLDialect) -> SQLStatement {
    var renderer = SQLRenderer(dialect, isWhole: true)
    renderer.write(select)
    let front = renderer.commonTables.isEmpty ? "" : "WITH \(renderer.commonTables.joined(separator: ", ")) "
    return SQLStatement(text: front + renderer.text, bindings: renderer.bindings)
  }

  /// The text of a condition.
  static func statement(_ condition: SQLExpression, _ dialect: any SQLDialect) -> SQLStatement {
    var renderer = SQLRenderer(dialect)
    renderer.write(condition)
    return SQLStatement(text: renderer.text, bindings: renderer.bindings)
  }

  mutating func write(_ words: String) { text += words }

  /// An expression, in brackets where it binds less tightly than its place asks for.
  mutating func write(_ expression: SQLExpression, atLeast precedence: SQLPrecedence = .or) {
    if expression.height > SQLStages.greatestHeight { return write(SQLStages(expression)) }
    let needsBrackets = expression.node.precedence < precedence
    if needsBrackets { text += "(" }
    write(expression.node)
    if needsBrackets { text += ")" }
  }

  /// Each stage has the values of those before it besides its own.
  private mutating func write(_ stages: SQLStages) {
    let outer = stageCount
    defer { stageCount = outer }
    text += "("
    for (number, value) in stages.values.enumerated() {
      stageCount = number
      text += number == 0 ? "WITH s0 AS (SELECT " : ", s\(number) AS (SELECT s\(number - 1).*, "
      write(value)
      text += " AS v\(number)" + (number == 0 ? ")" : " FROM s\(number - 1))")
    }
    stageCount = stages.values.count
    text += " SELECT "
    write(stages.last)
    text += " FROM s\(stageCount - 1))"
  }

  private mutating func write(_ node: SQLExpression.Node) {
    switch node {
    case .column(let source, let name): text += "t\(source).\(dialect.quoted(name))"
    case .stage(let number): text += "s\(stageCount - 1).v\(number)"
    case .allColumns(let source): text += "t\(source).*"
    case .parameter(let value): writeParameter(value)
    case .integer(let value): text += String(value)
    case .name(let word): text += dialect.quotedText(word)
    case .null: text += "NULL"
    case .not(let operand):
      text += "NOT "
      write(operand, atLeast: .additive)
    case .negate(let operand):
      text += "-"
      write(operand, atLeast: .primary)
    case .binary(let op, let left, let right): write(op, left, right)
    case .all(let parts): writeChain(parts[...], " AND ", each: .not)
    case .any(let parts): writeChain(parts[...], " OR ", each: .not)
    case .nullTest, .truthTest, .between, .inList, .inBoundList, .inSelect, .isStored: writeTest(node)
    case .exists(let select):
      text += "EXISTS "
      writeInBrackets(select)
    case .scalar(let select): writeInBrackets(select)
    case .function(let function, let arguments): write(function, arguments)
    case .choose(let condition, let value, let otherwise): writeChoice(condition, value, otherwise)
    case .binaryCollation(let operand):
      write(operand, atLeast: .primary)
      text += " " + dialect.binaryCollation
    case .caseCollation(let operand):
      write(operand, atLeast: .primary)
      text += " " + (dialect.caseCollation ?? dialect.binaryCollation)
    case .unindexed(let operand):
      text += "+"
      write(operand, atLeast: .primary)
    case .cast(let operand, let storage):
      text += "CAST("
      write(operand)
      text += " AS \(dialect.typeName(of: storage)))"
    }
  }

  private mutating func writeTest(_ node: SQLExpression.Node) {
    switch node {
    case .nullTest(let operand, let isNull):
      write(operand, atLeast: .additive)
      text += isNull ? " IS NULL" : " IS NOT NULL"
    case .truthTest(let operand, let isTrue):
      write(operand, atLeast: .additive)
      text += " " + dialect.truthTest(isTrue)
    case .between(let value, let low, let high):
      write(value, atLeast: .additive)
      text += " BETWEEN "
      write(low, atLeast: .additive)
      text += " AND "
      write(high, atLeast: .additive)
    case .inList(let value, let constants):
      write(value, atLeast: .additive)
      text += " IN "
      writeList(constants)
    case .inBoundList(let value, let list):
      write(value, atLeast: .additive)
      bindings.append(list)
      text += " IN (\(dialect.elements(ofBoundList: dialect.parameter(bindings.count))))"
    case .inSelect(let value, let select):
      write(value, atLeast: .additive)
      text += " IN "
      writeKeys(select)
    case .isStored(let value, let classes): writeStorageTest(value, classes)
    default: break
    }
  }

  private mutating func writeStorageTest(_ value: SQLExpression, _ classes: [StorageClass]) {
    var operand = SQLRenderer(dialect, isWhole: isWhole)
    operand.bindings = bindings
    operand.commonTables = commonTables
    operand.depth = depth
    operand.stageCount = stageCount
    operand.write(value)
    guard let test = dialect.storageTest(operand.text, classes) else {
      text += dialect.truth(true)
      return
    }
    text += test
    bindings = operand.bindings
    commonTables = operand.commonTables
  }

  private mutating func writeParameter(_ value: QueryValue) {
    bindings.append(value)
    text += dialect.parameter(bindings.count)
  }

  private mutating func write(_ op: SQLBinaryOperator, _ left: SQLExpression, _ right: SQLExpression) {
    switch op.precedence {
    case .additive:
      write(left, atLeast: .additive)
      text += " \(op.spelling(dialect)) "
      write(right, atLeast: .multiplicative)
    case .multiplicative:
      write(left, atLeast: .multiplicative)
      text += " \(op.spelling(dialect)) "
      write(right, atLeast: .prefix)
    default:
      write(left, atLeast: .additive)
      text += " \(op.spelling(dialect)) "
      write(right, atLeast: .additive)
    }
  }

  private mutating func writeChain(_ parts: ArraySlice<SQLExpression>, _ word: String, each: SQLPrecedence) {
    guard parts.count > Self.longestChain else {
      for (position, part) in parts.enumerated() {
        if position > 0 { text += word }
        write(part, atLeast: each)
      }
      return
    }
    let middle = parts.startIndex + parts.count / 2
    text += "("
    writeChain(parts[..<middle], word, each: each)
    text += ")\(word)("
    writeChain(parts[middle...], word, each: each)
    text += ")"
  }

  private mutating func write(_ function: SQLFunction, _ arguments: [SQLExpression]) {
    text += dialect.name(of: function)
    if arguments.isEmpty, function == .count {
      text += "(*)"
    } else {
      writeList(arguments)
    }
  }

  private mutating func writeChoice(
    _ condition: SQLExpression, _ value: SQLExpression, _ otherwise: SQLExpression?
  ) {
    text += "CASE WHEN "
    write(condition)
    text += " THEN "
    write(value)
    if let otherwise {
      text += " ELSE "
      write(otherwise)
    }
    text += " END"
  }

  mutating func writeList(_ expressions: [SQLExpression]) {
    text += "("
    for (position, expression) in expressions.enumerated() {
      if position > 0 { text += ", " }
      write(expression)
    }
    text += ")"
  }

  mutating func writeInBrackets(_ select: SQLSelect) {
    text += "("
    depth += 1
    write(select)
    depth -= 1
    text += ")"
  }

  /// The one column of a statement. One that stands deep and reads nothing of what is around it gets a name in front of the whole.
  private mutating func writeKeys(_ select: SQLSelect) {
    guard isWhole, depth >= Self.greatestDepth, SQLSourceSearch.isClosed(select) else { return writeInBrackets(select) }
    var inner = SQLRenderer(dialect, isWhole: true)
    inner.bindings = bindings
    inner.commonTables = commonTables
    inner.write(select)
    bindings = inner.bindings
    let name = "c\(inner.commonTables.count)"
    commonTables = inner.commonTables + ["\(name)(k) AS (\(inner.text))"]
    text += "(SELECT \(name).k FROM \(name))"
  }
}

extension SQLBinaryOperator {
  /// The operator's text.
  fileprivate func spelling(_ dialect: any SQLDialect) -> String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .same: dialect.sameOperator
    case .different: dialect.differentOperator
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    }
  }
}
