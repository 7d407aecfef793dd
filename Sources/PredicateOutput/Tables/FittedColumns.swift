import PredicateSyntax

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
      let shown = text ?? ValueText.missing
      let spaces = String(repeating: " ", count: max(0, place.width - DisplayWidth.columns(of: shown)))
      let styled = text ?? style.quiet(shown)
      if place.isRightAligned { return spaces + styled }
      return endsBare && index == places.count - 1 ? styled : styled + spaces
    }
  }
}
