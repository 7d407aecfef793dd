import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Notes on expressions that are nil although the file has a value: parts of dates in JSON, and conversions of texts. Other notes concern comparisons of
/// two nils, and substrings from position 0.
extension SurpriseNotes {
  /// The most expressions that are checked. Each check searches the table for one row.
  private static let mostChecks = 4

  func nothingNotes(_ found: [Surprises]) throws -> [PredicateIssue] {
    var notes = found.flatMap(\.firstLetters).map { range in
      PredicateIssue(
        severity: .note, kind: .type, code: "position-zero", message: "the first letter has the position 1, not 0",
        range: range, hint: "write 1 for the first letter")
    }
    guard try isSmall(entity) else { return notes }
    for part in found.flatMap(\.dateParts).prefix(Self.mostChecks) {
      if let note = try datePartNote(part.path, part.range) { notes.append(note) }
    }
    let testedForNil = found.flatMap(\.testedForNil)
    var casts: [QueryExpression] = []
    for cast in found.flatMap(\.casts) where !casts.contains(cast) { casts.append(cast) }
    for cast in casts.prefix(Self.mostChecks) where !testedForNil.contains(cast) {
      if let note = try castNote(cast) { notes.append(note) }
    }
    if let note = try bothNilNote() { notes.append(note) }
    return notes
  }

  /// The note that a text in JSON has no year: `doc.at.year`.
  private func datePartNote(_ path: QueryKeyPath, _ range: SourceRange) throws -> PredicateIssue? {
    let names = path.components
    let text = QueryKeyPath(names[0], Array(names.dropFirst().dropLast()))
    guard case .inside? = PathTarget.target(of: text, from: entity, in: database.model),
      case .key(let part) = names[names.count - 1],
      case .string(let value)? = try value(of: .keyPath(text), withNil: .keyPath(path)),
      ISODate.parse(value) != nil
    else { return nil }
    let written = QueryExpression.keyPath(text).canonicalFormat
    return PredicateIssue(
      severity: .note, kind: .type, code: "date-in-json",
      message: "JSON cannot contain dates, so \(written) is a text, which has no \(part)", range: range,
      hint: "CAST(\(written), \"NSDate\").\(part) reads the date")
  }

  /// The note that a conversion gives nil for some texts: `CAST(day, "NSDate")` for “10/18/2024”.
  private func castNote(_ cast: QueryExpression) throws -> PredicateIssue? {
    guard case .cast(let operand, let type) = cast.node, case .keyPath(let path) = operand.node,
      case .literal(.string(let name)) = type.node, ["NSDate", "NSNumber"].contains(name)
    else { return nil }
    switch PathTarget.target(of: path, from: entity, in: database.model) {
    case .value(.string, _)?, .inside?: break
    default: return nil
    }
    guard case .string(let text)? = try value(of: operand, withNil: cast) else { return nil }
    let written = operand.canonicalFormat
    return PredicateIssue(
      severity: .note, kind: .type, code: "cast-of-text",
      message: "CAST gives nil for texts that it cannot read, such as “\(text.prefix(40))”", range: cast.range,
      hint: name == "NSDate"
        ? "CAST reads dates such as 2024-05-31. To read parts of other texts, write substring(\(written), 1, 4) or \(written) CONTAINS \"…\""
        : nil)
  }

  /// The value of `expression` in some object for which `other` is nil; nil if there is no such object.
  private func value(of expression: QueryExpression, withNil other: QueryExpression) throws -> QueryValue? {
    let conditions: [QueryPredicate] = [
      .comparison(QueryComparison(expression, .notEqual, .literal(.null))),
      .comparison(QueryComparison(other, .equal, .literal(.null))),
    ]
    var fetch = EntityFetch(entity.name, where: .and(conditions), limit: 1)
    fetch.columns = [FetchedColumn(expression)]
    return try firstRow(of: fetch)?.first
  }

  /// The note that two properties are equal because both are nil: `due == closed.startOfDay`.
  private func bothNilNote() throws -> PredicateIssue? {
    for part in statement.fetch.predicate?.conjuncts ?? [] {
      guard case .comparison(let comparison) = part.node, comparison.operator == .equal,
        comparison.quantifier == .direct, let left = optionalValue(comparison.left),
        optionalValue(comparison.right) != nil
      else { continue }
      let areNil = [comparison.left, comparison.right].map {
        QueryPredicate.comparison(QueryComparison($0, .equal, .literal(.null)))
      }
      guard try isFound(.and(areNil), ofAnswer: true) else { continue }
      return PredicateIssue(
        severity: .note, kind: .type, code: "nil-equals-nil",
        message: "the comparison is also true for objects in which both sides are nil",
        range: part.range, hint: "to exclude objects in which both sides are nil, add AND \(left) != nil")
    }
    return nil
  }

  /// The spelling of a path to a value that may be nil; nil for every other expression.
  private func optionalValue(_ expression: QueryExpression) -> String? {
    guard case .keyPath(let path) = expression.node else { return nil }
    let isNamed = path.components.allSatisfy { if case .key = $0 { true } else { false } }
    guard isNamed, let target = PathTarget.target(of: path, from: entity, in: database.model) else { return nil }
    switch target {
    case .value(_, let source?): guard source.attribute.isOptional || path.count > 1 else { return nil }
    case .value, .inside: break
    default: return nil
    }
    return expression.canonicalFormat
  }
}
