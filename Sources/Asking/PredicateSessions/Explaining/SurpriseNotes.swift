import PredicateDatabases
import PredicateModel
import PredicateSyntax
import PredicateStatements
import PredicateValues

/// Notes on a statement whose answer may surprise: `@avg` with missing values or no elements, conversions that give nil, and constants that were probably
/// meant as properties.
///
/// ```swift
/// try SurpriseNotes(statement, on: database).all()  // cs.@avg.x: @avg counts an element without “x” as 0
/// ```
package struct SurpriseNotes {
  let statement: BoundStatement
  let database: any QueryBackend
  let entity: Entity
  /// The database's steps for all notes on a statement: about a tenth of a second, if a step is an instruction of a virtual machine.
  package static let mostSteps = 5_000_000
  /// The greatest table that is checked.
  private static let mostRows = 500_000
  static let mostAverages = 3
  /// The greatest number of an answer's columns that are checked for values of another type, and the greatest table for this check. Each check counts
  /// the table's rows twice.
  private static let (mostNilColumns, mostRowsOfNilColumns) = (40, 50_000)
  /// The greatest number of columns that get a note of their own. One further note names all other columns.
  private static let mostMisfitNotes = 4

  /// Makes a value that finds the notes on a statement. ``all(showing:)`` then finds them. It may read rows of the back end.
  package init(_ statement: BoundStatement, on database: any QueryBackend) {
    self.statement = statement
    self.database = database
    entity = statement.bound.entity
  }

  /// All notes, in the order of the statement's clauses. Each note at most searches for one row in tables of limited size. A note is left out if finding
  /// it takes too long.
  ///
  /// - Parameters:
  ///   - answer: The rows that are shown. A nil in them may be a value of another type than the column's.
  ///   - steps: The database's steps that all notes may take together.
  package func all(showing answer: ResultTable? = nil, within steps: Int = mostSteps) throws -> [PredicateIssue] {
    try database.limiting(steps: steps) { try notes(showing: answer) }
  }

  private func notes(showing answer: ResultTable?) throws -> [PredicateIssue] {
    let fetch = statement.fetch
    var inCondition = Surprises()
    fetch.predicate?.walk(&inCondition)
    fetch.having?.walk(&inCondition)
    var inValues = Surprises()
    for column in fetch.columns { column.expression.walk(&inValues) }
    for key in fetch.sortKeys { key.expression.walk(&inValues) }
    var inKeys = Surprises()
    for key in fetch.groupBy { key.expression.walk(&inKeys) }
    var notes =
      constantComparisons().compactMap { constantNote($0) } + columnNotes() + entityNotes()
      + differenceNotes(inCondition) + secondsNotes([inCondition, inValues])
      + DayNotes(of: statement).notes([inCondition, inValues, inKeys])
    notes += [try statement.isCount ? nil : caseNote(), keyNote(answer)].compactMap(\.self)
    var seen: Set<ScalarString> = []
    if !inCondition.nilTests.isEmpty, try isSmall(entity) {
      let tests = inCondition.nilTests.compactMap { name, range in
        entity.attribute(named: name).flatMap { seen.insert(ScalarString(name)).inserted ? ($0, range) : nil }
      }
      let counts = try unlessTooLong { try database.misfitCounts(of: tests.map(\.0), in: entity) } ?? []
      notes += zip(tests, counts).compactMap { test, count in
        Self.misfitNote(of: test.0, in: entity, count: count, range: test.1)
      }
    }
    if let answer,
      try database.approximateRowCount(ofTable: entity.table).map({ $0 <= Self.mostRowsOfNilColumns }) ?? true
    {
      notes += try unlessTooLong { try misfitNotes(showing: answer, atMost: Self.mostNilColumns, besides: seen) } ?? []
    }
    notes += try nothingNotes([inCondition, inValues, inKeys])
    guard fetch.groupBy.isEmpty else { return notes }
    for (averages, isOfAnswer) in [(inCondition.averages, false), (inValues.averages, true)] {
      for average in averages.prefix(Self.mostAverages) {
        if let note = try averageNote(average, ofAnswer: isOfAnswer) { notes.append(note) }
      }
    }
    return notes
  }

  // MARK: Values of another type

  /// The notes on the columns of an answer that show a value of another type as nil. The first ``mostMisfitNotes`` columns have a note each. One
  /// further note names all others.
  ///
  /// - Parameters:
  ///   - most: The most columns that are checked; nil for all. A file keeps none of these values, so all columns count there.
  ///   - seen: The names of attributes that have a note already.
  package func misfitNotes(
    showing answer: ResultTable, atMost most: Int? = nil, besides seen: Set<ScalarString> = []
  ) throws -> [PredicateIssue] {
    var notes: [PredicateIssue] = []
    var others: [String] = []
    var seen = seen
    let found = attributesWithNil(in: answer)
    let attributes = found.prefix(most ?? found.count).filter { seen.insert(ScalarString($0.name)).inserted }
    for (attribute, count) in zip(attributes, try database.misfitCounts(of: attributes, in: entity)) {
      guard let note = Self.misfitNote(of: attribute, in: entity, count: count) else { continue }
      if notes.count < Self.mostMisfitNotes { notes.append(note) } else { others.append(attribute.name) }
    }
    guard !others.isEmpty else { return notes }
    let columns = others.count == 1 ? "1 more column has" : "\(others.count) more columns have"
    return notes + [
      PredicateIssue(
        severity: .note, kind: .type, code: "values-of-another-type",
        message: "\(columns) values that do not have the type of the column: \(others.joined(separator: ", "))",
        range: nil,
        hint: "to see all values of the column, write .type \(entity.name).\(others[0]) any")
    ]
  }

  /// The attributes of the fetched objects that an answer shows as nil in some row, and that may hold values of another type. In an answer with groups,
  /// only the keys of the groups are such attributes.
  private func attributesWithNil(in answer: ResultTable) -> [Attribute] {
    let fetch = statement.fetch
    let shown: [String?] = fetch.columns.isEmpty ? answer.columns : fetch.columns.map(\.expression.bareName)
    let names = shown.map { name -> String? in
      guard let name, !fetch.groupBy.isEmpty else { return name }
      // A name of a group's row is the name of a key, and not of an attribute.
      return fetch.groupBy.first { $0.name.hasSameScalars(as: name) }?.expression.bareName
    }
    return zip(names, answer.columns.indices).compactMap { name, place -> Attribute? in
      guard let attribute = name.flatMap(entity.attribute(named:)), !attribute.isTrusted, attribute.type != .any,
        answer.rows.contains(where: { $0[place].isNull })
      else { return nil }
      return attribute
    }
  }

  /// The note that an attribute has some values of another type, which are shown as nil; nil if there are none, or if their number is unknown.
  package static func misfitNote(
    of attribute: Attribute, in entity: Entity, on database: any QueryBackend
  ) throws -> PredicateIssue? {
    misfitNote(of: attribute, in: entity, count: try database.misfitCount(of: attribute, in: entity))
  }

  private static func misfitNote(
    of attribute: Attribute, in entity: Entity, count: Int?, range: SourceRange? = nil
  ) -> PredicateIssue? {
    guard let count, count > 0 else { return nil }
    let values = count == 1 ? "1 value of \(attribute.name) is" : "\(count) values of \(attribute.name) are"
    return PredicateIssue(
      severity: .note, kind: .type, code: "values-of-another-type",
      message: "\(values) not of type \(attribute.type.modelWord), so they are nil in conditions and answers",
      range: range,
      hint: "to see all values of the column, write .type \(entity.name).\(attribute.name) any")
  }

  /// The result of a check; nil if the database ended the check because it took too long.
  private func unlessTooLong<Result>(_ check: () throws -> Result) throws -> Result? {
    do {
      return try check()
    } catch let issue as DatabaseIssue where issue.kind == .timedOut {
      return nil
    }
  }

  func isSmall(_ entity: Entity) throws -> Bool {
    try database.approximateRowCount(ofTable: entity.table).map { $0 <= Self.mostRows } ?? true
  }

  /// Whether an object meets a condition. With `isOfAnswer`, only objects of the answer count.
  func isFound(_ condition: QueryPredicate, ofAnswer isOfAnswer: Bool) throws -> Bool {
    var conditions = [condition]
    if isOfAnswer, let predicate = statement.fetch.predicate { conditions.append(predicate) }
    return try firstRow(of: EntityFetch(entity.name, where: .and(conditions), limit: 1)) != nil
  }

  /// The first row of a fetch that checks for a note. Nil if there is no row, if SQL cannot express the fetch, or if the fetch fails in a row that
  /// the statement does not reach: a note is optional.
  func firstRow(of fetch: EntityFetch) throws -> [QueryValue]? {
    do {
      return try database.rows(of: fetch, variables: statement.variables).rows.first
    } catch  where !(error is CancellationError) {
      return nil
    }
  }

  // MARK: Constants

  private var constants: MistakenConstants { MistakenConstants(of: entity, in: statement.query.text) }

  private func constantComparisons() -> [ConstantComparison] {
    var finder = ConstantComparisons()
    statement.fetch.predicate?.walk(&finder)
    statement.fetch.having?.walk(&finder)
    return finder.found
  }

  /// The note on a comparison of two constants. People who know SQL write `"group" == "g"` for a property and a text. In `no == 2`, `no` means NO.
  private func constantNote(_ found: ConstantComparison) -> PredicateIssue? {
    let spelling = constants.spelling(in: found)
    let comparison = found.comparison
    let sides = [comparison.left, comparison.right]
    guard spelling != nil || sides.allSatisfy({ constants.text(inDoubleQuotes: $0) != nil }) else { return nil }
    return .constantComparison(comparison, spelling, severity: .note)
  }

  private func columnNotes() -> [PredicateIssue] {
    statement.query.clauses.flatMap { clause -> [PredicateIssue] in
      switch clause.content {
      case .columns(let columns, _):
        return columns.compactMap { columnNote($0.column.expression, isNamed: $0.isNamed) }
      case .keys(let keys): return keys.compactMap { columnNote($0.expression) }
      case .first(_, let keys): return keys.compactMap { columnNote($0) }
      case .condition, .number: return []
      }
    }
  }

  /// The note on a shown column or a group key that is a constant, but was probably meant as a property.
  ///
  /// - Parameter isNamed: Whether the statement names the column. A text of such a column is meant, unless it is the name of a column in the file.
  private func columnNote(_ expression: QueryExpression, isNamed: Bool = false) -> PredicateIssue? {
    // An aggregate of a constant, `max(no)`, is a constant, too.
    if case .call(_, let arguments) = expression.node, arguments.count == 1,
      constants.spelling(of: arguments[0]) != nil
    {
      return columnNote(arguments[0])
    }
    if isNamed, constants.columnName(in: expression) == nil { return nil }
    let spelling = constants.spelling(of: expression)
    guard spelling != nil || constants.text(inDoubleQuotes: expression) != nil else { return nil }
    return PredicateIssue(
      severity: .note, kind: .type, code: "constant-column",
      message: "this is a constant, so its value is the same in each row",
      range: expression.range, hint: spelling.map { "for the property, write \($0)" })
  }
}
