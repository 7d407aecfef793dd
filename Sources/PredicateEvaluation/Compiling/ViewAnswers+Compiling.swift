import PredicateBinding
import PredicateValues

/// The answers of a comparison, made of the tests of its known types.
extension ViewAnswers {
  /// The tests of `value operator constant`.
  init(
    _ op: ComparisonOperator, _ constant: QueryValue, _ options: StringOptions, null: Bool?, _ limits: PredicateLimits
  ) {
    self.init(null: null, limits) { (element, type) throws(PredicateIssue) in
      var constant = constant
      if op == .in, case .array(let constants) = constant {
        // Of a list of constants a value can equal those of its family.
        constant = .array(constants.filter { $0.family == type.family })
      }
      return try Binder.comparison(
        element, op, .constant(constant, range: .none), options: options, element: type)
    }
  }

  /// The tests of `constant operator value`.
  init(
    _ constant: QueryValue, _ op: ComparisonOperator, _ options: StringOptions, null: Bool?, _ limits: PredicateLimits
  ) {
    self.init(null: null, limits) { (element, type) throws(PredicateIssue) in
      try Binder.comparison(.constant(constant, range: .none), op, element, options: options, element: type)
    }
  }

  /// The tests of a condition of the core on a value, made for each kind that the value could turn out to be.
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
      return answer(part, reader, type, limits).map { Answer(test: $0.test, isNegated: !$0.isNegated) }
    }
    let compiler = PlanCompiler(root: .value(type, reader), limits: limits)
    guard let (path, test, _) = compiler.test(condition, AddressTestMaker()), path.isDirect else { return nil }
    return Answer(test: test, isNegated: false)
  }
}
