import PredicateDatabases
import PredicateModel
import PredicateSyntax
import PredicateStatements
import PredicateValues

/// Notes on a statement whose answer may surprise: `@avg` over missing values or elements, and texts in double quotes that are names of
/// properties.
///
/// ```swift
/// try SurpriseNotes(statement, on: database).all()  // cs.@avg.x: @avg counts an element without “x” as 0
/// ```
package struct SurpriseNotes {
  private let statement: BoundStatement
  private let database: any QueryBackend
  private let entity: Entity
  /// Tables with more rows are not checked.
  private static let mostRows = 500_000
  private static let mostAverages = 3

  /// The notes on a statement, which may read rows of a back end.
  package init(_ statement: BoundStatement, on database: any QueryBackend) {
    self.statement = statement
    self.database = database
    entity = statement.bound.entity
  }

  /// All notes, in the order of the statement's clauses. Each costs a look for one row in tables of bounded size at most.
  package func all() throws -> [PredicateIssue] {
    let fetch = statement.fetch
    var inCondition = Surprises()
    fetch.predicate?.walk(&inCondition)
    fetch.having?.walk(&inCondition)
    var inValues = Surprises()
    for column in fetch.columns { column.expression.walk(&inValues) }
    for key in fetch.sortKeys { key.expression.walk(&inValues) }
    var notes = inCondition.constants.compactMap { constantNote($0) } + columnNotes()
    var seen: Set<ScalarString> = []
    for (name, range) in inCondition.nilTests where seen.insert(ScalarString(name)).inserted {
      guard let attribute = entity.attribute(named: name), try isSmall(entity) else { continue }
      if let note = try Self.misfitNote(of: attribute, in: entity, on: database, range: range) { notes.append(note) }
    }
    guard fetch.groupBy.isEmpty else { return notes }
    for (averages, isOfAnswer) in [(inCondition.averages, false), (inValues.averages, true)] {
      for average in averages.prefix(Self.mostAverages) {
        if let note = try averageNote(average, ofAnswer: isOfAnswer) { notes.append(note) }
      }
    }
    return notes
  }

  // MARK: Averages

  private func averageNote(_ average: Surprises.Average, ofAnswer isOfAnswer: Bool) throws -> PredicateIssue? {
    guard case .objects(let destination)? = PathTarget.target(of: average.collection, from: entity, in: database.model),
      let target = PathTarget.target(of: average.key, from: destination, in: database.model),
      let attribute = target.source?.attribute, try isSmall(entity), try isSmall(destination)
    else { return nil }
    let path = QueryKeyPath(average.collection.first, average.collection.rest + average.key.components)
    let missing = QueryComparison(.keyPath(path), .equal, .literal(.null), quantifier: .any)
    let count = QueryKeyPath(average.collection.first, average.collection.rest + [.collectionOperator("count")])
    let empty = QueryComparison(.keyPath(count), .equal, .literal(.integer(0)))
    let mayBeNil = attribute.isOptional || average.key.components.count > 1
    let hasNil = try mayBeNil && isFound(.comparison(missing), ofAnswer: isOfAnswer)
    // A condition on an average may exclude objects without elements: only objects of the answer count.
    let hasEmpty = try isFound(.comparison(empty), ofAnswer: true)
    guard hasNil || hasEmpty else { return nil }
    let key = QueryExpression.keyPath(average.key).canonicalFormat
    let parts = [
      hasNil ? "counts an element without “\(key)” as 0" : nil, hasEmpty ? "is 0 without elements" : nil,
    ].compactMap { $0 }
    return PredicateIssue(
      severity: .note, kind: .type, code: "average-of-nil", message: "@avg \(parts.joined(separator: ", and "))",
      range: average.range,
      hint: "average(\(QueryExpression.keyPath(path).canonicalFormat)) leaves nil out, and is nil of nothing")
  }

  /// The note that values of an attribute are of another type, and nil here; nil if there are none.
  package static func misfitNote(
    of attribute: Attribute, in entity: Entity, on database: any QueryBackend, range: SourceRange? = nil
  ) throws -> PredicateIssue? {
    guard let count = try database.misfitCount(of: attribute, in: entity), count > 0 else { return nil }
    let values = count == 1 ? "1 value of \(attribute.name) is" : "\(count) values of \(attribute.name) are"
    return PredicateIssue(
      severity: .note, kind: .type, code: "values-of-another-type",
      message: "\(values) not of type \(attribute.type.modelWord), and nil in conditions and answers", range: range,
      hint: ".type \(entity.name).\(attribute.name) any shows them")
  }

  private func isSmall(_ entity: Entity) throws -> Bool {
    try database.approximateRowCount(ofTable: entity.table).map { $0 <= Self.mostRows } ?? true
  }

  /// Whether an object meets a condition: one of all objects, or one of the answer.
  private func isFound(_ condition: QueryPredicate, ofAnswer isOfAnswer: Bool) throws -> Bool {
    var conditions = [condition]
    if isOfAnswer, let predicate = statement.fetch.predicate { conditions.append(predicate) }
    let fetch = EntityFetch(entity.name, where: .and(conditions), limit: 1)
    do {
      return try !database.rows(of: fetch, variables: statement.variables).rows.isEmpty
    } catch let issue as PredicateIssue where issue.kind == .unsupported || issue.kind == .type {
      // A fetch without a form in SQL is not checked.
      return false
    }
  }

  // MARK: Constants

  /// `"group" == "g"`, which people from SQL write for a property and a text.
  private func constantNote(_ comparison: QueryComparison) -> PredicateIssue? {
    guard let word = text(inDoubleQuotes: comparison.left), text(inDoubleQuotes: comparison.right) != nil else {
      return nil
    }
    return PredicateIssue(
      severity: .note, kind: .type, code: "constant-comparison",
      message: "this compares two texts, which is the same for each object", range: comparison.left.range,
      hint: property(named: word))
  }

  private func columnNotes() -> [PredicateIssue] {
    statement.query.clauses.flatMap { clause -> [PredicateIssue] in
      guard clause.kind == .show, case .columns(let columns, _) = clause.content else { return [] }
      return columns.compactMap { column in
        guard !column.isNamed, let word = text(inDoubleQuotes: column.column.expression) else { return nil }
        return PredicateIssue(
          severity: .note, kind: .type, code: "constant-column", message: "this is a text, the same in each row",
          range: column.column.expression.range, hint: property(named: word))
      }
    }
  }

  /// How the property with the quoted name is written without quotes; nil if no property has the name.
  private func property(named text: String) -> String? {
    let names = entity.memberNames
    let name = names.first { $0.hasSameScalars(as: text) } ?? names.first { $0.isSameSQLName(as: text) }
    guard let name, let path = QueryKeyPath(keys: [name]) else { return nil }
    return "the property is written without quotes: \(QueryExpression.keyPath(path).canonicalFormat)"
  }

  private func text(inDoubleQuotes expression: QueryExpression) -> String? {
    guard case .literal(.string(let text)) = expression.node,
      statement.query.text.utf8.text(at: expression.range)?.hasPrefix("\"") == true
    else { return nil }
    return text
  }
}

/// Finds averages and comparisons that may surprise. Subqueries are left out: their paths begin at another variable.
private struct Surprises: PredicateVisitor {
  /// `loans.@avg.days`
  struct Average {
    let collection: QueryKeyPath
    let key: QueryKeyPath
    let range: SourceRange
  }

  private(set) var averages: [Average] = []
  private(set) var constants: [QueryComparison] = []
  /// The properties that are compared with nil.
  private(set) var nilTests: [(name: String, range: SourceRange)] = []

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    if case .comparison(let comparison) = predicate.node, comparison.quantifier == .direct,
      case .literal = comparison.left.node, case .literal = comparison.right.node
    {
      constants.append(comparison)
    }
    if case .comparison(let comparison) = predicate.node, case .literal(.null) = comparison.right.node,
      let name = comparison.left.bareName
    {
      nilTests.append((name, comparison.left.range))
    }
    return true
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .subquery: return false
    case .keyPath(let path):
      let components = path.components
      let place = components.firstIndex { if case .collectionOperator("avg") = $0 { true } else { false } }
      guard let place, place > 0, place + 1 < components.count else { return true }
      let before = Array(components[1..<place])
      let behind = Array(components[(place + 2)...])
      averages.append(
        Average(
          collection: QueryKeyPath(components[0], before), key: QueryKeyPath(components[place + 1], behind),
          range: expression.range))
    default: break
    }
    return true
  }
}
