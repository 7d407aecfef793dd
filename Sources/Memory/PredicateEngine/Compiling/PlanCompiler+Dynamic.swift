import PredicateBinding
import PredicateMemory
import PredicateReference

/// Compiles values whose types are known only when a predicate runs.
extension PlanCompiler {
  /// Reads a value of unknown type; nil if the value is nil.
  typealias DynamicRead = @Sendable (inout RowMachine) throws(PredicateIssue) -> DynamicValue?

  /// A function that reads a value of unknown type. Nil for a value whose type is known, and for a computed value. The instructions before the
  /// function's call may compute addresses that it uses.
  mutating func dynamic(_ value: CoreValue) -> DynamicRead? {
    switch value.node {
    case .element(let variable): return dynamic(variable)
    case .attribute(.variable(let variable), let attribute):
      guard case .loaded? = variables[variable] else { return nil }
      return member([attribute.name])
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      if let path = loadedPath(value) { return member(path) }
      // All levels of a relationship are left to the reference evaluator.
      return QueryKeyPath.relationship(ofLevels: name) == nil ? named(name, of: base, value) : nil
    case .index(let base, .value(let index)):
      guard case .string(let name)? = index.constantValue, let place = place(of: base) else { return nil }
      return named(name, at: place)
    case .dynamicAggregate(.count, let collection):
      guard let read = dynamic(collection) else { return nil }
      let reading = reading
      return { (machine) throws(PredicateIssue) in
        guard let found = try read(&machine) else { return nil }
        if let count = found.elementCount { return .integer(Int64(count)) }
        return DynamicValue(try machine.context.evaluator.apply(value, to: found.queryValue(reading)))
      }
    default: return nil
    }
  }

  private mutating func dynamic(_ variable: Int) -> DynamicRead? {
    switch variables[variable] {
    case .dynamic(let register)?: return { $0.dynamics[Int(register)] }
    case .loaded?: return member([])
    case .named(let type, let reader)?:
      let row = Int(register(of: variable))
      if type == Any.self {
        return { DynamicValue(any: $0.words[row].place.assumingMemoryBound(to: Any.self).pointee) }
      }
      if type == QueryValue.self {
        return { DynamicValue($0.words[row].place.assumingMemoryBound(to: QueryValue.self).pointee) }
      }
      return { DynamicValue(reader.read($0.words[row].place, nil)) }
    default: return nil
    }
  }

  private mutating func member(_ path: [String]) -> DynamicRead {
    let member = self.number(ofMember: path)
    return { (machine) throws(PredicateIssue) in try machine.members?.value(member, of: machine.row) ?? nil }
  }

  /// A function that reads the value for a name in another value.
  private mutating func named(_ name: String, of base: CoreValue, _ value: CoreValue) -> DynamicRead? {
    if case .element(let variable) = base.node, case .named(let type, _)? = variables[variable],
      let value = Self.namedValue(name, in: type)
    {
      let row = Int(register(of: variable))
      return { value($0.words[row].place) }
    }
    if let place = place(of: base) {
      if let found = named(name, at: place) { return found }
      if let found = named(DynamicName(name, value, reading), inEachAt: place) { return found }
    }
    guard let read = dynamic(base) else { return nil }
    let key = DynamicName(name, value, reading)
    return { (machine) throws(PredicateIssue) in
      guard let base = try read(&machine) else { return nil }
      return try key.value(in: base, machine.context)
    }
  }

  /// A function that reads the value for a name in a stored dictionary.
  private mutating func named(_ name: String, at place: ValuePlace) -> DynamicRead? {
    guard let value = Self.namedValue(name, in: place.type) else { return nil }
    let row = Int(address(of: place.path))
    return { $0.words[row].address.flatMap(value) }
  }

  /// A function that reads the values for a name in the dictionaries of a stored array.
  private mutating func named(_ name: DynamicName, inEachAt place: ValuePlace) -> DynamicRead? {
    typealias Dictionaries = [[String: Any]]
    let isOptional = place.type == Dictionaries?.self
    guard isOptional || place.type == Dictionaries.self else { return nil }
    let row = Int(address(of: place.path))
    return { (machine) throws(PredicateIssue) in
      guard let address = machine.words[row].address else { return nil }
      let found =
        isOptional
        ? address.assumingMemoryBound(to: Dictionaries?.self).pointee
        : address.assumingMemoryBound(to: Dictionaries.self).pointee
      guard let found else { return nil }
      return try name.value(in: .any(found), machine.context)
    }
  }

  /// A function that looks up a name in a dictionary of a type; nil for other types.
  private static func namedValue(_ name: String, in type: any Any.Type) -> AddressLoader<DynamicValue>? {
    let key = DictionaryKey(name)
    if type == [String: Any].self {
      return { $0.assumingMemoryBound(to: [String: Any].self).pointee.dynamicValue(of: key) }
    }
    guard let type = type as? any NamedValues.Type else { return nil }
    return { type.value(of: key, at: $0) }
  }

  /// The names on the path from a loaded row to a value; nil if the value is not read from a loaded row by names alone.
  private func loadedPath(_ value: CoreValue) -> [String]? {
    switch value.node {
    case .element(let variable): if case .loaded? = variables[variable] { [] } else { nil }
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      loadedPath(base).map { $0 + [name] }
    default: nil
    }
  }

  /// Compiles a comparison of one value of unknown type with a constant or nil. Returns false for every other condition.
  @inline(never)
  mutating func dynamicTest(_ condition: CoreCondition, to target: RowLabel, if wanted: Bool) -> Bool {
    if case .isNull(let value) = condition.node, let read = dynamic(value) {
      code.call(target, if: wanted) { [reading] (machine) throws(PredicateIssue) in
        try read(&machine)?.isNull(reading) ?? true
      }
      return true
    }
    guard let (read, comparison) = dynamicComparison(condition) else { return false }
    code.call(target, if: wanted) { (machine) throws(PredicateIssue) in
      try comparison.holds(try read(&machine), machine.context)
    }
    return true
  }

  /// A comparison of one value of unknown type with a constant, and the function that reads the value. Nil for every other condition.
  private mutating func dynamicComparison(_ condition: CoreCondition) -> (DynamicRead, DynamicComparison)? {
    switch condition.node {
    case .compare(let comparison, let left, let right):
      if let constant = right.constantValue, !constant.isNull {
        return dynamicComparison(of: left, constant, condition) { .compare(comparison, $0, right) }
      }
      guard let constant = left.constantValue, !constant.isNull else { return nil }
      return dynamicComparison(of: right, constant, isConstantLeft: true, condition) { .compare(comparison, left, $0) }
    case .member(let value, let constants):
      return dynamicComparison(of: value, .null, condition) { .member($0, constants) }
    case .match(let kind, let value, let pattern):
      guard let constant = pattern.constantValue else { return nil }
      var found = dynamicComparison(of: value, constant, condition) { .match(kind, $0, pattern: pattern) }
      if case .regularExpression(let options) = kind, found?.1.folded == nil {
        found?.1.expression = expression(constant, options)
      }
      return found
    case .dynamic(let op, let left, let right, let options):
      let isConstantLeft = right.constantValue == nil
      guard let constant = right.constantValue ?? left.constantValue, let found = dynamic(isConstantLeft ? right : left)
      else { return nil }
      let tests = self.tests(op, constant, isConstantLeft: isConstantLeft, options)
      let expression = !isConstantLeft && op == .matches ? self.expression(constant, options) : nil
      let comparison = DynamicComparison(
        tests: tests, condition: condition, constant: constant, reading: reading, isConstantLeft: isConstantLeft,
        expression: expression)
      return (found, comparison)
    default: return nil
    }
  }

  /// A condition of the typed core on one value. The value may be folded first.
  ///
  /// - Parameter node: Makes the condition for a value of a type.
  private mutating func dynamicComparison(
    of value: CoreValue, _ constant: QueryValue, isConstantLeft: Bool = false, _ condition: CoreCondition,
    _ node: (CoreValue) -> CoreCondition.Node
  ) -> (DynamicRead, DynamicComparison)? {
    var value = value
    var folded: CoreValue?
    var options: StringOptions = []
    if case .fold(let operand, let found) = value.node {
      (folded, options) = (value, found)
      value = operand
    }
    guard let found = dynamic(value) else { return nil }
    let tests = tests(null: false) { (element, _) throws(PredicateIssue) in
      let operand =
        folded == nil
        ? element : CoreValue(.fold(element, options), type: .string, isOptional: true, range: .none)
      return CoreCondition(node(operand), range: .none)
    }
    let comparison = DynamicComparison(
      tests: tests, condition: condition, constant: constant, reading: reading, isConstantLeft: isConstantLeft,
      folded: folded)
    return (found, comparison)
  }

  /// The tests for `value operator constant`, or for `constant operator value`.
  private func tests(
    _ op: ComparisonOperator, _ constant: QueryValue, isConstantLeft: Bool, _ options: StringOptions
  ) -> DynamicComparison.Tests {
    var null: Bool?
    do throws(PredicateIssue) {
      null = try ValueComparison.evaluate(
        isConstantLeft ? constant : .null, op, isConstantLeft ? .null : constant, options: options, limits: limits)
    } catch {
      // If comparing with nil throws, this is decided when the comparison runs.
    }
    return tests(null: null) { (element, type) throws(PredicateIssue) in
      if isConstantLeft {
        return try Binder.comparison(.constant(constant, range: .none), op, element, options: options, element: type)
      }
      var constant = constant
      if op == .in, case .array(let constants) = constant {
        // The list is reduced to the constants of the value's family, because a value can equal only these.
        constant = .array(constants.filter { $0.family == type.family })
      }
      return try Binder.comparison(element, op, .constant(constant, range: .none), options: options, element: type)
    }
  }

  /// The tests of a condition on a value. There is one test for each type that the value may have.
  private func tests(
    null: Bool?, _ condition: (_ element: CoreValue, _ type: QueryType) throws(PredicateIssue) -> CoreCondition
  ) -> DynamicComparison.Tests {
    func typed(_ type: QueryType) -> CoreCondition? {
      do throws(PredicateIssue) {
        return try condition(CoreValue(.element(0), type: type, isOptional: true, range: .none), type)
      } catch {
        // If a comparison does not fit the type, the full comparison decides at run time, as for all values of unknown type.
        return nil
      }
    }
    func test<Value: QueryPropertyValue & Sendable>(_: Value.Type, _ type: QueryType) -> (@Sendable (Value) -> Bool)? {
      var compiler = PlanCompiler(root: .value(Value.self, ValueReaders.scalar(Value.self)), limits: limits, reading)
      guard let condition = typed(type), let (path, filter, _, isNegated) = compiler.leaf(condition), path.isDirect
      else { return nil }
      return { value in withUnsafePointer(to: value) { filter.passes(UnsafeRawPointer($0)) != isNegated } }
    }
    return DynamicComparison.Tests(
      integer: test(Int64.self, .integer), double: test(Double.self, .double), boolean: test(Bool.self, .boolean),
      text: typed(.string).flatMap { Self.question($0) }, null: null)
  }

  /// The question that a condition asks about one text, which is variable 0; nil for other conditions.
  private static func question(_ condition: CoreCondition) -> TextQuestion? {
    if case .not(let part) = condition.node { return question(part)?.negated }
    guard let text = TextCondition(condition), case .element(0) = text.subject.node else { return nil }
    return text.question
  }
}
