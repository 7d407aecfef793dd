import PredicateValues

/// A single value of the typed core, annotated with its type and whether it can be nil.
public struct CoreValue: Sendable {
  /// What the value is.
  public let node: Node
  /// What is known of its type.
  public let type: QueryType
  /// What is known of it before it runs.
  package let facts: CoreFacts
  /// Whether it can be nil.
  public let isOptional: Bool
  /// Where it stands in the text.
  public let range: SourceRange
  /// Where ``nameRange`` begins; it ends with the range. Here it fills a gap: nodes stay small, and with them the stack of a walk.
  private let nameStart: UInt32
  /// The date that a string literal is (seconds since 2001), should it meet a date when it runs: over dynamic values only then is known
  /// that the other side is one.
  public var literalDate: Double? { literalSeconds.isNaN ? nil : literalSeconds }
  /// NaN for no date: nodes stay small.
  private let literalSeconds: Double

  /// The kinds of value.
  public indirect enum Node: Sendable {
    /// A constant that is not nil.
    case constant(QueryValue)
    /// Nil, where a value is needed: an arm of TERNARY, an argument of a function. Never a side of a comparison.
    case null
    /// A member of a row that is a value.
    case attribute(CoreRow, Member)
    /// The row itself: its identity.
    case object(CoreRow)
    /// The value that a range variable (or, with 0, the evaluated object) stands for.
    case element(Int)
    /// A member of a value whose type is not known: looked up by name when it runs.
    case property(CoreValue, String)
    /// `a + b`, `a UNION b`.
    case arithmetic(BinaryOperator, CoreValue, CoreValue)
    /// `-a`.
    case negate(CoreValue)
    /// A string without the differences that the options ignore.
    case fold(CoreValue, StringOptions)
    /// How many elements a range has; nil when the range is nil.
    case count(CoreRange)
    /// A collection operator over a value of each element.
    case aggregate(CollectionOperator, CoreRange, CoreValue)
    /// A value of each element, as an array; nil when the range is nil.
    case collect(CoreRange, CoreValue)
    /// A collection operator, decided when it runs: over the value if that is a collection, with a path still to be read.
    case dynamicAggregate(CollectionOperator, CoreValue)
    /// A path that begins with a collection operator and has further ones in it, decided when it runs.
    case operatorPath(CoreValue, [OperatorStep])
    /// One of two values. Only one is evaluated.
    case choose(CoreCondition, CoreValue, CoreValue)
    /// A function of the table.
    case call(FunctionDefinition, [CoreValue])
    /// A value as another type.
    case cast(CoreValue, CastTarget)
    /// `{a, b}` with parts that are not constant.
    case list([CoreValue])
    /// `a[0]`, `a[FIRST]`.
    case index(CoreValue, CoreIndex)
    /// Over dynamic values a variable without a value, or an operation that its constants make fail: an issue, if it comes to evaluating it.
    case failure(PredicateIssue)
  }

  /// A value. The binder gives type and nil-ability; see the factories beside it.
  public init(_ node: Node, type: QueryType, isOptional: Bool, range: SourceRange, literalDate: Double? = nil) {
    self.init(node, type: type, isOptional: isOptional, range: range, literalDate: literalDate, nameRange: range)
  }

  /// A property of a value, whose name stands at a place of its own.
  package init(
    _ node: Node, type: QueryType, isOptional: Bool, range: SourceRange, literalDate: Double? = nil,
    nameRange: SourceRange
  ) {
    self.node = node
    self.type = type
    self.isOptional = isOptional
    self.range = range
    literalSeconds = literalDate ?? .nan
    nameStart = nameRange.lowerBound
    facts = node.facts
  }

  /// A constant, or nil. NaN is nil.
  public static func constant(_ value: QueryValue, range: SourceRange) -> CoreValue {
    value.withoutNaN.isNull
      ? CoreValue(.null, type: .any, isOptional: true, range: range)
      : CoreValue(.constant(value), type: value.type, isOptional: false, range: range)
  }

  /// The value of a constant; `.null` for nil; nil for what is no constant.
  public var constantValue: QueryValue? {
    switch node {
    case .constant(let value): value
    case .null: .null
    default: nil
    }
  }

  /// Whether the value is what a path leads to.
  package var isPath: Bool {
    if case .property = node { true } else { false }
  }

  /// Where the name of a property alone stands: `b` of `a.b`. Of everything else it is the range.
  package var nameRange: SourceRange { SourceRange(Int(nameStart), Int(range.upperBound)) }

  /// Whether this is an object by its key: `Friend[3]`.
  package var isObjectByKey: Bool {
    if case .index(_, .only) = node { true } else { false }
  }

  /// Whether this is the nil literal.
  public var isNull: Bool {
    if case .null = node { true } else { false }
  }
}

/// What stands between the brackets of an index.
public enum CoreIndex: Sendable {
  /// `[FIRST]`.
  case first
  /// `[LAST]`.
  case last
  /// `[SIZE]`.
  case size
  /// A place from 0, or a key.
  case value(CoreValue)
  /// The only element: of the objects with a key there is at most one. Nil without one. In a comparison with `==` such a nil equals nothing.
  case only
}

/// One step of a path with collection operators over a value of which nothing is known before it runs.
public enum OperatorStep: Sendable, Hashable {
  /// A member by name.
  case key(String)
  /// An operator: of each element of the collection that the path has reached what the steps behind it lead to. An object before it is
  /// followed by those steps until there is a collection (`@sum.items.tags.@count`).
  case collectionOperator(CollectionOperator)
}
