import Foundation
import PredicateReference
import PredicateSyntax

/// Conditions of Foundation over values whose types are known only at run time. Each function opens the types of its operands, and treats nil as
/// the language does. A NaN, which is nil in the language, is a number in Foundation.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum FoundationConditions {
  typealias Value = any StandardPredicateExpression
  typealias Condition = any StandardPredicateExpression<Bool>
  typealias Order = PredicateExpressions.ComparisonOperator

  /// One side of a comparison. The type of a constant is the type of the other side.
  enum Side {
    case constant(QueryLiteral)
    case value(Value)

    /// The type of the value, or the type that it wraps, if it is a type of constants.
    fileprivate var type: (any FoundationConstant.Type)? { value?.constantType }

    fileprivate var value: Value? { if case .value(let value) = self { value } else { nil } }
  }

  /// One side of a comparison, after its type was opened: a value, or an optional of one.
  private enum Operand<T: FoundationConstant> {
    case plain(any StandardPredicateExpression<T>)
    case optional(any StandardPredicateExpression<T?>)

    /// Throws an issue about all sides of the comparison if the value has another type.
    init(_ side: Side, of sides: [Side], _ range: SourceRange) throws(PredicateIssue) {
      switch side {
      case .constant(.null): self = .optional(PredicateExpressions.Value<T?>(nil))
      case .constant(let constant): self = .plain(PredicateExpressions.Value(try T.reading(constant, range)))
      case .value(let value as any StandardPredicateExpression<T>): self = .plain(value)
      case .value(let value as any StandardPredicateExpression<T?>): self = .optional(value)
      case .value: throw .unreadable(sides, range)
      }
    }

    /// The value as an optional.
    var asOptional: any StandardPredicateExpression<T?> {
      func wrapped(_ value: some StandardPredicateExpression<T>) -> any StandardPredicateExpression<T?> {
        PredicateExpressions.OptionalFlatMap(PredicateExpressions.Value<Bool?>(true)) { _ in value }
      }
      switch self {
      case .plain(let constant as PredicateExpressions.Value<T>): return PredicateExpressions.Value<T?>(constant.value)
      case .plain(let value): return wrapped(value)
      case .optional(let value): return value
      }
    }
  }

  // MARK: Conditions

  /// `left AND right`.
  static func conjunction(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> Condition {
    PredicateExpressions.Conjunction(lhs: left, rhs: right)
  }

  /// `left OR right`.
  static func disjunction(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> Condition {
    PredicateExpressions.Disjunction(lhs: left, rhs: right)
  }

  /// `NOT operand`.
  static func negation(_ operand: some StandardPredicateExpression<Bool>) -> Condition {
    PredicateExpressions.Negation(operand)
  }

  // MARK: Comparisons

  /// `left == right`, for two sides of the same type. Either side may be optional.
  static func equality(_ left: Side, _ right: Side, _ range: SourceRange) throws(PredicateIssue) -> Condition {
    func compare<T: FoundationConstant>(_: T.Type) throws(PredicateIssue) -> Condition {
      let sides = [left, right]
      return switch (try Operand<T>(left, of: sides, range), try Operand<T>(right, of: sides, range)) {
      case (.plain(let left), .plain(let right)): same(left, right)
      case (let left, let right): same(left.asOptional, right.asOptional)
      }
    }
    if case (.constant, .value) = (left, right) { return try equality(right, left, range) }
    if case (.value(let value), .constant(.null)) = (left, right) {
      if value.plainType != nil { return PredicateExpressions.Value(false) }
      if value.constantType == nil, let found = value.isNilTest { return found }
    }
    guard let type = left.type ?? right.type else { throw .unreadable([left, right], range) }
    return try compare(type)
  }

  private static func same<T: Equatable>(
    _ left: some StandardPredicateExpression<T>, _ right: some StandardPredicateExpression<T>
  ) -> Condition {
    PredicateExpressions.Equal(lhs: left, rhs: right)
  }

  /// `left < right` and the other comparisons by order, for two sides of the same type. Either side may be optional.
  ///
  /// - Parameter nilsAreEqual: Whether `<=` and `>=` are true if both sides are nil. They are not in BETWEEN, which is false for nil.
  static func order(
    _ left: Side, _ order: Order, _ right: Side, _ range: SourceRange, nilsAreEqual: Bool = true
  ) throws(PredicateIssue) -> Condition {
    func compare<T: FoundationConstant & Comparable>(_: T.Type) throws(PredicateIssue) -> Condition {
      let sides = [left, right]
      return switch (try Operand<T>(left, of: sides, range), try Operand<T>(right, of: sides, range)) {
      case (.plain(let left), .plain(let right)): compared(left, order, right)
      case (.plain(let left), .optional(let right)): optional(left, order, right)
      case (.optional(let left), .plain(let right)): optional(left, order, right)
      case (.optional(let left), .optional(let right)): optionals(left, order, right, nilsAreEqual)
      }
    }
    guard let type = (left.type ?? right.type) as? any (FoundationConstant & Comparable).Type else {
      throw .unreadable([left, right], range)
    }
    return try compare(type)
  }

  private static func compared<T: Comparable>(
    _ left: some StandardPredicateExpression<T>, _ order: Order, _ right: some StandardPredicateExpression<T>
  ) -> Condition {
    PredicateExpressions.Comparison(lhs: left, rhs: right, op: order)
  }

  /// A condition on the value in an optional. False if it is nil.
  private static func present<T, C: StandardPredicateExpression<Bool>>(
    _ optional: some StandardPredicateExpression<T?>, _ condition: (PredicateExpressions.Variable<T>) -> C
  ) -> some StandardPredicateExpression<Bool> {
    PredicateExpressions.NilCoalesce(
      lhs: PredicateExpressions.OptionalFlatMap(optional, condition), rhs: PredicateExpressions.Value(false))
  }

  /// A comparison with an optional right side. False if it is nil.
  private static func optional<T: Comparable>(
    _ left: some StandardPredicateExpression<T>, _ order: Order, _ right: some StandardPredicateExpression<T?>
  ) -> Condition {
    present(right) { PredicateExpressions.Comparison(lhs: left, rhs: $0, op: order) }
  }

  /// A comparison with an optional left side. False if it is nil.
  private static func optional<T: Comparable>(
    _ left: some StandardPredicateExpression<T?>, _ order: Order, _ right: some StandardPredicateExpression<T>
  ) -> Condition {
    present(left) { PredicateExpressions.Comparison(lhs: $0, rhs: right, op: order) }
  }

  /// A comparison of two optionals. False if one side is nil. If both are, `<=` and `>=` have the value `nilsAreEqual`.
  private static func optionals<T: FoundationConstant & Comparable>(
    _ left: some StandardPredicateExpression<T?>, _ order: Order, _ right: some StandardPredicateExpression<T?>,
    _ nilsAreEqual: Bool
  ) -> Condition {
    let both = present(left) { value in
      present(right) { PredicateExpressions.Comparison(lhs: value, rhs: $0, op: order) }
    }
    guard nilsAreEqual, order == .lessThanOrEqual || order == .greaterThanOrEqual else { return both }
    let null = PredicateExpressions.Value<T?>(nil)
    return disjunction(both, conjunction(same(left, null), same(right, null)))
  }

  // MARK: Collections and texts

  /// `value IN {…}`, or `ANY {…} == value`.
  ///
  /// - Parameter findsNil: Whether nil equals a nil in the list. It does for ANY, but by IN nil is in no list.
  static func membership(
    _ value: Value, _ constants: [QueryLiteral], _ range: SourceRange, findsNil: Bool
  ) throws(PredicateIssue) -> Condition {
    func member<T: FoundationConstant>(_: T.Type) throws(PredicateIssue) -> Condition {
      var list: [T] = []
      for constant in constants where constant != .null { list.append(try T.reading(constant, range)) }
      switch try Operand<T>(.value(value), of: [.value(value)], range) {
      case .plain(let value): return contains(PredicateExpressions.Value(list), value)
      case .optional(let value):
        let nils: [T?] = findsNil && constants.contains(.null) ? [nil] : []
        return contains(PredicateExpressions.Value(list.map(Optional.some) + nils), value)
      }
    }
    guard let type = value.constantType else { throw .unreadable([.value(value)], range) }
    return try member(type)
  }

  /// `constant IN elements`.
  static func membership(
    _ constant: QueryLiteral, _ elements: Value, _ range: SourceRange
  ) throws(PredicateIssue) -> Condition {
    func member<C: FoundationConstants>(_: C.Type) throws(PredicateIssue) -> Condition? {
      guard let elements = elements as? any StandardPredicateExpression<C> else { return nil }
      if constant == .null { return PredicateExpressions.Value(false) }
      return contains(elements, PredicateExpressions.Value(try C.Element.reading(constant, range)))
    }
    guard let type = elements.collectionType, let found = try member(type) else {
      throw .unreadable([.value(elements)], range)
    }
    return found
  }

  private static func contains<C: Sequence>(
    _ elements: some StandardPredicateExpression<C>, _ element: some StandardPredicateExpression<C.Element>
  ) -> Condition where C.Element: Equatable {
    PredicateExpressions.SequenceContains(sequence: elements, element: element)
  }

  /// `elements.@count`.
  static func count(_ elements: Value, _ range: SourceRange) throws(PredicateIssue) -> Value {
    func count<C: FoundationConstants>(_: C.Type) -> Value? {
      (elements as? any StandardPredicateExpression<C>).map { count(of: $0) }
    }
    func count<C: FoundationConstants>(of elements: some StandardPredicateExpression<C>) -> Value {
      PredicateExpressions.KeyPath(root: elements, keyPath: C.countKeyPath)
    }
    guard let type = elements.collectionType, let found = count(type) else {
      throw .unreadable([.value(elements)], range)
    }
    return found
  }

  /// The condition that a text contains a constant text, or begins with it; nil for values of other types. As in the language, no text contains the
  /// empty text.
  static func part(of whole: Value, _ constant: QueryLiteral?, isPrefix: Bool) -> Condition? {
    guard case .string(let text)? = constant, whole.constantType == String.self else { return nil }
    if text.isEmpty { return PredicateExpressions.Value(false) }
    let part = PredicateExpressions.Value(text)
    if let whole = whole as? any StandardPredicateExpression<String> { return Self.part(whole, part, isPrefix) }
    return (whole as? any StandardPredicateExpression<String?>).map { Self.part($0, part, isPrefix) }
  }

  private static func part(
    _ whole: some StandardPredicateExpression<String>, _ text: PredicateExpressions.Value<String>, _ isPrefix: Bool
  ) -> Condition {
    if isPrefix { return PredicateExpressions.SequenceStartsWith(base: whole, prefix: text) }
    return PredicateExpressions.CollectionContainsCollection(base: whole, other: text)
  }

  /// The condition for a part of an optional text. It is false if the text is nil.
  private static func part(
    _ whole: some StandardPredicateExpression<String?>, _ text: PredicateExpressions.Value<String>, _ isPrefix: Bool
  ) -> Condition {
    if isPrefix { return present(whole) { PredicateExpressions.SequenceStartsWith(base: $0, prefix: text) } }
    return present(whole) { PredicateExpressions.CollectionContainsCollection(base: $0, other: text) }
  }
}

// MARK: Types

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StandardPredicateExpression {
  fileprivate var typeName: String { "\(Output.self)" }

  /// The type of the value, if it is a type of constants.
  fileprivate var plainType: (any FoundationConstant.Type)? { Output.self as? any FoundationConstant.Type }

  /// The type of the value, or the type that it wraps, if it is a type of constants.
  fileprivate var constantType: (any FoundationConstant.Type)? {
    plainType ?? (Output.self as? any OptionalReference.Type)?.wrapped as? any FoundationConstant.Type
  }

  /// The type of the value, if it is a collection of constants.
  fileprivate var collectionType: (any FoundationConstants.Type)? { Output.self as? any FoundationConstants.Type }

  /// The condition that an optional of any type is nil. Nil for a value that is not optional.
  fileprivate var isNilTest: FoundationConditions.Condition? {
    func test<Reference: OptionalReference>(_: Reference.Type) -> FoundationConditions.Condition? {
      (self as? any StandardPredicateExpression<Reference.Wrapped?>).map { isNil($0) }
    }
    func isNil<Object>(_ value: some StandardPredicateExpression<Object?>) -> FoundationConditions.Condition {
      PredicateExpressions.Equal(
        lhs: PredicateExpressions.OptionalFlatMap(value) { _ in PredicateExpressions.Value(true) },
        rhs: PredicateExpressions.Value<Bool?>(nil))
    }
    return (Output.self as? any OptionalReference.Type).flatMap { test($0) }
  }
}

extension FoundationConstant {
  /// The value that equals a constant. Throws if the type has no such value.
  fileprivate static func reading(_ literal: QueryLiteral, _ range: SourceRange) throws(PredicateIssue) -> Self {
    guard let value = Self(literal) else {
      throw .withoutFoundationEqual(
        "a comparison of the constant “\(QueryExpression.literal(literal))” with a value of the type \(Self.self)",
        range)
    }
    return value
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateIssue {
  /// A comparison of values whose types cannot be compared, or of constants only.
  fileprivate static func unreadable(_ sides: [FoundationConditions.Side], _ range: SourceRange) -> PredicateIssue {
    let types = sides.compactMap { $0.value?.typeName }
    let part =
      switch types.count {
      case 0: "of two constants"
      case 1: "with a value of the type \(types[0])"
      default: "of \(types[0]) with \(types[1])"
      }
    return .withoutFoundationEqual("a comparison \(part)", range)
  }
}
