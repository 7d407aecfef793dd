import PredicateBinding

extension ReferenceEvaluator {
  func value(_ value: CoreValue, _ frame: inout Frame) throws(PredicateIssue) -> QueryValue {
    try frame.take(1)
    switch value.node {
    case .constant(let constant):
      return constant
    case .null:
      return .null
    case .attribute(let row, _), .object(let row):
      return try apply(value, to: object(row, frame))
    case .element(let variable):
      return frame[variable]
    case .property(let operand, _), .negate(let operand), .fold(let operand, _), .cast(let operand, _),
      .dynamicAggregate(_, let operand), .operatorPath(let operand, _):
      return try apply(value, to: try self.value(operand, &frame), in: &frame)
    case .arithmetic(_, let left, let right):
      let a = try self.value(left, &frame)
      return try apply(value, to: a, try self.value(right, &frame), in: &frame)
    case .index(let base, let index):
      let container = try self.value(base, &frame)
      guard case .value(let position) = index else { return try apply(value, to: container) }
      return try apply(value, to: container, try self.value(position, &frame))
    case .call(_, let parts), .list(let parts):
      return try apply(value, to: try values(parts, &frame))
    case .choose(let test, let first, let second):
      return try holds(test, &frame) ? try self.value(first, &frame) : try self.value(second, &frame)
    case .count, .aggregate, .collect:
      guard let results = frame.results else { return try collected(value, &frame) }
      return try results.result(of: .value(value), { [frame] in object($0, frame) }) { () throws(PredicateIssue) in
        try collected(value, &frame)
      }
    case .failure(let issue):
      throw issue
    }
  }

  private func values(
    _ parts: [CoreValue], _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue] {
    var result: [QueryValue] = []
    result.reserveCapacity(parts.count)
    for part in parts { result.append(try value(part, &frame)) }
    for value in result { try frame.take(for: value) }
    try frame.takeConversions(of: result)
    return result
  }

  /// The value of a node that is computed from the elements of a range.
  private func collected(
    _ value: CoreValue, _ frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .count(let range):
      var count: Int64 = 0
      let exists = try forEachElement(of: range, &frame) { (_: inout Frame) throws(PredicateIssue) in
        count += 1
        return true
      }
      return exists ? .integer(count) : .null
    case .aggregate(_, let range, let each), .collect(let range, let each):
      guard let elements = try elements(of: range, each, &frame) else { return .null }
      return try apply(value, to: elements)
    default:
      return .null
    }
  }

  /// One value for each element of a range; nil if the range is nil.
  private func elements(
    of range: CoreRange, _ each: CoreValue, _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue]? {
    var result: [QueryValue] = []
    let exists = try forEachElement(of: range, &frame) { (inner: inout Frame) throws(PredicateIssue) in
      result.append(try value(each, &inner))
      return true
    }
    for value in result { try frame.take(for: value) }
    return exists ? result : nil
  }
}

/// Computes the result of each node of the core from the values of its operands. The evaluation of single values and of columns share these
/// functions.
extension ReferenceEvaluator {
  /// The value of a node with one or two operands.
  package func apply(
    _ value: CoreValue, to a: QueryValue, _ b: QueryValue = .null
  ) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .property(_, let name): return try named(name, of: a, value)
    case .fold(_, let options):
      guard case .string(let text) = a else { return .null }
      return .string(StringFolding(options).fold(text))
    case .operatorPath(_, let steps): return try follow(steps[...], from: a, at: value.range)
    case .dynamicAggregate(let op, _):
      guard let elements = try elements(of: a, at: value.range) else { return .null }
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        try op.apply(to: elements)
      }
    case .index(let base, let index):
      return try PredicateIssue.placing(at: base.range) { () throws(PredicateIssue) in
        switch index {
        case .first, .only: try ValueIndex.Word.first.value(of: a, isInDocument: value.isInDocument)
        case .last: try ValueIndex.Word.last.value(of: a, isInDocument: value.isInDocument)
        case .size: try ValueIndex.Word.size.value(of: a, isInDocument: value.isInDocument)
        case .value where value.isInDocument: try ValueIndex.part(of: a, at: b)
        case .value: try ValueIndex.element(of: a, at: b)
        }
      }
    case .arithmetic, .negate, .cast:
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        switch value.node {
        case .arithmetic(let op, let left, let right):
          // A column of doubles may contain an integer that no double equals. Arithmetic then uses the nearest double.
          guard op.calculates, !(left.mayBeInteger && right.mayBeInteger) else {
            return try ValueArithmetic.apply(op, a, b)
          }
          return try ValueArithmetic.apply(op, a.integerAsDouble, b.integerAsDouble)
        case .cast(_, let target): return try ValueCast.cast(a, to: target)
        default: return try ValueArithmetic.negate(a)
        }
      }
    case .attribute(_, let member): return try property(member.name, of: a, range: value.range)
    case .object:
      try a.checkUsable()
      return a
    case .constant, .null, .element, .choose, .count, .aggregate, .collect, .call, .list, .failure:
      return a
    }
  }

  /// The value of a node whose operands are a list: the arguments of a function, the elements of a list, or the values for the elements of a range.
  package func apply(_ value: CoreValue, to parts: [QueryValue]) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .call(let function, _):
      try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in try function.call(parts, context) }
    case .aggregate(let op, _, _):
      try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in try op.apply(to: parts) }
    default: .array(parts)
    }
  }

  /// Whether a condition holds for the values of its operands.
  package func decide(
    _ condition: CoreCondition, _ a: QueryValue, _ b: QueryValue = .null, _ c: QueryValue = .null
  ) throws(PredicateIssue) -> Bool {
    switch condition.node {
    case .always(let value): return value
    case .isNull: return a.withoutNaN.isNull
    case .compare(let comparison, _, _): return compare(comparison, a, b)
    case .between: return compare(.greaterOrEqual, a, b) && compare(.lessOrEqual, a, c)
    case .member(_, let constants): return !a.isNull && a.isMember(ofAscending: constants)
    case .match(let kind, _, _):
      return try PredicateIssue.placing(at: condition.range) { () throws(PredicateIssue) in try matches(kind, a, b) }
    case .dynamic(let op, let left, let right, let options):
      return try compare(op, (left, a), (right, b), options, condition.range)
    case .and, .or, .not, .exists: return false
    }
  }

  /// The member of a value with a name. The issue for an unknown member has the range of the name.
  @inline(never)
  private func named(
    _ name: String, of found: QueryValue, _ value: CoreValue
  ) throws(PredicateIssue) -> QueryValue {
    do throws(PredicateIssue) {
      return try property(name, of: found, range: value.range, isInDocument: value.isInDocument)
    } catch {
      throw error.kind == .unknownKey && error.range == value.range ? error.at(value.nameRange) : error
    }
  }
}

extension QueryValue {
  fileprivate var integerAsDouble: QueryValue {
    if case .integer(let whole) = self { .double(Double(whole)) } else { self }
  }
}

extension BinaryOperator {
  /// Whether this is `+ - * /`, whose result is a double if an operand is one.
  fileprivate var calculates: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }
}

/// Evaluates all levels of a relationship: `reports*`.
extension ReferenceEvaluator {
  /// The value of a key for all levels of a relationship, for an object or a dictionary; nil for every other key.
  func levels(_ key: String, of start: QueryValue, range: SourceRange) throws(PredicateIssue) -> QueryValue? {
    guard let relationship = QueryKeyPath.relationship(ofLevels: key) else { return nil }
    return .array(try reached(by: relationship, from: start, range: range))
  }

  /// The objects that one or more steps of a relationship reach, each once. They are in the order of their keys if all of them have keys, otherwise
  /// level by level. The start is among them only if a cycle leads back to it. Objects without an identity are the same if they are equal.
  ///
  /// Follows the references of each object once, and sorts objects with keys. The number of references is limited like the elements of collections.
  private func reached(
    by relationship: String, from start: QueryValue, range: SourceRange
  ) throws(PredicateIssue) -> [QueryValue] {
    var reached: [QueryValue] = []
    var known: Set<ValueKey> = []
    var position = 0
    var visited = 0
    var current = start
    while true {
      let next = try property(relationship, of: current, range: range)
      for object in try objects(next, relationship, range: range) {
        visited += 1
        if visited > limits.visitedElements { throw .tooManyElements }
        if known.insert(ValueKey(object)).inserted { reached.append(object) }
      }
      guard position < reached.count else { return reached.inOrderOfKeys }
      current = reached[position]
      position += 1
    }
  }

  /// The objects in the value of a relationship. Nils are left out.
  private func objects(
    _ value: QueryValue, _ relationship: String, range: SourceRange
  ) throws(PredicateIssue) -> [QueryValue] {
    switch value {
    case .null: return []
    case .array(let elements), .set(let elements):
      var found: [QueryValue] = []
      for element in elements { found += try objects(element, relationship, range: range) }
      return found
    case .object, .dictionary:
      try value.checkUsable()
      return [value]
    case .reference(let reference):
      guard let findObject else { return [value] }
      return findObject(reference).map { [.object($0)] } ?? []
    default: throw .levelsOfValues(relationship, value.type.description, range: range)
    }
  }
}

extension [QueryValue] {
  /// The objects, sorted by their keys as a database lists them. If an object has no key, the order is not changed.
  fileprivate var inOrderOfKeys: [QueryValue] {
    var keyed: [(key: Int64, value: QueryValue)] = []
    keyed.reserveCapacity(count)
    for value in self {
      guard case .object(let object) = value, let key = (object as? any RowOfTable)?.place ?? object.reference?.key
      else { return self }
      keyed.append((key, value))
    }
    return keyed.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// An object that knows its position in its table. The rows of the table are in the order of their keys.
package protocol RowOfTable: QueryObject {
  /// The position of the row in its table.
  var place: Int64 { get }
}

extension PredicateIssue {
  /// `title*`: levels repeat a relationship, but the property has values that are not objects.
  fileprivate static func levelsOfValues(_ name: String, _ found: String, range: SourceRange) -> PredicateIssue {
    .error(
      .collectionExpected, range, "“\(name)*” needs objects in “\(name)”, found \(found)",
      hint: "write * only after a relationship from a type to itself", kind: .type)
  }
}

extension QueryPredicate {
  /// Whether the predicate holds for a value, as the reference evaluator decides it: the test oracle of ``evaluate(with:variables:options:)``. Names
  /// and families are checked when evaluation reaches them, from left to right.
  ///
  /// Throws every kind of ``PredicateIssue`` except kind `syntax`.
  package func evaluateByReference(
    with object: QueryValue, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    let bound = try Binder.bind(self, to: .dynamic, variables: variables, options: options)
    return try ReferenceEvaluator(limits: options.limits).evaluate(bound, object: object)
  }
}

extension QueryExpression {
  /// The expression's value for an object, as the reference evaluator computes it.
  package func valueByReference(
    with object: QueryValue, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryValue {
    let bound = try Binder.bind(self, to: .dynamic, variables: variables, options: options)
    return try ReferenceEvaluator(limits: options.limits).value(bound, object: object)
  }
}

extension QueryExpression {
  /// The expression's value for an object: a struct, an instance of a class, a value, a dictionary, an array.
  ///
  /// ```swift
  /// try QueryExpression("year / 10 * 10").expressionValue(with: movie)  // .integer(1990)
  /// try QueryExpression("@avg.rating").expressionValue(with: movies)    // .double(7.9)
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object that the names belong to.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the expression is bound with.
  /// - Throws: as ``QueryPredicate/evaluate(with:variables:options:)``.
  public func expressionValue<Object>(
    with object: Object, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryValue {
    let elements = try ElementReader<Object>(reading: options.reading)
    let bound = try Binder.bind(self, to: elements.root, variables: variables, options: options)
    return try elements.withValue(of: object) { (object) throws(PredicateIssue) in
      try ReferenceEvaluator(limits: options.limits).value(bound, object: object).owned
    }
  }
}
