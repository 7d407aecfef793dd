/// The constructors. Each of them makes its result in normal form, so parser, builders and substitution make the same trees.
extension QueryExpression {
  /// A property by its name, for predicates that are built in code: `QueryExpression(property: "year") .> 1990`.
  ///
  /// ```swift
  /// QueryExpression(property: "year")                      // year
  /// QueryExpression(property: "lentToFriend.friendName")   // dots part the steps of a path
  /// QueryExpression(property: "tags.@count")               // a step with @ is a collection operator
  /// QueryExpression(property: "first name")                // any other text is a name, reserved words too
  /// ```
  ///
  /// `try QueryExpression("price * 2")` reads any expression. It throws if the text is not an expression.
  public init(property path: String) {
    let parts = path.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    let components: [QueryKeyPath.Component] = parts.map { part in
      part.first == "@" ? .collectionOperator(String(part.dropFirst())) : .key(String(part))
    }
    self = .keyPath(QueryKeyPath(components[0], Array(components.dropFirst())))
  }

  /// A constant.
  ///
  /// ```swift
  /// QueryExpression.literal(.string("Noir"))  // "Noir"
  /// ```
  public static func literal(_ value: consuming QueryLiteral, range: SourceRange = .none) -> QueryExpression {
    QueryExpression(.literal(value), measure: .leaf, range: range)
  }

  /// A text that could not be read as an expression, for builders that cannot throw. Binding it throws the error of the text.
  public static func unreadable(_ text: String) -> QueryExpression {
    QueryExpression(.unreadable(text), measure: .leaf, range: .none)
  }

  /// `SELF`.
  ///
  /// The object that the predicate is evaluated for.
  public static func evaluatedObject(range: SourceRange = .none) -> QueryExpression {
    QueryExpression(.evaluatedObject, measure: .leaf, range: range)
  }

  /// `ANYKEY`.
  public static func anyKey(range: SourceRange = .none) -> QueryExpression {
    QueryExpression(.anyKey, measure: .leaf, range: range)
  }

  /// `$name`.
  ///
  /// The name has no `$`.
  public static func variable(_ name: consuming String, range: SourceRange = .none) -> QueryExpression {
    QueryExpression(.variable(name), measure: .leaf, range: range)
  }

  /// `a.b`, from the evaluated object.
  ///
  /// ```swift
  /// QueryExpression.keyPath(QueryKeyPath(.key("tags"), [.collectionOperator("count")]))  // tags.@count
  /// ```
  public static func keyPath(_ path: consuming QueryKeyPath, range: SourceRange = .none) -> QueryExpression {
    let measure = path.measure
    return QueryExpression(.keyPath(path), measure: measure, range: range)
  }

  /// A path from any base. From SELF and from a plain path the result is a plain path; from another path it is one longer path. A collection operator
  /// applies to the rest of its own path. So a path after a path with an operator stays separate: `(a.@max.b).length`.
  ///
  /// ```swift
  /// QueryExpression.path(.variable("x"), QueryKeyPath(.key("name")))  // $x.name
  /// ```
  public static func path(
    _ base: QueryExpression, _ path: QueryKeyPath, range: SourceRange = .none
  ) -> QueryExpression {
    switch base.node {
    case .evaluatedObject:
      return .keyPath(path, range: range)
    case .keyPath(let head) where !head.hasCollectionOperator:
      return .keyPath(head.appending(path, at: base.range, range), range: range)
    case .path(let root, let head) where !head.hasCollectionOperator:
      return .path(root, head.appending(path, at: base.range, range), range: range)
    default:
      var chain = base.measure(inParentheses: base.needsParenthesesBeforeDot)
      chain.deepen(by: path.rest.count)
      return QueryExpression(.path(base, path), measure: .above(chain, path.measure), range: range)
    }
  }

  /// `base[index]`.
  ///
  /// ```swift
  /// QueryExpression.index(.keyPath(QueryKeyPath(.key("tags"))), .first)  // tags[FIRST]
  /// ```
  public static func index(
    _ base: QueryExpression, _ index: Index, range: SourceRange = .none
  ) -> QueryExpression {
    var measure = base.measure(inParentheses: base.needsParenthesesBeforeIndex)
    if case .expression(let inner) = index { measure.add(inner.measure) }
    return QueryExpression(.index(base, index), measure: .above(measure), range: range)
  }

  /// `{a, b}`.
  ///
  /// ```swift
  /// QueryExpression.aggregate([.literal(.integer(1)), .literal(.null)])  // {1, nil}
  /// ```
  public static func aggregate(
    _ elements: consuming [QueryExpression], range: SourceRange = .none
  ) -> QueryExpression {
    let measure = measure(of: elements)
    return QueryExpression(.aggregate(elements), measure: measure, range: range)
  }

  /// A list of constants that was one argument. It counts one node for ``constantsPerNode`` constants, because the text does not contain them and
  /// each costs little to evaluate.
  static func constants(
    _ elements: consuming [QueryExpression], range: SourceRange = .none
  ) -> QueryExpression {
    guard elements.count > constantsPerNode, elements.allSatisfy(\.isLiteral) else {
      return .aggregate(elements, range: range)
    }
    var measure = TreeMeasure.leaf
    measure.nodes += UInt32(clamping: elements.count / constantsPerNode)
    measure.deepen(by: 1)
    return QueryExpression(.aggregate(elements), measure: measure, range: range)
  }

  private static let constantsPerNode = 128

  /// Whether this is a list of constants that counts fewer nodes than it has constants. Code that splits trees must not split such a list.
  package var isListOfConstants: Bool {
    guard case .aggregate(let elements) = node else { return false }
    return nodeCount <= elements.count
  }

  private var isLiteral: Bool {
    if case .literal = node { true } else { false }
  }

  /// A call of a predefined or registered function. A name without colons gets a colon if there are arguments (`sum` becomes `sum:`). Selectors of
  /// operators and special constructs become these: `add:to:` becomes `+`, `castObject:toType:` becomes CAST.
  ///
  /// ```swift
  /// QueryExpression.call("sum", [list])     // sum:(list)
  /// QueryExpression.call("add:to:", [a, b])  // a + b
  /// ```
  public static func call(
    _ name: String, _ arguments: [QueryExpression], range: SourceRange = .none
  ) -> QueryExpression {
    let selector =
      arguments.isEmpty || name.utf8.contains(UInt8(ascii: ":")) ? name : name + ":"
    if arguments.count == 2, let special = special(selector, arguments[0], arguments[1], range: range) {
      return special
    }
    return QueryExpression(.call(selector, arguments), measure: measure(of: arguments), range: range)
  }

  /// The operator or special construct that a selector with two arguments means; nil for other selectors.
  private static func special(
    _ selector: String, _ first: QueryExpression, _ second: QueryExpression, range: SourceRange
  ) -> QueryExpression? {
    guard selector.utf8.last == UInt8(ascii: ":") else { return nil }
    let name = selector.lowercased()
    if let op = BinaryOperator(selector: name) { return .binary(op, first, second, range: range) }
    switch name {
    case "castobject:totype:": return .cast(first, type: second, range: range)
    case "objectfrom:withindex:": return .index(first, .expression(second), range: range)
    default: return nil
    }
  }

  /// `FUNCTION(receiver, "selector:", …)`.
  ///
  /// In a format, the selector is a string literal or a placeholder.
  public static func function(
    _ receiver: QueryExpression, selector: QueryExpression, _ arguments: [QueryExpression],
    range: SourceRange = .none
  ) -> QueryExpression {
    QueryExpression(
      .function(receiver, selector: selector, arguments),
      measure: measure(of: [receiver, selector] + arguments), range: range)
  }

  /// `CAST(x, "NSDate")`. The cast of a literal becomes a constant if the constant prints as this cast. So equal texts are equal trees.
  ///
  /// ```swift
  /// QueryExpression.cast(.literal(.string("12")), type: .literal(.string("NSNumber")))  // CAST("12", "NSNumber")
  /// ```
  public static func cast(
    _ operand: QueryExpression, type: QueryExpression, range: SourceRange = .none
  ) -> QueryExpression {
    if case .literal(let value) = operand.node, case .literal(.string(let name)) = type.node,
      let constant = QueryLiteral(casting: value, to: name)
    {
      return .literal(constant, range: range)
    }
    return QueryExpression(
      .cast(operand, type: type), measure: .above(operand.measure, type.measure), range: range)
  }

  /// `TERNARY(p, a, b)`.
  ///
  /// Only the chosen value is evaluated.
  public static func ternary(
    _ condition: QueryPredicate, _ first: QueryExpression, _ second: QueryExpression,
    range: SourceRange = .none
  ) -> QueryExpression {
    QueryExpression(
      .ternary(condition, first, second),
      measure: .above(condition.measure, first.measure, second.measure), range: range)
  }

  /// `SUBQUERY(collection, $variable, p)`.
  ///
  /// Inside the condition the variable is an element of the collection. Outside the condition it may have another value.
  public static func subquery(
    _ collection: QueryExpression, variable: String, _ predicate: QueryPredicate,
    range: SourceRange = .none
  ) -> QueryExpression {
    QueryExpression(
      .subquery(collection, variable: variable, predicate),
      measure: .above(collection.measure, predicate.measure), range: range)
  }

  /// `a + b`.
  ///
  /// ```swift
  /// QueryExpression.binary(.add, a, .binary(.multiply, b, c))  // a + b * c
  /// ```
  public static func binary(
    _ op: BinaryOperator, _ left: QueryExpression, _ right: QueryExpression, range: SourceRange = .none
  ) -> QueryExpression {
    let first = left.measure(inParentheses: left.needsParentheses(beside: op, onRight: false))
    let second = right.measure(inParentheses: right.needsParentheses(beside: op, onRight: true))
    return QueryExpression(.binary(op, left, right), measure: .above(first, second), range: range)
  }

  /// `-a`. The parser makes a minus before a number part of the constant; this function does not.
  public static func negate(_ operand: QueryExpression, range: SourceRange = .none) -> QueryExpression {
    let grouped = operand.measure(inParentheses: operand.needsParenthesesBehindMinus)
    return QueryExpression(.negate(operand), measure: .above(grouped), range: range)
  }

  /// `$x := a`.
  public static func assignment(
    variable: String, _ value: QueryExpression, range: SourceRange = .none
  ) -> QueryExpression {
    QueryExpression(
      .assignment(variable: variable, value), measure: .above(value.measure), range: range)
  }

  /// `FETCH(request, context, countOnly)`.
  ///
  /// Parsed and printed, not evaluated.
  public static func fetch(
    _ request: QueryExpression, _ context: QueryExpression, _ countOnly: QueryExpression,
    range: SourceRange = .none
  ) -> QueryExpression {
    QueryExpression(
      .fetch(request, context, countOnly),
      measure: .above(request.measure, context.measure, countOnly.measure), range: range)
  }

  /// `%@` without an argument.
  ///
  /// Binding refuses a tree with a placeholder.
  public static func placeholder(
    _ placeholder: QueryPlaceholder, range: SourceRange = .none
  ) -> QueryExpression {
    QueryExpression(.placeholder(placeholder), measure: .leaf, range: range)
  }

  private static func measure(of parts: [QueryExpression]) -> TreeMeasure {
    var result = TreeMeasure.leaf
    for index in parts.indices { result.add(parts[index].measure) }
    result.deepen(by: 1)
    return result
  }
}

extension BinaryOperator {
  /// The operator for the selector of a function, in lower case: `add:to:` is `+`.
  init?(selector: String) {
    switch selector {
    case "add:to:": self = .add
    case "from:subtract:": self = .subtract
    case "multiply:by:": self = .multiply
    case "divide:by:": self = .divide
    case "raise:topower:": self = .power
    case "bitwiseand:with:": self = .bitwiseAnd
    case "bitwiseor:with:": self = .bitwiseOr
    case "bitwisexor:with:": self = .bitwiseXor
    case "leftshift:by:": self = .shiftLeft
    case "rightshift:by:": self = .shiftRight
    default: return nil
    }
  }
}
