import PredicateValues

/// A condition of the typed core: true or false, never nil.
public struct CoreCondition: Sendable {
  /// The form of the condition, and its parts.
  public let node: Node
  /// The place in the text.
  public let range: SourceRange
  /// Facts known before the condition is evaluated.
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
    /// `low <= value <= high`. Any nil makes it false. The value is evaluated once.
    case between(CoreValue, CoreValue, CoreValue)
    /// Whether a value equals one of distinct constants without nil. A nil value equals none. Long lists of constants are in ascending order if they have
    /// one.
    case member(CoreValue, [QueryValue])
    /// A string test. A nil on either side makes it false.
    case match(CoreMatch, CoreValue, pattern: CoreValue)
    /// Whether a range has an element. A nil range has no elements.
    case exists(CoreRange)
    /// A comparison that is decided at run time, because a type is unknown, or that uses the root collation.
    case dynamic(ComparisonOperator, CoreValue, CoreValue, StringOptions)
  }

  /// A condition at a place.
  public init(_ node: Node, range: SourceRange) {
    self.node = node
    self.range = range
    facts = node.facts
  }

  /// True or false.
  public static func always(_ value: Bool, range: SourceRange = .none) -> CoreCondition {
    CoreCondition(.always(value), range: range)
  }

  /// All of the conditions. Nested ANDs are flattened, and conditions that are always true are dropped. Conditions after an always false one are dropped.
  /// Those before it are kept only if they can throw.
  public static func and(_ parts: [CoreCondition], range: SourceRange) -> CoreCondition {
    junction(parts, neutral: true, range)
  }

  /// One of the conditions. Nested ORs are flattened, and conditions that are always false are dropped. Conditions after an always true one are dropped.
  /// Those before it are kept only if they can throw.
  public static func or(_ parts: [CoreCondition], range: SourceRange) -> CoreCondition {
    junction(parts, neutral: false, range)
  }

  /// - Parameter neutral: the value that does not change the result: true for AND, false for OR. The opposite value decides the result.
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

  /// The opposite. A double negation is removed, since conditions are never nil.
  public static func not(_ part: CoreCondition, range: SourceRange) -> CoreCondition {
    switch part.node {
    case .always(let value): .always(!value, range: range)
    case .not(let inner): inner
    default: CoreCondition(.not(part), range: range)
    }
  }
}

/// Comparisons of two values. All but `same` are false if a side is nil.
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

  /// The comparison by order that holds exactly if this one does not; nil for equality. For nil operands neither holds.
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
  /// BEGINSWITH, by scalars. Folding is a separate value. An empty pattern matches nothing.
  case prefix
  /// ENDSWITH.
  case suffix
  /// CONTAINS on two texts: the right one is a part of the left one.
  case contains
  /// LIKE. Wildcards are interpreted after both sides are folded.
  case like(StringOptions)
  /// MATCHES, on the whole string.
  case regularExpression(StringOptions)
}

extension CoreCondition.Node {
  /// The facts of the condition: those of its parts, and its own failures.
  var facts: CoreFacts {
    var facts = CoreFacts.none
    forEachPart(
      { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) })
    return facts.adding(ownFailures)
  }

  /// Reasons why the condition can throw, apart from its parts.
  private var ownFailures: CoreFailures {
    switch self {
    case .always, .and, .or, .not, .isNull, .compare, .between, .member, .exists: []
    // A constant pattern was compiled when the predicate was bound.
    case .match(.regularExpression, _, let pattern): pattern.constantValue == nil ? [.mismatch, .steps] : .steps
    case .match: []
    case .dynamic(let op, let left, let right, let options):
      op.failures(left.type, right.type, options).union(left.depthFailure).union(right.depthFailure)
    }
  }
}

extension ComparisonOperator {
  /// Reasons why a comparison at run time can throw for values of two types. They correspond to the issues of `ValueComparison`.
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
  /// Whether IN takes a container and a member of these types.
  fileprivate func canContain(_ member: QueryType) -> Bool {
    switch self {
    case .collection, .dictionary: true
    default: self == .string && member == .string
    }
  }
}

extension CoreCondition {
  /// A comparison with a constant on either side. For `1990 < year` it is the value `year`, greater than 1990. Nil for every other condition.
  package var comparisonWithConstant: (comparison: CoreComparison, value: CoreValue, constant: QueryValue)? {
    guard case .compare(let comparison, let left, let right) = node else { return nil }
    if let constant = right.constantValue { return (comparison, left, constant) }
    return left.constantValue.map { (comparison.mirrored, right, $0) }
  }
}
