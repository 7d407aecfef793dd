import PredicateValues

/// Type families: which values can be compared, and how a value is converted to the family of the other side.
extension Binder {
  /// Whether the comparison is decided at run time. It is if a type is unknown. Over dynamic values it also is if it can fail when it is evaluated.
  func isComparedWhenRun(_ a: CoreValue, _ b: CoreValue, _ op: ComparisonOperator) -> Bool {
    if a.type == .any || b.type == .any { return true }
    guard isDynamic else { return false }
    if !a.type.canMeet(b.type) { return true }
    return op != .equal && op != .notEqual && !(a.type.isOrdered && b.type.isOrdered)
  }

  /// Whether an operand must be evaluated even if another operand decides the result. Over dynamic values its evaluation may fail, and the failure is
  /// then the result.
  func mustRun(_ value: CoreValue) -> Bool { isDynamic && !value.facts.isTotal }

  /// A value that throws an issue when it is evaluated. Over dynamic values a condition to the left may decide the result, so that the issue does not
  /// matter. If types are known, this function throws the issue itself.
  func failing(_ issue: PredicateIssue, range: SourceRange) throws(PredicateIssue) -> CoreValue {
    guard isDynamic else { throw issue }
    return CoreValue(.failure(issue), type: .any, isOptional: true, range: range)
  }

  /// The result of an operation on constants, or a value that fails when it is evaluated.
  func constant(
    range: SourceRange, _ operation: () throws(PredicateIssue) -> QueryValue
  ) throws(PredicateIssue) -> CoreValue {
    do throws(PredicateIssue) {
      return .constant(try PredicateIssue.placing(at: range, operation), range: range)
    } catch {
      return try failing(error, range: range)
    }
  }

  /// Whether a comparison applies its string options only at run time. It does so for collections, whose elements may be strings, and for strings
  /// that are compared by a collation.
  static func appliesOptionsWhenRun(_ type: QueryType, _ options: StringOptions) -> Bool {
    switch type {
    case .string: options.contains(.localeSensitive)
    case .collection: !options.isEmpty
    default: false
    }
  }

  /// The two values with types that can be compared; throws if there are none. A string literal is read as a date if it is compared with a date, and
  /// as a UUID if it is compared with a UUID.
  mutating func comparableSides(
    _ first: CoreValue, _ second: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> (CoreValue, CoreValue) {
    let (a, b) = (namedByRoot(first.asText(beside: second)), namedByRoot(second.asText(beside: first)))
    if a.type.canMeet(b.type) || areKin(a.type, b.type) {
      try checkComparable(a.type, range: sides.range)
      try checkComparable(b.type, range: sides.range)
      if a.type == .string, b.type == .string {
        noteMissingCase(a, b, sides.options)
        noteMissingCase(b, a, sides.options)
      }
      return (a, b)
    }
    if let read = readLiteral(b, beside: a) { return (a, read) }
    if let read = readLiteral(a, beside: b) { return (read, b) }
    if isDynamic { return (a, b) }
    if sides.hasVariable {
      let (variable, other) = sides.isVariable(sides.rightRange) ? (b, a) : (a, b)
      throw .variableOfOtherFamily(
        found: variable.type.description, expected: other.type.description, range: variable.range)
    }
    throw familiesDiffer(a, b, range: sides.range)
  }

  /// Whether both types are objects, or collections of objects, of one hierarchy. A hierarchy has entities with a common root, or a class and its
  /// subclasses.
  private func areKin(_ a: QueryType, _ b: QueryType) -> Bool {
    switch (a, b) {
    case (.collection(let a), .collection(let b)): return areKin(a, b)
    case (.object(let a), .object(let b)):
      guard case .entity(_, let source) = root else { return false }
      if (source as? any ObjectTypeSource)?.mayShareObjects(a, b) ?? false { return true }
      guard let source = source as? any HierarchyTypeSource else { return false }
      return source.referenceName(of: a).hasSameScalars(as: source.referenceName(of: b))
    default: return false
    }
  }

  /// A reference or a collection of references, in which each entity is replaced by the entity that references to objects of its hierarchy have.
  private func namedByRoot(_ value: CoreValue) -> CoreValue {
    guard case .constant(let constant) = value.node, constant.hasReference,
      case .entity(_, let source as any HierarchyTypeSource) = root
    else { return value }
    return .constant(constant.namingReferences { source.referenceName(of: $0) }, range: value.range)
  }

  /// Throws if the type is an object, or a collection of objects, whose equality cannot be decided.
  func checkComparable(_ type: QueryType, range: SourceRange) throws(PredicateIssue) {
    var type = type
    while case .collection(let element) = type { type = element }
    guard case .object(let entity) = type, case .entity(_, let source as any ObjectTypeSource) = root,
      let found = source.whyIncomparable(entity)
    else { return }
    throw .incomparableObjects(of: entity, because: found.reason, remedy: found.remedy, range: range)
  }

  /// The value of a string literal that is compared with a date or a UUID, or the values of a list that is compared with a collection of dates or
  /// UUIDs. Nil for every other value. If the type of the other side is unknown, no string is read as a UUID, because a string and a UUID are then
  /// unequal.
  private mutating func readLiteral(_ value: CoreValue, beside other: CoreValue) -> CoreValue? {
    guard !options.isStrict, let constant = value.constantValue else { return nil }
    switch (other.type, constant) {
    case (.collection(let type), .array(let literals)) where isReadFromText(type):
      let values = literals.compactMap { read($0, as: type, at: value.range) }
      return values.count == literals.count ? .constant(.array(values), range: value.range) : nil
    case (let type, _) where isReadFromText(type):
      return read(constant, as: type, at: value.range).map { .constant($0, range: value.range) }
    default: return nil
    }
  }

  private func isReadFromText(_ type: QueryType) -> Bool { type == .date || (type == .uuid && !isDynamic) }

  /// Reads a string as a date in ISO 8601 or as a UUID, and adds a note. Nil for every other value.
  private mutating func read(_ literal: QueryValue, as type: QueryType, at range: SourceRange) -> QueryValue? {
    guard case .string(let text) = literal else { return nil }
    if type == .date {
      guard let seconds = ISODate.parse(text) else { return nil }
      notes.append(.stringReadAsDate(text, range: range))
      return .date(seconds)
    }
    guard let uuid = QueryUUID(text) else { return nil }
    notes.append(.stringReadAsUUID(text, range: range))
    return .uuid(uuid)
  }

  /// A string without the differences that the options ignore. A constant is folded when it is bound. Values of other types are unchanged.
  func folded(_ value: CoreValue, _ options: StringOptions) -> CoreValue {
    let folding = StringFolding(options)
    guard value.type == .string, !folding.isIdentity else { return value }
    if case .string(let text)? = value.constantValue {
      return .constant(.string(folding.fold(text)), range: value.range)
    }
    return CoreValue(.fold(value, options), type: .string, isOptional: value.isOptional, range: value.range)
  }

  /// The common type of several values. Nils are ignored.
  func joined(_ values: [CoreValue]) -> QueryType {
    var result: QueryType?
    for value in values where !value.isNull {
      result = result.map { $0.joined(with: value.type) } ?? value.type
    }
    return result ?? .any
  }
}

extension QueryValue {
  fileprivate var hasReference: Bool {
    switch self {
    case .reference: true
    case .array(let elements), .set(let elements): elements.contains(where: \.hasReference)
    default: false
    }
  }

  fileprivate func namingReferences(_ name: (String) -> String) -> QueryValue {
    switch self {
    case .reference(let reference): .reference(reference.named(name(reference.entity)))
    case .array(let elements): .array(elements.map { $0.namingReferences(name) })
    case .set(let elements): .set(elements.map { $0.namingReferences(name) })
    default: self
    }
  }
}

extension CoreValue {
  /// A date as a column of texts would have it. A `Date` of seconds since 1970 differs from its own text by a rounding: the text is the next number.
  fileprivate func asText(beside other: CoreValue) -> CoreValue {
    guard case .attribute(_, let member) = other.node, member.isDateText, case .date(let seconds)? = constantValue,
      let written = ISODate.parse(ISODate.format(seconds)), written != seconds, abs(written - seconds) <= 0x1p-22
    else { return self }
    return .constant(.date(written), range: range)
  }
}
