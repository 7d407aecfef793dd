import PredicateBinding
import PredicateSyntax

/// The part of a condition that the database evaluates, and the residual that memory evaluates.
package struct SQLFilter: Sendable {
  /// A condition that is true for the same rows, and perhaps for further rows. TRUE if the database evaluates nothing.
  package var expression: SQLExpression
  /// The condition that memory evaluates for the returned rows; nil if the expression is exact.
  package var residual: CoreCondition?
  /// The issues for the parts that have no SQL in this database.
  package var reasons: [PredicateIssue] = []
}

/// Splits a condition if a database can decide only some of its parts.
///
/// `title CONTAINS "a" AND title LIKE "*b"` leaves the residual `title LIKE "*b"` if a database has no SQL for LIKE. The condition is true exactly if
/// both the expression and the residual are true. An error occurs for the same rows as in memory.
extension SQLPlanner {
  /// The database's part of a condition on rows. Throws every issue except a missing form.
  package mutating func filter(_ condition: CoreCondition) throws(PredicateIssue) -> SQLFilter {
    switch condition.node {
    case .always: return SQLFilter(expression: try self.condition(condition))
    case .and(let parts): return try filter(all: parts, condition)
    case .or(let parts):
      if condition.canFail { return try attempt(condition, else: { _, _ in nil }) }
      let filters = try parts.map { part throws(PredicateIssue) in try filter(part) }
      return SQLFilter(
        expression: .any(filters.map(\.expression)),
        residual: filters.allSatisfy { $0.residual == nil } ? nil : condition, reasons: filters.flatMap(\.reasons))
    case .not(let part):
      return try attempt(condition) { planner, _ throws(PredicateIssue) in
        try part.negatedByParts.map { negation throws(PredicateIssue) in try planner.filter(negation) }
      }
    case .exists(let range):
      return try attempt(condition) { planner, issue throws(PredicateIssue) in
        guard !range.canFail, let elements = try planner.existsWider(range) else { return nil }
        return SQLFilter(expression: elements, residual: condition, reasons: [issue])
      }
    case .isNull, .compare, .between, .member, .match, .dynamic:
      return try attempt(condition, else: { _, _ in nil })
    }
  }

  /// The parts of an AND that the database evaluates.
  ///
  /// If one part can fail, the database evaluates the parts before it, and the wider SQL of this part if it includes failures. Memory evaluates all
  /// parts: if the database evaluated a later part, it could exclude a row for which memory must report an error.
  private mutating func filter(all parts: [CoreCondition], _ whole: CoreCondition) throws(PredicateIssue) -> SQLFilter {
    guard whole.canFail else {
      let filters = try parts.map { part throws(PredicateIssue) in try filter(part) }
      let residuals = filters.compactMap(\.residual)
      return SQLFilter(
        expression: .all(filters.map(\.expression)),
        residual: residuals.isEmpty ? nil : .and(residuals, range: whole.range), reasons: filters.flatMap(\.reasons))
    }
    return try attempt(whole) { planner, issue throws(PredicateIssue) in
      var filters = try parts.prefix { !$0.canFail }.map { part throws(PredicateIssue) in try planner.filter(part) }
      let first = try parts.first(where: \.canFail).map { part throws(PredicateIssue) in try planner.filter(part) }
      // Exact SQL for this part would fail in the database, so only a wider condition with a residual is used.
      if let first, first.residual != nil { filters.append(first) }
      return SQLFilter(expression: .all(filters.map(\.expression)), residual: whole, reasons: [issue])
    }
  }

  /// The filter for a condition. It is the exact SQL if there is one, otherwise the result of `other`, otherwise TRUE: memory then evaluates the condition.
  ///
  /// An attempt that ends without SQL may have joined tables already, so the whole planner is reset.
  private mutating func attempt(
    _ condition: CoreCondition,
    else other: (inout SQLPlanner, PredicateIssue) throws(PredicateIssue) -> SQLFilter?
  ) throws(PredicateIssue) -> SQLFilter {
    let before = self
    let missing: PredicateIssue
    do throws(PredicateIssue) {
      switch try condition.isLeaf ? form(of: condition) : .exact(self.condition(condition)) {
      case .exact(let expression): return SQLFilter(expression: expression)
      case .widerWithFailures(let expression, let words):
        return Self.filter(widenedTo: expression, words, condition)
      // A wider condition is not used if the condition can fail. The failure must occur in memory, even for a row that the wider condition would exclude.
      case .wider(let expression, let words) where !condition.canFail:
        return Self.filter(widenedTo: expression, words, condition)
      case .wider(_, let words), .none(let words): missing = .unsupportedInSQL(words, range: condition.range)
      }
    } catch {
      guard error.isMissingForm else { throw error }
      missing = error
    }
    self = before
    do throws(PredicateIssue) {
      if let filter = try other(&self, missing) { return filter }
    } catch {
      guard error.isMissingForm else { throw error }
    }
    self = before
    return SQLFilter(expression: .truth, residual: condition, reasons: [missing])
  }

  private static func filter(
    widenedTo expression: SQLExpression, _ words: String, _ condition: CoreCondition
  ) -> SQLFilter {
    let issue = PredicateIssue.unsupportedInSQL(words, range: condition.range)
    return SQLFilter(expression: expression, residual: condition, reasons: [issue])
  }

  /// `EXISTS` over a range. If SQL has no exact form of the condition on the elements, a wider condition is used. The result is true for each row
  /// with a matching element, and perhaps for further rows.
  private mutating func existsWider(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    let whole = CoreRange(steps: range.steps, filter: CoreCondition(.always(true), range: range.filter.range))
    guard let open = try open(whole, inAnyOrder: true) else { return nil }
    let outer = rowScope
    rowScope = open.scope
    defer { rowScope = outer }
    let filter = try filter(range.filter).expression
    var elements = select([.integer(1)], open, where: .all(scopes[open.scope].conditions + [filter]))
    elements.link = open.link?.match
    return .exists(elements)
  }
}

extension CoreCondition {
  fileprivate var isLeaf: Bool {
    switch node {
    case .always, .and, .or, .not: false
    case .isNull, .compare, .between, .member, .match, .dynamic, .exists: true
    }
  }

  /// The negation of the condition, with the negation moved to its parts; nil for a condition without parts.
  fileprivate var negatedByParts: CoreCondition? {
    func negations(_ parts: [CoreCondition]) -> [CoreCondition] {
      parts.map { CoreCondition(.not($0), range: $0.range) }
    }
    return switch node {
    case .or(let parts): .and(negations(parts), range: range)
    case .and(let parts): .or(negations(parts), range: range)
    case .not(let part): part
    default: nil
    }
  }
}
