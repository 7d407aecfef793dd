import PredicateValues

/// A single value of the typed core, annotated with its type and whether it can be nil.
public struct CoreValue: Sendable {
  /// The kind of the value, with the parts that the value is computed from.
  public let node: Node
  /// The type, or `any` if it is unknown.
  public let type: QueryType
  /// Facts that are known before the value is evaluated.
  package let facts: CoreFacts
  /// Whether the value can be nil.
  public let isOptional: Bool
  /// The range in the text.
  public let range: SourceRange
  /// The start of ``nameRange``, which has the same end as ``range``. Only the start is stored: its four bytes fit into a gap of the struct's layout.
  /// Smaller nodes keep the stack of a recursive walk smaller.
  private let nameStart: UInt32
  /// The date that a string literal denotes, in seconds since 2001. It is used if the literal is compared with a date at run time: over dynamic
  /// values the type of the other side is known only then.
  public var literalDate: Double? { literalSeconds.isNaN ? nil : literalSeconds }
  /// NaN if there is no date. A NaN takes less memory in a node than an optional would.
  private let literalSeconds: Double

  /// The kinds of value.
  public indirect enum Node: Sendable {
    /// A constant that is not nil.
    case constant(QueryValue)
    /// Nil as a value of TERNARY or as an argument of a function. It is never a side of a comparison.
    case null
    /// A member of a row whose value is not an object.
    case attribute(CoreRow, Member)
    /// The identity of a row.
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
    /// A collection operator that is chosen by the type of its operand at run time, because the type is unknown before.
    case dynamicAggregate(CollectionOperator, CoreValue)
    /// A path that begins with a collection operator and contains further ones. It is evaluated at run time.
    case operatorPath(CoreValue, [OperatorStep])
    /// One of two values, chosen by a condition. Only the chosen value is evaluated.
    case choose(CoreCondition, CoreValue, CoreValue)
    /// A call of a function of the table.
    case call(FunctionDefinition, [CoreValue])
    /// A value, converted to another type.
    case cast(CoreValue, CastTarget)
    /// `{a, b}` with an element that is not a constant.
    case list([CoreValue])
    /// `a[0]`, `a[FIRST]`.
    case index(CoreValue, CoreIndex)
    /// An issue that is thrown if the value is evaluated. Over dynamic values it replaces a variable without a value, and an operation that fails for
    /// its constants.
    case failure(PredicateIssue)
  }

  /// A value with the type and the optionality that the binder found.
  public init(_ node: Node, type: QueryType, isOptional: Bool, range: SourceRange, literalDate: Double? = nil) {
    self.init(node, type: type, isOptional: isOptional, range: range, literalDate: literalDate, nameRange: range)
  }

  /// A property of a value, with the source range of its name.
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

  /// The value of a constant; `.null` for the nil literal; nil for other values.
  public var constantValue: QueryValue? {
    switch node {
    case .constant(let value): value
    case .null: .null
    default: nil
    }
  }

  /// The source range of a property's name: `b` in `a.b`. For other values it is ``range``.
  package var nameRange: SourceRange { SourceRange(Int(nameStart), Int(range.upperBound)) }

  /// Whether this is an object by its key: `Friend[3]`.
  package var isObjectByKey: Bool {
    if case .index(_, .only) = node { true } else { false }
  }

  /// Whether the value is a document, or a path of names and positions that begins with a document: `payload.items[0].price`.
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
  /// The only element of a range. `Friend[3]` uses it, because at most one object has a key. Nil if there is no element. In a comparison with `==`
  /// this nil equals nothing.
  case only
}

/// One step of a path that contains collection operators and begins with a value of unknown type.
public enum OperatorStep: Sendable, Hashable {
  /// A member by name.
  case key(String)
  /// An operator. For each element of the collection that the path has reached, the later steps give a value, and the operator aggregates these
  /// values. If the path has reached an object, the later steps are first followed up to a collection (`@sum.items.tags.@count`).
  case collectionOperator(CollectionOperator)
}
