import PredicateValues

/// A condition of the typed core: true or false, never nil.
public struct CoreCondition: Sendable {
  /// What the condition is.
  public let node: Node
  /// Where it stands in the text.
  public let range: SourceRange
  /// What is known of it before it runs.
  package let facts: CoreFacts

  /// The kinds of condition.
  public indirect enum Node: Sendable {
    /// True or false, whatever the object.
    case always(Bool)
    /// Two or more conditions, none of them an AND, none but the last `always`.
    case and([CoreCondition])
    /// Two or more conditions, none of them an OR, none but the last `always`.
    case or([CoreCondition])
    /// The opposite of a condition.
    case not(CoreCondition)
    /// Whether a value is nil.
    case isNull(CoreValue)
    /// A comparison of two values of one family.
    case compare(CoreComparison, CoreValue, CoreValue)
    /// `low <= value <= high`; any nil makes it false; the value is evaluated once.
    case between(CoreValue, CoreValue, CoreValue)
    /// Whether a value equals one of distinct constants, none of them nil. The value is not nil then. Many constants are ascending, where
    /// they have an order.
    case member(CoreValue, [QueryValue])
    /// A string test; a nil on either side makes it false.
    case match(CoreMatch, CoreValue, pattern: CoreValue)
    /// Whether a range has an element. A nil range has none.
    case exists(CoreRange)
    /// A comparison whose meaning is decided when it runs, because a type is not known, or by the root collation.
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

  /// All of the conditions. Nested ANDs are flattened, and conditions that are always true are left out. Nothing behind an always false
  /// condition is kept; what is before it is kept only where it can throw.
  public static func and(_ parts: [CoreCondition], range: SourceRange) -> CoreCondition {
    junction(parts, neutral: true, range)
  }

  /// One of the conditions. Nested ORs are flattened, and conditions that are always false are left out. Nothing behind an always true
  /// condition is kept; what is before it is kept only where it can throw.
  public static func or(_ parts: [CoreCondition], range: SourceRange) -> CoreCondition {
    junction(parts, neutral: false, range)
  }

  /// - Parameter neutral: What changes nothing: true of AND, false of OR. Its opposite decides.
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

  /// The opposite. Two-valued, so a double negation is gone.
  public static func not(_ part: CoreCondition, range: SourceRange) -> CoreCondition {
    switch part.node {
    case .always(let value): .always(!value, range: range)
    case .not(let inner): inner
    default: CoreCondition(.not(part), range: range)
    }
  }
}

/// The comparisons of two values. All but `same` are false when a side is nil.
public enum CoreComparison: Sendable, Hashable {
  /// Equal; false beside nil.
  case equal
  /// Equal, or both nil.
  case same
  /// The left value comes before the right one.
  case less
  /// It comes before, or is equal.
  case lessOrEqual
  /// It comes behind.
  case greater
  /// It comes behind, or is equal.
  case greaterOrEqual

  /// Whether the comparison asks only if the values are equal, and not for their order.
  package var isEquality: Bool { self == .equal || self == .same }

  /// Whether the comparison holds of two values that stand so.
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

  /// The comparison by order that holds of two values exactly where this one does not; nil for equality. Of a nil neither holds.
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
  /// BEGINSWITH: by scalars; folding is a value of its own. An empty pattern matches nothing.
  case prefix
  /// ENDSWITH.
  case suffix
  /// CONTAINS of two texts: the right one is a part of the left one.
  case contains
  /// LIKE: the pattern's wildcards are read after folding both sides.
  case like(StringOptions)
  /// MATCHES, of the whole string.
  case regularExpression(StringOptions)
}

extension CoreCondition.Node {
  /// What is known of the condition.
  var facts: CoreFacts {
    var facts = CoreFacts.none
    forEachPart(
      { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) })
    return facts.adding(ownFailures)
  }

  /// Why the condition itself can throw, apart from its parts.
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
  /// Why a comparison that is decided when it runs can throw for values of two types; as `ValueComparison` does.
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
  /// A comparison with a constant, whichever side that stands on: of `1990 < year` the value `year`, greater than 1990. Nil for every other
  /// condition.
  package var comparisonWithConstant: (comparison: CoreComparison, value: CoreValue, constant: QueryValue)? {
    guard case .compare(let comparison, let left, let right) = node else { return nil }
    if let constant = right.constantValue { return (comparison, left, constant) }
    return left.constantValue.map { (comparison.mirrored, right, $0) }
  }
}
