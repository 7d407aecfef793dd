import PredicateModel
import PredicateValues

/// Makes the pieces of a tree, and collects what is bound and which tables and functions are used.
struct SQLRenderer {
  let dialect: any SQLDialect
  private let limits: SQLLimits
  private var pieces = SQLPieces()
  private var bindings: [QueryValue] = []
  private var tables: [String: String] = [:]
  private var functions: Set<SQLFunction> = []

  /// Statements that stand in front of the whole one (`WITH`), so that no text nests deeper than a database's parser reads.
  private var commonTables: [SQLPieces] = []
  /// How many statements stand around what is being written.
  private var depth = 0
  /// Whether there is a whole statement in front of which others can stand.
  private let isWhole: Bool
  /// How many stages stand before the one that is being written.
  private var stageCount = 0

  init(_ dialect: any SQLDialect, isWhole: Bool = false) {
    self.dialect = dialect
    limits = dialect.limits
    self.isWhole = isWhole
  }

  /// The statement that a tree stands for.
  static func statement(_ select: SQLSelect, _ dialect: any SQLDialect) -> SQLStatement {
    var renderer = SQLRenderer(dialect, isWhole: true)
    renderer.write(select)
    var pieces = SQLPieces()
    for (position, table) in renderer.commonTables.enumerated() {
      pieces += position == 0 ? "WITH " : ", "
      pieces += table
    }
    if !renderer.commonTables.isEmpty { pieces += " " }
    pieces += renderer.pieces
    return renderer.statement(of: pieces)
  }

  /// A condition, as it stands behind WHERE.
  static func statement(_ condition: SQLExpression, _ dialect: any SQLDialect) -> SQLStatement {
    var renderer = SQLRenderer(dialect)
    renderer.write(condition)
    return renderer.statement(of: renderer.pieces)
  }

  private func statement(of pieces: SQLPieces) -> SQLStatement {
    SQLStatement(pieces.all, bindings: bindings, tables: tables, functions: functions, dialect: dialect)
  }

  mutating func write(_ words: String) { pieces += words }

  /// The table of a source.
  mutating func write(table name: String, as source: Int) {
    pieces += dialect.quoted(name)
    tables[Self.name(of: source)] = name
  }

  /// The name of a source in the statement.
  static func name(of source: Int) -> String { "t\(source)" }

  /// An expression, in brackets where it binds less tightly than its place asks for.
  mutating func write(_ expression: SQLExpression, atLeast precedence: SQLPrecedence = .or) {
    if expression.height > limits.nestedValues {
      return write(SQLStages(expression, stageHeight: limits.nestedValues / 2))
    }
    let needsBrackets = expression.node.precedence < precedence
    if needsBrackets { pieces += "(" }
    write(expression.node)
    if needsBrackets { pieces += ")" }
  }

  /// Each stage has the values of those before it besides its own.
  private mutating func write(_ stages: SQLStages) {
    let outer = stageCount
    defer { stageCount = outer }
    pieces += "("
    for (number, value) in stages.values.enumerated() {
      stageCount = number
      pieces += number == 0 ? "WITH s0 AS (SELECT " : ", s\(number) AS (SELECT s\(number - 1).*, "
      write(value)
      pieces += " AS v\(number)" + (number == 0 ? ")" : " FROM s\(number - 1))")
    }
    stageCount = stages.values.count
    pieces += " SELECT "
    write(stages.last)
    pieces += " FROM s\(stageCount - 1))"
  }

  private mutating func write(_ node: SQLExpression.Node) {
    switch node {
    case .column(let source, let name): writeColumn(name, of: source)
    case .stage(let number): pieces += "s\(stageCount - 1).v\(number)"
    case .allColumns(let source): pieces += "\(Self.name(of: source)).*"
    case .parameter(let value): writeParameter(value)
    case .integer(let value): pieces += String(value)
    case .name(let word): pieces += dialect.quotedText(word)
    case .null: pieces += "NULL"
    case .always(let value): pieces += dialect.truth(value)
    case .not(let operand):
      pieces += "NOT "
      write(operand, atLeast: .additive)
    case .negate(let operand):
      pieces += "-"
      write(operand, atLeast: .primary)
    case .binary(let op, let left, let right): write(op, left, right)
    case .all(let parts): writeChain(parts[...], " AND ", each: .not)
    case .any(let parts): writeChain(parts[...], " OR ", each: .not)
    case .nullTest, .truthTest, .between, .inList, .inSelect, .isStored: writeTest(node)
    case .exists(let select):
      pieces += "EXISTS "
      writeInBrackets(select)
    case .scalar(let select): writeInBrackets(select)
    case .function(let function, let arguments): write(function, arguments)
    case .choose(let condition, let value, let otherwise): writeChoice(condition, value, otherwise)
    case .inOrder(let sequence): write(sequence.choice.node)
    case .binaryCollation(let operand):
      write(operand, atLeast: .primary)
      pieces += " " + dialect.binaryCollation
    case .caseCollation(let operand):
      write(operand, atLeast: .primary)
      pieces += " " + (dialect.caseCollation ?? dialect.binaryCollation)
    case .unindexed(let operand):
      pieces += dialect.unindexed
      write(operand, atLeast: .primary)
    case .cast(let operand, let storage):
      pieces += "CAST("
      write(operand)
      pieces += " AS \(dialect.typeName(of: storage)))"
    case .rowNumber(let keys, let order): writeRowNumber(among: keys, order)
    }
  }

  private mutating func writeTest(_ node: SQLExpression.Node) {
    switch node {
    case .nullTest(let operand, let isNull):
      write(operand, atLeast: .additive)
      pieces += isNull ? " IS NULL" : " IS NOT NULL"
    case .truthTest(let operand, let isTrue):
      write(operand, atLeast: .additive)
      pieces += " " + dialect.truthTest(isTrue)
    case .between(let value, let low, let high):
      write(value, atLeast: .additive)
      pieces += " BETWEEN "
      write(low, atLeast: .additive)
      pieces += " AND "
      write(high, atLeast: .additive)
    case .inList(let value, let constants):
      write(value, atLeast: .additive)
      pieces += " IN ("
      writeConstants(constants)
      pieces += ")"
    case .inSelect(let value, let select):
      write(value, atLeast: .additive)
      pieces += " IN "
      writeKeys(select)
    case .isStored(let value, let classes): writeStorageTest(value, classes)
    default: break
    }
  }

  /// A list of constants: written out, or as one bound value where there are many. The statement's text then is the same for every list that
  /// is long.
  private mutating func writeConstants(_ constants: [QueryValue]) {
    if constants.count > limits.writtenConstants, let list = dialect.boundList(of: constants) {
      let (front, end) = dialect.boundListElements
      pieces += front
      writeParameter(list)
      pieces += end
      return
    }
    for (position, constant) in constants.enumerated() {
      if position > 0 { pieces += ", " }
      writeParameter(constant)
    }
  }

  private mutating func writeStorageTest(_ value: SQLExpression, _ classes: [StorageClass]) {
    guard let (front, end) = dialect.storageTest(classes) else { return write(dialect.truth(true)) }
    pieces += front
    write(value)
    pieces += end
  }

  private mutating func writeColumn(_ name: String, of source: Int) {
    if source == SQLTranslator.rootSource {
      pieces.append(.rootColumn(name))
    } else {
      pieces += "\(Self.name(of: source)).\(dialect.quoted(name))"
    }
  }

  private mutating func writeParameter(_ value: QueryValue) {
    bindings.append(value)
    pieces.append(.parameter(bindings.count))
  }

  private mutating func write(_ op: SQLBinaryOperator, _ left: SQLExpression, _ right: SQLExpression) {
    switch op.precedence {
    case .additive:
      write(left, atLeast: .additive)
      pieces += " \(op.spelling(dialect)) "
      write(right, atLeast: .multiplicative)
    case .multiplicative:
      write(left, atLeast: .multiplicative)
      pieces += " \(op.spelling(dialect)) "
      write(right, atLeast: .prefix)
    case .concatenation:
      write(left, atLeast: .concatenation)
      pieces += " \(op.spelling(dialect)) "
      write(right, atLeast: .prefix)
    default:
      write(left, atLeast: .additive)
      pieces += " \(op.spelling(dialect)) "
      write(right, atLeast: .additive)
    }
  }

  private mutating func writeChain(_ parts: ArraySlice<SQLExpression>, _ word: String, each: SQLPrecedence) {
    guard parts.count > limits.chainedConditions else {
      for (position, part) in parts.enumerated() {
        if position > 0 { pieces += word }
        write(part, atLeast: each)
      }
      return
    }
    let middle = parts.startIndex + parts.count / 2
    pieces += "("
    writeChain(parts[..<middle], word, each: each)
    pieces += ")\(word)("
    writeChain(parts[middle...], word, each: each)
    pieces += ")"
  }

  private mutating func write(_ function: SQLFunction, _ arguments: [SQLExpression]) {
    if let own = dialect.builtIn(function) {
      pieces += own
    } else {
      pieces += function.registeredName
      functions.insert(function)
    }
    if arguments.isEmpty, function == .count {
      pieces += "(*)"
    } else if function == .countDistinct, let argument = arguments.first {
      pieces += "(DISTINCT "
      write(argument)
      pieces += ")"
    } else {
      writeList(arguments)
    }
  }

  private mutating func writeChoice(
    _ condition: SQLExpression, _ value: SQLExpression, _ otherwise: SQLExpression?
  ) {
    pieces += "CASE WHEN "
    write(condition)
    pieces += " THEN "
    write(value)
    if let otherwise {
      pieces += " ELSE "
      write(otherwise)
    }
    pieces += " END"
  }

  mutating func writeList(_ expressions: [SQLExpression]) {
    pieces += "("
    for (position, expression) in expressions.enumerated() {
      if position > 0 { pieces += ", " }
      write(expression)
    }
    pieces += ")"
  }

  mutating func writeInBrackets(_ select: SQLSelect) {
    pieces += "("
    depth += 1
    write(select)
    depth -= 1
    pieces += ")"
  }

  /// The one column of a statement. One that stands deep and reads nothing of what is around it gets a name in front of the whole.
  private mutating func writeKeys(_ select: SQLSelect) {
    guard isWhole, depth >= limits.nestedStatements, SQLSourceSearch.isClosed(select) else {
      return writeInBrackets(select)
    }
    let outer = (pieces, depth)
    (pieces, depth) = (SQLPieces(), 0)
    write(select)
    let name = "c\(commonTables.count)"
    var table = SQLPieces()
    table += "\(name)(k) AS ("
    table += pieces
    table += ")"
    commonTables.append(table)
    (pieces, depth) = outer
    pieces += "(SELECT \(name).k FROM \(name))"
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
    case .concatenate: "||"
    }
  }
}
