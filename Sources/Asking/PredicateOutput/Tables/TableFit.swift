import PredicateSyntax

/// Which columns of a table find room on a screen, and how wide each is.
struct TableFit {
  /// The columns that are shown, in order.
  let shown: [(position: Int, width: Int)]
  /// The columns that are not, in order.
  let hidden: [Int]

  /// A text is not shortened below this: less of it says nothing.
  private static let comfortableWidth = 10
  /// A text that is wider than this is no name, but prose.
  private static let proseWidth = 40
  /// A heading is not shortened below this.
  private static let headingWidth = 6

  /// Fits the columns into that many columns of a screen (nil: no end), `gap` of them between two. Text is shortened first, the widest most. Where that is not
  /// enough, columns without any value and then the longest texts are left out. Nil where more than half of them would be.
  init?(_ columns: [ShownTable.Column], width: Int?, gap: Int = TableRenderer.gap) {
    guard let width else {
      shown = columns.enumerated().map { ($0, $1.width) }
      hidden = []
      return
    }
    var remaining = Array(columns.indices)
    while true {
      if let widths = Self.widths(remaining.map { columns[$0] }, in: width, gap: gap) {
        shown = Array(zip(remaining, widths))
        let missing = Set(columns.indices).subtracting(remaining)
        hidden = missing.sorted()
        return
      }
      guard let next = Self.leastMissed(of: remaining, in: columns), (remaining.count - 1) * 2 >= columns.count else {
        return nil
      }
      remaining.remove(at: next)
    }
  }

  /// The widths of the columns, nil where the least widths do not fit.
  private static func widths(_ columns: [ShownTable.Column], in width: Int, gap: Int) -> [Int]? {
    let room = width - gap * max(0, columns.count - 1)
    let least = columns.map(leastWidth)
    var sum = least.reduce(0, +)
    guard sum <= room else { return nil }
    // From the least widths up: names first, prose takes what they leave. In each round one column of the screen at a time for all
    // that still want more, the narrowest first: so all that is shortened ends up equally wide.
    var widths = least
    for isProse in [false, true] {
      let growing = columns.indices.filter { (columns[$0].width > proseWidth) == isProse }
      while sum < room {
        let wanting = growing.filter { widths[$0] < columns[$0].width }
        guard let level = wanting.map({ widths[$0] }).min() else { break }
        for position in wanting where widths[position] == level && sum < room {
          widths[position] += 1
          sum += 1
        }
      }
    }
    return widths
  }

  private static func leastWidth(of column: ShownTable.Column) -> Int {
    if column.isText { return min(column.width, comfortableWidth) }
    return max(column.cellWidth, min(column.nameWidth, headingWidth))
  }

  /// Where the column stands in `remaining` that is missed least; the first two are what rows are known by.
  private static func leastMissed(of remaining: [Int], in columns: [ShownTable.Column]) -> Int? {
    let candidates = remaining.indices.dropFirst(2)
    if let empty = candidates.last(where: { columns[remaining[$0]].cells.allSatisfy { $0 == nil } }) { return empty }
    let texts = candidates.filter { columns[remaining[$0]].isText }
    return texts.max { columns[remaining[$0]].width < columns[remaining[$1]].width }
  }
}

/// The columns of a table that are shown, each as wide as it was fitted to be: what ``TableRenderer`` and ``BoxRenderer`` share.
struct FittedColumns {
  /// A column: which, under what heading, and how wide.
  private struct Place {
    let position: Int
    let name: String
    let width: Int
    let isRightAligned: Bool
  }

  /// The columns that are left out for want of room.
  let hidden: [String]
  private let places: [Place]

  /// The columns of a table as they were fitted.
  init(_ table: ShownTable, _ fit: TableFit) {
    hidden = fit.hidden.map { table.columns[$0].name }
    places = fit.shown.map { position, width in
      let column = table.columns[position]
      return Place(position: position, name: column.name, width: width, isRightAligned: column.isRightAligned)
    }
  }

  /// How wide each column is.
  var widths: [Int] { places.map(\.width) }

  /// The cells of the heading, as wide as their columns.
  var headings: [String] {
    places.map {
      CellText.padded(CellText.shortened($0.name, to: $0.width), to: $0.width, right: $0.isRightAligned)
    }
  }

  /// The cells of a row with spaces up to their widths. What is no text is whole, however wide: later rows may be wider than those that
  /// the table was fitted to.
  ///
  /// - Parameter endsBare: whether the last cell has no spaces behind it: nothing needs them at the end of a line.
  func cells(of rows: ShownTable, row: Int, style: TextStyle, endsBare: Bool) -> [String] {
    places.enumerated().map { index, place in
      let column = rows.columns[place.position]
      let text = column.cells[row].map { column.isText ? CellText.shortened($0, to: place.width) : $0 }
      let shown = text ?? rows.nilText
      let spaces = String(repeating: " ", count: max(0, place.width - DisplayWidth.columns(of: shown)))
      let styled = text ?? style.quiet(shown)
      if place.isRightAligned { return spaces + styled }
      return endsBare && index == places.count - 1 ? styled : styled + spaces
    }
  }
}
