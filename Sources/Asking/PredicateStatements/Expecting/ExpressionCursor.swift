import PredicateModel
import PredicateValues

/// Reads an unfinished condition or value token by token, and determines what may follow. It accepts all errors.
package struct ExpressionCursor {
  /// A comparison whose right side is missing.
  package struct Compared {
    package let entry: OperatorEntry
    package let left: PathTarget
  }

  package enum Expectation {
    case condition
    /// The right side of a comparison.
    case operand(Compared)
    /// The list or collection after IN and BETWEEN.
    case list(Compared)
    /// An element of the list after IN and BETWEEN.
    case element(Compared)
    /// A value of a type, or of any type: an argument, an operand of an arithmetic operator, a column.
    case value(QueryType?)
    /// A value with many elements: after ANY, ALL and NONE, and as the first argument of SUBQUERY.
    case collection
    /// A number, FIRST, LAST or SIZE, after `[`.
    case index
    /// A value of one of the key's attributes, after `Friend[`.
    case key(Entity, Attribute)
    /// The type of a CAST.
    case castTarget
    /// A property, after a dot.
    case member(PathTarget)
    /// An operator for the value before it.
    case operation(PathTarget, isQuantified: Bool)
    /// An arithmetic operator after a value that is not followed by a comparison.
    case arithmetic(PathTarget)
    /// Letters of options, after `[`.
    case options(StringOptions)
    /// AND, OR, or the end of the innermost level.
    case connective
    /// The name of a new variable of SUBQUERY, for elements of the collection.
    case newVariable(PathTarget)
    /// A number, a bracket or other text for which there are no proposals.
    case nothing
  }

  enum Kind {
    case root
    case group
    case call(String)
    case subquery
    case list
    case index
    case options(OperatorEntry)
  }

  /// A part that is not closed yet: the whole expression, a bracket, a call.
  struct Level {
    var kind: Kind
    var state: State = .operand
    /// The left side and the operator of a comparison, after the operator was read.
    var compared: Compared?
    var isQuantified = false
    /// Whether an arithmetic operator was read last, so that a value must follow.
    var isInArithmetic = false
    /// The index of the argument of a function or of SUBQUERY.
    var argument = 0
    /// Whether the index is SIZE, which does not select an element.
    var isSize = false
    /// The entity of an object that is identified by its key.
    var keyed: Entity?
    var collection: PathTarget = .unknown
    var variable: String?
  }

  /// The kind of the last part that was read in a level.
  enum State {
    case operand
    case member(PathTarget)
    case value(PathTarget)
    /// The last token was a comparison operator, so options may follow.
    case compared
    case condition
  }

  let model: DataModel
  let root: PathTarget
  /// The types of the session's variables.
  let variables: [(name: String, type: QueryType)]
  /// Names in addition to properties, such as those of columns.
  let names: [Name]
  /// Whether the expression is a value, such as a column or a sort key. False for a condition.
  let readsValues: Bool
  /// The open levels. The innermost level is last.
  var levels = [Level(kind: .root)]
  /// The word before the current token. It is the name of a function if a bracket follows.
  var pendingName = ""
  /// The entity whose name is the previous token; nil for another token.
  var namedEntity: Entity?
  /// The target for all levels of the relationship that the previous token names, and the end offset of this token: a `*` there means all levels.
  var repeated: (levels: PathTarget, end: Int)?
  /// Whether a bracket was closed without being open.
  var isBroken = false

  /// A name in addition to properties: a variable, a column.
  package typealias Name = (name: String, place: PathTarget)

  /// A reader at the beginning of a condition on an object, or of a value of the object.
  package init(
    model: DataModel, root: PathTarget, variables: [(name: String, type: QueryType)],
    names: [Name] = [], readsValues: Bool = false
  ) {
    self.model = model
    self.root = root
    self.variables = variables
    self.names = names
    self.readsValues = readsValues
  }

  package var depth: Int { levels.count - 1 }

  /// Whether a complete condition or value was read and no level is open.
  package var isComplete: Bool {
    guard depth == 0 else { return false }
    switch levels[0].state {
    case .condition, .value: return true
    default: return false
    }
  }

  /// Whether the text is incomplete: a bracket is open, or a value is missing after the last token.
  package var needsMore: Bool {
    if isBroken { return false }
    if depth > 0 { return true }
    switch levels[0].state {
    case .operand, .compared, .member: return true
    case .condition, .value: return false
    }
  }

  /// Whether the cursor is inside the arguments of a function.
  package var isInCall: Bool {
    levels.contains { level in if case .call = level.kind { true } else { false } }
  }

  /// The value that was read; nil if it is incomplete or a level is open.
  package var value: PathTarget? {
    guard depth == 0, case .value(let place) = levels[0].state else { return nil }
    return place
  }

  /// The variables that are visible at the cursor, innermost first.
  package var visibleVariables: [Name] {
    let inner = levels.reversed().compactMap { level in
      level.argument >= 2 ? level.variable.map { ($0, level.collection.element) } : nil
    }
    return inner + variables.map { ($0.name, place(of: $0.type)) }
  }

  /// The target for a value of a type. Properties can follow an object.
  private func place(of type: QueryType) -> PathTarget {
    if case .object(let name) = type, let entity = model.entities.first(where: { $0.name == name }) {
      return .object(entity)
    }
    return .value(type, nil)
  }

  package var expectation: Expectation {
    let level = levels[levels.count - 1]
    if case .options(let entry) = level.kind { return .options(entry.options) }
    if case .subquery = level.kind, level.argument == 1 { return .newVariable(level.collection) }
    switch level.state {
    case .operand, .compared: return operand(level)
    case .member(let place): return .member(place)
    case .condition: return .connective
    case .value(let place):
      switch level.kind {
      case .list: return .nothing
      case .index: return .arithmetic(place)
      case .subquery where level.argument == 0: return .nothing
      case .call(let name) where !isCondition(level, name): return .arithmetic(place)
      default: return level.compared != nil ? .connective : .operation(place, isQuantified: level.isQuantified)
      }
    }
  }

  /// The expectation at the beginning of a value or a condition.
  private func operand(_ level: Level) -> Expectation {
    switch level.kind {
    case .index:
      guard let entity = level.keyed else { return .index }
      guard entity.objectKey.indices.contains(level.argument) else { return level.argument == 0 ? .index : .nothing }
      return .key(entity, entity.objectKey[level.argument])
    case .list: return level.compared.map { .element($0) } ?? .value(nil)
    case .subquery where level.argument == 0: return .collection
    case .call(let name) where !isCondition(level, name):
      return Self.isWord(name, "CAST") && level.argument == 1 ? .castTarget : .value(nil)
    default: break
    }
    if let compared = level.compared {
      if level.isInArithmetic { return .value(compared.left.element.type) }
      return ["IN", "BETWEEN"].contains(compared.entry.spelling) ? .list(compared) : .operand(compared)
    }
    if level.isQuantified { return .collection }
    return level.isInArithmetic || readsValues ? .value(nil) : .condition
  }

  /// Whether a function's argument is a condition: only the first argument of TERNARY is one.
  private func isCondition(_ level: Level, _ name: String) -> Bool {
    Self.isWord(name, "TERNARY") && level.argument == 0
  }

  private static func isWord(_ name: String, _ word: String) -> Bool { name.uppercased() == word }

  func isList(_ level: Level) -> Bool {
    if case .list = level.kind { true } else { false }
  }
}

/// Determines the meaning of names in the last condition or value of a text: the object that properties belong to, variables and columns.
struct ExpressionContext {
  let model: DataModel
  /// The object that properties belong to.
  let root: PathTarget
  let variables: [(name: String, type: QueryType)]
  let text: String
  /// The parsed statement, as far as it could be read.
  let query: QueryStatement?

  /// The condition or value at the end of the text; an empty one if the text does not end with an expression.
  func cursor(at end: StatementEnd) -> ExpressionCursor {
    func tokens(from start: Int) -> [SourceToken] { SourceToken.all(in: Array(text.utf8), from: start) }
    switch end {
    case .expression(let kind, let start):
      return cursor(
        of: tokens(from: start), names: names(at: end), readsValues: kind != .where && kind != .having)
    case .assigned(let member, let start):
      var cursor = cursor(of: [], names: [], readsValues: true)
      cursor.compare(with: root.step(to: member, in: model))
      cursor.take(tokens(from: start))
      return cursor
    case .selection(_, let start): return cursor(of: tokens(from: start), names: [], readsValues: false)
    default: return cursor(of: [], names: [], readsValues: false)
    }
  }

  private func cursor(
    of tokens: [SourceToken], names: [ExpressionCursor.Name], readsValues: Bool
  ) -> ExpressionCursor {
    var cursor = ExpressionCursor(
      model: model, root: root, variables: variables, names: names, readsValues: readsValues)
    cursor.take(tokens)
    return cursor
  }

  /// Names that can be used in addition to properties.
  func names(at end: StatementEnd) -> [ExpressionCursor.Name] {
    guard case .expression(let kind, _) = end else { return [] }
    switch kind {
    case .show, .having, .sort, .first: return names(in: .group) + names(in: .show)
    case .where, .group, .limit, .offset: return []
    }
  }

  /// The names that a clause defines: the keys of `group by`, or for another clause only the columns that are named with `as`.
  private func names(in kind: ClauseKind) -> [ExpressionCursor.Name] {
    guard case .columns(let columns, _)? = query?.clauses.first(where: { $0.kind == kind })?.content else { return [] }
    return columns.filter { kind == .group || $0.isNamed }.map { column in
      let bytes = Array(text.utf8).prefix(column.range.upperBound)
      let tokens = SourceToken.all(in: Array(bytes), from: column.range.lowerBound)
      return (column.column.name, cursor(of: tokens, names: [], readsValues: true).value ?? .unknown)
    }
  }

  /// Whether a value of a group is expected at the end.
  func isAboutGroups(at end: StatementEnd) -> Bool {
    guard case .expression(let kind, _) = end else { return false }
    switch kind {
    case .having: return true
    case .show, .sort, .first: return query?.clauses.contains { $0.kind == .group } ?? false
    case .where, .group, .limit, .offset: return false
    }
  }
}
