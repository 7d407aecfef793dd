import PredicateBinding
import PredicateMemory
import PredicateValues

/// A test of the batch engine, asked of one address at a time.
///
/// Unchecked: a subclass must be declared so, too. Tests are `Sendable` values that nobody changes.
class AddressTest: @unchecked Sendable {
  func passes(_ address: UnsafeRawPointer) -> Bool { false }
}

/// A test of one type, which is `Sendable`.
private final class SomeAddressTest<Test: RowTest>: AddressTest, @unchecked Sendable {
  private let test: Test

  init(_ test: Test) { self.test = test }

  override func passes(_ address: UnsafeRawPointer) -> Bool { test.passes(address) }
}

/// Makes tests for addresses.
struct AddressTestMaker: RowTestVisitor {
  func visit(_ test: some RowTest) -> AddressTest { SomeAddressTest(test) }
}

/// What a comparison with a constant says of each kind of value, where the batch engine has a test for it.
///
/// The tests are those of the same comparison over elements of that type. For kinds without one the comparison is left
/// to its meaning over values of unknown types.
struct ViewAnswers: Sendable {
  /// What is said of a kind.
  struct Answer: Sendable {
    let test: AddressTest
    let isNegated: Bool

    @inline(__always)
    func holds(_ address: UnsafeRawPointer) -> Bool { test.passes(address) != isNegated }
  }

  private(set) var integer: Answer?
  private(set) var double: Answer?
  private(set) var boolean: Answer?
  private(set) var string: Answer?
  /// What is said of nil.
  private(set) var null: Bool?

  /// The answer for a view; nil where the comparison has to be asked in full.
  @inline(__always)
  func answer(_ view: ValueView) -> Bool? {
    switch view.kind {
    case .integer: integer?.holds(view.address)
    case .double: double?.holds(view.address)
    case .string: string?.holds(view.address)
    case .boolean: boolean?.holds(view.address)
    case .null: null
    default: nil
    }
  }

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
    let compiler = BatchCompiler(root: .value(type, reader), limits: limits)
    guard let (path, test, _) = compiler.test(condition, AddressTestMaker()), path.isDirect else { return nil }
    return Answer(test: test, isNegated: false)
  }
}
