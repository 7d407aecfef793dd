/// What sort of condition a row is.
enum ConditionKind: String, CaseIterable {
  case comparison
  case twoProperties = "two properties"
  case nilTest = "nil test"
  case in2 = "IN of 2"
  case in20 = "IN of 20"
  case between = "BETWEEN"
  case text = "string operator"
  case caseless = "string operator [c]"
  case markless = "string operator [cd]"
  case like = "LIKE"
  case matches = "MATCHES"
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
  case member = "value IN property"
  case count = "@count"
  case aggregate = "@sum @min @max @avg"
  case subquery = "SUBQUERY"
  case arithmetic
  case function
  case ternary = "TERNARY"
  case single = "matches"
  case least = "min(by:)"
}
