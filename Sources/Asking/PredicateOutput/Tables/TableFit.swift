import PredicateSyntax

/// Decides which columns of a table are shown on a screen, and their widths.
struct TableFit {
  /// The columns that are shown, in order.
  let shown: [(position: Int, width: Int)]
  /// The positions of the columns that are left out, in order.
  let hidden: [Int]

  /// The least width to which a text is shortened. A shorter text would be useless.
  private static let comfortableWidth = 10
  /// The greatest width of a column of names. Wider columns are prose: they get the room that remains after the columns of names.
  private static let proseWidth = 40
  /// The least width of a shortened heading.
  private static let headingWidth = 6

  /// Fits the columns of a table into `width` columns of a screen, with `gap` columns between two columns of the table. With a nil width any table
  /// fits.
  ///
  /// First the widest texts are shortened. If that is not enough, columns are left out in this order: columns without a value, keys next to the
  /// object that they refer to, the longest texts. The naming column is never left out. No shortened column is wider than the naming column. Nil if
  /// more than half of the columns would be left out.
  init?(_ columns: [ShownTable.Column], naming: Int? = nil, width: Int?, gap: Int) {
    guard let width else {
      shown = columns.enumerated().map { ($0, $1.width) }
      hidden = []
      return
    }
    var remaining = Array(columns.indices)
    var best: [(position: Int, width: Int)]?
    while true {
      let place = naming.flatMap { remaining.firstIndex(of: $0) }
      if let widths = Self.widths(remaining.map { columns[$0] }, naming: place, in: width, gap: gap) {
        best = best ?? Array(zip(remaining, widths))
        if Self.isRoomy(widths, place.map { ($0, columns[remaining[$0]].width) }) {
          best = Array(zip(remaining, widths))
          break
        }
      }
      guard let next = Self.leastMissed(of: remaining, in: columns, naming: naming),
        (remaining.count - 1) * 2 >= columns.count
      else { break }
      remaining.remove(at: next)
    }
    guard let best else { return nil }
    shown = best
    hidden = Set(columns.indices).subtracting(best.map(\.position)).sorted()
  }

  /// Whether the naming column is shown in full, is at least ``proseWidth`` wide, or is the widest column.
  private static func isRoomy(_ widths: [Int], _ naming: (place: Int, full: Int)?) -> Bool {
    guard let naming else { return true }
    let own = widths[naming.place]
    return own >= min(naming.full, proseWidth) || own >= widths.max() ?? 0
  }

  /// The widths of the columns; nil if even the least widths do not fit.
  private static func widths(
    _ columns: [ShownTable.Column], naming: Int?, in width: Int, gap: Int
  ) -> [Int]? {
    let room = width - gap * max(0, columns.count - 1)
    let least = columns.map(leastWidth)
    var sum = least.reduce(0, +)
    guard sum <= room else { return nil }
    var widths = least
    if let naming {
      let wanted = min(columns[naming].width, max(proseWidth, least[naming])) - least[naming]
      let taken = max(0, min(wanted, room - sum))
      widths[naming] += taken
      sum += taken
    }
    // All columns begin with their least width. Then columns of names grow, and after them columns of prose. In each round the narrowest shortened
    // columns grow by one, so that all shortened columns end up equally wide.
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

  /// The column in `remaining` that a reader misses least, and that is left out next. The naming column is never chosen. Without a naming column, the
  /// first two columns are never chosen.
  private static func leastMissed(of remaining: [Int], in columns: [ShownTable.Column], naming: Int?) -> Int? {
    let candidates =
      naming == nil
      ? Array(remaining.indices.dropFirst(2)) : remaining.indices.dropFirst().filter { remaining[$0] != naming }
    if let empty = candidates.last(where: { columns[remaining[$0]].cells.allSatisfy { $0 == nil } }) { return empty }
    let names = Set(remaining.map { columns[$0].name.lowercased() })
    if let key = candidates.last(where: { isKey(columns[remaining[$0]].name.lowercased(), besides: names) }) {
      return key
    }
    // If the key of an object was left out, the column that shows this object stays as long as another text column can be left out.
    let gone = columns.indices.filter { !remaining.contains($0) }.map { columns[$0].name.lowercased() }
    let texts = candidates.filter { columns[remaining[$0]].isText }
    let others = texts.filter { place in
      !gone.contains { Self.isKey($0, besides: [columns[remaining[place]].name.lowercased()]) }
    }
    // Among equally wide columns, the last one is left out.
    return (others.isEmpty ? texts : others).reversed().max {
      columns[remaining[$0]].width < columns[remaining[$1]].width
    }
  }

  /// Whether a column is the key of an object that another column shows: `artistid` next to `artist`.
  private static func isKey(_ name: String, besides names: Set<String>) -> Bool {
    ["_id", "id", "key"].contains { name.hasSuffix($0) && names.contains(String(name.dropLast($0.count))) }
  }
}

/// The columns of a table that are shown, each with its fitted width.
struct FittedColumns {
  /// A shown column, its heading and its width.
  private struct Place {
    let position: Int
    let name: String
    let width: Int
    let isRightAligned: Bool
  }

  /// The names of the columns that are left out because the screen is too narrow.
  let hidden: [String]
  private let places: [Place]
  /// Whether texts that are wider than their column are shortened.
  private let shortensTexts: Bool

  /// Combines a table and its fit. The fit comes from the first rows, so later rows may have wider texts. `shortensTexts` shortens them, which only a
  /// screen needs.
  init(_ table: ShownTable, _ fit: TableFit, shortensTexts: Bool) {
    self.shortensTexts = shortensTexts
    hidden = fit.hidden.map { table.columns[$0].name }
    places = fit.shown.map { position, width in
      let column = table.columns[position]
      return Place(position: position, name: column.name, width: width, isRightAligned: column.isRightAligned)
    }
  }

  var widths: [Int] { places.map(\.width) }

  /// The cells of the heading, padded to the widths of their columns.
  var headings: [String] {
    places.map {
      CellText.padded(CellText.shortened($0.name, to: $0.width), to: $0.width, right: $0.isRightAligned)
    }
  }

  /// Appends the cells of a row, padded to the widths of their columns, with a text between two of them. Only texts are shortened, so other cells of
  /// later rows may be wider than their column.
  ///
  /// - Parameter endsBare: Whether the last cell is not padded.
  func append(
    row: Int, of columns: [ShownTable.Column], nilText: String, separator: String, endsBare: Bool,
    to lines: inout LineBuffer
  ) {
    for (index, place) in places.enumerated() {
      if index > 0 { lines.append(separator) }
      let column = columns[place.position]
      var (text, width) = (column.cells[row] ?? nilText, column.widths[row])
      if shortensTexts, column.isText, width > place.width, column.cells[row] != nil {
        text = CellText.shortened(text, to: place.width)
        width = DisplayWidth.columns(of: text)
      }
      if place.isRightAligned { lines.append(spaces: place.width - width) }
      lines.append(text)
      if !place.isRightAligned, !endsBare || index < places.count - 1 { lines.append(spaces: place.width - width) }
    }
  }
}
