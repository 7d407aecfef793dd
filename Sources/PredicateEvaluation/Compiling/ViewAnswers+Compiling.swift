import PredicateBinding
import PredicateValues

/// The answers of a comparison, made of the matchers of its known types.
extension ViewAnswers {
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
        // Of a list of constants a value can equal those of its family.
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
        // A comparison that never fits the type: what that means over values of unknown types is told when it runs.
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
