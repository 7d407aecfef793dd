import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Makes the engine's form of a bound predicate. A part without a special column or matcher becomes columns of values, so every predicate has a form.
struct PlanCompiler {
  /// The kind of the rows of a variable.
  enum VariableKind: Sendable {
    case object(ObjectShape)
    case value(any Any.Type, ValueReader)
    /// Views of values whose types are known only when it runs.
    case view
    /// Rows whose members a loader supplies.
    case loaded

    /// Whether the rows are instances that the elements refer to. An instance that is read as a value (a number, an enum that is a class) does not
    /// count: its reader needs the place of the reference.
    var isInstance: Bool {
      if case .object(let shape) = self { shape.isClass } else { false }
    }
  }

  var variables: [Int: VariableKind]
  /// Whether only the kinds of numbers are looked for: conditions and values inside of them have no form then.
  private(set) var isProbe = false
  let limits: PredicateLimits
  var counts: PlanCounts
  /// The ranges around the part that is compiled, the innermost last; nil for rows of a step before the last one.
  var scopes: [RangeScope?] = []
  /// The members of loaded rows that the predicate reads, as paths of names, with the sites of their columns.
  private(set) var members: [(path: [String], site: Int)] = []
  /// The sites of the paths over values of unknown types.
  private var sites: [ViewPath: Int] = [:]

  /// Notes that copies of the compiler share.
  private final class Notes { var runsClientCode = false }

  private let notes = Notes()

  /// Whether client code computes properties that the predicate reads.
  var runsClientCode: Bool { notes.runsClientCode }

  /// Notes that client code computes a property.
  func noteClientCode() { notes.runsClientCode = true }

  /// A compiler for predicates about rows of a kind.
  init(root: VariableKind, variableCount: Int = 1, limits: PredicateLimits) {
    variables = [0: root]
    counts = PlanCounts(variables: PlanCounter(count: max(1, variableCount)))
    self.limits = limits
  }

  /// Whether rows are views, or have members that are.
  var isDynamic: Bool {
    switch variables[0] {
    case .view?, .loaded?: true
    default: false
    }
  }

  /// The form that a number would have. Conditions inside of it may nest: their forms are not made, because that would take exponential time.
  func probe(_ number: (inout PlanCompiler) -> NumberNode?) -> NumberNode? {
    var compiler = self
    compiler.isProbe = true
    return number(&compiler)
  }

  mutating func node(_ condition: CoreCondition) -> ConditionNode {
    if isProbe { return .always(true) }
    switch condition.node {
    case .always(let value): return .always(value)
    case .and(let parts): return .and(ordered(parts))
    case .or(let parts): return .or(ordered(parts))
    case .not(let part): return .not(node(part))
    case .isNull(let value):
      return viewNode(condition) ?? nilNode(value) ?? byteNode(condition) ?? valuesNode(condition)
    case .exists(let range): return existsNode(range)
    case .dynamic: return viewNode(condition) ?? valuesNode(condition)
    case .compare, .between, .member, .match: break
    }
    if let node = viewNode(condition) ?? testNode(condition) { return node }
    return comparisonNode(condition) ?? expressionNode(condition) ?? byteNode(condition) ?? valuesNode(condition)
  }

  private func testNode(_ condition: CoreCondition) -> ConditionNode? {
    matcher(of: condition, FilterMaker()).map { .filter($0, $1, cost: $2) }
  }

  /// Conditions of known types can be reordered: none of them has an effect on another. A condition that can fail keeps all in their places. A
  /// condition whose type can fail but whose form cannot does not: `tags[0]` fails for a set, which has no places, but the form reads an array.
  private mutating func ordered(_ parts: [CoreCondition]) -> [ConditionNode] {
    var nodes: [ConditionNode] = []
    for part in parts { nodes.append(node(part)) }
    if nodes.indices.contains(where: { parts[$0].facts.dependsOnOrder && !nodes[$0].isTotal }) { return nodes }
    let costs = nodes.map(\.cost)
    return nodes.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { nodes[$0] }
  }

  /// `value == nil`; not for a value that is never nil. A count is nil if the collection is nil, unless the range can fail.
  private func nilNode(_ value: CoreValue) -> ConditionNode? {
    let place: ValuePlace?
    switch value.node {
    case .object(.toOne(let base, let member, _)): place = self.place(of: member.name, in: base)
    case .count(let range): place = range.facts.isTotal ? range.steps.first.flatMap(collectionPlace) : nil
    default: place = self.place(of: value)
    }
    if let place {
      if let node = gatheredNil(place) { return node }
      if let filter = presentFilter(place) { return .not(.filter(place.path, filter, cost: 2)) }
    }
    return path(toObject: value).map { .not(.filter($0.0, RowFilter(EveryRowMatcher()), cost: 0)) }
  }

  /// Whether an optional from client code is nil, if that code can answer without the value.
  private func gatheredNil(_ place: ValuePlace) -> ConditionNode? {
    guard let optional = place.type as? any OptionalReference.Type, optional.isNilWhereItReadsAsNil,
      let path = self.place(place, requesting: .nils)
    else { return nil }
    return .not(.filter(path, RowFilter(IntegerRangeMatcher<UInt8>(offset: 0, low: 0, span: 0)), cost: 2))
  }

  private func presentFilter(_ place: ValuePlace) -> RowFilter? {
    if place.type == String?.self, StringMemory.isTrusted { return RowFilter(TextPresentMatcher(offset: place.offset)) }
    if place.type == String.self || (!place.reader.isOptional && !NumberTypes.isDouble(place.type)) {
      return RowFilter(EveryRowMatcher())
    }
    if let filter = NumberTypes.visit(place.type, PresentMaker(offset: place.offset)) { return filter }
    if let absence = DecimalMemory.absence(place.type) {
      return RowFilter(DecimalPresentMatcher(offset: place.offset, absence: absence))
    }
    if let matcher = DecimalMemory.presence(place.type) {
      return RowFilter(ClosureMatcher(offset: place.offset, matches: matcher))
    }
    guard let optional = place.type as? any OptionalReference.Type, optional.isNilWhereItReadsAsNil else { return nil }
    if case .pattern(let pattern)? = (place.type as? any NilMatchable.Type)?.nilMatcher {
      return RowFilter(OptionalPresentMatcher(offset: place.offset, pattern: pattern))
    }
    return compiledPresence(place)
  }

  /// Whether an optional has a value, by code that was compiled for its type; nil if in-place reads are on or the code does not exist.
  private func compiledPresence(_ place: ValuePlace) -> RowFilter? {
    guard !InPlaceReads.areOn, let isNil = place.typeAccess?.isNil else { return nil }
    return RowFilter(ClosureMatcher(offset: place.offset) { !isNil($0) })
  }

  /// A comparison of numbers that are more than a column and a constant, or of two strings.
  private mutating func comparisonNode(_ condition: CoreCondition) -> ConditionNode? {
    switch condition.node {
    case .compare(let comparison, let left, let right):
      if let pair = pairNode(comparison, left, right) { return pair }
      return numberComparison(comparison, left, right)
    case .between(let value, let low, let high):
      if stringPlace(value) != nil,
        let above = testNode(CoreCondition(.compare(.greaterOrEqual, value, low), range: condition.range)),
        let below = testNode(CoreCondition(.compare(.lessOrEqual, value, high), range: condition.range))
      {
        return .and([above, below])
      }
      // Each bound evaluates the value. So its cost must be low, and its result the same both times.
      let part = CorePart.value(value)
      guard part.isPure, part.cost <= Self.costOfTwice,
        let above = numberComparison(.greaterOrEqual, value, low),
        let below = numberComparison(.lessOrEqual, value, high)
      else { return nil }
      return .and([above, below])
    default:
      return nil
    }
  }

  /// The highest cost of a value that may be evaluated twice: some ten nodes.
  private static let costOfTwice = 400

  private mutating func numberComparison(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) -> ConditionNode? {
    if let node = countComparison(comparison, left, right) { return node }
    guard areNumbers(left, right), let a = side(left), let b = side(right) else { return nil }
    if a.isDouble == b.isDouble { return .numbers(comparison, a, b) }
    // An integer and a double compare exactly.
    return .numbers(comparison, a.promoted(isExact: true), b.promoted(isExact: true))
  }

  /// Whether two sides are numbers. Out of line: the room that it takes on the stack is not needed at each level.
  @inline(never)
  private func areNumbers(_ left: CoreValue, _ right: CoreValue) -> Bool {
    probe { $0.side(left) } != nil && probe { $0.side(right) } != nil
  }

  /// MATCHES with a constant pattern on a stored text.
  private func expressionNode(_ condition: CoreCondition) -> ConditionNode? {
    guard case .match(.regularExpression(let options), let subject, let pattern) = condition.node,
      let constant = pattern.constantValue, let place = textPlace(subject)
    else { return nil }
    return expression(constant, options).map { .expression(place, $0) }
  }

  /// A condition that reads only an enum with raw values that takes a byte, or an optional of one.
  private mutating func byteNode(_ condition: CoreCondition) -> ConditionNode? {
    var stored: [CoreValue] = []
    guard CorePart.condition(condition).isPure, Self.gather(.condition(condition), &stored), stored.count == 1,
      let place = place(of: stored[0]), Self.isRaw(place.type), Self.takesOneByte(place.type)
    else { return nil }
    return .byte(place, valuesNode(condition), identity: counts.identities.next())
  }

  /// Adds the stored values that a node reads; false if the node also reads other parts of the row.
  private static func gather(_ part: CorePart, _ stored: inout [CoreValue]) -> Bool {
    switch part {
    case .range: return false
    case .value(let value):
      switch value.node {
      case .attribute, .element:
        stored.append(value)
        return true
      case .object: return false
      default: break
      }
    case .condition: break
    }
    var isOnly = true
    part.forEachPart { isOnly = isOnly && gather($0, &stored) }
    return isOnly
  }

  /// Whether the value that is read follows from the bytes alone: a type with raw values, or an optional of one.
  static func isRaw(_ type: any Any.Type) -> Bool {
    type is any RawRepresentable.Type || (type as? any OptionalReference.Type)?.wrapped is any RawRepresentable.Type
  }

  static func takesOneByte(_ type: any Any.Type) -> Bool {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return size(type) == 1
  }

  /// The site of a name that is looked up in a value: equal paths share it.
  mutating func site(of name: String, _ base: ViewNode) -> Int {
    let start: ViewPath.Start
    switch base {
    case .variable(let variable): start = .variable(variable)
    case .key(_, _, let site, _), .member(_, let site): start = .site(site)
    case .stored(let path, let offset, _) where path.isDirect: start = .place(path.variable, offset: offset)
    case .stored, .count, .made: start = .site(counts.sites.next())
    }
    let path = ViewPath(start: start, name: ScalarString(name))
    if let known = sites[path] { return known }
    let site = counts.sites.next()
    sites[path] = site
    return site
  }

  /// A member of the rows that a loader supplies; equal paths share it. An empty path is the row itself.
  mutating func member(_ path: [String]) -> ViewNode {
    let known = members.firstIndex { $0.path.elementsEqual(path) { $0.hasSameScalars(as: $1) } }
    if known == nil { members.append((path, counts.sites.next())) }
    let index = known ?? members.count - 1
    return .member(index, site: members[index].site)
  }
}

/// Hands out numbers from 0 on.
struct PlanCounter: Sendable {
  private(set) var count = 0

  mutating func next() -> Int {
    count += 1
    return count - 1
  }
}

/// The numbered parts of a plan. A run has a slot for each of them.
struct PlanCounts: Sendable {
  /// The variables of the predicate, and those of the forms made for it.
  var variables: PlanCounter
  /// The conditions on a byte, and the types with raw values that take a byte: each has an ``EnumResultCache``.
  var identities = PlanCounter()
  /// The tests whether a value is in a collection.
  var memberships = PlanCounter()
  var walks = PlanCounter()
  /// The paths over values of unknown types.
  var sites = PlanCounter()
}

/// Makes the loops that test whether a number is present.
struct PresentMaker: NumberTypeVisitor {
  let offset: Int
  func visit<Column: NumberColumn>(_: Column.Type) -> RowFilter {
    RowFilter(NumberPresentMatcher<Column>(offset: offset))
  }
}

/// A range while its conditions and values are compiled.
struct RangeScope {
  let variables: CoreVariables
  var numbers = 0

  init(_ range: CoreRange) { variables = CoreVariables(range.steps.map(\.variable)) }

  /// Whether a value is the same for all elements of a row, so that it is hoisted out of the loop over them. A value that visits elements itself is
  /// not hoisted: the limit of visited elements counts its elements for each row that it belongs to.
  func isInvariant(_ value: CoreValue) -> Bool {
    !value.facts.variables.isEmpty && value.facts.variables.isDisjoint(with: variables)
      && !Self.hasRange(.value(value))
  }

  private static func hasRange(_ part: CorePart) -> Bool {
    if case .range = part { return true }
    var isFound = false
    part.forEachPart { isFound = isFound || hasRange($0) }
    return isFound
  }
}
