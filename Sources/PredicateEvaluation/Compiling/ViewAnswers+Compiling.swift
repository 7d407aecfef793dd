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
    func answer(_ reader: any ValueReader, _ type: any Any.Type, _ queryType: QueryType) -> Answer? {
      let element = CoreValue(.element(0), type: queryType, isOptional: true, range: .none)
      do throws(PredicateIssue) {
        return Self.answer(try condition(element, queryType), reader, type, limits)
      } catch {
        // A comparison that never fits the type: what that means over values of unknown types is told when it runs.
        return nil
      }
    }
    integer = answer(ScalarReader<Int>(), Int.self, .integer)
    double = answer(ScalarReader<Double>(), Double.self, .double)
    boolean = answer(ScalarReader<Bool>(), Bool.self, .boolean)
    string = answer(ScalarReader<String>(), String.self, .string)
  }

  private static func answer(
    _ condition: CoreCondition, _ reader: any ValueReader, _ type: any Any.Type, _ limits: PredicateLimits
  ) -> Answer? {
    if case .not(let part) = condition.node {
      return answer(part, reader, type, limits).map { Answer(test: $0.test, isNegated: !$0.isNegated) }
    }
    let compiler = PlanCompiler(root: .value(type, reader), limits: limits)
    guard let (path, test, _) = compiler.test(condition, AddressTestMaker()), path.isDirect else { return nil }
    return Answer(test: test, isNegated: false)
  }
}
