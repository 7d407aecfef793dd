import PredicateBinding
import PredicateMemory
import PredicateReference

/// Translates a condition of the typed core into nodes for chunks, and into programs for single rows.
struct PlanCompiler {
  /// The kinds of values that a variable of the core refers to.
  enum VariableKind: Sendable {
    /// An object: the address of a struct, or the instance of a class.
    case object(ObjectShape)
    /// A stored value of a Swift type.
    case value(any Any.Type, ValueReader)
    /// A value of unknown type, in a register.
    case dynamic(Int32)
    /// An evaluated row of which only names are known: a dictionary, an `Any`, a value of a protocol type.
    case named(any Any.Type, ValueReader)
    /// An evaluated row that a loader supplies.
    case loaded

    var isInstance: Bool {
      if case .object(let shape) = self { shape.isClass } else { false }
    }
  }

  var variables: [Int: VariableKind]
  let limits: PredicateLimits
  let reading: BindingOptions.Reading
  /// The number of variables, including the evaluated row.
  var variableCount: Int
  /// The number of conditions on one byte, each of which has a table of results.
  private(set) var byteCount = 0
  /// The members that the predicate reads from loaded rows. A member is a path of names.
  private(set) var members: [[String]] = []
  /// The program that is being compiled.
  var code = RowAssembler()
  /// The registers of variables in the program that is being compiled.
  var registers: [Int: Int32] = [:]

  /// Whether the plan, or the program that is being compiled, runs client code.
  var runsClientCode = false

  /// Whether a run keeps the objects that its addresses point into, because client code may release them. If in-place reads are off, a run reads only
  /// copies and the structs of the caller.
  var pinsObjects: Bool { InPlaceReads.areOn && runsClientCode }

  init(root: VariableKind, variableCount: Int = 1, limits: PredicateLimits, _ reading: BindingOptions.Reading) {
    variables = [0: root]
    self.variableCount = max(1, variableCount)
    self.limits = limits
    self.reading = reading
  }

  /// The condition as a node for chunks.
  mutating func node(_ condition: CoreCondition) -> ConditionNode {
    switch condition.node {
    case .always(let value): return .always(value)
    case .and(let parts): return .and(ordered(parts))
    case .or(let parts): return .or(ordered(parts))
    case .not(let part): return .not(node(part))
    default: break
    }
    if let (path, filter, cost, isNegated) = leaf(condition) {
      let node = ConditionNode.filter(path, filter, cost: cost)
      return isNegated ? .not(node) : node
    }
    let place = bytePlace(condition)
    let program = program(condition)
    guard let place else { return .rows(program, condition) }
    byteCount += 1
    return .byte(place, program, condition, identity: byteCount - 1)
  }

  /// The leaf test that decides a condition, its cost, and whether its answer is negated, for chunks and for programs. Nil for every other condition.
  mutating func leaf(_ condition: CoreCondition) -> (RowPath, RowFilter, cost: Int, isNegated: Bool)? {
    switch condition.node {
    case .not(let part): leaf(part).map { ($0.0, $0.1, $0.cost, !$0.isNegated) }
    case .isNull(let value): presence(of: value).map { ($0.0, $0.1, 2, true) }
    case .exists(let range): presence(ofElementsIn: range).map { ($0.0, $0.1, 3, false) }
    default: matcher(of: condition).map { ($0.0, $0.1, $0.2, false) }
    }
  }

  /// A program for one row, with its own registers.
  ///
  /// - Parameter body: Emits the instructions. Returns the register of the result, or 0 for a condition.
  mutating func program(_ body: (inout PlanCompiler) -> Int32) -> RowProgram {
    code = RowAssembler()
    // The first register contains the address of the row.
    registers = [0: code.word()]
    let ranClientCode = runsClientCode
    runsClientCode = false
    defer { runsClientCode = runsClientCode || ranClientCode }
    let result = body(&self)
    return code.finished(result, keepsObjects: pinsObjects)
  }

  /// The nodes for the parts of an AND or OR, the cheapest first. If a part can fail, the parts stay in their order, because the parts before it
  /// decide whether its issue is reported.
  private mutating func ordered(_ parts: [CoreCondition]) -> [ConditionNode] {
    var nodes: [ConditionNode] = []
    for part in parts { nodes.append(node(part)) }
    if parts.contains(where: \.facts.dependsOnOrder) { return nodes }
    let costs = nodes.map(\.cost)
    return nodes.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { nodes[$0] }
  }

  /// The number of a member of loaded rows. A new member is added.
  mutating func number(ofMember path: [String]) -> Int {
    let known = members.firstIndex { $0.elementsEqual(path) { $0.hasSameScalars(as: $1) } }
    if known == nil { members.append(path) }
    return known ?? members.count - 1
  }
}

/// Tests for nil.
extension PlanCompiler {
  /// The matcher for rows that have a value; nil if nothing in memory shows it.
  mutating func presence(of value: CoreValue) -> (RowPath, RowFilter)? {
    let place: ValuePlace?
    switch value.node {
    case .object(.toOne(let base, let member, _)): place = self.place(of: member.name, in: base)
    case .count(let range): place = range.facts.isTotal ? range.steps.first.flatMap { collectionPlace($0) } : nil
    default: place = self.place(of: value)
    }
    if let place, let filter = presence(place) { return (place.path, filter) }
    return path(toObject: value).map { ($0.0, RowFilter(ConstantMatcher(answer: true))) }
  }

  private func presence(_ place: ValuePlace) -> RowFilter? {
    if place.type == String?.self, StringMemory.isTrusted { return RowFilter(TextPresentMatcher(offset: place.offset)) }
    if !place.reader.isOptional { return RowFilter(ConstantMatcher(answer: true)) }
    // A number is present if it is in the range without bounds.
    let maker = RangeMatcherMaker(offset: place.offset, bounds: [])
    if let filter = NumberTypes.visit(place.type, maker) { return filter }
    if let load = DecimalColumn.loader(of: place.type) {
      return RowFilter(ClosureMatcher(offset: place.offset) { load($0) != nil })
    }
    // A value with NaN, and an optional of an optional, may read as nil although the optional is not nil.
    guard let optional = place.type as? any OptionalReference.Type,
      ValueReaders.reader(of: optional.wrapped, .everything)?.isOptional == false
    else { return nil }
    return RowFilter(ClosureMatcher(offset: place.offset) { !optional.isNil($0) })
  }

  /// The matcher for rows whose collection has an element; nil if the range has a condition, or if the count is not read in place.
  mutating func presence(ofElementsIn range: CoreRange) -> (RowPath, RowFilter)? {
    guard range.steps.count == 1, case .always(true) = range.filter.node, let place = collectionPlace(range.steps[0]),
      hasCountInPlace(place)
    else { return nil }
    return (place.path, RowFilter(ColumnMatcher<ArrayCounts, _>(offset: place.offset, values: NumberBounds(low: 1))))
  }
}

/// Compiles conditions on one byte.
extension PlanCompiler {
  /// The value of one byte that alone decides a condition, such as an enum with raw values. Nil if the condition reads anything else.
  private mutating func bytePlace(_ condition: CoreCondition) -> ValuePlace? {
    guard CorePart.condition(condition).isPure, let stored = Self.stored(in: .condition(condition)), stored.count == 1,
      let place = place(of: stored[0]), Self.isRaw(place.type), TypeReflection.size(of: place.type) == 1
    else { return nil }
    return place
  }

  /// The stored values that a part reads; nil if it reads anything else.
  private static func stored(in part: CorePart) -> [CoreValue]? {
    if case .range = part { return nil }
    if case .value(let value) = part {
      switch value.node {
      case .attribute, .element: return [value]
      case .object: return nil
      default: break
      }
    }
    var found: [CoreValue]? = []
    part.forEachPart { part in found = found.flatMap { known in stored(in: part).map { known + $0 } } }
    return found
  }

  private static func isRaw(_ type: any Any.Type) -> Bool {
    type is any RawRepresentable.Type || (type as? any OptionalReference.Type)?.wrapped is any RawRepresentable.Type
  }
}

/// A condition on the rows of a chunk. Leaf conditions have their own loops. Every other condition is a program that runs for one row after the
/// other.
indirect enum ConditionNode: Sendable {
  case always(Bool)
  case and([ConditionNode])
  case or([ConditionNode])
  case not(ConditionNode)
  /// A test of the bytes of the row at the end of a path. A row whose path ends at a nil does not pass.
  case filter(RowPath, RowFilter, cost: Int)
  /// A condition that only depends on one value of one byte. It is evaluated once for each byte that occurs.
  case byte(ValuePlace, RowProgram, CoreCondition, identity: Int)
  case rows(RowProgram, CoreCondition)

  /// The estimated cost per row, in half nanoseconds.
  var cost: Int {
    switch self {
    case .always: 0
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.cost }
    case .not(let part): part.cost
    case .filter(let path, _, let cost): cost + 4 * path.steps.count
    case .byte: 6
    case .rows(_, let condition): CorePart.condition(condition).cost
    }
  }
}
