import PredicateValues

/// A condition of the typed core: true or false, never nil.
public struct CoreCondition: Sendable {
  /// The kind of the condition, with its parts.
  public let node: Node
  /// The range in the text.
  public let range: SourceRange
  /// Facts that are known before the condition is evaluated.
  package let facts: CoreFacts

  /// The kinds of condition.
  public indirect enum Node: Sendable {
    /// True or false for every object.
    case always(Bool)
    /// Two or more conditions. None is an AND, and only the last may be `always`.
    case and([CoreCondition])
    /// Two or more conditions. None is an OR, and only the last may be `always`.
    case or([CoreCondition])
    /// The opposite of a condition.
    case not(CoreCondition)
    /// Whether a value is nil.
    case isNull(CoreValue)
    /// A comparison of two values of one family.
    case compare(CoreComparison, CoreValue, CoreValue)
    /// `low <= value <= high`. False if one of the three is nil. The value is evaluated once.
    case between(CoreValue, CoreValue, CoreValue)
    /// Whether a value equals one of distinct constants, none of which is nil. A nil value equals none. A long list of constants is in ascending
    /// order if its values have one.
    case member(CoreValue, [QueryValue])
    /// A string test. False if a side is nil.
    case match(CoreMatch, CoreValue, pattern: CoreValue)
    /// Whether a range has an element. A nil range has none.
    case exists(CoreRange)
    /// A comparison that is decided at run time, because a type is unknown, or that uses the root collation.
    case dynamic(ComparisonOperator, CoreValue, CoreValue, StringOptions)
  }

  /// A condition with a range in the text.
  public init(_ node: Node, range: SourceRange) {
    self.node = node
    self.range = range
    facts = node.facts
  }

  /// True or false.
  public static func always(_ value: Bool, range: SourceRange = .none) -> CoreCondition {
    CoreCondition(.always(value), range: range)
  }

  /// True if all conditions are. Nested ANDs are flattened, and conditions that are always true are dropped. Conditions after one that is always
  /// false are dropped. Conditions before it are kept only if they can throw.
  public static func and(_ parts: [CoreCondition], range: SourceRange) -> CoreCondition {
    junction(parts, neutral: true, range)
  }

  /// True if at least one condition is. Nested ORs are flattened, and conditions that are always false are dropped. Conditions after one that is
  /// always true are dropped. Conditions before it are kept only if they can throw.
  public static func or(_ parts: [CoreCondition], range: SourceRange) -> CoreCondition {
    junction(parts, neutral: false, range)
  }

  /// - Parameter neutral: The value that does not change the result: true for AND, false for OR. The opposite value decides the result.
  private static func junction(_ parts: [CoreCondition], neutral: Bool, _ range: SourceRange) -> CoreCondition {
    var flat: [CoreCondition] = []
    loop: for part in parts {
      switch part.node {
      case .always(neutral): continue
      case .always:
        guard flat.contains(where: \.facts.dependsOnOrder) else { return .always(!neutral, range: range) }
        flat.append(part)
        break loop
      case .and(let inner) where neutral, .or(let inner) where !neutral:
        flat += inner
        if case .always? = inner.last?.node { break loop }
      default: flat.append(part)
      }
    }
    if flat.count == 1 { return flat[0] }
    if flat.isEmpty { return .always(neutral, range: range) }
    return CoreCondition(neutral ? .and(flat) : .or(flat), range: range)
  }

  /// The opposite of a condition. A double negation is removed, because conditions are never nil.
  public static func not(_ part: CoreCondition, range: SourceRange) -> CoreCondition {
    switch part.node {
    case .always(let value): .always(!value, range: range)
    case .not(let inner): inner
    default: CoreCondition(.not(part), range: range)
    }
  }
}

/// Comparisons of two values. All of them are false if a side is nil; only `same` is true for two nils.
public enum CoreComparison: Sendable, Hashable {
  /// Equal. False if a side is nil.
  case equal
  /// Equal, or both nil.
  case same
  /// The left value is before the right one in their order.
  case less
  /// The left value is before the right one, or equal.
  case lessOrEqual
  /// The left value is after the right one.
  case greater
  /// The left value is after the right one, or equal.
  case greaterOrEqual

  /// Whether the comparison tests equality only, not order.
  package var isEquality: Bool { self == .equal || self == .same }

  /// Whether the comparison holds for two values with this order.
  @inlinable
  @inline(__always)
  package func holds(_ order: ValueOrder) -> Bool {
    switch self {
    case .equal, .same: order == .equal
    case .less: order == .less
    case .lessOrEqual: order != .greater
    case .greater: order == .greater
    case .greaterOrEqual: order != .less
    }
  }

  /// The comparison with its sides exchanged.
  package var mirrored: CoreComparison {
    switch self {
    case .equal, .same: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison by order that holds exactly if this one does not; nil for a test of equality. If an operand is nil, both are false.
  package var opposite: CoreComparison? {
    switch self {
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .equal, .same: nil
    }
  }
}

/// A string test.
public enum CoreMatch: Sendable, Hashable {
  /// BEGINSWITH, by scalars. Both sides are folded before, as separate values. An empty pattern matches nothing.
  case prefix
  /// ENDSWITH.
  case suffix
  /// CONTAINS for two texts: the right text is a part of the left one.
  case contains
  /// LIKE. Wildcards are interpreted after both sides were folded.
  case like(StringOptions)
  /// MATCHES, on the whole string.
  case regularExpression(StringOptions)
}

extension CoreCondition.Node {
  /// The facts of the condition: the facts of its parts, and its own failures.
  var facts: CoreFacts {
    var facts = CoreFacts.none
    forEachPart(
      { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) })
    return facts.adding(ownFailures)
  }

  /// The reasons why the condition can throw, apart from the reasons of its parts.
  private var ownFailures: CoreFailures {
    switch self {
    case .always, .and, .or, .not, .isNull, .compare, .between, .member, .exists: []
    // A pattern made at run time may also be invalid. A constant pattern was compiled when the predicate was bound.
    case .match(.regularExpression, _, let pattern): pattern.constantValue == nil ? [.mismatch, .steps] : .steps
    case .match: []
    case .dynamic(let op, let left, let right, let options):
      op.failures(left.type, right.type, options).union(left.depthFailure).union(right.depthFailure)
    }
  }
}

extension ComparisonOperator {
  /// The reasons why a comparison at run time can throw for values of two types. They correspond to the issues of `ValueComparison`.
  fileprivate func failures(_ left: QueryType, _ right: QueryType, _ options: StringOptions) -> CoreFailures {
    if !Collation.isAvailable(for: options) { return .mismatch }
    switch self {
    case .equal, .notEqual: return []
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return left.isOrdered && left.family == right.family ? [] : .mismatch
    case .in: return right.canContain(left) ? [] : .mismatch
    case .contains: return left.canContain(right) ? [] : .mismatch
    case .beginsWith, .endsWith, .like: return left == .string && right == .string ? [] : .mismatch
    case .matches: return [.mismatch, .steps]
    case .between, .tokenMatches, .utiConformsTo, .utiEquals, .selector: return .mismatch
    }
  }
}

extension QueryType {
  /// Whether values of this type can be the container, and values of the other type the member, in IN.
  fileprivate func canContain(_ member: QueryType) -> Bool {
    switch self {
    case .collection, .dictionary: true
    default: self == .string && member == .string
    }
  }
}

extension CoreCondition {
  /// A comparison with a constant on either side. The value is always on the left: `1990 < year` is `year` greater than 1990. Nil for other
  /// conditions.
  package var comparisonWithConstant: (comparison: CoreComparison, value: CoreValue, constant: QueryValue)? {
    guard case .compare(let comparison, let left, let right) = node else { return nil }
    if let constant = right.constantValue { return (comparison, left, constant) }
    return left.constantValue.map { (comparison.mirrored, right, $0) }
  }
}

extension CoreCondition {
  /// The condition, but evaluated only for objects that meet `guardian`; false for other objects.
  ///
  /// For other objects, the condition's issues and the number of its steps could reveal facts about objects that the guardian hides. A condition that
  /// cannot fail and takes the same number of steps for every object reveals nothing. Such a condition is joined by AND, so engines may reorder it.
  package func behind(_ guardian: CoreCondition) -> CoreCondition {
    if facts.isTotal, !CorePart.condition(self).takesStepsByContent { return .and([guardian, self], range: range) }
    let yes = CoreValue.constant(.boolean(true), range: range)
    let no = CoreValue.constant(.boolean(false), range: range)
    func choose(_ test: CoreCondition, _ value: CoreValue) -> CoreValue {
      CoreValue(.choose(test, value, no), type: .boolean, isOptional: false, range: range)
    }
    return CoreCondition(.compare(.equal, choose(guardian, choose(self, yes)), yes), range: range)
  }

  /// The greatest number of a range variable; 0 if there are none.
  package var greatestVariable: Int { CorePart.condition(self).greatestVariable }
}

extension CorePart {
  /// Whether the number of steps depends on the object, because texts are searched, elements are visited, or functions are called.
  fileprivate var takesStepsByContent: Bool {
    switch self {
    case .range: return true
    case .condition(let condition): if case .match = condition.node { return true }
    case .value(let value): if case .call = value.node { return true }
    }
    var takes = false
    forEachPart { takes = takes || $0.takesStepsByContent }
    return takes
  }

  fileprivate var greatestVariable: Int {
    var greatest = 0
    if case .range(let range) = self { greatest = range.steps.reduce(0) { max($0, $1.variable) } }
    forEachPart { greatest = max(greatest, $0.greatestVariable) }
    return greatest
  }
}

/// One object, possibly missing, from which members are read.
///
/// In `lentToFriend.friendName` of a movie, the row of the attribute is `toOne(variable(0), lentToFriend)`.
public indirect enum CoreRow: Sendable {
  /// The object of a variable. 0 is the evaluated object; each step of a range binds another number.
  case variable(Int)
  /// The object that a to-one member of a row refers to.
  case toOne(CoreRow, Member, entity: String)

  /// Whether the object may be missing.
  public var isOptional: Bool {
    switch self {
    case .variable: false
    case .toOne(let base, let member, _): member.isOptional || base.isOptional
    }
  }

  /// The variable from which the chain of to-one members starts.
  public var variable: Int {
    switch self {
    case .variable(let number): number
    case .toOne(let base, _, _): base.variable
    }
  }
}
