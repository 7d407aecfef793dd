import PredicateBinding

extension ReferenceEvaluator {
  /// The object of a row; `.null` if a to-one step of the row leads to no object.
  func object(_ row: CoreRow, _ frame: Frame) -> QueryValue {
    switch row {
    case .variable(let variable):
      return frame[variable]
    case .toOne(let base, let member, _):
      return toOne(member.name, of: object(base, frame))
    }
  }

  /// The object that a to-one member of an object refers to; `.null` if there is none.
  package func toOne(_ member: String, of base: QueryValue) -> QueryValue {
    guard case .object(let object) = base else { return .null }
    // An unreadable object stays the result along the path. The part that uses the value of the path then reports the reason.
    return object.value(forKey: member) ?? (object is UnusableValue ? base : .null)
  }

  /// The member of a value with a name. A missing key is nil for a dictionary, and an issue for an object. For a collection, the members of its
  /// elements are collected, and nested collections are flattened. Strings, dates and numbers have closed lists of properties. `self` is the value
  /// itself, unless a dictionary has the key `self`.
  ///
  /// - Parameter isInDocument: Whether the value is a part of a document. Then an unknown property of a single value is nil, not an issue.
  package func property(
    _ name: String, of value: QueryValue, range: SourceRange = .none, isInDocument: Bool = false
  ) throws(PredicateIssue) -> QueryValue {
    if name.hasSameScalars(as: QueryKeyPath.selfKey) { return value.underSelfKey }
    switch value {
    case .null:
      return .null
    case .dictionary(let dictionary):
      if let value = dictionary[name] { return value }
      return try levels(name, of: value, range: range) ?? .null
    case .object(let object):
      if let value = object.value(forKey: name) { return value }
      try value.checkUsable()
      if let levels = try levels(name, of: value, range: range) { return levels }
      if let found = object.unreadableMember(named: name) {
        throw .unreadableMember(name, of: object.entityName, because: found, range: range)
      }
      throw .unknownProperty(
        name, of: object.entityName, known: object.keys, range: range,
        note: SwiftTypeSource(reading: .everything).noteOnMembers(of: object.entityName))
    case .reference(let reference) where findObject != nil:
      guard let object = findObject?(reference) else { return .null }
      return try property(name, of: .object(object), range: range)
    case .array(let elements), .set(let elements):
      return .array(try mapped(name, over: elements, range: range, isInDocument: isInDocument))
    case .string(let text):
      if let property = StringProperty.value(of: text, named: name) { return property }
      if isInDocument { return .null }
      let issue = PredicateIssue.unknownProperty(
        name, of: "a string", known: StringProperty.allCases.map(\.rawValue), range: range)
      throw PredicateIssue.swiftNamesOfStrings[name].map { issue.withHint($0) } ?? issue
    case .url(let text):
      if let property = URLProperty.value(of: text, named: name) { return property }
      throw .unknownProperty(name, of: "a URL", known: URLProperty.allCases.map(\.rawValue), range: range)
    case .date(let seconds):
      if let property = DateProperty(name: name) { return property.value(of: seconds, in: timeZone) }
      throw .unknownProperty(name, of: "a date", known: DateProperty.allCases.map(\.rawValue), range: range)
    case .integer, .double, .decimal:
      if let converted = DurationProperty(name: name)?.value(of: value) { return converted }
      if isInDocument { return .null }
      throw .memberOfScalar(name, value.type.description, range: range)
    case .boolean where isInDocument:
      return .null
    default:
      throw .memberOfScalar(name, value.type.description, range: range)
    }
  }

  /// The value at the end of a path of names that starts from a value.
  package func member(
    _ path: ArraySlice<String>, of value: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    var value = value
    for name in path { value = try property(name, of: value, range: .none) }
    return value
  }

  private func mapped(
    _ name: String, over elements: [QueryValue], range: SourceRange, isInDocument: Bool
  ) throws(PredicateIssue) -> [QueryValue] {
    var result: [QueryValue] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      switch try property(name, of: element, range: range, isInDocument: isInDocument) {
      case .array(let inner), .set(let inner): result += inner
      case let value: result.append(value)
      }
      // The limit is checked here, because each key of a path may multiply the number of values.
      if result.count > limits.visitedElements { throw .tooManyElements }
    }
    return result
  }
}

/// Evaluates paths with several collection operators, over values of unknown types.
extension ReferenceEvaluator {
  /// The value at the end of a path. Time is linear in the number of values on the path.
  func follow(
    _ steps: ArraySlice<OperatorStep>, from start: QueryValue, at range: SourceRange
  ) throws(PredicateIssue) -> QueryValue {
    var value = start
    var steps = steps
    while let step = steps.popFirst() {
      switch step {
      case .key(let name): value = try property(name, of: value, range: range)
      case .collectionOperator(let op): return try apply(op, to: value, steps, at: range)
      }
    }
    return value
  }

  /// Applies an operator to the values that the rest of its path gives for the elements of a collection. If the path has reached an object, a
  /// dictionary or a reference instead of a collection, its properties are followed first.
  private func apply(
    _ op: CollectionOperator, to start: QueryValue, _ rest: ArraySlice<OperatorStep>, at range: SourceRange
  ) throws(PredicateIssue) -> QueryValue {
    var collection = start
    var rest = op == .count ? [] : rest
    while collection.hasKeys, case .key(let name)? = rest.first {
      collection = try property(name, of: collection, range: range)
      rest.removeFirst()
    }
    guard let elements = try elements(of: collection, at: range) else { return .null }
    var values: [QueryValue] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try follow(rest, from: element, at: range)) }
    return try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try op.apply(to: values) }
  }
}

extension QueryValue {
  /// Whether a key is read from this value itself, not from its elements.
  fileprivate var hasKeys: Bool {
    switch self {
    case .dictionary, .object, .reference: true
    default: false
    }
  }
}

/// Reads string literals as dates at run time, if they are compared with dates.
extension ReferenceEvaluator {
  /// Compares two values. A string literal is read as a date if it is compared with a date: the other side, one of its bounds, or one of its
  /// elements.
  func compareReadingDates(
    _ op: ComparisonOperator, _ left: (core: CoreValue, value: QueryValue),
    _ right: (core: CoreValue, value: QueryValue), _ options: StringOptions
  ) throws(PredicateIssue) -> Bool {
    func holds(_ a: QueryValue, _ b: QueryValue) throws(PredicateIssue) -> Bool {
      try ValueComparison.evaluate(a, op, b, options: options, limits: limits)
    }
    switch op {
    case .between:
      let value = right.value.hasDates ? left.core.asDates(left.value) : left.value
      return try holds(value, right.core.reading(right.value, beside: value))
    case .in:
      let collection = right.core.reading(right.value, beside: left.value)
      // A collection may contain dates and strings, so the literal is compared both as a string and as a date.
      if try holds(left.value, collection) { return true }
      guard left.core.hasLiteralDates, collection.hasElements else { return false }
      return try holds(left.core.asDates(left.value), collection)
    case .contains:
      let collection = left.core.reading(left.value, beside: right.value)
      if try holds(collection, right.value) { return true }
      guard right.core.hasLiteralDates, collection.hasElements else { return false }
      return try holds(collection, right.core.asDates(right.value))
    default:
      let a = left.core.reading(left.value, beside: right.value)
      return try holds(a, right.core.reading(right.value, beside: a))
    }
  }
}

extension CoreValue {
  /// Whether this is a literal that can be read as a date, or a list that contains one.
  var hasLiteralDates: Bool {
    if literalDate != nil { return true }
    if case .list(let parts) = node { return parts.contains(where: \.hasLiteralDates) }
    return false
  }

  /// Replaces a value of this node by a date, if the node is a literal that can be read as a date. For a list, replaces such elements.
  fileprivate func asDates(_ found: QueryValue) -> QueryValue {
    if let literalDate { return .date(literalDate) }
    guard case .list(let parts) = node, case .array(let elements) = found else { return found }
    return .array(zip(parts, elements).map { $0.asDates($1) })
  }

  /// A value of this node, read as a date if the other value is a date. Lists of equal length are read element by element.
  fileprivate func reading(_ found: QueryValue, beside other: QueryValue) -> QueryValue {
    if case .date = other { return asDates(found) }
    guard case .list(let parts) = node, case .array(let elements) = found, case .array(let others) = other,
      others.count == elements.count
    else { return found }
    return .array(elements.indices.map { parts[$0].reading(elements[$0], beside: others[$0]) })
  }
}

extension QueryValue {
  /// Whether one of the two bounds is a date.
  fileprivate var hasDates: Bool {
    guard case .array(let bounds) = self else { return false }
    return bounds.contains { if case .date = $0 { true } else { false } }
  }

  /// Whether the value contains elements that can be searched: a collection or a dictionary.
  fileprivate var hasElements: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}
