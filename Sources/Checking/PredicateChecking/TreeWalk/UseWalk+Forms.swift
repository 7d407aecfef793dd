import PredicateSyntax
import PredicateValues

/// Values in a form that reads as something else: a list without `@count`, a date without quotes, a key in quotes.
extension UseWalk {
  mutating func checkForms(_ comparison: QueryComparison) {
    for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
      checkCount(side, beside: other, comparison)
      checkDate(side)
      checkDateForm(side, beside: other)
    }
    checkQuotedKey(comparison)
  }

  /// Reports `SUBQUERY(…).count > 0` and `SUBQUERY(…) > 0`: a list is compared with a number. With ANY or ALL its elements are compared.
  private mutating func checkCount(
    _ side: QueryExpression, beside other: QueryExpression, _ comparison: QueryComparison
  ) {
    guard comparison.operator.comparesOne, comparison.quantifier == .direct, !side.range.isNone else { return }
    switch side.node {
    case .path(let base, let path):
      guard case .subquery = base.node, path.count == 1, case .key("count") = path.first,
        let place = path.ranges(in: side.range).last
      else { return }
      add(
        .listCompared, .error, place, "count is read from each object of SUBQUERY: their number is @count",
        hint: "write SUBQUERY(…).@count", mend: Mend("@count"))
    case .subquery:
      guard case .literal(.integer) = other.node else { return }
      let end = Int(side.range.upperBound)
      add(
        .listCompared, .error, side.range, "SUBQUERY gives a list: it is never compared with a number",
        hint: "write SUBQUERY(…).@count", mend: Mend(".@count", at: SourceRange(end, end)))
    default: return
    }
  }

  /// `tags.@count` for `tags.count` of a to-many relationship of the data model, with the place of `count`; nil for another path.
  func countOfMany(_ side: QueryExpression) -> (place: SourceRange, form: String)? {
    guard case .keyPath(let path) = side.node, case .key("count")? = path.components.last, path.count > 1,
      isToMany(path.components[path.count - 2]), let place = path.ranges(in: side.range).last,
      let written = text.bytes.text(at: side.range)
    else { return nil }
    return (place, written.dropLast("count".count) + "@count")
  }

  /// Reports `2026-01-01`, which is the number 2024.
  private mutating func checkDate(_ side: QueryExpression) {
    guard case .binary = side.node, let written = text.bytes.text(at: side.range) else { return }
    let parts = written.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
      return
    }
    let form = "CAST(\"\(written)T00:00:00Z\", \"NSDate\")"
    add(
      .constantType, .error, side.range, "“\(written)” is a calculation with three numbers, not a date",
      hint: "write \(form)", mend: Mend(form))
  }

  /// Notes a date without its time beside a key whose consumer documents the whole form: `date > CAST("2026-01-01", "NSDate")`.
  private mutating func checkDateForm(_ side: QueryExpression, beside other: QueryExpression) {
    guard case .cast(let operand, _) = side.node, case .literal(.string(let written)) = operand.node,
      case .key(let key) = lookup(other), key.type == .date, let form = key.form, ISODate.parse(written) != nil
    else { return }
    do throws(PredicateIssue) {
      if try RegularExpression(form, options: [], stepLimit: 100_000).matches(written) { return }
    } catch {
      // A platform without regular expressions cannot check the form.
      return
    }
    let whole = written.count == 10 ? "\(written)T00:00:00Z" : nil
    add(
      .valueForm, .note, operand.range, "a value here is \(key.formAbout ?? "of the form \(form)")",
      hint: whole.map { "write \"\($0)\"" }, mend: whole.map { .quoted($0) })
  }

  /// Notes `'name' == %@`: the quotes make a text of the key. A text beside LIKE or MATCHES may be a sample that tests a pattern. There is no edit,
  /// because a text beside an argument is legal.
  private mutating func checkQuotedKey(_ comparison: QueryComparison) {
    guard profile.takesArguments, ![.in, .like, .matches].contains(comparison.operator),
      case .placeholder = comparison.right.node,
      case .literal(.string(let name)) = comparison.left.node, name.first?.isLetter ?? false,
      name.utf8.allSatisfy({ ByteClass.isWord($0) || $0 == UInt8(ascii: ".") })
    else { return }
    add(
      .quotedWord, .note, comparison.left.range, "“\(name)” is a text here, not a key",
      hint: "write \(name) for the key")
  }
}
