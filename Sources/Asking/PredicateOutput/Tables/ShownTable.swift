import PredicateModel
import PredicateSyntax
import PredicateValues

/// A table as text: the text of each cell, and the alignment of its column.
package struct ShownTable {
  package struct Column {
    package let name: String
    /// The texts of the cells, from top to bottom. The element is nil for the value nil.
    package let cells: [String?]
    /// The width of each cell, in columns of the screen. A nil cell has the width of the text for nil.
    let widths: [Int]
    /// Whether the cells are right-aligned. Cells of numbers are.
    package let isRightAligned: Bool
    /// Whether the cells may be shortened. True for texts only, because a number without its last digits would be another number.
    package let isText: Bool
    /// The width of the widest cell, in columns of the screen.
    package let cellWidth: Int
    /// The width of the heading, in columns of the screen.
    package let nameWidth: Int

    /// The width of the cells and the heading, in columns of the screen.
    package var width: Int { max(cellWidth, nameWidth) }
  }

  /// The columns with their texts. They are computed on first use, because output modes for programs need only the values.
  package var columns: [Column] { cells.columns }
  package let rowCount: Int
  package let nilText: String
  /// The values, for output modes that programs read.
  package let source: ResultTable
  /// The position of the column that identifies a row for people, such as a name or a title; nil if there is none.
  package let naming: Int?
  /// The positions of the columns that are keys of groups. Empty if all objects are one group. Nil if the rows are not groups.
  package let keyColumns: [Int]?
  private let cells: Cells

  private final class Cells {
    private let table: ResultTable
    private let titles: [ObjectReference: String]
    private let timeZone: QueryTimeZone
    private let nilText: String
    private(set) lazy var columns: [Column] = table.columns.enumerated().map { position, name in
      ShownTable.column(
        name, values: table.rows.map { position < $0.count ? $0[position] : .null }, titles: titles,
        timeZone: timeZone, nilText: nilText)
    }

    init(_ table: ResultTable, titles: [ObjectReference: String], timeZone: QueryTimeZone, nilText: String) {
      self.table = table
      self.titles = titles
      self.timeZone = timeZone
      self.nilText = nilText
    }
  }

  /// Converts a table to text. Dates are shown in the given time zone.
  ///
  /// - Parameters:
  ///   - titles: The names of referenced objects, if they are known.
  ///   - naming: The column that identifies a row for people.
  ///   - keyColumns: The positions of the keys of groups; nil if rows are not groups.
  ///   - nilText: The text for nil.
  package init(
    _ table: ResultTable, titles: [ObjectReference: String] = [:], naming: String? = nil, keyColumns: [Int]? = nil,
    timeZone: QueryTimeZone = .utc,
    nilText: String = ValueText.missing
  ) {
    self.naming = naming.flatMap { name in table.columns.firstIndex { $0.hasSameScalars(as: name) } }
    self.keyColumns = keyColumns
    rowCount = table.rows.count
    source = table
    self.nilText = nilText
    cells = Cells(table, titles: titles, timeZone: timeZone, nilText: nilText)
  }

  private static func column(
    _ name: String, values: [QueryValue], titles: [ObjectReference: String], timeZone: QueryTimeZone, nilText: String
  ) -> Column {
    let writer = ValueText(titles: titles, datePrecision: datePrecision(of: values, in: timeZone), timeZone: timeZone)
    let nilWidth = DisplayWidth.columns(of: nilText)
    var cells: [String?] = []
    var widths: [Int] = []
    cells.reserveCapacity(values.count)
    widths.reserveCapacity(values.count)
    for value in values {
      let cell = value.isNull ? nil : CellText.measured(writer.text(of: value))
      cells.append(cell?.text)
      widths.append(cell?.width ?? nilWidth)
    }
    let heading = CellText.escaped(name)
    return Column(
      name: heading, cells: cells, widths: widths,
      isRightAligned: isAll(values) { if case .integer = $0 { true } else { isFraction($0) } },
      isText: !isAll(values, isFixed), cellWidth: widths.max() ?? 0, nameWidth: DisplayWidth.columns(of: heading))
  }

  /// Whether at least one value is not nil, and all such values have a property.
  private static func isAll(_ values: [QueryValue], _ property: (QueryValue) -> Bool) -> Bool {
    var found = false
    for value in values where !value.isNull {
      guard property(value) else { return false }
      found = true
    }
    return found
  }

  private static func isFraction(_ value: QueryValue) -> Bool {
    switch value {
    case .double, .decimal: true
    default: false
    }
  }

  private static func isFixed(_ value: QueryValue) -> Bool {
    switch value {
    case .boolean, .integer, .double, .decimal, .date, .uuid: true
    default: false
    }
  }

  private static func datePrecision(of values: [QueryValue], in timeZone: QueryTimeZone) -> DateText.Precision {
    var precision = DateText.Precision.day
    for value in values {
      if case .date(let date) = value {
        precision = max(precision, DateText.precision(of: timeZone.localTime(of: date)))
      }
    }
    return precision
  }
}

extension ResultTable {
  /// The value of a cell; `.null` if the row is too short.
  package func value(row: Int, column: Int) -> QueryValue {
    rows[row].indices.contains(column) ? rows[row][column] : .null
  }

  package func prefix(_ count: Int) -> ResultTable {
    count >= rows.count ? self : ResultTable(columns: columns, rows: Array(rows.prefix(count)))
  }
}
