import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Notes on answers that lack something: objects that differ only in the case of letters, the keys of groups, the unit of a difference. Each note has
/// the text that adds it.
extension SurpriseNotes {
  /// The greatest table that is searched for other cases of letters. The search counts twice, and each count reads the whole table.
  private static let mostRowsOfCases = 50_000

  /// The note that a test of texts finds more objects if it ignores the case of letters; nil if it does not, and for a statement that finds nothing,
  /// which has its own explanation.
  func caseNote() throws -> PredicateIssue? {
    let fetch = statement.fetch
    guard let predicate = fetch.predicate, let condition = Self.testOfCases(in: predicate, of: entity),
      try database.approximateRowCount(ofTable: entity.table).map({ $0 <= Self.mostRowsOfCases }) ?? false,
      case .comparison(let comparison) = condition.node
    else { return nil }
    let folded = QueryPredicate.comparison(
      QueryComparison(comparison.left, comparison.operator, comparison.right, options: .caseInsensitive))
    func count(_ predicate: QueryPredicate) throws -> Int {
      try database.number(of: EntityFetch(fetch.entity, where: predicate), variables: statement.variables)
    }
    do {
      let found = try count(predicate)
      let more = found > 0 ? try count(.and(predicate.conjuncts.map { $0 == condition ? folded : $0 })) : 0
      guard more > found else { return nil }
      let end = comparison.operatorRange.upperBound
      return PredicateIssue(
        severity: .note, kind: .type, code: "case-of-letters",
        message: "the comparison distinguishes upper and lower case",
        range: comparison.operatorRange, hint: "write [c] after the operator to find also \(more)"
      ).replacing(with: "[c]", at: SourceRange(Int(end), Int(end)))
    } catch  where !(error is CancellationError) {
      // The condition by itself may have an error in a row that the statement does not reach. The note is left out then.
      return nil
    }
  }

  /// The first condition that tests a part of a text attribute with letters that have cases.
  private static func testOfCases(in predicate: QueryPredicate, of entity: Entity) -> QueryPredicate? {
    predicate.conjuncts.first { part in
      guard case .comparison(let comparison) = part.node, comparison.quantifier == .direct, comparison.options == [],
        [.contains, .beginsWith, .endsWith, .like].contains(comparison.operator), !comparison.operatorRange.isNone,
        case .literal(.string(let text)) = comparison.right.node,
        let attribute = comparison.left.bareName.flatMap(entity.attribute(named:)), attribute.type == .string
      else { return false }
      return text.unicodeScalars.contains { $0.properties.isCased }
    }
  }

  /// The note that an answer with groups shows no key. A reader cannot see the group of a row then.
  func keyNote(_ answer: ResultTable?) -> PredicateIssue? {
    let fetch = statement.fetch
    guard let answer, answer.rows.count > 1, !fetch.groupBy.isEmpty, !fetch.columns.isEmpty, !fetch.isDistinct,
      GroupKeys(fetch, statement.bound)?.columns.isEmpty == true,
      let show = statement.query.clauses.first(where: { $0.kind == .show }),
      let written = statement.query.text.utf8.text(at: show.range),
      let group = statement.query.clauses.first(where: { $0.kind == .group }),
      case .columns(let keys, _) = group.content
    else { return nil }
    let names = keys.map { key in
      key.isNamed ? key.column.name.asStatementName : GroupKeys.value(of: key.column.expression).canonicalFormat
    }
    let columns =
      "show \(names.joined(separator: ", ")), \(written.dropFirst("show".count).drop(while: \.isWhitespace))"
    return PredicateIssue(
      severity: .note, kind: .syntax, code: "keys-not-shown",
      message: "the answer does not show the keys of the groups",
      range: show.range, hint: columns
    ).replacing(with: columns)
  }

  /// The notes on columns that are the name of an entity: `show Movie` shows the list of all movies in each row.
  func entityNotes() -> [PredicateIssue] {
    statement.query.clauses.flatMap { clause -> [PredicateIssue] in
      guard clause.kind == .show, case .columns(let columns, _) = clause.content else { return [] }
      return columns.compactMap { column in
        guard let name = column.column.expression.bareName, entity.member(named: name) == nil,
          !columns.contains(where: { $0.isNamed && $0.column.name.hasSameScalars(as: name) }),
          let other = database.model.entity(named: name)
        else { return nil }
        let leads = entity.relationships.filter { $0.destination.hasSameScalars(as: other.name) }
        return PredicateIssue(
          severity: .note, kind: .type, code: "column-of-all-objects",
          message: "\(other.name) is the list of all objects of the entity, and it is the same in each row",
          range: column.column.expression.range,
          hint: leads.count == 1
            ? "to show the related objects of each row, write show \(leads[0].name.asStatementName)"
            : "to list the objects, write \(other.name.asStatementName) without show")
      }
    }
  }

  /// The notes that differences of dates are seconds: of the columns, and of the differences that the condition compares with a small number.
  func differenceNotes(_ condition: Surprises) -> [PredicateIssue] {
    let columns = statement.fetch.columns.map { column in
      if case .call(_, let arguments) = column.expression.node, arguments.count == 1 { return arguments[0] }
      return column.expression
    }
    return (columns + condition.differences).compactMap { expression in
      guard case .binary(.subtract, let left, let right) = expression.node, isDate(left), isDate(right),
        let text = statement.query.text.utf8.text(at: expression.range)
      else { return nil }
      let days = "(\(text)).days"
      return PredicateIssue(
        severity: .note, kind: .type, code: "difference-of-dates",
        message: "the difference of two dates is a number of seconds",
        range: expression.range, hint: "for days, write \(days)"
      ).replacing(with: days)
    }
  }

  /// The notes that a small number that is added to a date, or subtracted from it, is a number of seconds: `now() - 30`.
  func secondsNotes(_ found: [Surprises]) -> [PredicateIssue] {
    found.flatMap(\.sums).compactMap { sum in
      guard isDate(sum.date), (2...366).contains(sum.number) else { return nil }
      let days = "\(sum.number) * 86400"
      return PredicateIssue(
        severity: .note, kind: .type, code: "seconds-of-date",
        message: "\(sum.number) is a number of seconds", range: sum.range, hint: "for \(sum.number) days, write \(days)"
      ).replacing(with: days, at: sum.numberRange)
    }
  }

  private func isDate(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .call("now", _): return true
    case .keyPath(let path):
      if case .value(let type, _)? = PathTarget.target(of: path, from: entity, in: database.model) {
        return type.family == .date
      }
      return false
    default: return false
    }
  }
}
