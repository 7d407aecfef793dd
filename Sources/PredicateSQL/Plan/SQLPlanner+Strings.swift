import PredicateBinding
import PredicateValues

/// String tests. All run on UTF-8 bytes in functions of ours, apart from a prefix and a part of a column without options.
extension SQLPlanner {
  mutating func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if pattern.constantValue != nil,
      let keys = try askTargets(
        of: subject,
        { planner, own throws(PredicateIssue) in try planner.ownMatch(match, own, pattern) })
    {
      return keys
    }
    return try ownMatch(match, subject, pattern)
  }

  private mutating func ownMatch(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch match {
    case .like(let options): return try call(.like, subject, pattern, options)
    case .regularExpression(let options): return try call(.matches, subject, pattern, options)
    case .prefix, .suffix, .contains: break
    }
    let text: String? = if case .string(let text)? = pattern.constantValue { text } else { nil }
    if let text, text.isEmpty, !subject.canFail { return .falsehood }
    if case .fold(let operand, let options) = subject.node {
      let own = try call(match.function, operand, pattern, options)
      guard match == .prefix, case .string(let text)? = pattern.constantValue else { return own }
      let value = try value(operand)
      return foldedPrefix(value, text, options, own) ?? own
    }
    if let text, !text.isEmpty {
      let value = try self.value(subject)
      if match == .contains, dialect.builtIn(.position) != nil {
        return .compare(.greater, .strict(.position, [value, .parameter(.string(text))]), .integer(0))
      }
      if match == .prefix, dialect.ordersStringsByScalars, case .column = value.node {
        return prefix(value, text)
      }
      if match == .prefix, dialect.ordersStringsByScalars,
        let bare = try bareColumn(of: subject, besides: Self.bounds(ofPrefix: text), isOrdered: true)
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

  /// `x BEGINSWITH[c] "ab"` as the range without case from "ab" on: what is ASCII as far as behind the prefix begins with it or is out
  /// of the range; everything else stands behind, and is asked by the function. Nil where that does not apply.
  ///
  /// Of a prefix that is not all ASCII the front bounds the range, and nothing in it is taken unasked: the statement's text is the same
  /// for all.
  private func foldedPrefix(
    _ value: SQLExpression, _ text: String, _ options: StringOptions, _ own: SQLExpression
  ) -> SQLExpression? {
    guard dialect.caseCollation != nil, !isInsideValue, StringFolding(options).foldsCase, case .column = value.node
    else { return nil }
    var start = String(decoding: text.utf8.prefix { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    // It could be taken for a number beside a column of numbers. Every text stands behind the empty one.
    if Self.looksLikeNumber(.string(start)) { start = "" }
    let end = !start.isEmpty && start.utf8.count == text.utf8.count ? start + "\u{80}" : start
    let lower = SQLExpression.compare(.greaterOrEqual, value.withoutCase, .parameter(.string(start)))
    let upper = SQLExpression.compare(.less, value.withoutCase, .parameter(.string(end)))
    return .all([lower, .any([upper, own])])
  }

  /// What a range of prefixes is compared with: `/` and `0`.
  private static func bounds(ofPrefix text: String) -> [QueryValue] {
    [.string(text)] + (successor(ofPrefix: text).map { [.string($0)] } ?? [])
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
