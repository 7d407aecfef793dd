/// The kind of a token. Each operator and each reserved word has its own kind; the spellings are in ``OperatorTable`` and ``ReservedWords``.
enum TokenKind: UInt8, Sendable, CaseIterable {
  case end
  /// A flaw in the text; ``Token/detail`` specifies it.
  case bad

  // Operands.
  case word
  /// A name with `#`, an escape or a letter beyond ASCII.
  case markedWord
  case atWord
  case variable
  /// `modulus:by:`
  case selector
  case string
  case number
  case specifier

  // Punctuation.
  case dot
  case comma
  case leftParenthesis
  case rightParenthesis
  case leftBracket
  case rightBracket
  case leftBrace
  case rightBrace

  // Operators.
  case or
  case and
  case not
  case any
  case some
  case all
  case none
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  case equal
  case notEqual
  case matches
  case like
  case beginsWith
  case endsWith
  case `in`
  case contains
  case between
  case tokenMatches
  case utiConformsTo
  case utiEquals
  case assign
  case union
  case intersect
  case minusSet
  case bitOr
  case bitXor
  case bitAnd
  case shiftLeft
  case shiftRight
  case plus
  case minus
  case times
  case divide
  case power

  // Reserved words that are not operators.
  case truePredicate
  case falsePredicate
  case `true`
  case `false`
  case null
  case `self`
  case anyKey
  case first
  case last
  case size
  case subquery
  case cast
  case ternary
  case function
  case fetch
  case intersection
  case apply
  case caseInsensitive

  static let count = Int(TokenKind.caseInsensitive.rawValue) + 1

  @inline(__always) func isWithin(_ first: TokenKind, _ last: TokenKind) -> Bool {
    rawValue >= first.rawValue && rawValue <= last.rawValue
  }

  /// Whether the token is a comparison operator, which makes a condition from two values. False for custom selectors.
  @inline(__always) var isComparison: Bool { isWithin(.less, .utiEquals) }

  /// Whether the token is a comparison operator or a custom selector.
  @inline(__always) var comparesOperands: Bool { isComparison || self == .selector }

  @inline(__always) var isQuantifier: Bool { isWithin(.any, .none) }

  /// Whether the token is an operator that makes a value from two values.
  @inline(__always) var joinsValues: Bool { isWithin(.assign, .power) }
}

extension TokenKind {
  /// Whether the token is a word that cannot be a plain name.
  var isReservedWord: Bool {
    switch self {
    case .or, .and, .not, .union, .intersect, .minusSet: true
    default:
      isQuantifier || isWithin(.matches, .utiEquals) || isWithin(.truePredicate, .caseInsensitive)
    }
  }
}
