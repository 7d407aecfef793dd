import PredicateBinding
import PredicateValues

/// String tests. All run on UTF-8 bytes in functions of ours, apart from a prefix and a part of a column without options.
extension SQLPlanner {
  mutating func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if pattern.constantValue != nil, let keys = try matchOfTargets(match, subject, pattern) { return keys }
    return try ownMatch(match, subject, pattern)
  }

  /// `lentToFriend.friendName ENDSWITH "son"` as the keys of the friends that are so, found once: asked of each film, a friend would be
  /// asked as often as films lead to it. Nil where that does not apply, or where few rows are asked, or more objects are at the other
  /// end than at this one.
  private mutating func matchOfTargets(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    let isFolded: Bool
    let text: CoreValue
    switch subject.node {
    case .fold(let operand, _): (isFolded, text) = (true, operand)
    default: (isFolded, text) = (false, subject)
    }
    guard !asksFewRows, case .attribute(let row, let member) = text.node, case .toOne(let base, _, _) = row,
      case .variable(let number) = base, let owner = variables[number],
      scopes[owner.scope].joined[SQLScope.Way(row)] == nil, let key = try trustedKey(of: row),
      let source = owner.entity,
      indexes.holds(try entity(of: row).table, noMoreThan: source.table)
    else { return nil }
    let target = try entity(of: row)
    let scope = openScope()
    let variable = try bind(target, to: scope)
    var own = CoreValue(
      .attribute(.variable(variable), member), type: text.type, isOptional: text.isOptional, range: text.range)
    if isFolded, case .fold(_, let options) = subject.node {
      own = CoreValue(.fold(own, options), type: subject.type, isOptional: subject.isOptional, range: subject.range)
    }
    let condition = try ownMatch(match, own, pattern)
    if condition.isFalsehood { return condition }
    let found = try identity(of: .variable(variable), range: text.range)
    return .member(key, of: SQLSelect(columns: [found], sources: scopes[scope].sources, condition: condition))
  }

  private mutating func ownMatch(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch match {
    case .like(let options): return try call(.like, subject, pattern, options)
    case .regularExpression(let options): return try call(.matches, subject, pattern, options)
    case .prefix, .suffix, .contains: break
    }
    if case .string(let text)? = pattern.constantValue, text.isEmpty { return .falsehood }
    if case .fold(let operand, let options) = subject.node {
      return try call(match.function, operand, pattern, options)
    }
    if case .string(let text)? = pattern.constantValue {
      let value = try self.value(subject)
      if match == .contains {
        return .compare(.greater, .strict(.position, [value, .parameter(.string(text))]), .integer(0))
      }
      if match == .prefix, dialect.ordersStringsByScalars, case .column = value.node {
        return prefix(value, text)
      }
      if match == .prefix, dialect.ordersStringsByScalars,
        let bare = try bareColumn(of: subject, besides: [.string(text)], isOrdered: true)
      {
        return .all([prefix(bare, text), try call(match.function, subject, pattern, [])])
      }
    }
    return try call(match.function, subject, pattern, [])
  }

  private mutating func call(
    _ function: SQLFunction, _ subject: CoreValue, _ pattern: CoreValue, _ options: StringOptions
  ) throws(PredicateIssue) -> SQLExpression {
    .strict(function, [try value(subject), try value(pattern), .integer(Int(options.rawValue))])
  }

  /// `x BEGINSWITH "ab"` as the range from "ab" to before "ac", which an index answers. The text of the statement is the same for a
  /// prefix that no string is greater than all of.
  private func prefix(_ value: SQLExpression, _ text: String) -> SQLExpression {
    let lower = SQLExpression.compare(.greaterOrEqual, value.comparedByScalars, .parameter(.string(text)))
    guard let end = Self.successor(ofPrefix: text).map({ .string($0) }) ?? dialect.aboveAllStrings else { return lower }
    return .all([lower, .compare(.less, value.comparedByScalars, .parameter(end))])
  }

  /// The least string that is greater than every string with the prefix; nil where there is none.
  static func successor(ofPrefix text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      guard let next = successor(of: last) else { continue }
      var result = String.UnicodeScalarView(scalars)
      result.append(next)
      return String(result)
    }
    return nil
  }

  /// The next scalar. Behind U+D7FF that is U+E000: what lies between are no scalars.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(scalar.value + 1)
  }
}

extension CoreMatch {
  /// The function that runs the test.
  fileprivate var function: SQLFunction {
    switch self {
    case .prefix: .beginsWith
    case .suffix: .endsWith
    case .contains: .contains
    case .like: .like
    case .regularExpression: .matches
    }
  }
}
