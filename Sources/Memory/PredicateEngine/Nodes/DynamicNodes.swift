import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// A value of each row of a chunk whose type is known only at run time: a view of its address.
indirect enum ViewNode: Sendable {
  case variable(Int)
  /// A dictionary of a kind that is stored at an offset in bytes from the row at the end of a path; nothing if a step of the path is nil.
  case stored(RowPath, Int, DynamicValue.Kind)
  /// A member of the evaluated row, which a loader supplies. It has one site for all places in the predicate.
  case member(Int, site: Int)
  /// The value for a name in another value. Equal paths share one site, so that a run looks each of them up once.
  case key(ViewNode, DictionaryKey, site: Int, CoreValue)
  case count(ViewNode, CoreValue)
  case made(ValueNode)

  /// The cost per row, in the unit of ``ConditionNode/cost``.
  var cost: Int {
    switch self {
    case .variable: 4
    case .stored(let path, _, _): 4 + 4 * path.steps.count
    case .member: 30
    case .key(let base, _, _, _): base.cost + 60
    case .count(let collection, _): collection.cost + 10
    case .made(let value): value.cost
    }
  }
}

/// A test of the value of a view.
enum DynamicCondition: Sendable {
  case isNull
  case compare(DynamicComparison, ViewComparison)
  /// Whether a constant is among the elements of a collection, or a part of a string.
  case contains(elements: DynamicComparison, part: DynamicComparison, ViewComparison)
  /// MATCHES with a pattern that was compiled before.
  case matches(RegularExpression, ViewComparison)
  /// Whether another value is among the elements of a collection.
  case hasElement(ValueNode, CoreCondition)
}

/// A comparison of a value with a constant, as the operations of the language have it.
struct ViewComparison: Sendable {
  let condition: CoreCondition
  let constant: QueryValue
  let isConstantLeft: Bool
  /// The folded value, if it is compared instead.
  let folded: CoreValue?

  func holds(of value: QueryValue, _ evaluator: ReferenceEvaluator) throws(PredicateIssue) -> Bool {
    let value = try folded.map { (folded) throws(PredicateIssue) in try evaluator.apply(folded, to: value) } ?? value
    return isConstantLeft
      ? try evaluator.decide(condition, constant, value) : try evaluator.decide(condition, value, constant)
  }
}

/// The results of a comparison with a constant for each kind of value that the engine has a matcher for.
///
/// The matchers are those of the same comparison over elements of that type. For other kinds the comparison is evaluated in full, as for values of
/// unknown types.
struct DynamicComparison: Sendable {
  /// The matcher for values of one kind.
  struct Answer: Sendable {
    let matcher: AddressMatcher
    let isNegated: Bool

    @inline(__always)
    func holds(_ address: UnsafeRawPointer) -> Bool { matcher(address) != isNegated }
  }

  let integer: Answer?
  let double: Answer?
  let boolean: Answer?
  let string: Answer?
  /// The test of the bytes of a text; nil if a string is needed.
  let text: TextQuestion?
  let null: Bool?

  /// The answer for a view; nil if the comparison must be evaluated in full.
  @inline(__always)
  func answer(_ view: DynamicValue) -> Bool? {
    switch view.kind {
    case .integer: integer?.holds(view.address)
    case .double: double?.holds(view.address)
    case .string: string?.holds(view.address)
    case .boolean: boolean?.holds(view.address)
    case .null: null
    case .text: answer(ofText: view)
    default: nil
    }
  }

  @inline(never)
  private func answer(ofText view: DynamicValue) -> Bool? {
    let bytes = view.textBytes
    if let text { return text.passes(bytes) }
    return string.map { answer in withUnsafePointer(to: String(decoding: bytes, as: UTF8.self)) { answer.holds($0) } }
  }
}
