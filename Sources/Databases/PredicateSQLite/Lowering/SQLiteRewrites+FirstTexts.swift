import PredicateModel
import PredicateSQL
import PredicateValues

/// Finds the first rows in the order of texts without regard to case from the beginning of an index that ignores the case of ASCII letters.
///
/// The index has texts of ASCII in the right order. Every other text has a scalar outside of ASCII after a beginning of ASCII, and the index has it
/// after all ASCII texts with this beginning, whatever its place in the language's order is.
///
/// Example for a limit of five: the greatest of the first five texts of the index, folded, is the bound, because five texts are not greater. A text up to
/// the bound is found before the bound in the index. Or its beginning of ASCII is a beginning of the bound: each of these is one range, and long ones
/// share one. The candidates also are the first five rows without a text. The statement then sorts a few rows instead of all.
///
/// This holds for ascending order only: `e` with a combining accent comes after `z`, and the index has it before `f`.
extension SQLRewriter {
  mutating func firstTexts(
    of select: SQLSelect, _ limit: Int, by read: SQLColumnRead, foldedBy options: SQLExpression, key: String
  ) -> SQLSelect? {
    let (count, overflows) = limit.addingReportingOverflow(select.offset)
    guard case .integer(let raw) = options.node, StringFolding(StringOptions(rawValue: UInt8(raw))).foldsCase,
      select.order[0].isAscending, !overflows, 0 < count, count <= Self.mostTexts, read.isOfVariable,
      read.source == select.sources[0].number, read.attribute.storage == .text, !read.attribute.convertsNumericTexts,
      dialect.ordersStringsByScalars, indexes.beginIgnoringCase(with: read.attribute.column, of: read.table),
      let rowCount = indexes.rowCount(ofTable: read.table), rowCount >= Self.leastByTexts
    else { return nil }
    let bound = bound(count, read, options)
    var selects = [keys(read, key, count) { $0.isNull }]
    if !read.attribute.isTrusted {
      selects.append(keys(read, key, count) { .compare(.less, $0.withoutCase, SQLiteLowering.leastText) })
      selects.append(keys(read, key, count) { .compare(.greaterOrEqual, $0.withoutCase, SQLiteLowering.leastData) })
    }
    selects.append(
      keys(read, key) { column in
        let end = SQLExpression.written("ifnull(\(bound), x'')", type: .string)
        return .all([
          .compare(.greaterOrEqual, column.withoutCase, SQLiteLowering.leastText),
          .compare(.lessOrEqual, column.withoutCase, end),
        ])
      })
    selects.append(ranges(after: bound, read, key))
    let all = selects.map { select in SQLExpression.written("SELECT * FROM \(select)", type: .shape) }
    var part = select
    part.condition = .written(
      "\(select.order[1].expression, .comparison) IN (\(all, by: " UNION ALL "))", .comparison, type: .condition)
    return part
  }

  private static let greatestBytes = String(repeating: "FF", count: 16)
  private static let mostTexts = 1_000
  private static let leastByTexts = 10_000

  /// The greatest of the first texts of the index, folded. NULL if there are fewer texts, or if one has a NUL, at which the index's collation ends.
  private mutating func bound(_ count: Int, _ read: SQLColumnRead, _ options: SQLExpression) -> SQLSelect {
    let (source, column) = source(read)
    var texts = SQLSelect(
      columns: [column], sources: [source],
      condition: .all([
        .compare(.greaterOrEqual, column.withoutCase, SQLiteLowering.leastText),
        .compare(.less, column.withoutCase, SQLiteLowering.leastData),
      ]))
    texts.columnNames = ["v"]
    texts.order = [SQLOrder(expression: column.withoutCase, isAscending: true)]
    texts.limit = count
    let found = SQLSource(number: nextSource, relation: .select(texts), join: .none)
    nextSource += 1
    let text = SQLExpression.column("v", of: found.number, mayBeNull: false)
    let (number, folded) = (
      SQLExpression.parameter(.integer(Int64(count))), SQLExpression.strict(.fold, [text, options])
    )
    let greatest = SQLExpression.written(
      """
      CASE WHEN COUNT(*) = \(number) AND MAX(instr(\(text), char(0))) = 0 THEN MAX(\(folded)) END
      """, type: .string, mayBeNull: true)
    return SQLSelect(columns: [greatest], sources: [found])
  }

  /// The keys of the texts that begin like the bound and then have a scalar outside of ASCII.
  private mutating func ranges(after bound: SQLSelect, _ read: SQLColumnRead, _ key: String) -> SQLSelect {
    let lengths = (0...Self.mostFronts).map(String.init).joined(separator: ",")
    let fronts = SQLSource(
      number: nextSource,
      relation: .elements(SQLiteLowering.elements(ofArray: .written("'[\(lengths)]'", type: .string))),
      join: .none)
    nextSource += 1
    let length = SQLExpression.column(SQLSource.valueColumn, of: fronts.number, mayBeNull: false)
    let front = SQLExpression.written("substr(\(bound), 1, \(length))", type: .string, mayBeNull: true)
    let start = SQLExpression.written(
      "\(front) || CASE WHEN \(length) < \(String(Self.mostFronts)) THEN CAST(x'80' AS TEXT) ELSE '' END", .additive,
      type: .string, mayBeNull: true)
    // Texts may have bytes that are not UTF-8.
    let end = SQLExpression.written(
      "\(front) || CAST(x'\(Self.greatestBytes)' AS TEXT)", .additive, type: .string, mayBeNull: true)
    let (source, column) = source(read, join: .cross)
    return SQLSelect(
      columns: [.column(key, of: source.number, mayBeNull: false)], sources: [fronts, source],
      condition: .all([
        .written("\(length) <= length(\(bound))", .comparison, type: .condition),
        .compare(.greaterOrEqual, column.withoutCase, start), .compare(.less, column.withoutCase, end),
      ]))
  }

  /// The keys of the rows whose stored value meets a condition; with a count, only the first of them in the order of the keys.
  private mutating func keys(
    _ read: SQLColumnRead, _ key: String, _ count: Int? = nil, where condition: (SQLExpression) -> SQLExpression
  ) -> SQLSelect {
    let (source, column) = source(read)
    let own = SQLExpression.column(key, of: source.number, mayBeNull: false)
    var select = SQLSelect(columns: [own], sources: [source], condition: condition(column))
    if let count {
      // By the key itself SQLite could read the table in the order of the keys.
      (select.order, select.limit) = ([SQLOrder(expression: own.unindexed, isAscending: true)], count)
    }
    return select
  }

  /// Adds the table once more as a source, with its column.
  private mutating func source(
    _ read: SQLColumnRead, join: SQLSource.Join = .none
  ) -> (SQLSource, column: SQLExpression) {
    defer { nextSource += 1 }
    let column = SQLExpression(
      .column(source: nextSource, read.attribute.column), type: .stored, mayBeNull: true)
    return (SQLSource(number: nextSource, relation: .table(read.table), join: join), column)
  }
}
