/// The rows of the variables in one chunk.
final class ChunkFrame {
  /// How many rows the chunk has.
  var count = 0
  /// Whether the rows are the elements of ranges, so that a row from outside may come up many times.
  let isOfElements: Bool
  /// The rows of each variable; nil for those that are not in force.
  var rows: [Rows?]
  /// The rows that only the reference can decide. Whatever the mask says of them does not count.
  let undecided: MaskWords

  /// The columns of the paths that were looked up in the chunk, by their sites.
  private var columns: [ViewColumn?]
  /// Its other columns of views.
  private var temporaries: [ViewColumn] = []

  init(variableCount: Int, siteCount: Int, undecided: MaskWords, isOfElements: Bool) {
    self.isOfElements = isOfElements
    rows = Array(repeating: nil, count: max(1, variableCount))
    columns = Array(repeating: nil, count: siteCount)
    self.undecided = undecided
  }

  /// The column of a site.
  func column(_ site: Int, _ scratch: Scratch) -> ViewColumn {
    if let column = columns[site] { return column }
    let column = scratch.takeViews()
    columns[site] = column
    return column
  }

  /// A column that counts as long as the chunk.
  func newColumn(_ scratch: Scratch) -> ViewColumn {
    let column = scratch.takeViews()
    temporaries.append(column)
    return column
  }

  /// Gives the columns of the chunk back.
  func forgetColumns(_ scratch: Scratch) {
    for site in columns.indices {
      if let column = columns[site] { scratch.give(column, count: count) }
      columns[site] = nil
    }
    while let column = temporaries.popLast() { scratch.give(column, count: count) }
  }
}
