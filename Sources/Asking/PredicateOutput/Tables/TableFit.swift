import PredicateSyntax

/// Which columns of a table find room on a screen, and how wide each is.
struct TableFit {
  /// The columns that are shown, in order.
  let shown: [(position: Int, width: Int)]
  /// The columns that are not, in order.
  let hidden: [Int]

  /// A text is not shortened below this: less of it is useless.
  private static let comfortableWidth = 10
  /// A text that is wider than this is prose and not a name.
  private static let proseWidth = 40
  /// A heading is not shortened below this.
  private static let headingWidth = 6

  /// Fits the columns of a table into `width` columns of a screen, with `gap` columns between two. A nil width fits any table.
  ///
  /// Texts are shortened first, the widest most. If that is not enough, columns are left out in this order: columns without a value, keys next to the
  /// object that they refer to, the longest texts. The naming column stays. No other column is wider than it, unless that column is shown in full.
  /// Nil if more than half of the columns would be left out.
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

  /// Whether the naming column is shown in full, or is as wide as prose may be, or is the widest one.
  private static func isRoomy(_ widths: [Int], _ naming: (place: Int, full: Int)?) -> Bool {
    guard let naming else { return true }
    let own = widths[naming.place]
    return own >= min(naming.full, proseWidth) || own >= widths.max() ?? 0
  }

  /// The widths of the columns; nil if the least widths do not fit.
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
    // From the least widths up: names first, then prose. In each round the narrowest columns that are still shortened get one column of the screen
    // each, so that all shortened columns end up equally wide.
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

  /// The position in `remaining` of the column that is missed least. The naming column stays; without one, the first two do.
  private static func leastMissed(of remaining: [Int], in columns: [ShownTable.Column], naming: Int?) -> Int? {
    let candidates =
      naming == nil
      ? Array(remaining.indices.dropFirst(2)) : remaining.indices.dropFirst().filter { remaining[$0] != naming }
    if let empty = candidates.last(where: { columns[remaining[$0]].cells.allSatisfy { $0 == nil } }) { return empty }
    let names = Set(remaining.map { columns[$0].name.lowercased() })
    if let key = candidates.last(where: { isKey(columns[remaining[$0]].name.lowercased(), besides: names) }) {
      return key
    }
    // The object stays if its key was left out.
    let gone = columns.indices.filter { !remaining.contains($0) }.map { columns[$0].name.lowercased() }
    let texts = candidates.filter { columns[remaining[$0]].isText }
    let others = texts.filter { place in
      !gone.contains { Self.isKey($0, besides: [columns[remaining[place]].name.lowercased()]) }
    }
    // The last of equally wide ones is left out.
    return (others.isEmpty ? texts : others).reversed().max {
      columns[remaining[$0]].width < columns[remaining[$1]].width
    }
  }

  /// Whether a column is a key of an object that another column shows: `artistid` next to `artist`.
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

  /// The columns that are left out for want of room.
  let hidden: [String]
  private let places: [Place]
  /// Whether texts that are wider than their column lose their end.
  private let shortensTexts: Bool

  /// The columns of a table as they were fitted. Only on a screen are texts shortened: later rows may be wider than those that the
  /// table was fitted to.
  init(_ table: ShownTable, _ fit: TableFit, shortensTexts: Bool) {
    self.shortensTexts = shortensTexts
    hidden = fit.hidden.map { table.columns[$0].name }
    places = fit.shown.map { position, width in
      let column = table.columns[position]
      return Place(position: position, name: column.name, width: width, isRightAligned: column.isRightAligned)
    }
  }

  var widths: [Int] { places.map(\.width) }

  /// The cells of the heading, as wide as their columns.
  var headings: [String] {
    places.map {
      CellText.padded(CellText.shortened($0.name, to: $0.width), to: $0.width, right: $0.isRightAligned)
    }
  }

  /// The cells of a row with spaces up to their widths. Only text is shortened, so other cells may be wider: later rows may be wider than those that
  /// the table was fitted to.
  ///
  /// - Parameter endsBare: whether the last cell has no spaces after it: they would be useless at the end of a line.
  func cells(of rows: ShownTable, row: Int, style: TextStyle, endsBare: Bool) -> [String] {
    places.enumerated().map { index, place in
      let column = rows.columns[place.position]
      let text = column.cells[row].map { column.isText && shortensTexts ? CellText.shortened($0, to: place.width) : $0 }
      let shown = text ?? rows.nilText
      let spaces = String(repeating: " ", count: max(0, place.width - DisplayWidth.columns(of: shown)))
      let styled = text ?? style.quiet(shown)
      if place.isRightAligned { return spaces + styled }
      return endsBare && index == places.count - 1 ? styled : styled + spaces
    }
  }
}
