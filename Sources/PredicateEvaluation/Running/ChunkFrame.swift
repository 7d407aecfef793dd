/// The rows of the variables in one chunk.
final class ChunkFrame {
  /// The chunk whose rows the elements belong to.
  struct Outside {
    let frame: ChunkFrame
    /// The row of that chunk that each element belongs to.
    let owners: UnsafeMutablePointer<Int>
  }

  /// How many rows the chunk has.
  @exclusivity(unchecked) var count = 0
  /// The rows that only the reference can decide. Whatever the mask says of them does not count.
  let undecided: MaskWords
  /// The walk whose elements the rows are, at its last step.
  unowned var walk: RangeWalk?

  /// The rows of each variable; nil for those that are not in force, and for those from outside that were not needed yet.
  @exclusivity(unchecked) private var rows: [Rows?]
  /// The chunk that the rows belong to; nil where the rows are the evaluated elements themselves.
  private let outside: Outside?
  /// The variables from outside whose rows are repeated.
  @exclusivity(unchecked) private var repeated: [Int] = []
  /// The columns of the paths that were looked up in the chunk, by their sites.
  @exclusivity(unchecked) private var columns: [ViewColumn?]
  /// Its other columns of views.
  @exclusivity(unchecked) private var temporaries: [ViewColumn] = []
  /// Chunks whose columns count as long as this one.
  @exclusivity(unchecked) private var adopted: [ChunkFrame] = []

  init(variableCount: Int, siteCount: Int, undecided: MaskWords, outside: Outside? = nil) {
    rows = Array(repeating: nil, count: max(1, variableCount))
    columns = Array(repeating: nil, count: siteCount)
    self.undecided = undecided
    self.outside = outside
  }

  /// Whether the rows are the elements of ranges, so that a row from outside may come up many times.
  var isOfElements: Bool { outside != nil }

  /// Says where the rows of one of the chunk's own variables lie.
  func set(_ variable: Int, _ rows: Rows) { self.rows[variable] = rows }

  /// Where the rows of a variable lie; nil for one that is not in force. The rows of one from outside are repeated when they are first needed.
  func rows(of variable: Int, _ scratch: Scratch) -> Rows? {
    if let known = rows[variable] { return known }
    guard let outside, let outer = outside.frame.rows(of: variable, scratch) else { return nil }
    let column = scratch.takeColumn()
    let list = column.assumingMemoryBound(to: UnsafeRawPointer.self)
    for element in 0..<count { list[element] = outer[outside.owners[element]] }
    rows[variable] = .list(column)
    repeated.append(variable)
    return rows[variable]
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

  /// Keeps the columns of another chunk as long as those of this one.
  func adopt(_ chunk: ChunkFrame) { adopted.append(chunk) }

  /// Gives the columns of the chunk back.
  func forgetColumns(_ scratch: Scratch) {
    while let variable = repeated.popLast() {
      if let rows = rows[variable] { scratch.give(UnsafeMutableRawPointer(mutating: rows.base)) }
      rows[variable] = nil
    }
    for site in columns.indices {
      if let column = columns[site] { scratch.give(column, count: count) }
      columns[site] = nil
    }
    while let column = temporaries.popLast() { scratch.give(column, count: count) }
    while let chunk = adopted.popLast() { chunk.forgetColumns(scratch) }
  }
}
