import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Values of unknown types. Conditions on them run from left to right; comparisons with constants by matchers for the kinds of values that may
/// turn up.
extension PlanCompiler {
  /// The form of a value as a view; nil for a value that is computed.
  mutating func view(_ value: CoreValue) -> ViewNode? {
    switch value.node {
    case .element(let variable):
      switch variables[variable] {
      case .view?: return .variable(variable)
      case .loaded?: return member([])
      default: return nil
      }
    case .attribute(.variable(let variable), let attribute):
      guard case .loaded? = variables[variable] else { return nil }
      return member([attribute.name])
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      if let path = loadedPath(value) { return member(path) }
      return entry(name, of: base, value)
    case .index(let base, .value(let index)):
      guard case .string(let name)? = index.constantValue, let base = storedView(base),
        case .stored(_, _, let kind) = base, kind.isSwiftDictionary
      else { return nil }
      return .key(base, DictionaryKey(name), site: site(of: name, base), value)
    case .dynamicAggregate(.count, let collection):
      return view(collection).map { .count($0, value) }
    default: return nil
    }
  }

  /// The value for a name in another value.
  private mutating func entry(_ name: String, of base: CoreValue, _ value: CoreValue) -> ViewNode? {
    guard let base = view(base) ?? storedView(base) else { return nil }
    return .key(base, DictionaryKey(name), site: site(of: name, base), value)
  }

  /// A stored dictionary of strings, or array of dictionaries. It may be optional if its payload can be reached.
  private func storedView(_ value: CoreValue) -> ViewNode? {
    guard let place = place(of: value) else { return nil }
    let wrapped = (place.type as? any OptionalReference.Type)?.wrapped
    guard let kind = viewKind(wrapped ?? place.type) else { return nil }
    // The payload of an optional is at its beginning.
    if wrapped == nil || InPlaceReads.areOn { return .stored(place.path, place.offset, kind) }
    guard let payload = place.typeAccess?.payload else { return nil }
    var path = place.path
    path.steps.append(.payload(place.offset, payload))
    path.offset = 0
    return .stored(path, 0, kind)
  }

  /// The kind of views of a type of dictionaries, or of arrays of them; nil for other types.
  private func viewKind(_ type: any Any.Type) -> DynamicValue.Kind? {
    type == [[String: Any]].self ? .anyDictionaries : .swiftDictionary(type)
  }

  /// The names that lead from a loaded row to a value; nil if the value has another origin, or is more than names.
  private func loadedPath(_ value: CoreValue) -> [String]? {
    switch value.node {
    case .element(let variable): if case .loaded? = variables[variable] { [] } else { nil }
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      loadedPath(base).map { $0 + [name] }
    default: nil
    }
  }

  /// The form of a condition on one value of unknown type; nil for every other.
  mutating func viewNode(_ condition: CoreCondition) -> ConditionNode? {
    switch condition.node {
    case .isNull(let value): return view(value).map { .view(.isNull, $0) }
    case .compare(let comparison, let left, let right): return compared(comparison, left, right, condition)
    case .between(let value, let low, let high):
      guard case .member? = view(value) else { return nil }
      let above = CoreCondition(.compare(.greaterOrEqual, value, low), range: condition.range)
      let below = CoreCondition(.compare(.lessOrEqual, value, high), range: condition.range)
      guard let above = viewNode(above), let below = viewNode(below) else { return nil }
      return .and([above, below])
    case .member(let value, let constants):
      return asked(of: value, .null, condition) { .member($0, constants) }
    case .match(let kind, let value, let pattern):
      guard let constant = pattern.constantValue else { return nil }
      if case .regularExpression(let options) = kind, let expression = expression(constant, options) {
        let comparison = ViewComparison(condition: condition, constant: constant, isConstantLeft: false, folded: nil)
        return view(value).map { .view(.matches(expression, comparison), $0) }
      }
      return asked(of: value, constant, condition) { .match(kind, $0, pattern: pattern) }
    case .dynamic(let op, let left, let right, let options):
      return compared(op, left, right, options, condition)
    default: return nil
    }
  }

  /// A comparison of values of known types.
  private mutating func compared(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue, _ condition: CoreCondition
  ) -> ConditionNode? {
    if let constant = right.constantValue, !constant.isNull {
      return asked(of: left, constant, condition) { .compare(comparison, $0, right) }
    }
    if let constant = left.constantValue, !constant.isNull {
      return asked(of: right, constant, isConstantLeft: true, condition) { .compare(comparison, left, $0) }
    }
    return nil
  }

  /// A condition of known types on one value, which may be folded first.
  ///
  /// - Parameter node: The condition on a value of a type.
  private mutating func asked(
    of value: CoreValue, _ constant: QueryValue, isConstantLeft: Bool = false, _ condition: CoreCondition,
    _ node: (CoreValue) -> CoreCondition.Node
  ) -> ConditionNode? {
    var value = value
    var folding: (value: CoreValue, options: StringOptions)?
    if case .fold(let operand, let options) = value.node {
      folding = (value, options)
      value = operand
    }
    guard let view = view(value) else { return nil }
    let answers = DynamicComparison(null: false, limits) { element, _ in
      let operand =
        folding.map { CoreValue(.fold(element, $0.options), type: .string, isOptional: true, range: .none) } ?? element
      return CoreCondition(node(operand), range: .none)
    }
    let comparison = ViewComparison(
      condition: condition, constant: constant, isConstantLeft: isConstantLeft, folded: folding?.value)
    return .view(.compare(answers, comparison), view)
  }

  /// A comparison whose meaning is decided when it runs.
  private mutating func compared(
    _ op: ComparisonOperator, _ left: CoreValue, _ right: CoreValue, _ options: StringOptions,
    _ condition: CoreCondition
  ) -> ConditionNode? {
    let isConstantLeft = right.constantValue == nil
    if let constant = right.constantValue ?? left.constantValue, let view = view(isConstantLeft ? right : left) {
      let comparison = ViewComparison(
        condition: condition, constant: constant, isConstantLeft: isConstantLeft, folded: nil)
      if !isConstantLeft, op == .matches, let expression = expression(constant, options) {
        return .view(.matches(expression, comparison), view)
      }
      let answers = DynamicComparison(op, constant, isConstantLeft: isConstantLeft, options, limits)
      if !isConstantLeft || op != .in { return .view(.compare(answers, comparison), view) }
      let elements = DynamicComparison(.equal, constant, isConstantLeft: false, options, limits)
      return .view(.contains(elements: elements, part: answers, comparison), view)
    }
    guard op == .in, options.isEmpty, let view = view(right) else { return nil }
    return .view(.hasElement(value(left), condition), view)
  }

  /// A constant pattern of MATCHES; nil for one that cannot be read, which fails when it runs, as it does in the reference.
  func expression(_ pattern: QueryValue, _ options: StringOptions) -> RegularExpression? {
    guard case .string(let text) = pattern else { return nil }
    do throws(PredicateIssue) {
      return try RegularExpressionCache.shared.expression(
        text, options: options, stepLimit: limits.regularExpressionSteps)
    } catch {
      return nil
    }
  }
}

/// The answers of a comparison, made of the matchers of its known types.
extension DynamicComparison {
  /// The matchers of `value operator constant`, or of `constant operator value`.
  init(
    _ op: ComparisonOperator, _ constant: QueryValue, isConstantLeft: Bool, _ options: StringOptions,
    _ limits: PredicateLimits
  ) {
    var null: Bool?
    do throws(PredicateIssue) {
      null = try ValueComparison.evaluate(
        isConstantLeft ? constant : .null, op, isConstantLeft ? .null : constant, options: options, limits: limits)
    } catch {
      // The comparison with nil is decided when it runs.
    }
    self.init(null: null, limits) { (element, type) throws(PredicateIssue) in
      if isConstantLeft {
        return try Binder.comparison(.constant(constant, range: .none), op, element, options: options, element: type)
      }
      var constant = constant
      if op == .in, case .array(let constants) = constant {
        // A value can equal only the constants of its family.
        constant = .array(constants.filter { $0.family == type.family })
      }
      return try Binder.comparison(element, op, .constant(constant, range: .none), options: options, element: type)
    }
  }

  /// The matchers of a condition of the core on a value, made for each kind that the value could turn out to be.
  init(
    null: Bool?, _ limits: PredicateLimits,
    _ condition: (_ element: CoreValue, _ type: QueryType) throws(PredicateIssue) -> CoreCondition
  ) {
    self.null = null
    func typed(_ type: QueryType) -> CoreCondition? {
      do throws(PredicateIssue) {
        return try condition(CoreValue(.element(0), type: type, isOptional: true, range: .none), type)
      } catch {
        // A comparison that never fits the type: over values of unknown types its result is decided at run time.
        return nil
      }
    }
    func answer<Value: QueryPropertyValue>(_: Value.Type, _ condition: CoreCondition?) -> Answer? {
      condition.flatMap { Self.answer($0, ValueReaders.scalar(Value.self), Value.self, limits) }
    }
    integer = answer(Int.self, typed(.integer))
    double = answer(Double.self, typed(.double))
    boolean = answer(Bool.self, typed(.boolean))
    let ofText = typed(.string)
    string = answer(String.self, ofText)
    text = ofText.flatMap { Self.question(ofText: $0) }
  }

  /// The question of a condition on one text, which is the variable 0.
  private static func question(ofText condition: CoreCondition) -> TextQuestion? {
    if case .not(let part) = condition.node { return question(ofText: part)?.negated }
    guard let text = TextCondition(condition), case .element(0) = text.subject.node else { return nil }
    return text.question
  }

  private static func answer(
    _ condition: CoreCondition, _ reader: ValueReader, _ type: any Any.Type, _ limits: PredicateLimits
  ) -> Answer? {
    if case .not(let part) = condition.node {
      return answer(part, reader, type, limits).map { Answer(matcher: $0.matcher, isNegated: !$0.isNegated) }
    }
    let compiler = PlanCompiler(root: .value(type, reader), limits: limits)
    guard let (path, matcher, _) = compiler.matcher(of: condition, AddressMatcherMaker()), path.isDirect else {
      return nil
    }
    return Answer(matcher: matcher, isNegated: false)
  }
}
