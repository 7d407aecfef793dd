import PredicateModel
import PredicateSQL
import PredicateValues

/// Finds the first rows in the order of an indexed column from the end of the index, if the index alone does not have the rows in the right order.
///
/// ```sql
/// SELECT … FROM sale ORDER BY CASE WHEN price <= 9e999 THEN price END DESC, id LIMIT 5
/// SELECT … FROM sale WHERE id IN (…) ORDER BY CASE WHEN price <= 9e999 THEN price END DESC, id LIMIT 5
/// ```
///
/// Example for a limit of five: the fifth number from the end of the index is the bound. The candidate keys are those of the numbers beyond the
/// bound, of the first five rows with the bound, of the first five without a value, and of the first five whose value is not a number. The index
/// finds each of them. Rows with equal values are in the order of their keys. The statement then sorts a few rows instead of all.
///
/// Different numbers can be the same date. So in a column of dates, all numbers near the bound count as beyond it.
extension SQLRewriter {
  /// The statement, restricted to the keys that can be among its rows. Nil if the index already has the right order, or cannot help.
  package mutating func endsOfIndex(_ select: SQLSelect) -> SQLSelect? {
    guard rewrites.contains(.indexEnds), let limit = select.limit, select.condition == nil, select.link == nil,
      select.grouping.isEmpty, !select.isDistinct, select.columnNames.isEmpty, select.order.count == 2,
      let root = select.sources.first, case .table(let table) = root.relation, case .none = root.join,
      select.sources.dropFirst().allSatisfy(\.mayBeMissing), select.order[1].isKey, select.order[1].isAscending,
      case let key = select.order[1].expression, case .column(root.number, let keyName) = key.node
    else { return nil }
    let first = select.order[0]
    if case .function(.fold, let arguments) = first.expression.node, arguments.count == 2, let read = arguments[0].read
    {
      return firstTexts(of: select, limit, by: read, foldedBy: arguments[1], key: keyName)
    }
    let isBare = first.expression.isColumn
    guard let read = first.expression.read, read.source == root.number, read.isOfVariable, read.isIndexed,
      read.attribute.comparesBinary, read.attribute.isNumberInIndex || isBare && read.attribute.isTextInIndex
    else { return nil }
    let (count, overflows) = limit.addingReportingOverflow(select.offset)
    guard !overflows, 0 < count, let rowCount = indexes.rowCount(ofTable: table), rowCount >= Self.leastByIndex else {
      return nil
    }
    if count > Self.mostByIndex { return isBare ? page(of: select, limit, by: read, key: keyName) : nil }
    // No rewrite is needed, because the index has the right order: NULL first, and equal values in the order of the keys.
    if isBare, first.isAscending { return nil }
    let keys = keysAtEnd(
      IndexEnd(read: read, key: keyName, isAscending: first.isAscending, hasOthers: !isBare, count: count))
    var part = select
    part.condition = .written("\(key, .comparison) IN (\(keys, by: " UNION ALL "))", .comparison, type: .condition)
    return part
  }

  private static let mostByIndex = SQLPlanner.farOffset
  /// The least number of rows for this rewrite. Sorting fewer rows is faster than translating a longer statement.
  private static let leastByIndex = 10_000

  private struct IndexEnd {
    let read: SQLColumnRead
    let key: String
    let isAscending: Bool
    /// Whether the column may have values that are not numbers.
    let hasOthers: Bool
    let count: Int

    /// Whether different numbers always are different values.
    var isExact: Bool { !hasOthers || !read.attribute.storage.isConvertedDate }
    var beyond: SQLBinaryOperator { isAscending ? .less : .greater }
    var beyondOrAt: SQLBinaryOperator { isAscending ? .lessOrEqual : .greaterOrEqual }
    /// The first possible value at this end. It is used if the table has too few rows for a bound.
    var start: SQLExpression {
      if isAscending { return SQLiteLowering.infinity }
      return read.attribute.isTextInIndex ? SQLiteLowering.leastText : .written("-9e999", type: .double)
    }
  }

  /// Statements that find the keys of all rows that can be among the first `count` rows in the order of the column.
  private mutating func keysAtEnd(_ end: IndexEnd) -> [SQLExpression] {
    let bound = bound(end)
    let limit = SQLExpression.written("ifnull(\(bound), \(end.start))", type: .double)
    var selects = [
      keys(end, isSorted: false) { column in
        let inside = SQLExpression.compare(end.isExact ? end.beyond : end.beyondOrAt, column, limit)
        return end.hasOthers ? .all([inside, .compare(.lessOrEqual, column, SQLiteLowering.infinity)]) : inside
      }
    ]
    if end.isExact { selects.append(keys(end) { .compare(.equal, $0, limit) }) }
    // Nils are the first rows in ascending order and the last in descending order. In descending order they are only read if there is no bound: with
    // a bound, the same look-up finds the rows with the bound.
    selects.append(
      keys(end) { column in
        end.isAscending
          ? column.isNull : .compare(.same, column, .written("\(bound)", type: .double, mayBeNull: true))
      })
    if end.hasOthers {
      // A row that exists only if there is no bound. It keeps SQLite from reading the table in the order of the keys.
      var start: SQLSource?
      if !end.isAscending {
        let isWithout = SQLExpression.written("\(bound) IS NULL", .comparison, type: .condition)
        var one = SQLSelect(columns: [.integer(1)], sources: [], condition: isWithout)
        one.columnNames = ["r0"]
        start = SQLSource(number: nextSource, relation: .select(one), join: .none)
        nextSource += 1
      }
      selects.append(keys(end, isByIndex: false, after: start) { .compare(.greater, $0, SQLiteLowering.infinity) })
    }
    return selects.map { select in SQLExpression.written("SELECT * FROM \(select)", type: .shape) }
  }

  /// The value at the position of the limit from the end of the index; NULL if there are fewer values.
  private mutating func bound(_ end: IndexEnd) -> SQLSelect {
    let (source, column, _) = source(end)
    var value = column
    if !end.isExact {
      // The distance exceeds what each step of the conversion can round.
      let offset = SQLExpression.written("\(String(end.read.attribute.storage.sizeOfOffset))", type: .double)
      value = .written(
        "\(column, .additive) \(end.isAscending ? "+" : "-") (abs(\(column) + 0.0) + \(offset)) * 1e-13", .additive,
        type: .double, mayBeNull: true)
    }
    let isNumber = SQLExpression.compare(.lessOrEqual, column, SQLiteLowering.infinity)
    var select = SQLSelect(columns: [value], sources: [source], condition: end.hasOthers ? isNumber : nil)
    select.order = [SQLOrder(expression: column, isAscending: end.isAscending)]
    (select.limit, select.offset) = (1, end.count - 1)
    return select
  }

  /// The keys of the rows whose stored value meets a condition. With `isSorted`, only the first of them in the order of the keys.
  private mutating func keys(
    _ end: IndexEnd, isSorted: Bool = true, isByIndex: Bool = true, after start: SQLSource? = nil,
    where condition: (SQLExpression) -> SQLExpression
  ) -> SQLSelect {
    let (source, column, key) = source(end, join: start == nil ? .none : .cross)
    var select = SQLSelect(columns: [key], sources: (start.map { [$0] } ?? []) + [source], condition: condition(column))
    if isSorted {
      select.order = [SQLOrder(expression: isByIndex ? key : key.unindexed, isAscending: true)]
      select.limit = end.count
    }
    return select
  }

  /// Adds the table once more as a source, with its column and its key.
  private mutating func source(
    _ end: IndexEnd, join: SQLSource.Join = .none
  ) -> (SQLSource, column: SQLExpression, key: SQLExpression) {
    let number = nextSource
    nextSource += 1
    let read = SQLColumnRead(
      attribute: end.read.attribute, table: end.read.table, source: number, isOfVariable: true, isIndexed: true)
    return (
      SQLSource(number: number, relation: .table(end.read.table), join: join), read.column,
      .column(end.key, of: number, mayBeNull: false)
    )
  }
}

/// A page far from the beginning of an order, found by an index that has rows with equal values in the descending order of their keys.
///
/// Example for ten rows after 500,000: the index shows which values the ten rows from that position on have. The page is among the rows with these
/// values, sorted by value and key. Of them come before the page as many as the index has with the value of its first row, after that row. Otherwise
/// SQLite would sort the rows of each value, which takes 25 times as long as passing over 500,000 entries of the index.
extension SQLRewriter {
  /// The statement, restricted to the keys of its rows. Nil if an index has the rows in the right order, or if no index has them in the opposite order
  /// of equal values.
  private mutating func page(
    of select: SQLSelect, _ limit: Int, by read: SQLColumnRead, key keyName: String
  ) -> SQLSelect? {
    let (column, table, isAscending) = (read.attribute.column, read.table, select.order[0].isAscending)
    guard 0 < limit, limit <= Self.mostByIndex,
      indexes.haveOrder(of: column, of: table, isAscending: !isAscending),
      !indexes.haveOrder(of: column, of: table, isAscending: isAscending)
    else { return nil }
    let rows = IndexEnd(read: read, key: keyName, isAscending: isAscending, hasOthers: false, count: limit)
    var values = SQLSelect(columns: [], sources: [subquery(backwards(rows, limit, from: select.offset))])
    values.columns = [.column("v", of: values.sources[0].number, mayBeNull: true)]
    (values.columnNames, values.isDistinct) = (["v"], true)
    var found = same(rows, as: subquery(values))
    found.columnNames = ["v", "k"]
    let start = subquery(backwards(rows, 1, from: select.offset))
    var before = same(rows, as: start)
    let isLater = SQLExpression.compare(
      .greater, before.columns[1], .column("k", of: start.number, mayBeNull: false))
    before.condition = .all([before.condition, isLater].compactMap { $0 })
    before.columns = [.function(.count, [], mayBeNull: false)]
    let (key, count) = (select.order[1].expression, SQLExpression.parameter(.integer(Int64(limit))))
    var page = select
    page.condition = .written(
      """
      \(key, .comparison) IN (SELECT k FROM \(found) ORDER BY v\(isAscending ? "" : " DESC"), k \
      LIMIT \(count) OFFSET \(before))
      """, .comparison, type: .condition)
    page.offset = 0
    return page
  }

  /// Some values and keys of a table from a position on. Rows with equal values are in the descending order of their keys.
  private mutating func backwards(_ rows: IndexEnd, _ limit: Int, from offset: Int) -> SQLSelect {
    let (source, column, key) = source(rows)
    var select = SQLSelect(columns: [column, key], sources: [source])
    select.columnNames = ["v", "k"]
    select.order = [
      SQLOrder(expression: column, isAscending: rows.isAscending), SQLOrder(expression: key, isAscending: false),
    ]
    (select.limit, select.offset) = (limit, offset)
    return select
  }

  /// A SELECT of the value and the key of each row of the table whose value is in the column `v` of a subquery.
  private mutating func same(_ rows: IndexEnd, as other: SQLSource) -> SQLSelect {
    let (source, column, key) = source(rows, join: .cross)
    return SQLSelect(
      columns: [column, key], sources: [other, source],
      condition: .compare(.same, column, .column("v", of: other.number, mayBeNull: true)))
  }

  private mutating func subquery(_ select: SQLSelect) -> SQLSource {
    defer { nextSource += 1 }
    return SQLSource(number: nextSource, relation: .select(select), join: .none)
  }
}

extension Attribute {
  /// Whether the attribute's values are numbers, which precede everything except NULL in an index.
  fileprivate var isNumberInIndex: Bool { storage.isNumber && convertsNumericTexts }
  /// Whether the attribute's values are texts.
  fileprivate var isTextInIndex: Bool { storage == .iso8601Text || storage == .text && !convertsNumericTexts }
}

extension AttributeStorage {
  /// The largest number that the conversion of a date adds.
  fileprivate var sizeOfOffset: Double {
    guard case .real(let zero)? = stored(.date(0)) else { return 0 }
    return abs(zero)
  }
}
