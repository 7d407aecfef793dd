import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Finds divisions of integers in the columns of a statement. Such a division drops the fraction: `show milliseconds / 60000`.
///
/// A division counts as intended if it is part of a rounding (`year / 10 * 10`), the argument of `floor` or `trunc`, or the division of a part of a
/// date (`(orderedAt.month + 2) / 3`). Keys of groups are read from the group, so a column with a key contains no division.
struct IntegerDivisions {
  private let columns: [FetchedColumn]

  /// The notes on the columns of a bound statement.
  static func notes(on bound: BoundFetch, _ columns: [FetchedColumn]) -> [PredicateIssue] {
    let divisions = IntegerDivisions(columns: columns)
    var ranges: [SourceRange] = []
    for column in bound.columns {
      for range in divisions.ranges(in: column.value) where !ranges.contains(range) { ranges.append(range) }
    }
    return ranges.map { range in
      PredicateIssue(
        severity: .note, kind: .syntax, code: DiagnosticCode.integerDivision.rawValue,
        message: "the division of two integers gives an integer without a fraction",
        range: range, hint: divisions.exact(range).map { "write \($0)" })
    }
  }

  /// The ranges of divisions that are probably not meant as divisions of integers. The search is not recursive, because values may be deeply nested.
  private func ranges(in value: CoreValue) -> [SourceRange] {
    var found: [SourceRange] = []
    var waiting: [(value: CoreValue, isMeant: Bool)] = [(value, false)]
    while let (value, isMeant) = waiting.popLast() {
      switch value.node {
      case .arithmetic(.divide, let dividend, let divisor):
        if !isMeant, dividend.isInteger, divisor.isInteger, !dividend.readsDate, !value.range.isNone {
          found.append(value.range)
        }
        waiting += [(divisor, false), (dividend, false)]
      case .arithmetic(.multiply, let left, let right):
        waiting += [(right, right.isDivided(by: left)), (left, left.isDivided(by: right))]
      case .call(let function, let arguments):
        let rounds = ["floor:", "trunc:"].contains(function.name)
        waiting += arguments.reversed().map { ($0, rounds) }
      default:
        CorePart.value(value).forEachPart { part in
          if case .value(let value) = part { waiting.append((value, false)) }
        }
      }
    }
    return found
  }

  /// The same division with a dividend or divisor that is a double: `milliseconds / 60000.0`, `1.0 * total / count`.
  private func exact(_ range: SourceRange) -> String? {
    for column in columns {
      var search = DivisionSearch(range)
      column.expression.walk(&search)
      guard let (dividend, divisor) = search.found else { continue }
      if case .literal(.integer(let number)) = divisor.node {
        return Self.text(.binary(.divide, dividend, .literal(.double(Double(number)))))
      }
      let product = QueryExpression.binary(.multiply, .literal(.double(1)), dividend)
      return Self.text(.binary(.divide, product, divisor))
    }
    return nil
  }

  private static func text(_ value: QueryExpression) -> String { value.plain(value.exactFormat) }
}

/// Finds the division at a range of a text.
private struct DivisionSearch: PredicateVisitor {
  let range: SourceRange
  var found: (dividend: QueryExpression, divisor: QueryExpression)?

  init(_ range: SourceRange) { self.range = range }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .binary(.divide, let dividend, let divisor) = expression.node, expression.range == range {
      found = (dividend, divisor)
    }
    return found == nil
  }
}

extension CoreValue {
  fileprivate var isInteger: Bool { type == .integer || type == .boolean }

  /// Whether this value is a division by a constant that equals `other`.
  fileprivate func isDivided(by other: CoreValue) -> Bool {
    guard case .arithmetic(.divide, _, let divisor) = node, case .integer(let number)? = divisor.constantValue,
      case .integer(number)? = other.constantValue
    else { return false }
    return true
  }

  /// Whether the value contains a property of a date.
  fileprivate var readsDate: Bool {
    var waiting = [self]
    while let value = waiting.popLast() {
      if case .call(_, let arguments) = value.node, arguments.first?.type == .date { return true }
      CorePart.value(value).forEachPart { part in
        if case .value(let value) = part { waiting.append(value) }
      }
    }
    return false
  }
}
