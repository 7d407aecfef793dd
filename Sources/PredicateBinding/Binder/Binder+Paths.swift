import PredicateValues

/// Key paths, resolved from left to right: the first segment that fails is the one that is blamed.
extension Binder {
  /// What a path leads to.
  ///
  /// - Parameter place: where the path alone stands, if that is not the whole range.
  @inline(never)
  mutating func resolve(
    _ path: QueryKeyPath, from start: Operand, range: SourceRange, place: SourceRange? = nil
  ) throws(PredicateIssue) -> Operand {
    var operand = start
    let components = path.components
    let places = PathPlaces(components, writtenAt: place ?? range)
    for (position, component) in components.enumerated() {
      // What the path up to here leads to stands where the path up to here does.
      let reach = position + 1 == components.count ? range : places.through(position, from: range)
      switch component {
      case .key(let name):
        do throws(PredicateIssue) {
          operand = try member(name, of: operand, range: reach)
        } catch {
          throw error.blaming(places.segment(position))
        }
      case .variable(let name):
        operand = try member(try memberName(fromVariable: name, range: range), of: operand, range: reach)
      case .collectionOperator(let name):
        guard let op = CollectionOperator(name: name) else {
          throw .unknownCollectionOperator(name, range: places.segment(position) ?? range)
        }
        let rest = QueryKeyPath(components: components.dropFirst(position + 1))
          .map { PathRest(path: $0, place: places.behind(position)) }
        return try collectionOperator(op, over: operand, rest, range: range)
      case .call(let name, let arguments):
        operand = try call(name, on: operand, arguments, range: range)
      case .placeholder(let placeholder):
        throw .placeholderLeft(placeholder, range: range)
      }
    }
    return operand
  }

  /// `$a.$b`: the name is the variable's value.
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

  /// One step by name.
  mutating func member(
    _ name: String, of operand: Operand, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    if name.hasSameScalars(as: QueryKeyPath.selfKey), !mayHaveKeys(operand) { return operand }
    switch operand {
    case .row(let row, let entity):
      return try member(name, of: row, entity: entity, range: range)
    case .value(let value):
      return try member(name, of: value, range: range)
    case .many(_, .value(let each)) where each.type == .any || each.type == .dictionary:
      // Only when it runs is it known whether a member of an element is a collection, to be flattened.
      let property = CoreValue.Node.property(operand.value(range: range), name)
      return .value(CoreValue(property, type: .any, isOptional: true, range: range))
    case .many(let outer, let element):
      do throws(PredicateIssue) {
        return try member(name, of: element.operand, range: range).forEach(of: outer)
      } catch {
        throw CollectionOperator(name: name) == nil ? error : error.withHint("of a collection it is @\(name)")
      }
    }
  }

  /// Whether an operand may be a dictionary, of which `self` may be a key like any other (`_links.self.href`).
  private func mayHaveKeys(_ operand: Operand) -> Bool {
    switch operand {
    case .value(let value), .many(_, .value(let value)): value.type == .any || value.type == .dictionary
    case .row, .many: false
    }
  }

  private mutating func member(
    _ name: String, of row: CoreRow, entity: String, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    guard case .entity(_, let source) = root, let member = source.member(named: name, of: entity) else {
      throw unknownMember(name, of: entity, range: range)
    }
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
        .attribute(row, member), type: type, isOptional: member.isOptional || row.isOptional, range: range)
      guard case .collection(let elementType) = type else { return .value(value) }
      let (many, element) = elements(of: value, type: elementType)
      return .many(many, element)
    }
  }

  /// A member of an object that is a value: `tags[0].name`. Of an object that was given from outside only its key is known.
  private mutating func member(
    _ name: String, ofObject value: CoreValue, entity: String, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    guard case .entity(_, let source) = root, let member = source.member(named: name, of: entity) else {
      throw unknownMember(name, of: entity, range: range)
    }
    if value.constantValue != nil {
      throw .unsupportedConstruct("a property of an object that is given as an argument", range: range)
    }
    let property = CoreValue.Node.property(value, name)
    switch member.kind {
    case .attribute(let type):
      return .value(CoreValue(property, type: type, isOptional: true, range: range))
    case .toOne(let target):
      return .value(CoreValue(property, type: .object(target), isOptional: true, range: range))
    case .toMany(let target):
      let objects = CoreValue(property, type: .collection(.object(target)), isOptional: true, range: range)
      let (many, element) = elements(of: objects, type: .object(target))
      return .many(many, element)
    }
  }

  /// That a type has no member of a name, or one that cannot be read.
  private func unknownMember(_ name: String, of entity: String, range: SourceRange) -> PredicateIssue {
    guard case .entity(_, let source) = root else { return .unknownKey(name, of: entity, known: [], range: range) }
    if let found = source.unreadableMember(named: name, of: entity) {
      return .unreadableMember(name, of: entity, because: found.reason, remedy: found.remedy, range: range)
    }
    return .unknownKey(
      name, of: entity, known: source.memberNames(of: entity), note: source.noteOnMembers(of: entity), range: range)
  }

  /// A member of a value: of a dictionary or an unknown value by name when it runs, of a string one of a closed list.
  private mutating func member(
    _ name: String, of value: CoreValue, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    if value.isNull { return .value(value) }
    let property = CoreValue.Node.property(value, name)
    switch value.type {
    case .any, .dictionary:
      return .value(CoreValue(property, type: .any, isOptional: true, range: range))
    case .collection(let type):
      let (many, element) = elements(of: value, type: type)
      return try member(name, of: .many(many, element), range: range)
    case .string:
      guard let known = StringProperty(name: name) else {
        throw .unknownKey(name, of: "a string", known: StringProperty.allCases.map(\.rawValue), range: range)
      }
      return .value(CoreValue(property, type: known.type, isOptional: value.isOptional, range: range))
    case .object(let entity) where isDynamic || entity.isEmpty:
      return .value(CoreValue(property, type: .any, isOptional: true, range: range))
    case .object(let entity):
      return try member(name, ofObject: value, entity: entity, range: range)
    default:
      throw .memberOfScalar(name, value.type.description, range: range)
    }
  }
}

extension QueryKeyPath {
  /// A path of what is left; nil where nothing is.
  init?(components: ArraySlice<Component>) {
    guard let first = components.first else { return nil }
    self.init(first, Array(components.dropFirst()))
  }
}
