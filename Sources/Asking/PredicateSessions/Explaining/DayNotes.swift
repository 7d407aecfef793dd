import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Notes on days without quotes, which are subtractions: `visitedAt > 2020-01-31`. A subtraction with spaces or parentheses has no note.
///
/// ```swift
/// DayNotes.notes(on: change, model: model, variables: [:])  // this is a subtraction, and its result is 1988
/// ```
package struct DayNotes {
  /// The greatest number of days in a statement that have a note.
  private static let most = 4

  private let text: String
  /// Whether the statement can run with another text.
  private let canRun: (String) -> Bool

  /// The notes on a query. ``notes(_:)`` receives the days that a walk of its clauses found.
  init(of statement: BoundStatement) {
    let query = statement.query
    text = query.text
    canRun = { changed in
      let parser = StatementParser(model: statement.model, currentEntity: query.entity)
      return parser.parse(changed, from: query.start).query?.canRun(
        on: statement.model, variables: statement.variables) ?? false
    }
  }

  /// The notes on the first days of a change: those in its condition, and those in the values that it assigns.
  package static func notes(
    on change: ChangeStatement, model: DataModel, variables: QueryVariables
  ) -> [PredicateIssue] {
    var surprises = Surprises()
    change.predicate?.walk(&surprises)
    for assignment in change.assignments { assignment.value.walk(&surprises) }
    return DayNotes(of: change, model: model, variables: variables).notes([surprises])
  }

  private init(of change: ChangeStatement, model: DataModel, variables: QueryVariables) {
    text = change.text
    canRun = { changed in
      let parser = StatementParser(model: model, currentEntity: change.entity)
      guard let other = parser.parse(changed, from: change.start).change,
        other.query.canRun(on: model, variables: variables), let entity = model.entity(named: change.entity),
        other.assignments.count == change.assignments.count
      else { return false }
      return zip(change.assignments, other.assignments).allSatisfy { old, new in
        new.value.canReplace(old.value, in: entity.attribute(named: old.member), of: model, variables)
      }
    }
  }

  /// The notes on the first of some days, in the order of the text. A note contains the day in quotes if the statement can run with it.
  func notes(_ found: [Surprises]) -> [PredicateIssue] {
    var seen: Set<SourceRange> = []
    let bytes = Array(text.utf8)
    let days = found.flatMap(\.days).filter { day in
      guard !day.range.isNone, Int(day.range.upperBound) <= bytes.count else { return false }
      let parts = bytes[Int(day.range.lowerBound)..<Int(day.range.upperBound)]
        .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return parts.map(\.count).first == 4 && parts.count == 3 && parts.dropFirst().allSatisfy { $0.count < 3 }
        && parts.joined().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        && seen.insert(day.range).inserted
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !days.isEmpty else { return [] }
    // A list of days can run only if all of them have quotes. In other statements, only some of the days can be texts.
    let canRunTogether = canRun(quoting(days))
    return days.prefix(Self.most).map { day in
      let note = PredicateIssue(
        severity: .note, kind: .type, code: "unquoted-day",
        message: "this is a subtraction, and its result is \(day.result)", range: day.range,
        hint: "a date must be in quotes")
      guard canRunTogether || canRun(quoting([day])) else { return note }
      let quoted = "\"\(day.text)\""
      return note.with(hint: "a date must be in quotes: \(quoted)").replacing(with: quoted, at: day.range)
    }
  }

  /// The statement with quotes around some days, which are in the order of the text.
  private func quoting(_ days: [Surprises.Day]) -> String {
    var (result, end) = ([UInt8](), 0)
    let bytes = Array(text.utf8)
    for day in days {
      result += bytes[end..<Int(day.range.lowerBound)]
      result += Array("\"\(day.text)\"".utf8)
      end = Int(day.range.upperBound)
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}

extension ChangeAssignment.Value {
  /// Visits the expressions and the conditions of a value.
  fileprivate func walk(_ visitor: inout Surprises) {
    switch self {
    case .expression(let expression): expression.walk(&visitor)
    case .selection(let fetch):
      fetch.predicate?.walk(&visitor)
      for key in fetch.sortKeys { key.expression.walk(&visitor) }
    case .sets(let left, _, let right):
      left.walk(&visitor)
      right.walk(&visitor)
    }
  }

  /// Whether a change can assign this value in place of `old`. The two values differ only in the quotes around days.
  ///
  /// A text inside an expression can change the type of the expression. So an expression must be equal to the old one, or be a text alone.
  fileprivate func canReplace(
    _ old: Self, in attribute: Attribute?, of model: DataModel, _ variables: QueryVariables
  ) -> Bool {
    switch (self, old) {
    case (.expression(let new), .expression(let old)):
      if case .literal(.string) = new.node, new != old {
        return attribute.map { [.string, .date, .any].contains($0.type) } ?? false
      }
      return new == old
    case (.selection(let fetch), .selection):
      do {
        _ = try BoundFetch(fetch, model: model, variables: variables)
        return true
      } catch {
        // The text has another type than the condition needs.
        return false
      }
    case (.sets(let left, _, let right), .sets(let oldLeft, _, let oldRight)):
      return left.canReplace(oldLeft, in: attribute, of: model, variables)
        && right.canReplace(oldRight, in: attribute, of: model, variables)
    default: return false
    }
  }
}
