import PredicateValues

/// Families of types: which values can be compared, and how a value is converted for a comparison with another family.
extension Binder {
  /// Whether the comparison is decided at run time: a type is unknown, or, over dynamic values, the comparison fails when it is evaluated.
  func isComparedWhenRun(_ a: CoreValue, _ b: CoreValue, _ op: ComparisonOperator) -> Bool {
    if a.type == .any || b.type == .any { return true }
    guard isDynamic else { return false }
    if !a.type.canMeet(b.type) { return true }
    return op != .equal && op != .notEqual && !(a.type.isOrdered && b.type.isOrdered)
  }

  /// Whether an operand must be evaluated although another operand decides the result. Over dynamic values it may fail, and then the failure is the result.
  func mustRun(_ value: CoreValue) -> Bool { isDynamic && !value.facts.isTotal }

  /// A value that throws an issue when it is evaluated. Over dynamic values a condition to the left may decide the result, and then the issue does not
  /// matter. If types are known, the issue is thrown at once.
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

  /// Whether a comparison applies its options at run time: for collections, whose elements may be strings, and for strings compared by a collation.
  static func appliesOptionsWhenRun(_ type: QueryType, _ options: StringOptions) -> Bool {
    switch type {
    case .string: options.contains(.localeSensitive)
    case .collection: !options.isEmpty
    default: false
    }
  }

  /// The two values, of one family, or an issue. A string literal compared with a date is read as a date, and one compared with a UUID as a UUID.
  mutating func comparableSides(
    _ first: CoreValue, _ second: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> (CoreValue, CoreValue) {
    let (a, b) = (namedByRoot(first), namedByRoot(second))
    if a.type.canMeet(b.type) || areKin(a.type, b.type) {
      try checkComparable(a.type, range: sides.range)
      try checkComparable(b.type, range: sides.range)
      if a.type == .string, b.type == .string {
        noteMissingCase(a, b, sides.options)
        noteMissingCase(b, a, sides.options)
      }
      return (a, b)
    }
    if let date = try dateLiteral(b, beside: a) { return (a, date) }
    if let date = try dateLiteral(a, beside: b) { return (date, b) }
    if let uuid = uuidLiteral(b, beside: a) { return (a, uuid) }
    if let uuid = uuidLiteral(a, beside: b) { return (uuid, b) }
    if isDynamic { return (a, b) }
    if sides.hasVariable {
      let (variable, other) = sides.isVariable(sides.rightRange) ? (b, a) : (a, b)
      throw .variableOfOtherFamily(
        found: variable.type.description, expected: other.type.description, range: variable.range)
    }
    throw .familiesDiffer(a.type.description, b.type.description, range: sides.range, hint: hint(for: a, beside: b))
  }

  /// Whether both types are objects, or collections of objects, of one hierarchy: entities with a common root, or a class and its subclass.
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

  /// A reference, or a collection of references, with each entity replaced by the one that references of its hierarchy carry.
  private func namedByRoot(_ value: CoreValue) -> CoreValue {
    guard case .constant(let constant) = value.node, constant.hasReference,
      case .entity(_, let source as any HierarchyTypeSource) = root
    else { return value }
    return .constant(constant.namingReferences { source.referenceName(of: $0) }, range: value.range)
  }

  /// Throws if a type is objects, or collections of objects, whose equality cannot be decided.
  func checkComparable(_ type: QueryType, range: SourceRange) throws(PredicateIssue) {
    var type = type
    while case .collection(let element) = type { type = element }
    guard case .object(let entity) = type, case .entity(_, let source as any ObjectTypeSource) = root,
      let found = source.whyIncomparable(entity)
    else { return }
    throw .incomparableObjects(of: entity, because: found.reason, remedy: found.remedy, range: range)
  }

  /// The date of an ISO 8601 string literal compared with a date, or the dates of a list compared with a collection of dates; nil for every other value.
  private mutating func dateLiteral(
    _ value: CoreValue, beside other: CoreValue
  ) throws(PredicateIssue) -> CoreValue? {
    guard !options.isStrict else { return nil }
    switch (other.type, value.constantValue) {
    case (.date, let literal?):
      return readDate(literal, at: value.range).map { .constant($0, range: value.range) }
    case (.collection(.date), .array(let literals)?):
      let dates = literals.compactMap { readDate($0, at: value.range) }
      return dates.count == literals.count ? .constant(.array(dates), range: value.range) : nil
    default: return nil
    }
  }

  /// The date that a string denotes, with a note; nil for every other value.
  private mutating func readDate(_ literal: QueryValue, at range: SourceRange) -> QueryValue? {
    guard case .string(let text) = literal, let seconds = ISODate.parse(text) else { return nil }
    notes.append(.stringReadAsDate(text, range: range))
    return .date(seconds)
  }

  /// The UUID of a string literal compared with a UUID, or the UUIDs of a list compared with a collection of UUIDs; nil for every other value. Values of
  /// unknown types keep their families: there a string and a UUID are unequal.
  private mutating func uuidLiteral(_ value: CoreValue, beside other: CoreValue) -> CoreValue? {
    guard !options.isStrict, !isDynamic else { return nil }
    switch (other.type, value.constantValue) {
    case (.uuid, let literal?):
      return readUUID(literal, at: value.range).map { .constant($0, range: value.range) }
    case (.collection(.uuid), .array(let literals)?):
      let uuids = literals.compactMap { readUUID($0, at: value.range) }
      return uuids.count == literals.count ? .constant(.array(uuids), range: value.range) : nil
    default: return nil
    }
  }

  /// The UUID that a string denotes, with a note; nil for every other value.
  private mutating func readUUID(_ literal: QueryValue, at range: SourceRange) -> QueryValue? {
    guard case .string(let text) = literal, let uuid = QueryUUID(text) else { return nil }
    notes.append(.stringReadAsUUID(text, range: range))
    return .uuid(uuid)
  }

  /// A string without the differences that the options ignore. Constants are folded at once. Values of other types are unchanged.
  func folded(_ value: CoreValue, _ options: StringOptions) -> CoreValue {
    let folding = StringFolding(options)
    guard value.type == .string, !folding.isIdentity else { return value }
    if case .string(let text)? = value.constantValue {
      return .constant(.string(folding.fold(text)), range: value.range)
    }
    return CoreValue(.fold(value, options), type: .string, isOptional: value.isOptional, range: value.range)
  }

  /// The common type of several values. Nil fits every type.
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
