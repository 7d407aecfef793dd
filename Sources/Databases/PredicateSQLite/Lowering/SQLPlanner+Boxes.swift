import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Values without a representation in SQL, as boxes (``SQLBox``). Functions of this module run the language's own code over them.
extension SQLPlanner {
  /// A value with the tag that tells a function its type.
  struct Tagged {
    let expression: SQLExpression
    let tag: SQLValueTag
  }

  /// A value as an argument of a function. Like ``native(_:)``, this function has a small frame, because nested values pass through it. Pass `inAnyOrder` if the result does not depend on the order of a collection of rows.
  mutating func tagged(_ value: CoreValue, inAnyOrder: Bool = false) throws(PredicateIssue) -> Tagged {
    switch value.node {
    case .constant, .attribute: try taggedLeaf(value)
    case .null: Tagged(expression: .null, tag: .box)
    case .choose: try taggedChoice(value)
    default: isNative(value) ? try taggedNative(value) : Tagged(expression: try boxOnly(value, inAnyOrder), tag: .box)
    }
  }

  @inline(never)
  private mutating func taggedLeaf(_ value: CoreValue) throws(PredicateIssue) -> Tagged {
    switch value.node {
    case .constant(let constant):
      if let tag = SQLValueTag(value.type), isNative(value) {
        return Tagged(expression: try parameter(constant, range: value.range), tag: tag)
      }
      guard let box = SQLBox.parameter(constant) else { throw .foreignObject(range: value.range) }
      return Tagged(expression: .parameter(box), tag: .box)
    case .attribute(let row, let member):
      let expression = try attribute(row, member, range: value.range)
      return Tagged(expression: expression, tag: try tag(of: row, member, range: value.range))
    default: return Tagged(expression: .null, tag: .box)
    }
  }

  @inline(never)
  private mutating func taggedNative(_ value: CoreValue) throws(PredicateIssue) -> Tagged {
    let expression = try native(value)
    if case .object(let entity) = value.type {
      return Tagged(
        expression: .strict(.object, [.name(model.entity(named: entity)?.referenceName ?? entity), expression]),
        tag: .box)
    }
    return Tagged(
      expression: expression, tag: value.mayBeInteger ? .number(value.type) : SQLValueTag(value.type) ?? .box)
  }

  mutating func boxed(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    Self.box(try tagged(value))
  }

  /// Some values, and their tags as one text.
  mutating func tagged(
    _ values: [CoreValue], inAnyOrder: Bool = false
  ) throws(PredicateIssue) -> (tags: SQLExpression, values: [SQLExpression]) {
    var tags = ""
    var expressions: [SQLExpression] = []
    for value in values {
      let tagged = try tagged(value, inAnyOrder: inAnyOrder)
      tags += tagged.tag.rawValue
      expressions.append(tagged.expression)
    }
    return (.name(tags), expressions)
  }

  private static func box(_ value: Tagged) -> SQLExpression {
    switch value.tag {
    case .integer, .string, .box: value.expression
    default: .strict(.box, [.name(value.tag.rawValue), value.expression])
    }
  }

  @inline(never)
  private mutating func taggedChoice(_ value: CoreValue) throws(PredicateIssue) -> Tagged {
    guard case .choose(let condition, let first, let second) = value.node else {
      return Tagged(expression: .null, tag: .box)
    }
    let test = try self.condition(condition)
    let a = try tagged(first)
    let b = try tagged(second)
    return Self.choice(test, a, b, a.tag == b.tag || second.isNull ? a.tag : first.isNull ? b.tag : nil)
  }

  /// - Parameter tag: The tag of both values; nil if they need boxes.
  @inline(never)
  private static func choice(_ test: SQLExpression, _ a: Tagged, _ b: Tagged, _ tag: SQLValueTag?) -> Tagged {
    if let tag { return Tagged(expression: .choose(test, a.expression, otherwise: b.expression), tag: tag) }
    return Tagged(expression: .choose(test, box(a), otherwise: box(b)), tag: .box)
  }

  private mutating func tag(
    of row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLValueTag {
    let attribute = try self.attribute(of: row, member, range: range)
    switch attribute.storage {
    case .dynamic: return isGroup(row) ? .box : .stored
    case .json: return .json
    case .decimalText: return .decimal
    default: return SQLValueTag(attribute.type) ?? .stored
    }
  }

  private func isGroup(_ row: CoreRow) -> Bool {
    if case .variable(let variable) = row { variables[variable]?.isGroup == true } else { false }
  }

  /// A value that SQL does not compute natively: in the representation of its type, or as a box if the type has none.
  mutating func typeless(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    let box = try boxed(value)
    switch value.type {
    case .boolean, .date, .data, .uuid, .url: return Self.unboxed(box, value.type)
    case .object(let entity) where !entity.isEmpty: return .function(.key, [box], type: .object, mayBeNull: true)
    // The box of an integer is the integer itself. But a choice may give a boolean, whose box is not a number, so it is unboxed.
    case .integer: return value.isComputedNumber ? box : Self.unboxed(box, value.type)
    // The box of a number or a text is that number or text. A double may be a decimal number at run time, which only a box can hold.
    case .double, .string, .decimal, .any, .object, .collection, .dictionary: return box
    }
  }

  /// The value of a box in the representation of its type.
  private static func unboxed(_ box: SQLExpression, _ type: QueryType) -> SQLExpression {
    if case .function(.box, let arguments) = box.node, let value = arguments.last { return value }
    return .function(.unbox, [box], type: SQLType(type), mayBeNull: box.mayBeNull)
  }

  /// The box of a value that has no other representation.
  @inline(never)
  private mutating func boxOnly(_ value: CoreValue, _ inAnyOrder: Bool) throws(PredicateIssue) -> SQLExpression {
    if let path = try jsonPath(value) { return path }
    switch value.node {
    case .element(let number): return try element(number, range: value.range)
    case .property: return try property(of: value)
    case .arithmetic, .negate: return try calculatedBox(value, inAnyOrder)
    case .aggregate, .dynamicAggregate, .operatorPath, .collect: return try aggregatedBox(value, inAnyOrder)
    case .list: return try list(value)
    case .index: return try element(value)
    case .call: return try call(value, isBoxed: true)
    case .cast: return try cast(value, isBoxed: true)
    case .failure(let issue): throw issue
    default: return .null
    }
  }

  @inline(never)
  private mutating func calculatedBox(_ value: CoreValue, _ inAnyOrder: Bool) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .arithmetic(let op, let left, let right):
      let (tags, values) = try tagged([left, right], inAnyOrder: inAnyOrder)
      return .function(.arithmetic, [.integer(Int(op.rawValue)), tags] + values, mayBeNull: true)
    case .negate(let operand): return .function(.negative, [try boxed(operand)], mayBeNull: true)
    default: return .null
    }
  }

  @inline(never)
  private mutating func aggregatedBox(_ value: CoreValue, _ inAnyOrder: Bool) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .aggregate(.sum, let range, let each): return try sum(.sum, range, each)
    case .aggregate(.avg, let range, let each): return try sum(.average, range, each)
    case .aggregate(let op, let range, let each):
      let collection = try collect(range, each, inAnyOrder: inAnyOrder && op.keepsElements)
      return .function(.collection, [.name(op.rawValue), collection], mayBeNull: true)
    case .dynamicAggregate(let op, let operand):
      return .function(.collection, [.name(op.rawValue), try boxed(operand)], mayBeNull: true)
    case .operatorPath:
      throw .unsupportedInSQL(
        "A path after a collection operator, over values of unknown types,",
        range: value.range)
    case .collect(let range, let each): return try collect(range, each, inAnyOrder: inAnyOrder)
    default: return .null
    }
  }

  /// A path from a column of JSON as one call, which needs no boxes for the values in between; nil for any other value.
  private mutating func jsonPath(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression? {
    var steps: [QueryValue] = []
    var base = value
    while true {
      switch base.node {
      case .property(let operand, let name):
        if QueryKeyPath.relationship(ofLevels: name) != nil { return nil }
        steps.append(.string(name))
        base = operand
      case .index(let operand, .value(let index)):
        guard let index = index.constantValue else { return nil }
        steps.append(.array([index]))
        base = operand
      case .index(let operand, let index):
        guard let word = index.word else { return nil }
        steps.append(.integer(Int64(word.rawValue)))
        base = operand
      case .attribute(let row, let member):
        guard try attribute(of: row, member, range: base.range).storage == .json,
          let list = SQLBox.parameter(.array(steps.reversed()))
        else { return nil }
        let column = try attribute(row, member, range: base.range)
        return .function(.jsonPath, [column, .parameter(list)], mayBeNull: true)
      default: return nil
      }
    }
  }

  /// A long list is joined from several lists, because SQLite limits the number of arguments.
  @inline(never)
  private mutating func list(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .list(let parts) = value.node else { return .null }
    var pieces: [SQLExpression] = []
    let longest = dialect.limits.arguments
    for start in stride(from: 0, to: max(parts.count, 1), by: longest) {
      let (tags, values) = try tagged(Array(parts[start..<min(start + longest, parts.count)]))
      pieces.append(.function(.list, [tags] + values, mayBeNull: false))
    }
    while pieces.count > 1 {
      pieces = stride(from: 0, to: pieces.count, by: longest).map {
        .function(.joined, Array(pieces[$0..<min($0 + longest, pieces.count)]), mayBeNull: false)
      }
    }
    return pieces[0]
  }

  /// The box of a sum or a mean over the elements of a range; NULL if the range has no start.
  private mutating func sum(
    _ function: SQLFunction, _ range: CoreRange, _ each: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    guard let open = try open(range) else {
      return try boxed(.constant(function == .average ? .double(0) : .integer(0), range: each.range))
    }
    let element = try tagged(each)
    let sum = SQLExpression.function(
      function, [.name(element.tag.rawValue), element.expression], type: .any, mayBeNull: true)
    return try whereStarted(range, .scalar(select([sum], open, where: open.condition), mayBeNull: true))
  }

  /// The values of an expression for all elements of a range, as the box of an array; NULL if the range has no start.
  ///
  /// An aggregate sees rows in the order of its subquery. The subquery is only made if the order matters, because SQLite's parser allows only about
  /// ten nested statements.
  private mutating func collect(
    _ range: CoreRange, _ each: CoreValue, inAnyOrder: Bool
  ) throws(PredicateIssue) -> SQLExpression {
    guard let open = try open(range) else { return try boxed(CoreValue.constant(.array([]), range: each.range)) }
    let element = try tagged(each)
    let tag = SQLExpression.name(element.tag.rawValue)
    if inAnyOrder {
      let array = SQLExpression.function(.array, [tag, element.expression], mayBeNull: false)
      return try whereStarted(range, .scalar(select([array], open, where: open.condition), mayBeNull: false))
    }
    let order = try order(of: range.variables)
    var rows = select([element.expression], open, where: open.condition)
    rows.order = order
    rows.columnNames = [SQLSource.valueColumn]
    let scope = openScope()
    let number = try add(.select(rows), to: scope)
    let column = SQLExpression.column(SQLSource.valueColumn, of: number, mayBeNull: true)
    let array = SQLExpression.function(.array, [tag, column], mayBeNull: false)
    let select = SQLSelect(columns: [array], sources: scopes[scope].sources)
    return try whereStarted(range, .scalar(select, mayBeNull: false))
  }
}

/// Functions of the language's function table, conversions, and members of values: SQL calls the code that memory uses.
extension SQLPlanner {
  mutating func cast(_ value: CoreValue, isBoxed: Bool) throws(PredicateIssue) -> SQLExpression {
    guard case .cast(let operand, let target) = value.node else { return .null }
    let (tag, values) = try tagged([operand])
    return .function(
      isBoxed ? .boxedCast : .cast, [.name(target.name), tag] + values, type: isBoxed ? .any : SQLType(value.type),
      mayBeNull: true)
  }

  /// A call of a function of the table.
  mutating func call(_ value: CoreValue, isBoxed: Bool) throws(PredicateIssue) -> SQLExpression {
    guard case .call(let definition, let arguments) = value.node else { return .null }
    guard definition.isSupported, functions.definition(named: definition.name) != nil else {
      throw .unsupportedInSQL("The function \(definition.name)", range: value.range)
    }
    if definition.isByteCount, arguments[0].type == .data { return try byteCount(arguments[0]) }
    return Self.call(definition, try tagged(arguments), SQLType(value.type), isBoxed: isBoxed)
  }

  @inline(never)
  private static func call(
    _ definition: FunctionDefinition, _ arguments: (tags: SQLExpression, values: [SQLExpression]), _ type: SQLType?,
    isBoxed: Bool
  ) -> SQLExpression {
    let function: SQLFunction = definition.isPure ? isBoxed ? .boxedCall : .call : .chance
    return .function(
      function, [.name(definition.name), arguments.tags] + arguments.values, type: function == .call ? type : .any,
      mayBeNull: true)
  }

  @inline(never)
  private mutating func byteCount(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    let bytes = try self.value(value)
    // SQLite knows the length of a column's bytes without reading them.
    guard case .choose(let test, let column, otherwise: nil) = bytes.node else { return .strict(.byteCount, [bytes]) }
    return .choose(test, .strict(.byteCount, [column]))
  }

  /// A member of a value: a property of a string, an attribute of an object, or a property of the value's type.
  mutating func property(of value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .property(let operand, let name) = value.node else { return .null }
    if case .object(let entityName) = operand.type, let entity = model.entity(named: entityName) {
      return try property(name, ofObject: operand, entity, value)
    }
    if operand.type == .string || operand.type == .url {
      if name.hasSameScalars(as: "length") { return .strict(.length, [try self.value(operand)]) }
      return .function(
        .property, [.name(name), try self.value(operand)], type: SQLType(value.type), mayBeNull: true)
    }
    if !timeZone.isUTC, DateProperty(name: name) != nil {
      throw .unsupportedInSQL("A date property in a time zone, of a value of unknown type", range: value.range)
    }
    if QueryKeyPath.relationship(ofLevels: name) != nil {
      throw .unsupportedInSQL("All levels of a relationship (name*) over values of unknown types", range: value.range)
    }
    let (tag, values) = try tagged([operand])
    let function: SQLFunction = operand.isInDocument ? .documentMember : .valueForKey
    return .function(function, [.name(name), tag] + values, mayBeNull: true)
  }

  /// The element at an index of a collection that is a value.
  mutating func indexed(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    guard case .index(let base, let index) = value.node else { return .null }
    let kind =
      if case .value = index { base.isInDocument ? SQLBox.partInDocument : SQLBox.element } else {
        (index.word ?? .first).rawValue
      }
    return Self.index(kind, try tagged(index.operands(of: base)))
  }

  @inline(never)
  private static func index(_ kind: Int, _ operands: (tags: SQLExpression, values: [SQLExpression])) -> SQLExpression {
    .function(.index, [.integer(kind), operands.tags] + operands.values, mayBeNull: true)
  }
}

extension CoreIndex {
  /// The collection, and the value in the brackets, which is nil for a word.
  @inline(never)
  fileprivate func operands(of base: CoreValue) -> [CoreValue] {
    if case .value(let value) = self { [base, value] } else { [base, .constant(.null, range: base.range)] }
  }

  /// The word in the brackets, such as `FIRST`; nil if the index is a value, and for an object by its key.
  fileprivate var word: ValueIndex.Word? {
    switch self {
    case .first: .first
    case .last: .last
    case .size: .size
    case .value, .only: nil
    }
  }
}

extension CoreValue {
  /// Whether arithmetic computes the value, so that it is a number or nil and never a boolean.
  fileprivate var isComputedNumber: Bool {
    switch node {
    case .arithmetic, .negate: true
    default: false
    }
  }
}

extension CollectionOperator {
  /// Whether the operator only returns elements of its collection in their order.
  fileprivate var keepsElements: Bool {
    switch self {
    case .count, .sum, .avg, .min, .max: false
    case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays, .unionOfSets,
      .distinctUnionOfSets:
      true
    }
  }
}

extension SQLValueTag {
  /// The tag of a number that may be an integer or a double at run time.
  fileprivate static func number(_ type: QueryType) -> SQLValueTag {
    type == .double ? .integer : SQLValueTag(type) ?? .integer
  }
}
