import PredicateBinding
import PredicateModel
import PredicateValues

/// Reads attributes: a column becomes a value of the type that the model declares.
extension SQLPlanner {
  /// A member's value. A value of another family is NULL, unless the schema proves that the column keeps its type.
  package mutating func attribute(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    let attribute = try attribute(of: row, member, range: range)
    let source = try source(of: row)
    let type = lowering.type(ofColumn: attribute)
    let column = SQLExpression.column(
      attribute.column, of: source, type: type, mayBeNull: attribute.isOptional || row.isOptional,
      hasOwnCollation: type == .string && !lowering.comparesByScalars(attribute))
    var value = lowering.value(of: attribute, in: column)
    let entity = try entity(of: row)
    let isIndexed = indexes.begin(with: attribute.column, of: entity.table)
    // No origin is set for an unindexed column of a view, because its type may differ between the parts of the view.
    if isIndexed || !entity.isReadOnly {
      let isOfVariable = if case .variable = row { true } else { false }
      value.origin = .column(
        SQLColumnRead(
          attribute: attribute, table: entity.table, source: source, isOfVariable: isOfVariable, isIndexed: isIndexed))
    }
    return value
  }

  /// The attribute of a member.
  package func attribute(
    of row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> Attribute {
    let entity = try entity(of: row)
    guard let attribute = entity.attribute(named: member.name) else {
      throw .notInModel("\(entity.name).\(member.name)", range: range)
    }
    return attribute
  }

  /// Whether an attribute is nil. If possible, the SQL tests the unconverted column, even for types that SQL cannot compare.
  mutating func isMissing(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    if let window = try window(row, member, range: range) { return window.isNull }
    let attribute = try attribute(of: row, member, range: range)
    let source = try source(of: row)
    let column = SQLExpression.column(
      attribute.column, of: source, type: lowering.type(ofColumn: attribute),
      mayBeNull: attribute.mayBeNil || row.isOptional)
    let test = lowering.isMissing(attribute, in: column)
    if case .nullTest(let value, _) = test.node, value.isColumn { return test }
    let entity = try entity(of: row)
    guard !test.isFalsehood, indexes.begin(with: attribute.column, of: entity.table) else { return test }
    let read = SQLColumnRead(
      attribute: attribute, table: entity.table, source: source, isOfVariable: false, isIndexed: true)
    return lowering.holdsOnlyValues(read, mayReadAll: scopes[rowScope].rowGoal == .all) ? column.isNull : test
  }

  /// Replaces a value that only tests the class of its column by the unconverted column, if the column's index proves the class of all values. The
  /// index then has the groups, and the least and greatest values, in order. Every other value is returned unchanged.
  func bare(_ value: SQLExpression) -> SQLExpression {
    guard case .choose = value.node, let read = value.indexedRead, lowering.holdsOnlyValues(read, mayReadAll: false)
    else { return value }
    var column = SQLExpression.column(
      read.attribute.column, of: read.source, type: value.type, mayBeNull: value.mayBeNull,
      hasOwnCollation: !lowering.comparesByScalars(read.attribute))
    column.origin = value.origin
    return column
  }

  /// The least or greatest date in a column, if all stored values are known to be dates. Only the least or greatest stored value is converted,
  /// because the conversion does not change the order. Nil for every other value.
  func extremeOfDates(_ function: SQLFunction, _ value: SQLExpression, mayReadAll: Bool) -> SQLExpression? {
    guard !value.isColumn, let read = value.read, read.attribute.type == .date,
      lowering.comparesByScalars(read.attribute), lowering.holdsOnlyValues(read, mayReadAll: mayReadAll)
    else { return nil }
    let column = SQLExpression.column(
      read.attribute.column, of: read.source, type: lowering.type(ofColumn: read.attribute), mayBeNull: true)
    return lowering.value(of: read.attribute, in: .function(function, [column], mayBeNull: true))
  }
}

/// Writes values of the core as SQL.
///
/// Each type has one representation in SQL, whatever the column's storage. An object is its integer key, or the columns of another key as one value.
extension SQLPlanner {
  /// A value in the SQL representation of its type. If the type has none, the value contains its own type.
  package mutating func value(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    isNative(value) ? try native(value) : try exact(.typeless(value), range: value.range)
  }

  /// A value in the SQL representation of its type. Throws if the type has none.
  ///
  /// Every level of a nested value passes through this function. Each case has a function of its own, so that the levels fit into a small stack.
  package mutating func native(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .constant, .attribute, .object, .element: try leaf(value)
    case .null: .null
    case .arithmetic, .negate: try calculated(value)
    case .fold: try folded(value)
    case .count, .aggregate: try aggregated(value)
    case .choose: try chosen(value)
    case .property: try property(value)
    case .index: try element(value)
    case .call: try called(value)
    case .cast: try requested(value)
    case .collect, .list, .dynamicAggregate, .operatorPath: try typeless(value)
    case .failure(let issue): throw issue
    }
  }

  @inline(never)
  private mutating func leaf(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .constant(let constant): return try parameter(constant, range: value.range)
    case .attribute(let row, let member):
      if let window = try window(row, member, range: value.range) { return window }
      return try attribute(row, member, range: value.range)
    case .object(let row): return try identity(of: row, range: value.range)
    case .element(let number): return try element(number, range: value.range)
    default: return .null
    }
  }

  @inline(never)
  private mutating func calculated(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    let lowering = lowering
    if let own = try lowering.arithmetic(value, in: &self) { return own }
    switch value.node {
    case .arithmetic(let op, let left, let right): return try arithmetic(op, left, right, value)
    case .negate(let operand):
      let operand = try self.value(operand)
      return SQLExpression(.negate(operand), mayBeNull: operand.mayBeNull)
    default: return .null
    }
  }

  @inline(never)
  private mutating func folded(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .fold(let operand, let options) = value.node else { return .null }
    return try exact(.fold(try self.value(operand), options), range: value.range)
  }

  @inline(never)
  private mutating func aggregated(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .count(let range): try count(range)
    case .aggregate(let op, let range, let element): try aggregate(op, range, element)
    default: .null
    }
  }

  @inline(never)
  private mutating func chosen(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .choose(let condition, let first, let second) = value.node else { return .null }
    return .choose(try self.condition(condition), try self.value(first), otherwise: try self.value(second))
  }

  @inline(never)
  private mutating func property(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .property(let operand, let name) = value.node, case .object(let entityName) = operand.type,
      let entity = model.entity(named: entityName)
    else { return try requested(value) }
    return try property(name, ofObject: operand, entity, value)
  }

  @inline(never)
  package mutating func requested(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    try exact(.value(value), range: value.range)
  }

  @inline(never)
  private mutating func typeless(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    try exact(.typeless(value), range: value.range)
  }

  private mutating func called(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    value.isPlainChoice ? try coalesced(value) : try requested(value)
  }

  @inline(never)
  private mutating func coalesced(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .call(_, let arguments) = value.node else { return .null }
    let values = try arguments.map { argument throws(PredicateIssue) in try self.value(argument) }
    return SQLExpression(
      .function(.coalesce, values), type: lowering.type(of: value.type), mayBeNull: values.allSatisfy(\.mayBeNull),
      hasOwnCollation: values.contains(where: \.hasOwnCollation))
  }

  /// A constant as a parameter. Throws if its type has no SQL representation.
  package func parameter(_ constant: QueryValue, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    switch constant {
    case .object(let object) where object.reference == nil: throw .foreignObject(range: range)
    // A decimal is bound as a double only if the double is equal to it, because a rounded number would compare differently.
    case .decimal(let decimal) where !lowering.hasExactForm(decimal):
      throw .unsupportedInSQL("The decimal number \(decimal), which has no exact double value,", range: range)
    case .array, .set, .dictionary: throw .unsupportedInSQL("A collection as a value", range: range)
    default: return .parameter(constant)
    }
  }

  /// The value of a range's variable.
  package mutating func element(_ number: Int, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    guard let variable = variables[number] else { throw .notInModel("$\(number)", range: range) }
    if variable.entity != nil { return try identity(of: .variable(number), range: range) }
    return variable.element?.expression ?? .null
  }

  private mutating func arithmetic(
    _ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue, _ whole: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch op {
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      return try exact(.value(whole), range: whole.range)
    case .union, .intersect, .minus: return .null
    case .add, .subtract, .multiply, .divide: break
    }
    let a = try value(left)
    let b = try value(right)
    let isInteger = left.type != .double && right.type != .double
    // The operands may be integers at run time: a column of doubles may store whole numbers as integers, and SQL then calculates with integers.
    let mayBeIntegers = left.mayBeInteger && right.mayBeInteger
    let isReal = left.isSurelyReal || right.isSurelyReal
    switch op {
    case .add where left.type == .string:
      return SQLExpression(.binary(.concatenate, a, b), mayBeNull: a.mayBeNull || b.mayBeNull)
    case .add, .subtract:
      guard left.type == .date || right.type == .date else { fallthrough }
      // The date is cast, because a column of dates may store them as whole numbers.
      return .arithmetic(Self.operator(op), isReal ? a : .cast(a, .double), b, isInteger: false)
    default:
      // Division is cast even for trusted columns: a trusted column of doubles may store integers, and SQL divides two integers as integers.
      let isLoose = op == .divide || !isTrusted(left) || !isTrusted(right)
      let first = isLoose && !mayBeIntegers && !isReal ? .cast(a, .double) : a
      return .arithmetic(Self.operator(op), first, b, isInteger: isInteger)
    }
  }
}

extension CoreValue {
  /// Whether the value is the first of several values of its own type that is not nil: `coalesce:(a, b)`.
  fileprivate var isPlainChoice: Bool {
    guard case .call(let function, let arguments) = node, function.name == "coalesce:" else { return false }
    return arguments.count > 1 && arguments.allSatisfy { $0.type == type || $0.isNull }
  }
}

extension SQLPlanner {
  private static func `operator`(_ op: BinaryOperator) -> SQLBinaryOperator {
    switch op {
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    default: .add
    }
  }

  /// Whether a value of type double is known to be a double at run time. Only a column may be an integer.
  private func isTrusted(_ value: CoreValue) -> Bool {
    switch value.node {
    case .attribute(let row, let member):
      guard value.type == .double, let attribute = try? entity(of: row).attribute(named: member.name) else {
        return true
      }
      return attribute.isTrusted
    case .negate(let operand): return isTrusted(operand)
    default: return true
    }
  }
}

/// Existence tests over long paths of relationships.
extension SQLPlanner {
  /// The greatest number of to-many steps that are joined. A join stops at the first element that it finds, but a long join visits the last objects
  /// once per path to them, and each step multiplies the paths. With more steps, the objects of each step are found as a set, one step after another.
  private static let longestJoin = 3

  /// A test whether a range has an element, as nested sets: the foreign keys of the last objects are among the keys of the objects before them, and
  /// so on. Nil for a short path, for conditions that read objects in between, and if a foreign key may refer to a key with another value.
  package mutating func existsByChain(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    guard rewrites.contains(.chains), range.steps.count > Self.longestJoin, !range.canFail, !asksUnderWay(range) else {
      return nil
    }
    var scope = 0
    var link = SQLExpression.truth
    for (position, step) in range.steps.enumerated() {
      guard case .relationship(let row, let member, _) = step.source, try refersPlainly(row, member) else { return nil }
      let found = scope
      scope = openScope()
      let reference = try add(step.variable, row, member, to: scope, isFirst: true, isOnce: false)
      guard let key = reference.outer.first, let foreign = reference.key else { return nil }
      if position == 0 {
        link = reference.match
      } else {
        let before = SQLSelect(
          columns: [key], sources: scopes[found].sources, condition: .all(scopes[found].conditions + [link]))
        link = .member(foreign, of: before)
      }
    }
    scopes[scope].isInsideRowGoal = scopes[rowScope].isInsideRowGoal || scopes[rowScope].rowGoal != .all
    let filter = try condition(range.filter, ofRowsIn: scope)
    let conditions = scopes[scope].conditions + [link] + (filter.isTruth ? [] : [filter])
    return .exists(
      SQLSelect(columns: [.integer(1)], sources: scopes[scope].sources, condition: .all(conditions)))
  }

  /// Whether a condition or a later step reads an object that is neither the last object nor the start of the next step.
  private func asksUnderWay(_ range: CoreRange) -> Bool {
    let variables = range.steps.map(\.variable)
    for (step, before) in zip(range.steps.dropFirst(), variables) {
      guard case .relationship(let row, _, _) = step.source, row.variable == before else { return true }
    }
    return !range.filter.facts.variables.isDisjoint(with: CoreVariables(variables.dropLast()))
  }

  /// Whether a foreign key of a to-many relationship refers to a key exactly if their values are equal.
  private func refersPlainly(_ row: CoreRow, _ member: Member) throws(PredicateIssue) -> Bool {
    let owner = try entity(of: row)
    let relationship = try relationship(member, of: owner)
    return keyDecides(relationship, of: owner) ? false : try keysLookAlike(relationship, of: owner)
  }
}

/// All levels of a relationship (`reports*`), as a table of pairs that a recursive statement computes.
extension SQLPlanner {
  /// The table with a pair of keys for each object and each object that repeated steps of a relationship reach from it.
  ///
  /// Each pair is found once (`UNION`), so cycles end. If the pairs of one object are wanted, the recursion begins with that object. Of 10,000
  /// employees, finding the reports of one took 7 ms, and the pairs of all took 85 ms.
  ///
  /// - Parameters:
  ///   - pairs: The names of the table and its columns.
  ///   - start: The key of the object whose pairs are wanted; nil for the pairs of all objects.
  mutating func levels(
    of base: Relationship, from owner: Entity, as pairs: RelationshipStorage.JoinTable, startingFrom start: SQLStepLink?
  ) throws(PredicateIssue) -> SQLSource.Relation {
    let destination = try entity(named: base.destination)
    let scope = openScope()
    let first = CoreRow.variable(try bind(owner, to: scope, foundBy: start == nil ? [] : owner.key.columns))
    let key = try keyColumns(of: first)
    if let start { scopes[scope].conditions.append(Self.match(key, start.outer)) }
    let seed = try step(from: key, through: base, of: first, to: destination, in: scope)

    let next = openScope()
    let source = try add(.recursion(pairs.table), to: next)
    let reached = -1 - source
    variables[reached] = SQLVariable(
      scope: next, entity: destination, source: nil,
      link: SQLVariable.Link(source: source, table: pairs.table, columns: pairs.destinationColumns))
    let origin = pairs.sourceColumns.map { SQLExpression.column($0, of: source, mayBeNull: false) }
    guard let again = destination.relationship(named: base.name) else {
      throw .notInModel("\(destination.name).\(base.name)")
    }
    let step = try self.step(from: origin, through: again, of: .variable(reached), to: destination, in: next)
    return .levels(
      SQLRecursion(
        name: pairs.table, columns: pairs.sourceColumns + pairs.destinationColumns, seed: seed, step: step))
  }

  /// A SELECT with a key of the recursion and the key of each object that one step reaches from a row.
  private mutating func step(
    from key: [SQLExpression], through relationship: Relationship, of row: CoreRow, to destination: Entity,
    in scope: Int
  ) throws(PredicateIssue) -> SQLSelect {
    let target: CoreRow
    switch relationship.cardinality {
    case .toOne:
      let member = Member(relationship.name, .toOne(destination.name), isOptional: true)
      target = .toOne(row, member, entity: destination.name)
    case .toMany:
      let member = Member(relationship.name, .toMany(destination.name), isOptional: false)
      target = .variable(-1 - nextSource)
      _ = try add(target.variable, row, member, to: scope, isFirst: false, isOnce: false)
    }
    let found = try keyColumns(of: target)
    if relationship.cardinality == .toOne { scopes[scope].conditions += found.map(\.isNotNull) }
    let condition = SQLExpression.all(scopes[scope].conditions)
    return SQLSelect(
      columns: key + found, sources: scopes[scope].sources, condition: condition.isTruth ? nil : condition)
  }
}
