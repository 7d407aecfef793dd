import PredicateModel
import PredicateValues

/// Renders a tree into pieces, and collects the bound values and the used tables and functions.
struct SQLRenderer {
  let dialect: any SQLDialect
  let limits: SQLLimits
  private var pieces = SQLPieces()
  private var bindings: [QueryValue] = []
  private var tables: [String: String] = [:]
  private var functions: Set<String> = []

  /// The statements that are written before the main one (`WITH`). They keep the nesting below the limit of the database's parser.
  private var commonTables: [SQLPieces] = []
  /// The number of statements that surround the current one.
  private var depth = 0
  /// Whether a whole statement is rendered. Only then can other statements be written before it.
  private let isWhole: Bool
  /// The number of stages before the current stage.
  private var stageCount = 0

  init(_ dialect: any SQLDialect, isWhole: Bool = false) {
    self.dialect = dialect
    limits = dialect.limits
    self.isWhole = isWhole
  }

  /// The statement for a tree.
  static func statement(_ select: SQLSelect, _ dialect: any SQLDialect) -> SQLStatement {
    var renderer = SQLRenderer(dialect, isWhole: true)
    renderer.write(select)
    if renderer.commonTables.isEmpty { return renderer.statement(of: renderer.pieces) }
    var pieces = SQLPieces()
    for (position, table) in renderer.commonTables.enumerated() {
      pieces += position == 0 ? "WITH " : ", "
      pieces += table
    }
    pieces += " "
    pieces += renderer.pieces
    return renderer.statement(of: pieces)
  }

  /// The text of a condition, as after WHERE.
  static func statement(_ condition: SQLExpression, _ dialect: any SQLDialect) -> SQLStatement {
    var renderer = SQLRenderer(dialect)
    renderer.write("\(condition)")
    return renderer.statement(of: renderer.pieces)
  }

  private func statement(of pieces: SQLPieces) -> SQLStatement {
    SQLStatement(pieces.all, bindings: bindings, tables: tables, functions: functions, dialect: dialect)
  }

  mutating func write(_ text: SQLTemplate) {
    for part in text.parts {
      switch part {
      case .words(let words): pieces += words
      case .expression(let expression, let precedence): write(expression, atLeast: precedence)
      case .list(let list, let words):
        for (position, expression) in list.enumerated() {
          if position > 0 { pieces += words }
          write(expression, atLeast: .or)
        }
      case .select(let select):
        pieces += "("
        writeInside(select)
        pieces += ")"
      case .parameter(let value): writeParameter(value)
      }
    }
  }

  /// Writes a statement inside another one.
  mutating func writeInside(_ select: SQLSelect) {
    depth += 1
    write(select)
    depth -= 1
  }

  private mutating func writeParameter(_ value: QueryValue) {
    bindings.append(dialect.binding(value))
    pieces.append(.parameter(bindings.count))
  }

  mutating func write(table name: String, as source: Int) {
    pieces += dialect.quoted(table: name)
    tables[Self.name(of: source)] = name
  }

  /// The name of a source in the statement.
  static func name(of source: Int) -> String { "t" + String(source) }

  /// Writes an expression. It is in brackets if it binds less tightly than `precedence`.
  private mutating func write(_ expression: SQLExpression, atLeast precedence: SQLPrecedence) {
    if expression.height > limits.nestedValues {
      return write(SQLStages(expression, stageHeight: limits.nestedValues / 2))
    }
    let needsBrackets = expression.node.precedence < precedence
    if needsBrackets { pieces += "(" }
    write(expression.node)
    if needsBrackets { pieces += ")" }
  }

  /// Writes stages. Each stage has its own value and the values of all stages before it.
  private mutating func write(_ stages: SQLStages) {
    let outer = stageCount
    defer { stageCount = outer }
    for (number, value) in stages.values.enumerated() {
      stageCount = number
      let (own, last) = (String(number), "s\(number - 1)")
      write(number == 0 ? "(WITH s0 AS (SELECT " : ", s\(own) AS (SELECT \(last).*, ")
      write("\(value) AS v\(own)\(number == 0 ? "" : " FROM \(last)"))")
    }
    stageCount = stages.values.count
    write(" SELECT \(stages.last) FROM \("s\(stageCount - 1)"))")
  }

  /// Every level of a nested expression passes through this function, so its frame must be small: each case calls a function.
  private mutating func write(_ node: SQLExpression.Node) {
    switch node {
    case .column, .stage, .allColumns, .parameter, .integer, .name, .null, .always: writeLeaf(node)
    case .binary: writeBinary(node)
    case .choose: writeChoice(node)
    case .all(let parts): writeChain(parts[...], " AND ")
    case .any(let parts):
      if !writeRows(parts) { writeChain(parts[...], " OR ") }
    case .function(let function, let arguments): write(function, arguments)
    case .written(let template, _): write(template)
    case .inOrder(let sequence): write(sequence.choice.node)
    case .not, .negate, .nullTest, .truthTest, .between, .inList, .inSelect, .exists, .scalar, .scalarOrder, .unindexed,
      .cast, .over:
      writeOperator(node)
    }
  }

  @inline(never)
  private mutating func writeLeaf(_ node: SQLExpression.Node) {
    switch node {
    case .column(let source, let name): writeColumn(name, of: source)
    case .stage(let number): pieces += "s\(stageCount - 1).v\(number)"
    case .allColumns(let source): pieces += "\(Self.name(of: source)).*"
    case .parameter(let value): writeParameter(value)
    case .integer(let value): pieces += String(value)
    case .name(let word): pieces += dialect.quotedText(word)
    case .always(let value): pieces += dialect.truth(value)
    default: pieces += "NULL"
    }
  }

  @inline(never)
  private mutating func writeBinary(_ node: SQLExpression.Node) {
    guard case .binary(let op, let left, let right) = node else { return }
    if op == .concatenate, let function = dialect.concatenationFunction {
      return write("\(function)(\(left), \(right))")
    }
    // This is not a template, because a template would collect its parts first. Chains of conditions are long.
    let (leftPlace, rightPlace) = op.places
    write(left, atLeast: leftPlace)
    pieces += " "
    pieces += op.spelling(dialect)
    pieces += " "
    write(right, atLeast: rightPlace)
  }

  @inline(never)
  private mutating func writeChoice(_ node: SQLExpression.Node) {
    guard case .choose(let condition, let value, let otherwise) = node else { return }
    pieces += "CASE WHEN "
    write(condition, atLeast: .or)
    pieces += " THEN "
    write(value, atLeast: .or)
    if let otherwise {
      pieces += " ELSE "
      write(otherwise, atLeast: .or)
    }
    pieces += " END"
  }

  @inline(never)
  private mutating func writeOperator(_ node: SQLExpression.Node) {
    switch node {
    case .not(let operand): write("NOT \(operand, .additive)")
    case .negate(let operand): write("-\(operand, .primary)")
    case .nullTest(let operand, let isNull): write("\(operand, .additive) IS \(isNull ? "" : "NOT ")NULL")
    case .truthTest(let operand, let isTrue): write("\(operand, .additive) \(dialect.truthTest(isTrue))")
    case .between(let value, let low, let high):
      write("\(value, .additive) BETWEEN \(low, .additive) AND \(high, .additive)")
    case .inList(let value, let constants): write("\(value, .additive) IN (", constants)
    case .inSelect(let value, let select): write("\(value, .additive) IN ", keys: select)
    case .exists(let select): write("EXISTS \(select)")
    case .scalar(let select): write("\(select)")
    case .scalarOrder(let operand): write("\(operand, .primary) \(dialect.scalarOrder)")
    case .unindexed(let operand): write("\(dialect.unindexed)\(operand, .primary)")
    case .cast(let operand, let type): write("CAST(\(operand) AS \(dialect.typeName(of: type)))")
    case .over(let call, let window): write(call, over: window)
    default: write(node)
    }
  }

  private mutating func write(_ call: SQLExpression, over window: SQLWindow) {
    write("\(call) OVER (")
    if !window.keys.isEmpty { write("PARTITION BY \(window.keys)") }
    writeOrder(window.order)
    pieces += window.isRunning ? " ROWS UNBOUNDED PRECEDING)" : ")"
  }

  /// Writes a list of constants. Many constants are bound as one value, so that the text of the statement is the same for every long list.
  private mutating func write(_ front: SQLTemplate, _ constants: [QueryValue]) {
    write(front)
    if constants.count > limits.writtenConstants, let list = dialect.boundList(of: constants) {
      let (front, end) = dialect.boundListElements
      return write("\(front)\(parameter: list)\(end))")
    }
    write("\(constants.map { .parameter($0) }))")
  }

  private mutating func writeColumn(_ name: String, of source: Int) {
    if source == SQLSource.root {
      pieces.append(.rootColumn(name))
    } else {
      pieces += "\(Self.name(of: source)).\(dialect.quoted(name))"
    }
  }

  private mutating func writeChain(_ parts: ArraySlice<SQLExpression>, _ word: String) {
    guard parts.count > limits.chainedConditions else {
      for (position, part) in parts.enumerated() {
        if position > 0 { pieces += word }
        write(part, atLeast: .not)
      }
      return
    }
    let middle = parts.startIndex + parts.count / 2
    pieces += "("
    writeChain(parts[..<middle], word)
    pieces += ")\(word)("
    writeChain(parts[middle...], word)
    pieces += ")"
  }

  private mutating func write(_ function: SQLFunction, _ arguments: [SQLExpression]) {
    if function.isRegistered { functions.insert(function.name) }
    if arguments.isEmpty, function == .count { return write("\(function.name)(*)") }
    write("\(function.name)(\(function.isDistinct ? "DISTINCT " : "")\(arguments))")
  }

  /// Writes a subquery with one column. A deep subquery that reads nothing from outside is written before the main statement, under a name.
  private mutating func write(_ front: SQLTemplate, keys select: SQLSelect) {
    write(front)
    guard isWhole, depth >= limits.nestedStatements, SQLSourceSearch.isClosed(select) else {
      return write("\(select)")
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
  /// The precedence that the left and the right operand must have at least.
  fileprivate var places: (SQLPrecedence, SQLPrecedence) {
    switch precedence {
    case .additive: (.additive, .multiplicative)
    case .multiplicative: (.multiplicative, .prefix)
    case .concatenation: (.concatenation, .prefix)
    default: (.additive, .additive)
    }
  }

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

/// The pieces of a statement in progress. Consecutive texts are joined into one piece.
struct SQLPieces {
  private var finished: [SQLStatement.Piece] = []
  private var words = ""

  var all: [SQLStatement.Piece] { words.isEmpty ? finished : finished + [.text(words)] }

  /// Adds a parameter or a column of the root.
  mutating func append(_ piece: SQLStatement.Piece) {
    if !words.isEmpty {
      finished.append(.text(words))
      words = ""
    }
    finished.append(piece)
  }

  static func += (pieces: inout SQLPieces, words: String) { pieces.words += words }

  static func += (pieces: inout SQLPieces, others: SQLPieces) {
    for piece in others.all {
      if case .text(let words) = piece { pieces += words } else { pieces.append(piece) }
    }
  }
}
