import PredicateBinding
import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies with the rows of a statement (part by part), with their number, or with all rows as a file.
struct AnswerReply {
  let asked: AskedStatement

  // MARK: Rows

  /// The rows from an offset on, at most as many as a reply may contain. `more` is true if other rows follow.
  func rows(from offset: Int, atMost most: Int = WebLimits.rows) throws -> JSONValue {
    let start = ContinuousClock.now
    var statement = try asked.bound()
    if statement.isCount {
      let prepared = try PreparedStatement(statement, on: asked.database)
      let count = try prepared.count()
      return reply(
        prepared, statement.notes, since: start, ["count": .number(count), "columns": .array([]), "rows": .array([])])
    }
    let groups = GroupKeys(statement.fetch, statement.bound)
    // The values that identify a row's object come after its shown columns.
    let known = ObjectColumns(entity: statement.bound.entity)
    let key = groups?.hiddenColumns ?? (statement.fetch.isDistinct ? [] : known.key)
    let own = statement.fetch.columns
    let (prepared, found) = try asked.supported(
      statement.showsObjects ? known.columns(replacingKeys: true) : own,
      or: statement.showsObjects ? known.attributes : own
    ) { try read(&statement, from: offset, atMost: most, $0 + key) }
    let table = found.prefix(most)
    let labels = groups == nil ? [:] : try asked.database.labels(of: table.references)
    let shown = ResultTable(
      columns: table.columns.dropLast(key.count), rows: table.rows.map { Array($0.prefix($0.count - key.count)) })
    let texts = try asked.shown(shown)
    let surprises = SurpriseNotes(statement, on: asked.database)
    let notes = offset == 0 ? statement.notes + keyNotes(statement) + (try surprises.all(showing: shown)) : []
    return reply(
      prepared, notes, since: start,
      [
        "offset": .number(offset), "groups": .boolean(groups != nil), "whole": .boolean(statement.showsObjects),
        "more": .boolean(found.rows.count > table.rows.count),
        "columns": .array(try columns(of: shown, texts, statement, groups)), "order": orderParts,
        "rows": .array(rows(of: table, shown: shown, texts) { link(of: $0, statement, groups, labels) }),
      ])
  }

  /// The members that every reply with an answer has: its words, notes and time.
  private func reply(
    _ prepared: PreparedStatement, _ notes: [PredicateIssue], since start: ContinuousClock.Instant,
    _ answer: KeyValuePairs<String, JSONValue?>
  ) -> JSONValue {
    .members(
      [
        "entity": .string(asked.query.entity), "singular": .string(prepared.noun.singular),
        "plural": .string(prepared.noun.plural),
        "notes": WebSession.replies(for: notes, in: asked.text, on: asked.database),
        "time": .string(DurationText.text(of: ContinuousClock.now - start)),
      ], answer)
  }

  /// The note that the rows of an entity without a key cannot be opened.
  private func keyNotes(_ statement: BoundStatement) -> [PredicateIssue] {
    let entity = statement.bound.entity
    guard statement.bound.grouping == nil, !statement.fetch.isDistinct, entity.objectKey.isEmpty else { return [] }
    return [
      PredicateIssue(
        severity: .note, kind: .unsupported, code: "no-key",
        message: "the rows of \(entity.name) do not open: \(entity.isReadOnly ? "a view" : "the table") has no key")
    ]
  }

  /// Reads some columns of the requested rows and of one further row, which shows whether there are more.
  private func read(
    _ statement: inout BoundStatement, from offset: Int, atMost most: Int, _ columns: [FetchedColumn]
  ) throws -> (PreparedStatement, ResultTable) {
    var fetch = statement.fetch
    let left = fetch.limit.map { max(0, $0 - offset) } ?? Int.max
    fetch.offset = min(fetch.offset, Int(Int32.max)) + offset
    fetch.limit = min(left, most + 1)
    fetch.columns = columns
    statement.bound = try BoundFetch(fetch, model: asked.database.model)
    let prepared = try PreparedStatement(statement, on: asked.database)
    return (prepared, try prepared.rows())
  }

  // MARK: Columns

  private func columns(
    of table: ResultTable, _ shown: [ShownTable.Column], _ statement: BoundStatement, _ groups: GroupKeys?
  ) throws -> [JSONValue] {
    let keys = groups?.columns
    let order = ColumnOrder(asked, statement)
    return try table.columns.indices.map { position in
      try Task.checkCancellation()
      let values = table.rows.indices.map { table.value(row: $0, column: position) }
      let order = order.order(ofColumn: position, named: table.columns[position])
      return .members([
        "name": .string(shown[position].name), "right": .boolean(shown[position].isRightAligned),
        "sorted": .text(order?.now), "sort": .text(order?.next), "kind": .text(Self.kind(of: values)),
        "key": keys.map { .boolean($0.contains(position)) }, "values": keys == nil ? nil : Self.numbers(values),
      ])
    }
  }

  /// The statement that a click on a header runs is `before`, the header's sort key, and `after`. Each header contains only its key, because a
  /// statement may have hundreds of columns.
  private var orderParts: JSONValue {
    let edit = StatementEdit(asked.query)
    let parts = edit.partsAroundSortKey
    return .members([
      "before": .string(parts.before), "after": .string(parts.after), "without": .string(edit.sorted(by: nil)),
    ])
  }

  /// The kind of a column in a chart, from its first value that is not nil: numbers or dates; nil for other values.
  private static func kind(of values: [QueryValue]) -> String? {
    switch values.first(where: { !$0.isNull }) {
    case .integer, .double, .decimal: "number"
    case .date: "date"
    default: nil
    }
  }

  /// The values as numbers for a chart; nil if one of them is neither a number nor a date.
  private static func numbers(_ values: [QueryValue]) -> JSONValue? {
    let numbers = values.compactMap { value -> JSONValue? in
      switch value {
      case .null: .null
      case .date(let seconds): .double(seconds)
      default: value.number.map { .double($0) }
      }
    }
    return numbers.count == values.count ? .array(numbers) : nil
  }

  // MARK: Cells

  private func rows(
    of table: ResultTable, shown: ResultTable, _ texts: [ShownTable.Column], link: ([QueryValue]) -> String?
  ) -> [JSONValue] {
    var bytesLeft = WebLimits.replyBytes
    return table.rows.indices.map { row in
      let cells = texts.indices.map { position -> JSONValue in
        guard let cell = texts[position].cells[row] else { return .null }
        let text = cell.shortened(to: bytesLeft > 0 ? WebLimits.cellScalars : 0)
        bytesLeft -= text.utf8.count
        let value = shown.value(row: row, column: position)
        guard let link = asked.database.model.statement(for: value) else { return .string(text) }
        return .members(["text": .string(text), "link": .string(link)])
      }
      return .members(["cells": .array(cells), "link": .text(link(table.rows[row]))])
    }
  }

  /// The statement for a row's object, or for the members of a group; nil if no statement finds them.
  private func link(
    of row: [QueryValue], _ statement: BoundStatement, _ groups: GroupKeys?, _ labels: [ObjectReference: String]
  ) -> String? {
    let (entity, model) = (statement.bound.entity, asked.database.model)
    if let groups {
      return groups.condition(of: row, in: model, labels: labels).map { StatementEdit(asked.query).members(where: $0) }
    }
    return statement.fetch.isDistinct
      ? nil : model.statement(for: entity, by: entity.objectKey, row.suffix(entity.objectKey.count))
  }

  // MARK: All rows

  /// The number of rows.
  func count() throws -> JSONValue {
    .members(["count": .number(try PreparedStatement(asked.bound(), on: asked.database).count())])
  }

  /// All rows as a file. Throws a `PredicateIssue` if the file is too large.
  func file(_ mode: OutputMode) throws -> String {
    let prepared = try PreparedStatement(asked.bound(), on: asked.database)
    if prepared.statement.isCount { return mode.text(ofCount: try prepared.count()) ?? "" }
    let output = TextOutput()
    var writer: (any RowWriter)?
    try prepared.forEachBatch(of: 1_000) { table in
      let rows = ShownTable(table, timeZone: asked.database.model.timeZone)
      let current = writer ?? mode.renderer.writer(for: rows, layout: .plain, to: output)
      current.write(rows)
      writer = current
      if output.text.utf8.count > WebLimits.fileBytes { throw PredicateIssue.largeFile(mode) }
    }
    writer?.finish()
    return output.take()
  }
}

/// The sort keys for the headers of a table. Each key is parsed and bound separately, with the columns that it may read: the named ones before it. So
/// the cost grows with the square of the number of named columns, of which a statement has at most a few hundred.
private struct ColumnOrder {
  private let asked: AskedStatement
  private let statement: BoundStatement
  private let shown: [StatementColumn]

  init(_ asked: AskedStatement, _ statement: BoundStatement) {
    (self.asked, self.statement) = (asked, statement)
    let content = statement.query.clauses.first { $0.kind == .show }?.content
    shown = if case .columns(let columns, _)? = content { columns } else { [] }
  }

  /// The current order by a column, and the sort key that a click on its header selects. The first click selects ascending order, the second click
  /// descending order. The third click removes the sort key: `next` is empty. Nil if the statement cannot be sorted by the column.
  func order(ofColumn position: Int, named name: String) -> (now: String?, next: String)? {
    guard let key = key(ofColumn: position, named: name), let own = sortKey(key, ofColumn: position) else { return nil }
    guard let first = asked.query.fetch.sortKeys.first, first.expression == own.expression else { return (nil, key) }
    return first.isAscending ? ("ascending", key + " desc") : ("descending", "")
  }

  private func key(ofColumn position: Int, named name: String) -> String? {
    if shown.indices.contains(position) {
      let column = shown[position]
      return column.isNamed
        ? column.column.name.asStatementName
        : asked.text.utf8.text(at: SourceRange(column.range.lowerBound, column.range.upperBound))
    }
    if statement.showsObjects, case .relationship(let relationship)? = statement.bound.entity.member(named: name) {
      // Objects cannot be compared, so their titles or, without a title, their keys are compared.
      let destination = asked.database.model.destination(of: relationship)
      let property = destination?.titleAttribute ?? destination?.objectKey.first
      return property.map { QueryExpression.key(name, $0.name).exactFormat }
    }
    return QueryExpression.key(name).exactFormat
  }

  /// A text as a sort key; nil if the statement cannot be sorted by it.
  private func sortKey(_ text: String, ofColumn position: Int) -> QuerySortKey? {
    let statement = "\(asked.query.entity.asStatementName) sort by \(text)"
    guard let key = asked.database.query(statement)?.fetch.sortKeys.first else { return nil }
    var fetch = self.statement.fetch
    (fetch.columns, fetch.sortKeys) = (columns(neededBy: position), [key])
    do throws(PredicateIssue) {
      _ = try BoundFetch(fetch, model: self.statement.model)
      return key
    } catch {
      return nil
    }
  }

  /// A column, and the columns that it may read by their names.
  private func columns(neededBy position: Int) -> [FetchedColumn] {
    let columns = statement.fetch.columns
    guard columns.indices.contains(position), shown.count == columns.count else { return columns }
    return (0..<position).filter { shown[$0].isNamed }.map { columns[$0] } + [columns[position]]
  }
}

extension BoundStatement {
  /// Whether the rows are whole objects with all their properties.
  var showsObjects: Bool { bound.grouping == nil && fetch.columns.isEmpty }
}

extension PredicateIssue {
  fileprivate static func largeFile(_ mode: OutputMode) -> PredicateIssue {
    .error(
      "file-size", nil,
      "the file cannot be created, because it would have more than \(WebLimits.fileBytes / 1_000_000) MB",
      hint: "to write a file of any size, run predicate --mode \(mode.rawValue) in a terminal", kind: .limit)
  }
}

/// Replies with a statement in other languages: SQL, Swift, Objective-C, and the database's plan.
struct FormReply {
  let asked: AskedStatement

  /// All of them as text. If a language cannot express the statement, the text is the reason.
  func all() -> JSONValue {
    .members([
      "sql": form(.sql), "plan": text { try plan() }, "swift": form(.swift), "objc": form(.objc),
    ])
  }

  private func form(_ form: StandaloneForm) -> JSONValue {
    text { try form.lines(of: asked.bound(), on: asked.database) }
  }

  private func text(_ lines: () throws -> [String]) -> JSONValue {
    do {
      return .string(try lines().joined(separator: "\n"))
    } catch {
      let issues = AskedStatement.issues(of: error, in: asked.text, on: asked.database) ?? []
      let reasons = issues.map { issue in issue.message + (issue.hint.map { "\n\($0)" } ?? "") }
      return .string(reasons.isEmpty ? String(describing: error) : reasons.joined(separator: "\n"))
    }
  }

  /// The meaning of the statement, and the database's plan.
  private func plan() throws -> [String] {
    let statement = try asked.bound()
    let prepared = try PreparedStatement(statement, on: asked.database)
    let steps = try prepared.plan()
    let tables = try prepared.sql()?.tables ?? [:]
    var lines = MeaningText(statement.fetch, model: statement.model).lines.map(CellText.escaped) + [""]
    lines += PlanText(tables: tables).lines(for: steps)
    if let work = prepared.workInMemory { lines.append(work) }
    let advice = IndexAdvice(asked.database, statement.bound.entity, plan: steps).lines(for: statement.fetch)
    if !advice.isEmpty { lines += [""] + advice.map(CellText.escaped) }
    return lines
  }
}
