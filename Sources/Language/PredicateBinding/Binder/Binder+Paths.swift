import PredicateValues

/// Resolves key paths from left to right. An issue is about the first name that fails.
extension Binder {
  /// The operand that a path reaches from another operand.
  ///
  /// - Parameter range: The range of the expression that ends with the path.
  @inline(never)
  mutating func resolve(
    _ path: QueryKeyPath, from start: Operand, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    var operand = start
    let components = path.components
    let places = path.ranges(in: range)
    for (position, component) in components.enumerated() {
      let place = places[position].isNone ? range : places[position]
      // `reach` of the last component ends with the whole expression, which may include parentheses.
      let reach =
        position + 1 == components.count ? range : SourceRange(Int(range.lowerBound), Int(place.upperBound))
      switch component {
      case .key(let name):
        let step = PathStep(name: name, place: place, reach: reach)
        if position == 0, path.mayBeginWithEntity, let all = try allObjects(step, from: operand) {
          operand = all
        } else {
          operand = try member(step, of: operand)
        }
      case .variable(let name):
        let key: String
        do throws(PredicateIssue) {
          key = try memberName(fromVariable: name, range: range)
        } catch {
          operand = .value(try failing(error, range: range))
          continue
        }
        operand = try member(PathStep(name: key, place: place, reach: reach), of: operand)
      case .collectionOperator(let name):
        guard let op = CollectionOperator(name: name) else { throw .unknownCollectionOperator(name, range: place) }
        return try collectionOperator(op, over: operand, path.dropFirst(position + 1), range: range)
      case .call(let name, let arguments):
        operand = try call(name, on: operand, arguments, range: range)
      case .placeholder(let placeholder):
        throw .placeholderLeft(placeholder, range: range)
      }
    }
    return operand
  }

  /// The operand that a whole path reaches. A second operator belongs to the path after the first one, so `items.@distinctUnionOfObjects.price.@count`
  /// counts the elements of each price. If that fails, the hint is the text that counts the prices, if that text can be bound.
  mutating func resolve(
    whole path: QueryKeyPath, of base: QueryExpression? = nil, from start: Operand, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    do throws(PredicateIssue) {
      return try resolve(path, from: start, range: range)
    } catch {
      guard error.has(.aggregateOfScalar) || error.has(.collectionExpected), error.hint == nil, !isTrial,
        let ended = path.endedBeforeLastOperator(of: base), !ended.isOverLimit, canBind(ended)
      else { throw error }
      throw error.withHint(
        "a path that continues after a collection operator must have parentheses around its first part: \(ended.canonicalFormat)"
      )
    }
  }

  /// Whether an expression can be bound here. It is not inlined, so that only its own frame holds the copy of the binder.
  @inline(never)
  private func canBind(_ expression: QueryExpression) -> Bool {
    var trial = self
    trial.isTrial = true
    do throws(PredicateIssue) {
      _ = try trial.operand(expression)
      return true
    } catch {
      return false
    }
  }

  /// The name for the `$b` of `$a.$b`: the value of the variable.
  func memberName(
    fromVariable name: String, range: SourceRange
  ) throws(PredicateIssue) -> String {
    guard let value = variables[name] else {
      throw .unboundVariable(name, known: variables.names, range: range)
    }
    guard case .string(let key) = value else {
      throw .variableOfOtherFamily(found: value.type.description, expected: "the name of a key", range: range)
    }
    return key
  }

  /// The member of an operand with the name of a step.
  private mutating func member(_ step: PathStep, of operand: Operand) throws(PredicateIssue) -> Operand {
    if step.name.hasSameScalars(as: QueryKeyPath.selfKey), !mayHaveKeys(operand) { return operand }
    if QueryKeyPath.relationship(ofLevels: step.name) != nil {
      try noteExtension("all levels of a relationship", range: step.place)
    }
    switch operand {
    case .row(let row, let entity):
      return try member(step, of: row, entity: entity)
    case .value(let value):
      return try member(step, of: value)
    case .many(_, .value(let each)) where each.type == .any || each.type == .dictionary:
      // The member is looked up at run time, because only then is it known whether it is a collection, which would be flattened.
      return .value(property(step, of: operand.value(range: step.reach), type: .any))
    case .many(let outer, let element):
      do throws(PredicateIssue) {
        // A to-many member of many elements is flattened by one level.
        let inner = ranged(try member(step, of: element.operand))
        return elementsWithNils(of: inner, step, of: operand) ?? inner.nested(in: outer)
      } catch {
        throw CollectionOperator(name: step.name) == nil
          ? error : error.withHint("for a collection, write @\(step.name)")
      }
    }
  }

  /// The elements of a member that is an optional collection, for many objects of a program. Each nil is an element. A range cannot contain nils, so
  /// the objects are collected into an array, and the member of the array is looked up at run time. Nil for other members. Nil for a database too,
  /// where only existing rows count.
  private mutating func elementsWithNils(of inner: Operand, _ step: PathStep, of operand: Operand) -> Operand? {
    guard objectSource != nil, case .many(let range, let element) = inner, range.isOptional else { return nil }
    let type = element.value(range: step.reach).type
    let objects = operand.value(range: step.reach)
    return ranged(.value(property(step, of: objects, type: .collection(type))))
  }

  /// A member of a value that is looked up by name at run time.
  private func property(
    _ step: PathStep, of value: CoreValue, type: QueryType, isOptional: Bool = true
  ) -> CoreValue {
    CoreValue(
      .property(value, step.name), type: type, isOptional: isOptional, range: step.reach, nameRange: step.place)
  }

  /// Whether an operand may be a dictionary, in which `self` may be a key (`_links.self.href`).
  private func mayHaveKeys(_ operand: Operand) -> Bool {
    switch operand {
    case .value(let value), .many(_, .value(let value)): value.type == .any || value.type == .dictionary
    case .row, .many: false
    }
  }

  private mutating func member(
    _ step: PathStep, of row: CoreRow, entity: String
  ) throws(PredicateIssue) -> Operand {
    let member = try member(named: step, of: entity)
    switch member.kind {
    case .toOne(let target):
      return .row(.toOne(row, member, entity: target), entity: target)
    case .toMany(let target):
      let variable = newVariable()
      let step = CoreRange.Step(
        variable: variable, source: .relationship(row, member, entity: target))
      return .many(CoreRange(steps: [step]), .row(.variable(variable), entity: target))
    case .attribute(let type):
      let value = CoreValue(
        .attribute(row, member), type: type, isOptional: member.isOptional || row.isOptional,
        range: step.reach)
      return ranged(.value(value))
    }
  }

  /// A member of an object that is a value: `tags[0].name`. Of an object that was given as an argument or variable the member is read now; of a reference only the
  /// key is known.
  private mutating func member(
    _ step: PathStep, ofObject value: CoreValue, entity: String
  ) throws(PredicateIssue) -> Operand {
    if let constant = value.constantValue {
      // A policy knows the names of the database or the elements, not those of a variable. With one, no constant is evaluated here.
      if case .object(let object) = constant, options.evaluatesConstantCalls {
        guard let found = object.value(forKey: step.name) else {
          throw .unknownKey(step.name, of: entity, known: object.keys, range: step.place)
        }
        if case .object(let unusable as UnusableValue) = found { throw unusable.issue }
        return ranged(.value(given(found, range: step.reach)))
      }
      throw .unsupportedConstruct("a property of an object that is passed as an argument", range: step.reach)
    }
    let member = try member(named: step, of: entity)
    switch member.kind {
    case .attribute(let type):
      return .value(property(step, of: value, type: type))
    case .toOne(let target):
      return .value(property(step, of: value, type: .object(target)))
    case .toMany(let target):
      return ranged(.value(property(step, of: value, type: .collection(.object(target)))))
    }
  }

  /// The member of a type, or all levels of one of its relationships.
  private func member(named step: PathStep, of entity: String) throws(PredicateIssue) -> Member {
    guard case .entity(_, let source) = root else { throw unknownMember(step.name, of: entity, range: step.place) }
    if let member = source.member(named: step.name, of: entity) { return member }
    guard let name = QueryKeyPath.relationship(ofLevels: step.name) else {
      throw unknownMember(step.name, of: entity, range: step.place)
    }
    guard let base = source.member(named: name, of: entity) else {
      throw unknownMember(name, of: entity, range: step.place)
    }
    guard let levels = source.levels(of: base, from: entity) else {
      throw .levelsOfOther(name, of: entity, base, range: step.place)
    }
    return levels
  }

  /// The issue for a name that a type does not have, or that cannot be read.
  private func unknownMember(_ name: String, of entity: String, range: SourceRange) -> PredicateIssue {
    guard case .entity(_, let source) = root else { return .unknownKey(name, of: entity, known: [], range: range) }
    let advice = source as? any AdvisingTypeSource
    if let found = advice?.unreadableMember(named: name, of: entity) {
      return .unreadableMember(name, of: entity, because: found, range: range)
    }
    return .unknownKey(
      name, of: entity, known: source.memberNames(of: entity), note: advice?.noteOnMembers(of: entity), range: range)
  }

  /// A member of a value. Over dynamic values a name that the type lacks is looked up at run time, where it is reported as an unknown key.
  private mutating func member(_ step: PathStep, of value: CoreValue) throws(PredicateIssue) -> Operand {
    do throws(PredicateIssue) {
      return try settledMember(step, of: value)
    } catch {
      guard isDynamic, error.kind == .unknownKey else { throw error }
      return .value(property(step, of: value, type: .any))
    }
  }

  /// A member of a value. Members of dictionaries and of values of unknown type are looked up by name at run time. Strings have a closed list of
  /// members.
  private mutating func settledMember(_ step: PathStep, of value: CoreValue) throws(PredicateIssue) -> Operand {
    if value.isNull { return .value(value) }
    switch value.type {
    case .any, .dictionary:
      return .value(property(step, of: value, type: .any))
    case .collection:
      return try member(step, of: ranged(.value(value)))
    case .string:
      guard let known = StringProperty(name: step.name) else {
        let issue = PredicateIssue.unknownKey(
          step.name, of: "a string", known: StringProperty.allCases.map(\.rawValue), range: step.place)
        if let hint = PredicateIssue.swiftNamesOfStrings[step.name] { throw issue.withHint(hint) }
        if URLProperty(name: step.name) != nil {
          throw issue.withHint("to read a URL from a text x, write CAST(x, \"NSURL\").\(step.name)")
        }
        throw issue.datePartOfText.map { issue.withHint(PredicateIssue.dateHint($0, ofText: "x")) } ?? issue
      }
      return .value(property(step, of: value, type: known.type, isOptional: value.isOptional))
    case .url:
      guard let known = URLProperty(name: step.name) else {
        throw .unknownKey(step.name, of: "a URL", known: URLProperty.allCases.map(\.rawValue), range: step.place)
      }
      if case .url(let text)? = value.constantValue {
        return .value(.constant(known.value(of: text), range: step.reach))
      }
      return .value(property(step, of: value, type: .string, isOptional: value.isOptional || known.isOptional))
    case .date:
      return .value(try member(step, ofDate: value))
    case .integer, .double, .decimal:
      return .value(try member(step, ofNumber: value))
    case .object(let entity) where isDynamic || entity.isEmpty:
      return .value(property(step, of: value, type: .any))
    case .object(let entity):
      return try member(step, ofObject: value, entity: entity)
    default:
      throw .memberOfScalar(step.name, value.type.description, range: step.place)
    }
  }

  /// `Friend[3]`, `OrderLine[10248, 11]`: the object of an entity with this key. Nil if the base is not the name of an entity.
  @inline(never)
  mutating func objectByKey(
    _ base: QueryExpression, _ key: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue? {
    guard let name = base.keyedEntityName, case .entity(_, let source) = root,
      case .many(let objects, .row(let row, let entity))? = try allObjects(
        PathStep(name: name, place: base.range, reach: base.range), from: rootOperand(range: base.range))
    else { return nil }
    let parts = key.keyParts
    guard let form = KeyForm(of: entity, in: source) else { throw .objectsWithoutKey(entity, range: range) }
    guard parts.count == form.members.count else { throw .objectKey(form, found: parts.count, range: key.range) }
    var conditions: [CoreCondition] = []
    for (part, member) in zip(parts, form.members) {
      let value = try value(part)
      let own = CoreValue(
        .attribute(row, member.member), type: member.type, isOptional: member.member.isOptional, range: part.range)
      let sides = ComparisonSides(comparison: QueryComparison(base, .equal, part), range: part.range)
      do throws(PredicateIssue) {
        conditions.append(try strictlyEqual(own, value, sides))
      } catch {
        guard error.kind == .type || error.kind == .argumentType else { throw error }
        throw .objectKey(form, member, found: value.type.description, range: part.range)
      }
    }
    let found = CoreRange(steps: objects.steps, filter: .and(conditions, range: range))
    let collected = Operand.many(found, .row(row, entity: entity)).value(range: base.range)
    return CoreValue(.index(collected, .only), type: .object(entity), isOptional: true, range: range)
  }

  /// Binds the base of an index. Objects in memory have no keys, so there `Friend[3]` is reported as an unknown name.
  @inline(never)
  mutating func indexed(_ base: QueryExpression, by index: QueryExpression.Index) throws(PredicateIssue) -> Operand {
    if case .expression(let key) = index, case .aggregate(let parts) = key.node, let first = parts.first,
      !key.range.isNone, key.range.lowerBound == first.range.lowerBound
    {
      try noteExtension("an index of several values", range: key.range)
    }
    do throws(PredicateIssue) {
      return try operand(base)
    } catch {
      guard case .expression = index, case .entity = root, error.kind == .unknownKey, error.suggestion == nil,
        let name = base.bareName, name.unicodeScalars.first?.properties.isUppercase == true
      else { throw error }
      throw error.withHint(
        "\(ObjectReference.label(name, ["KEY"])), which finds an object by its primary key, works only in a database")
    }
  }

  /// All objects of an entity, if the step names the entity and no property of the evaluated object has this name; otherwise nil. The path must begin
  /// at the evaluated object.
  private mutating func allObjects(_ step: PathStep, from start: Operand) throws(PredicateIssue) -> Operand? {
    guard case .row(.variable(0), let entity) = start, case .entity(_, let source) = root,
      source.hasAllObjects(of: step.name), source.member(named: step.name, of: entity) == nil
    else { return nil }
    try noteExtension("a path that begins with the name of an entity", range: step.place)
    let variable = newVariable()
    let range = CoreRange(steps: [CoreRange.Step(variable: variable, source: .all(entity: step.name))])
    return .many(range, .row(.variable(variable), entity: step.name))
  }

  /// `lentOn.year`: a call of the function for the property, in the time zone of the binding.
  private mutating func member(_ step: PathStep, ofDate value: CoreValue) throws(PredicateIssue) -> CoreValue {
    guard let known = DateProperty(name: step.name) else {
      throw .unknownKey(step.name, of: "a date", known: DateProperty.allCases.map(\.rawValue), range: step.place)
    }
    try noteExtension("a property of a date", range: step.place)
    let zone = timeZone
    var arguments = [value]
    var function = options.functions.definition(named: known.functionName)
    if !zone.isUTC {
      arguments.append(.constant(.string(zone.identifier), range: step.place))
      function = known.function(in: zone)
    }
    guard let function else { throw .unknownFunction(known.functionName, nearest: nil, range: step.place) }
    if let constant = value.constantValue {
      return .constant(known.value(of: constant, in: zone), range: step.reach)
    }
    return CoreValue(
      .call(function, arguments), type: known.type, isOptional: true, range: step.reach, nameRange: step.place)
  }

  /// `(returnedOn - lentOn).days`: converts a number of seconds to another unit.
  private mutating func member(_ step: PathStep, ofNumber value: CoreValue) throws(PredicateIssue) -> CoreValue {
    guard let known = DurationProperty(name: step.name) else {
      throw .memberOfScalar(step.name, value.type.description, range: step.place)
    }
    try noteExtension("the conversion of a number of seconds to another unit", range: step.place)
    if let constant = value.constantValue, let result = known.value(of: constant) {
      return .constant(result, range: step.reach)
    }
    return CoreValue(
      .arithmetic(.divide, value, .constant(.double(known.seconds), range: step.place)), type: .double,
      isOptional: value.isOptional, range: step.reach, nameRange: step.place)
  }

  /// Adds a note on a construct that Apple's systems refuse. Throws an issue instead if binding is strict.
  mutating func noteExtension(_ construct: String, range: SourceRange) throws(PredicateIssue) {
    if options.isStrict { throw .strictExtension(construct, range: range) }
    notes.append(.extensionNote(construct, range: range))
  }
}

extension QueryKeyPath {
  /// Whether the first name of the path may be the name of an entity. It may if it is the whole path, or if an operator makes one value of all
  /// objects. In `Movie.year > 1990` the first name must be a property, because the path would not have a single value.
  package var mayBeginWithEntity: Bool { count == 1 || hasCollectionOperator }
}

/// A name in a path, with two source ranges.
struct PathStep {
  let name: String
  /// The range of the name, for issues about the name.
  let place: SourceRange
  /// The range from the beginning of the path to the end of the name, for issues about the value of the path so far.
  let reach: SourceRange
}

extension QueryKeyPath {
  /// The path with parentheses before its last operator: `(items.@distinctUnionOfObjects.price).@count`. Nil for a path without an operator before it
  /// whose result is a collection.
  fileprivate func endedBeforeLastOperator(of base: QueryExpression?) -> QueryExpression? {
    let isOperator = components.map { component in
      if case .collectionOperator = component { true } else { false }
    }
    guard let first = isOperator.firstIndex(of: true), let last = isOperator.lastIndex(of: true), first < last,
      case .collectionOperator(let name) = components[first], let op = CollectionOperator(name: name),
      case .collection = op.resultType(of: .any)
    else { return nil }
    let start = QueryKeyPath(components[0], Array(components[1..<last]))
    return .path(
      base.map { .path($0, start) } ?? .keyPath(start), QueryKeyPath(components[last], Array(components[(last + 1)...]))
    )
  }
}
