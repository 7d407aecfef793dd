#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateReference
  import PredicateSyntax

  /// Conditions of Foundation over values whose types are known only at run time. Each function opens the types of its operands, and treats nil as
  /// the language does.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  enum FoundationConditions {
    typealias Value = any StandardPredicateExpression
    typealias Condition = any StandardPredicateExpression<Bool>
    typealias Order = PredicateExpressions.ComparisonOperator

    // MARK: Conditions

    /// `left AND right`.
    static func conjunction(_ left: Condition, _ right: Condition) -> Condition {
      func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
        _ left: L, _ right: R
      ) -> Condition { PredicateExpressions.Conjunction(lhs: left, rhs: right) }
      return join(left, right)
    }

    /// `left OR right`.
    static func disjunction(_ left: Condition, _ right: Condition) -> Condition {
      func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
        _ left: L, _ right: R
      ) -> Condition { PredicateExpressions.Disjunction(lhs: left, rhs: right) }
      return join(left, right)
    }

    /// `NOT operand`.
    static func negation(_ operand: Condition) -> Condition {
      func negate<Operand: StandardPredicateExpression<Bool>>(_ operand: Operand) -> Condition {
        PredicateExpressions.Negation(operand)
      }
      return negate(operand)
    }

    // MARK: Equality

    /// `value == constant`.
    static func equality(_ value: Value, _ constant: QueryLiteral, _ range: SourceRange) throws(PredicateIssue)
      -> Condition
    {
      if constant == .null {
        if value.plainType != nil { return PredicateExpressions.Value(false) }
        if value.wrappedType == nil, let found = value.isNilTest { return found }
      }
      guard let type = value.plainType ?? value.wrappedType else { throw .unreadable(value, range) }
      return try equality(value, type.constant(constant, isOptional: value.plainType == nil, range), range)
    }

    /// `left == right`, for two sides of the same type. Either side may be optional.
    static func equality(_ left: Value, _ right: Value, _ range: SourceRange) throws(PredicateIssue) -> Condition {
      func compare<T: FoundationConstant>(_: T.Type) -> Condition? {
        if let left = left as? any StandardPredicateExpression<T> {
          if let right = right as? any StandardPredicateExpression<T> { return same(left, right) }
          if let right = right as? any StandardPredicateExpression<T?> { return same(some(left), right) }
        } else if let left = left as? any StandardPredicateExpression<T?> {
          if let right = right as? any StandardPredicateExpression<T> { return same(left, some(right)) }
          if let right = right as? any StandardPredicateExpression<T?> { return same(left, right) }
        }
        return nil
      }
      guard let type = left.plainType ?? left.wrappedType else { throw .unreadable(left, range) }
      guard let found = compare(type) else { throw .unreadable(right, range) }
      return found
    }

    private static func same<T: Equatable, L: StandardPredicateExpression<T>, R: StandardPredicateExpression<T>>(
      _ left: L, _ right: R
    ) -> Condition {
      PredicateExpressions.Equal(lhs: left, rhs: right)
    }

    // MARK: Order

    /// `value < constant` and the other comparisons by order.
    static func order(
      _ value: Value, _ order: Order, _ constant: QueryLiteral, _ range: SourceRange
    ) throws(PredicateIssue) -> Condition {
      guard constant != .null,
        let type = (value.plainType ?? value.wrappedType) as? any (FoundationConstant & Comparable).Type
      else { throw .unreadable(value, range) }
      return try self.order(value, order, type.constant(constant, isOptional: false, range), range)
    }

    /// `left < right` and the other comparisons by order, for two sides of the same type. Either side may be optional.
    static func order(_ left: Value, _ order: Order, _ right: Value, _ range: SourceRange) throws(PredicateIssue)
      -> Condition
    {
      func compare<T: FoundationConstant & Comparable>(_: T.Type) -> Condition? {
        if let left = left as? any StandardPredicateExpression<T> {
          if let right = right as? any StandardPredicateExpression<T> { return compared(left, order, right) }
          if let right = right as? any StandardPredicateExpression<T?> { return optional(left, order, right) }
        } else if let left = left as? any StandardPredicateExpression<T?> {
          if let right = right as? any StandardPredicateExpression<T> { return optional(left, order, right) }
          if let right = right as? any StandardPredicateExpression<T?> { return optionals(left, order, right) }
        }
        return nil
      }
      guard let type = (left.plainType ?? left.wrappedType) as? any (FoundationConstant & Comparable).Type,
        let found = compare(type)
      else { throw .unreadable(left, range) }
      return found
    }

    private static func compared<T: Comparable, L: StandardPredicateExpression<T>, R: StandardPredicateExpression<T>>(
      _ left: L, _ order: Order, _ right: R
    ) -> Condition {
      PredicateExpressions.Comparison(lhs: left, rhs: right, op: order)
    }

    /// A condition on the value in an optional. False if it is nil.
    private static func present<T, L: StandardPredicateExpression<T?>, C: StandardPredicateExpression<Bool>>(
      _ optional: L, _ condition: (PredicateExpressions.Variable<T>) -> C
    ) -> some StandardPredicateExpression<Bool> {
      PredicateExpressions.NilCoalesce(
        lhs: PredicateExpressions.OptionalFlatMap(optional, condition), rhs: PredicateExpressions.Value(false))
    }

    /// A comparison with an optional left side. False if it is nil.
    private static func optional<T: Comparable, L: StandardPredicateExpression<T?>, R: StandardPredicateExpression<T>>(
      _ left: L, _ order: Order, _ right: R
    ) -> Condition {
      present(left) { PredicateExpressions.Comparison(lhs: $0, rhs: right, op: order) }
    }

    /// A comparison with an optional right side. False if it is nil.
    private static func optional<T: Comparable, L: StandardPredicateExpression<T>, R: StandardPredicateExpression<T?>>(
      _ left: L, _ order: Order, _ right: R
    ) -> Condition {
      present(right) { PredicateExpressions.Comparison(lhs: left, rhs: $0, op: order) }
    }

    /// A comparison of two optionals. False if one side is nil; `<=` and `>=` are true if both are.
    private static func optionals<
      T: FoundationConstant & Comparable, L: StandardPredicateExpression<T?>, R: StandardPredicateExpression<T?>
    >(_ left: L, _ order: Order, _ right: R) -> Condition {
      let both = present(left) { value in
        present(right) { PredicateExpressions.Comparison(lhs: value, rhs: $0, op: order) }
      }
      guard order == .lessThanOrEqual || order == .greaterThanOrEqual else { return both }
      let null = PredicateExpressions.Value<T?>(nil)
      return PredicateExpressions.Disjunction(
        lhs: both,
        rhs: PredicateExpressions.Conjunction(
          lhs: PredicateExpressions.Equal(lhs: left, rhs: null), rhs: PredicateExpressions.Equal(lhs: right, rhs: null))
      )
    }

    // MARK: Collections and texts

    /// `value IN {…}`.
    static func membership(_ value: Value, _ constants: [QueryLiteral], _ range: SourceRange) throws(PredicateIssue)
      -> Condition
    {
      func member<T: FoundationConstant>(_: T.Type) throws(PredicateIssue) -> Condition? {
        var list: [T] = []
        for constant in constants where constant != .null { list.append(try T.reading(constant, range)) }
        if let value = value as? any StandardPredicateExpression<T> {
          return contains(PredicateExpressions.Value(list), value)
        }
        guard let value = value as? any StandardPredicateExpression<T?> else { return nil }
        let nils: [T?] = constants.contains(.null) ? [nil] : []
        return contains(PredicateExpressions.Value(list.map(Optional.some) + nils), value)
      }
      guard let type = value.plainType ?? value.wrappedType, let found = try member(type) else {
        throw .unreadable(value, range)
      }
      return found
    }

    /// `constant IN elements`.
    static func membership(_ constant: QueryLiteral, _ elements: Value, _ range: SourceRange) throws(PredicateIssue)
      -> Condition
    {
      func member<C: FoundationConstants>(_: C.Type) throws(PredicateIssue) -> Condition? {
        guard let elements = elements as? any StandardPredicateExpression<C> else { return nil }
        if constant == .null { return PredicateExpressions.Value(false) }
        return contains(elements, PredicateExpressions.Value(try C.Element.reading(constant, range)))
      }
      guard let type = elements.collectionType, let found = try member(type) else {
        throw .unreadable(elements, range)
      }
      return found
    }

    private static func contains<
      C: Sequence, L: StandardPredicateExpression<C>, R: StandardPredicateExpression<C.Element>
    >(_ elements: L, _ element: R) -> Condition where C.Element: Equatable {
      PredicateExpressions.SequenceContains(sequence: elements, element: element)
    }

    /// `elements.@count`.
    static func count(_ elements: Value, _ range: SourceRange) throws(PredicateIssue) -> Value {
      func count<C: FoundationConstants>(_: C.Type) -> Value? {
        (elements as? any StandardPredicateExpression<C>).map { count(of: $0) }
      }
      func count<C: FoundationConstants, E: StandardPredicateExpression<C>>(of elements: E) -> Value {
        PredicateExpressions.KeyPath(root: elements, keyPath: C.countKeyPath)
      }
      guard let type = elements.collectionType, let found = count(type) else { throw .unreadable(elements, range) }
      return found
    }

    /// The condition that a text contains another text, or begins with it; nil for a value of another type. As in the language, no text contains the
    /// empty text.
    static func part(of whole: Value, _ text: String, isPrefix: Bool) -> Condition? {
      guard whole.plainType == String.self || whole.wrappedType == String.self else { return nil }
      if text.isEmpty { return PredicateExpressions.Value(false) }
      let text = PredicateExpressions.Value(text)
      if let whole = whole as? any StandardPredicateExpression<String> { return part(whole, text, isPrefix) }
      return (whole as? any StandardPredicateExpression<String?>).map { optionalPart($0, text, isPrefix) }
    }

    private static func part<L: StandardPredicateExpression<String>>(
      _ whole: L, _ text: PredicateExpressions.Value<String>, _ isPrefix: Bool
    ) -> Condition {
      if isPrefix { return PredicateExpressions.SequenceStartsWith(base: whole, prefix: text) }
      return PredicateExpressions.CollectionContainsCollection(base: whole, other: text)
    }

    /// The condition for a part of an optional text. It is false if the text is nil.
    private static func optionalPart<L: StandardPredicateExpression<String?>>(
      _ whole: L, _ text: PredicateExpressions.Value<String>, _ isPrefix: Bool
    ) -> Condition {
      if isPrefix { return present(whole) { PredicateExpressions.SequenceStartsWith(base: $0, prefix: text) } }
      return present(whole) { PredicateExpressions.CollectionContainsCollection(base: $0, other: text) }
    }

    // MARK: Types

    /// The value, wrapped in an optional.
    private static func some<T: FoundationConstant>(
      _ value: any StandardPredicateExpression<T>
    ) -> any StandardPredicateExpression<T?> {
      func wrapped<L: StandardPredicateExpression<T>>(_ value: L) -> any StandardPredicateExpression<T?> {
        PredicateExpressions.OptionalFlatMap(PredicateExpressions.Value<Bool?>(true)) { _ in value }
      }
      return wrapped(value)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension StandardPredicateExpression {
    /// The type of the value, if it is a type of constants.
    fileprivate var plainType: (any FoundationConstant.Type)? { Output.self as? any FoundationConstant.Type }

    /// The type that the value wraps, if it is a type of constants.
    fileprivate var wrappedType: (any FoundationConstant.Type)? {
      (Output.self as? any OptionalReference.Type)?.wrapped as? any FoundationConstant.Type
    }

    /// The type of the value, if it is a collection of constants.
    fileprivate var collectionType: (any FoundationConstants.Type)? { Output.self as? any FoundationConstants.Type }

    /// The condition that an optional of any type is nil. Nil for a value that is not optional.
    fileprivate var isNilTest: (any StandardPredicateExpression<Bool>)? {
      func test<Optional: OptionalObject>(_: Optional.Type) -> (any StandardPredicateExpression<Bool>)? {
        (self as? any StandardPredicateExpression<Optional.Object?>).map { isNil($0) }
      }
      func isNil<Object, L: StandardPredicateExpression<Object?>>(_ value: L) -> any StandardPredicateExpression<Bool> {
        PredicateExpressions.Equal(
          lhs: PredicateExpressions.OptionalFlatMap(value) { _ in PredicateExpressions.Value(true) },
          rhs: PredicateExpressions.Value<Bool?>(nil))
      }
      return (Output.self as? any OptionalObject.Type).flatMap { test($0) }
    }
  }

  extension FoundationConstant {
    /// The value that equals a constant. Throws if the type has no such value.
    fileprivate static func reading(_ literal: QueryLiteral, _ range: SourceRange) throws(PredicateIssue) -> Self {
      guard let value = Self(literal) else {
        throw .withoutFoundationEqual(
          "the constant “\(QueryExpression.literal(literal))” is compared with a value of type \(Self.self)", range)
      }
      return value
    }

    /// A constant as an expression of this type, or of its optional.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    fileprivate static func constant(
      _ literal: QueryLiteral, isOptional: Bool, _ range: SourceRange
    ) throws(PredicateIssue) -> FoundationConditions.Value {
      if !isOptional { return PredicateExpressions.Value(try reading(literal, range)) }
      return PredicateExpressions.Value(literal == .null ? nil : try Self?.some(reading(literal, range)))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateIssue {
    fileprivate static func unreadable<Value: StandardPredicateExpression>(
      _ value: Value, _ range: SourceRange
    ) -> PredicateIssue {
      .withoutFoundationEqual("a comparison with a value of the type \(Value.Output.self)", range)
    }
  }
#endif
