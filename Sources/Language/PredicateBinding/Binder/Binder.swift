import PredicateValues

/// Resolves the names of a tree from left to right, and gives each part a type. Then it translates the constructs of the language to the typed core,
/// which has fewer kinds of nodes. It does so only if the types prove that the meaning stays the same.
///
/// The work is linear in the size of the tree, except for suggestions for unknown names.
///
/// ```swift
/// let predicate = try QueryPredicate(format: "yaer > 1990")
/// try Binder.bind(predicate, to: .entity("Movie", model))  // throws unknown-key
/// let bound = try Binder.bind(QueryPredicate(format: "ANY tags.name == $t"), to: .entity("Movie", model), variables: ["t": "Noir"])
/// bound.condition.description  // exists($1 in $0.tags where equal($1.name, "Noir"))
/// ```
public struct Binder {
  let root: RootType
  let variables: QueryVariables
  let options: BindingOptions
  /// The time zone for properties of dates.
  let timeZone: QueryTimeZone
  /// The member that contains the evaluated object, if the object may be missing: the elements are of type `[Movie?]`.
  private var boxed: Member?
  /// Knows more facts about the members of the evaluated object than their types; nil for a database and for dynamic values.
  let objectSource: (any ObjectTypeSource)?
  var notes: [PredicateIssue] = []
  /// Whether this copy only tests whether the text of a hint can be bound. It looks for no further hint.
  var isTrial = false
  /// The number for the next range variable; 0 is the evaluated object.
  private var nextVariable: Int
  /// The variables of the SUBQUERYs and assignments around the current node, the innermost last.
  var scope: [(name: String, meaning: Operand)] = []

  init(root: RootType, variables: QueryVariables, options: BindingOptions, from firstVariable: Int = 1) {
    nextVariable = firstVariable
    self.root = root
    self.variables = variables
    self.options = options
    if case .entity(_, let source) = root {
      timeZone = options.timeZone ?? source.timeZone
    } else {
      timeZone = options.timeZone ?? .utc
    }
    if case .entity(let entity, let source as any ObjectTypeSource) = root {
      boxed = source.boxedMember(of: entity)
      objectSource = source
    } else {
      objectSource = nil
    }
  }

  /// Binds a predicate to the type of the objects that it will be evaluated for.
  ///
  /// Throws the first issue from the left: `unknown-key`, `unknown-function`, `unbound-variable`, kind `type`, `argument-type`, `argument-missing` (a
  /// placeholder is left), kind `unsupported`, kind `limit`. With ``RootType/dynamic`` it throws only issues that do not depend on values, such as an
  /// unknown function. Every other issue, also an issue about constants, is thrown when the part that has it is evaluated.
  public static func bind(
    _ predicate: QueryPredicate, to root: RootType, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> BoundPredicate {
    try bind(predicate, to: root, variables: variables, options: options, from: 1)
  }

  /// Binds a predicate whose range variables are numbered from `firstVariable` on, so that its condition can be joined to another condition.
  static func bind(
    _ predicate: QueryPredicate, to root: RootType, variables: QueryVariables, options: BindingOptions,
    from firstVariable: Int
  ) throws(PredicateIssue) -> BoundPredicate {
    try checkLimits(
      isOverLimit: predicate.isOverLimit, nesting: predicate.nesting, nodes: predicate.nodeCount,
      limits: options.limits, range: predicate.range)
    var binder = Binder(root: root, variables: variables, options: options, from: firstVariable)
    let condition = try binder.condition(predicate)
    try checkParts(.condition(condition), limits: options.limits, range: predicate.range)
    return BoundPredicate(
      condition: condition, notes: binder.notes, root: root, variableCount: binder.nextVariable,
      timeZone: binder.timeZone)
  }

  /// Binds an expression. Throws as ``bind(_:to:variables:options:)-predicate`` does.
  public static func bind(
    _ expression: QueryExpression, to root: RootType, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> BoundExpression {
    try checkLimits(
      isOverLimit: expression.isOverLimit, nesting: expression.nesting, nodes: expression.nodeCount,
      limits: options.limits, range: expression.range)
    var binder = Binder(root: root, variables: variables, options: options)
    let value = try binder.operand(expression).value(range: expression.range)
    try checkParts(.value(value), limits: options.limits, range: expression.range)
    return BoundExpression(
      value: value, notes: binder.notes, root: root, variableCount: binder.nextVariable, timeZone: binder.timeZone)
  }

  private static func checkLimits(
    isOverLimit: Bool, nesting: Int, nodes: Int, limits: PredicateLimits, range: SourceRange
  ) throws(PredicateIssue) {
    if isOverLimit || nesting > limits.nesting { throw .nestingLimit(limits.nesting, range: range) }
    if nodes > limits.nodes { throw .nodeLimit(limits.nodes, range: range) }
  }

  /// The number of parts that the core may have for each node that the limits permit.
  static let partsPerNode = 8

  /// Throws if the core has too many parts. Some constructs use an operand twice in the core, and they can be nested. So a walk through the core
  /// could visit many more parts than the tree has.
  private static func checkParts(
    _ part: CorePart, limits: PredicateLimits, range: SourceRange
  ) throws(PredicateIssue) {
    let limit = partsPerNode * limits.nodes
    if part.hasMoreParts(than: limit) { throw .partLimit(limit, range: range) }
  }

  /// Whether names are looked up and families are checked at run time.
  var isDynamic: Bool {
    if case .dynamic = root { true } else { false }
  }

  mutating func newVariable() -> Int {
    defer { nextVariable += 1 }
    return nextVariable
  }

  func rootOperand(range: SourceRange) -> Operand {
    switch root {
    case .dynamic: .value(CoreValue(.element(0), type: .any, isOptional: true, range: range))
    case .value(let type): .value(CoreValue(.element(0), type: type, isOptional: true, range: range))
    case .entity(let entity, _):
      if let boxed, case .toOne(let target) = boxed.kind {
        .row(.toOne(.variable(0), boxed, entity: target), entity: target)
      } else {
        .row(.variable(0), entity: entity)
      }
    }
  }

  mutating func condition(_ predicate: QueryPredicate) throws(PredicateIssue) -> CoreCondition {
    switch predicate.node {
    case .literal(let value):
      return .always(value, range: predicate.range)
    case .not(let operand):
      return .not(try condition(operand), range: predicate.range)
    case .and(let operands):
      return .and(try conditions(operands), range: predicate.range)
    case .or(let operands):
      return .or(try conditions(operands), range: predicate.range)
    case .comparison(let comparison):
      return try condition(comparison, range: predicate.range)
    case .overLimit:
      throw .nestingLimit(options.limits.nesting, range: predicate.range)
    }
  }

  private mutating func conditions(_ predicates: [QueryPredicate]) throws(PredicateIssue) -> [CoreCondition] {
    var result: [CoreCondition] = []
    result.reserveCapacity(predicates.count)
    for predicate in predicates { result.append(try condition(predicate)) }
    return result
  }
}
