import PredicateValues

/// A single value of the typed core, annotated with its type and whether it can be nil.
public struct CoreValue: Sendable {
  /// The form of the value, and its parts.
  public let node: Node
  /// The type, as far as it is known.
  public let type: QueryType
  /// Facts known before the value is evaluated.
  package let facts: CoreFacts
  /// Whether the value can be nil.
  public let isOptional: Bool
  /// The place in the text.
  public let range: SourceRange
  /// The beginning of ``nameRange``, which ends with the range. It fills a gap in the layout: small nodes keep the stack of a walk small.
  private let nameStart: UInt32
  /// The date that a string literal denotes, in seconds since 2001, for a comparison with a date at run time. Over dynamic values the type of the other side
  /// is known only then.
  public var literalDate: Double? { literalSeconds.isNaN ? nil : literalSeconds }
  /// NaN for no date, which keeps nodes smaller than an optional would.
  private let literalSeconds: Double

  /// The kinds of value.
  public indirect enum Node: Sendable {
    /// A constant that is not nil.
    case constant(QueryValue)
    /// Nil in the place of a value: an arm of TERNARY, an argument of a function. Never a side of a comparison.
    case null
    /// A member of a row whose value is not an object.
    case attribute(CoreRow, Member)
    /// The row itself: its identity.
    case object(CoreRow)
    /// The value of a range variable, or of the evaluated object (0).
    case element(Int)
    /// A member of a value whose type is unknown, looked up by name at run time.
    case property(CoreValue, String)
    /// `a + b`, `a UNION b`.
    case arithmetic(BinaryOperator, CoreValue, CoreValue)
    /// `-a`.
    case negate(CoreValue)
    /// A string without the differences that the options ignore.
    case fold(CoreValue, StringOptions)
    /// The number of elements of a range; nil if the range is nil.
    case count(CoreRange)
    /// A collection operator over one value of each element.
    case aggregate(CollectionOperator, CoreRange, CoreValue)
    /// One value of each element, as an array; nil if the range is nil.
    case collect(CoreRange, CoreValue)
    /// A collection operator, decided at run time, since the type of its operand is unknown.
    case dynamicAggregate(CollectionOperator, CoreValue)
    /// A path that begins with a collection operator and has further ones, evaluated at run time.
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
    /// An issue, thrown if the value is evaluated. Over dynamic values it is a variable without a value, or an operation that fails for its constants.
    case failure(PredicateIssue)
  }

  /// A value with the type and the optionality that the binder found.
  public init(_ node: Node, type: QueryType, isOptional: Bool, range: SourceRange, literalDate: Double? = nil) {
    self.init(node, type: type, isOptional: isOptional, range: range, literalDate: literalDate, nameRange: range)
  }

  /// A property of a value, with the place of its name.
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

  /// A constant. Nil and NaN give the nil literal.
  public static func constant(_ value: QueryValue, range: SourceRange) -> CoreValue {
    value.withoutNaN.isNull
      ? CoreValue(.null, type: .any, isOptional: true, range: range)
      : CoreValue(.constant(value), type: value.type, isOptional: false, range: range)
  }

  /// The value of a constant; `.null` for the nil literal; nil for other forms.
  public var constantValue: QueryValue? {
    switch node {
    case .constant(let value): value
    case .null: .null
    default: nil
    }
  }

  /// The place of a property's name: `b` in `a.b`. For other forms it is the range.
  package var nameRange: SourceRange { SourceRange(Int(nameStart), Int(range.upperBound)) }

  /// Whether this is an object by its key: `Friend[3]`.
  package var isObjectByKey: Bool {
    if case .index(_, .only) = node { true } else { false }
  }

  /// Whether this is a document, or a path of names and positions into one: `payload.items[0].price`.
  package var isInDocument: Bool {
    var base = self
    while true {
      switch base.node {
      case .property(let operand, _): base = operand
      case .index(_, .only): return false
      case .index(let operand, _): base = operand
      case .attribute(_, let member): return member.isDocument
      default: return false
      }
    }
  }

  /// Whether this is the nil literal.
  public var isNull: Bool {
    if case .null = node { true } else { false }
  }
}

/// The index in brackets.
public enum CoreIndex: Sendable {
  /// `[FIRST]`.
  case first
  /// `[LAST]`.
  case last
  /// `[SIZE]`.
  case size
  /// A position from 0, or a key.
  case value(CoreValue)
  /// The only element: at most one object has a key. Nil if there is none. In a comparison with `==` such a nil equals nothing.
  case only
}

/// One step of a path with collection operators, over a value of unknown type.
public enum OperatorStep: Sendable, Hashable {
  /// A member by name.
  case key(String)
  /// An operator. It aggregates the values of the later steps for each element of the collection that the path has reached. If the path has reached an
  /// object, the later steps are followed up to the first collection (`@sum.items.tags.@count`).
  case collectionOperator(CollectionOperator)
}
