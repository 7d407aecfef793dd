/// The operator between the two sides of a comparison. Spellings and binding powers are in ``OperatorTable``.
public enum ComparisonOperator: Sendable {
  /// `a < b`.
  case lessThan
  /// `a <= b`; true if both are nil.
  case lessThanOrEqual
  /// `a > b`.
  case greaterThan
  /// `a >= b`; true if both are nil.
  case greaterThanOrEqual
  /// `a == b`; true if both are nil.
  case equal
  /// `a != b`.
  case notEqual
  /// `a MATCHES b`: a regular expression matches the whole string.
  case matches
  /// `a LIKE b`: a pattern with the wildcards `?` and `*` matches the whole string.
  case like
  /// `a BEGINSWITH b`.
  case beginsWith
  /// `a ENDSWITH b`.
  case endsWith
  /// `a IN b`: `a` is an element of a collection, or a part of a string.
  case `in`
  /// `a CONTAINS b`: IN with its sides exchanged.
  case contains
  /// `a BETWEEN {low, high}`: both bounds are included.
  case between
  /// `a TOKENMATCHES b`. Parsed and printed, not evaluated.
  case tokenMatches
  /// `a UTI-CONFORMS-TO b`. Parsed and printed, not evaluated.
  case utiConformsTo
  /// `a UTI-EQUALS b`. Parsed and printed, not evaluated.
  case utiEquals
  /// A custom selector between two operands, with its colon: `SELF isKindOfClass: %@`. Parsed and printed, not evaluated.
  indirect case selector(String)
}

extension ComparisonOperator: Hashable {
  /// Compares selectors by their scalars, and other operators by their case.
  public static func == (left: ComparisonOperator, right: ComparisonOperator) -> Bool {
    if case .selector(let a) = left, case .selector(let b) = right { return a.hasSameScalars(as: b) }
    return left.kind == right.kind
  }

  /// Hashes the case, and a selector's bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    if case .selector(let name) = self { name.hashScalars(into: &hasher) }
  }
}

extension ComparisonOperator {
  /// The text that the printer writes between the two sides: `==`, `BEGINSWITH`, or the name of a custom selector with its colon.
  ///
  /// ```swift
  /// ComparisonOperator.beginsWith.spelling            // BEGINSWITH
  /// ComparisonOperator.selector("isKindOf:").spelling  // isKindOf:
  /// ```
  public var spelling: String {
    if case .selector(let name) = self { return name }
    return OperatorTable.entry(of: self)?.spelling ?? ""
  }

  var kind: TokenKind? {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .matches: .matches
    case .like: .like
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .in: .in
    case .contains: .contains
    case .between: .between
    case .tokenMatches: .tokenMatches
    case .utiConformsTo: .utiConformsTo
    case .utiEquals: .utiEquals
    case .selector: nil
    }
  }

  init?(_ kind: TokenKind) {
    guard kind.isComparison else { return nil }
    self = Self.named[Int(kind.rawValue - TokenKind.less.rawValue)]
  }

  /// The operators that have their own token kind, in the order of the kinds.
  private static let named: [ComparisonOperator] = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .matches, .like, .beginsWith,
    .endsWith, .in, .contains, .between, .tokenMatches, .utiConformsTo, .utiEquals,
  ]
}

/// The letters in brackets after a comparison operator: `CONTAINS[cd]`. They are printed in the order c, d, n, l.
///
/// ```swift
/// let options: StringOptions = [.caseInsensitive, .diacriticInsensitive]
/// options.letters  // cd
/// ```
public struct StringOptions: OptionSet, Sendable, Hashable {
  /// The bits, as NSComparisonPredicate numbers them.
  public let rawValue: UInt8

  /// Options from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `[c]`: case is ignored, and so is full and half width.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `[d]`: nonspacing marks are ignored.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `[n]`: the strings are normalised already, so they are compared by scalars. It overrides `[c]` and `[d]`.
  public static let normalized = StringOptions(rawValue: 4)
  /// `[l]`: strings are compared by the root collation.
  public static let localeSensitive = StringOptions(rawValue: 8)

  /// Each option and its letter, in the order of printing.
  package static let lettered: [(option: StringOptions, letter: Unicode.Scalar)] = [
    (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"),
  ]

  /// The option of a letter, in upper or lower case; nil for another byte.
  package init?(letter: UInt8) {
    guard let found = Self.lettered.first(where: { UInt8(ascii: $0.letter) == letter | 0x20 }) else { return nil }
    self = found.option
  }

  /// The letters in the order of printing: `cd`.
  public var letters: String {
    String(String.UnicodeScalarView(Self.lettered.filter { contains($0.option) }.map(\.letter)))
  }
}

/// An operator between two expressions. Spellings and binding powers are in ``OperatorTable``.
public enum BinaryOperator: UInt8, Sendable, Hashable, CaseIterable {
  /// `a UNION b`: the distinct elements of both collections.
  case union
  /// `a INTERSECT b`: the elements that both collections have.
  case intersect
  /// `a MINUS b`: the elements of the left collection that are not in the right one.
  case minus
  /// `a | b`.
  case bitwiseOr
  /// `a ^ b`.
  case bitwiseXor
  /// `a & b`.
  case bitwiseAnd
  /// `a << b`.
  case shiftLeft
  /// `a >> b`.
  case shiftRight
  /// `a + b`.
  case add
  /// `a - b`.
  case subtract
  /// `a * b`.
  case multiply
  /// `a / b`: an integer if both are integers; nil if the divisor is zero.
  case divide
  /// `a ** b`: a double.
  case power
}

extension BinaryOperator {
  /// The text that the printer writes between the two sides: `+`, `UNION`.
  ///
  /// ```swift
  /// BinaryOperator.power.spelling  // **
  /// ```
  public var spelling: String { OperatorTable.entry(of: kind)?.spelling ?? "" }

  /// How tightly the operator binds: a larger number binds tighter. All of these operators associate to the left.
  ///
  /// ```swift
  /// BinaryOperator.multiply.bindingPower > BinaryOperator.add.bindingPower  // true
  /// ```
  public var bindingPower: UInt8 { OperatorTable.entry(of: kind)?.bindingPower ?? 0 }

  var kind: TokenKind {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minusSet
    case .bitwiseOr: .bitOr
    case .bitwiseXor: .bitXor
    case .bitwiseAnd: .bitAnd
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .add: .plus
    case .subtract: .minus
    case .multiply: .times
    case .divide: .divide
    case .power: .power
    }
  }

  init?(_ kind: TokenKind) {
    guard kind.isWithin(.union, .power) else { return nil }
    // Both enums list the operators in the same order.
    self.init(rawValue: kind.rawValue - TokenKind.union.rawValue)
  }
}
