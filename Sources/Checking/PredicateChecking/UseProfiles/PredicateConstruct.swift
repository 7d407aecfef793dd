/// The parts of the language that a profile may have a rule about.
public enum PredicateConstruct: String, Sendable, Hashable, CaseIterable, Decodable {
  /// `ALL list > 1`.
  case all
  /// `ANY list > 1`, `SOME list > 1`.
  case any
  /// `ANY a.b.c == 1` if both a and b may be to-many relationships.
  case anyOfTwoToMany = "any-of-two-to-many"
  /// `ANYKEY`.
  case anyKey = "anykey"
  /// `a + 1`.
  case arithmetic
  /// `$x := 1`.
  case assignment
  /// `@status` without its parentheses.
  case bareTerm = "bare-term"
  /// `a BEGINSWITH "x"`.
  case beginsWith = "begins-with"
  /// `a BETWEEN {1, 2}`.
  case between
  /// `a BETWEEN {b, b + 1}`.
  case betweenArithmetic = "between-arithmetic"
  /// `CAST(a, "NSDate")`, unless the operand is a constant.
  case cast
  /// `list.@count`.
  case collectionOperator = "collection-operator"
  /// `1 < a`.
  case constantOnLeft = "constant-on-left"
  /// `a CONTAINS "x"`.
  case contains
  /// `a isKindOfClass: b`.
  case customSelector = "custom-selector"
  /// `distanceToLocation:fromLocation:(a, b) > 1`: any operator but `<` and `<=`.
  case distanceBeyond = "distance-beyond"
  /// `a ENDSWITH "x"`.
  case endsWith = "ends-with"
  /// `FUNCTION(a, "selector")`.
  case functionCall = "function-call"
  /// `a IN {1, 2}`.
  case `in`
  /// `list[0]`.
  case index
  /// `a == b`.
  case keyComparedWithKey = "key-compared-with-key"
  /// `a.b == 1`.
  case keyPath = "key-path"
  /// `a LIKE "x*"`.
  case like
  /// `FALSEPREDICATE`.
  case literalFalse = "literal-false"
  /// `TRUEPREDICATE`.
  case literalTrue = "literal-true"
  /// `a MATCHES "x.*"`.
  case matches
  /// `NONE list > 1`.
  case none
  /// `NOT ANY list > 1`.
  case notAny = "not-any"
  /// `NOT (a == 1 AND b == 2)`.
  case notCompound = "not-compound"
  /// `a != 1`.
  case notEqual = "not-equal"
  /// `a ==[c] "x"`.
  case options
  /// `a ==[c] "x"`: any options except those of a search, `a CONTAINS[cdl] "x"`.
  case optionsBesideSearch = "options-beside-search"
  /// `a == 1 OR b == 2`.
  case or
  /// `a == %@`.
  case placeholder
  /// `a UNION b`.
  case setOperator = "set-operator"
  /// `SUBQUERY(list, $x, $x > 1)`.
  case subquery
  /// `TERNARY(a == 1, 2, 3)`.
  case ternary
  /// `TERNARY(a == 1, 2, 3) IN {1, 2}`.
  case ternaryInMembership = "ternary-in-membership"
  /// `name.length > 3`.
  case textProperty = "text-property"
  /// `actors.name == "x"`, a path through a to-many relationship of the data model, without ANY, ALL or NONE.
  case toManyPath = "to-many-path"
  /// `@word(name)` with a word that the consumer does not have.
  case unknownTerm = "unknown-term"
  /// `%name%` outside of quotes.
  case unquotedName = "unquoted-name"
  /// `AND`, `OR`, `NOT` written as words.
  case wordOperator = "word-operator"
}
