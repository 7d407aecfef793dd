import PredicateSyntax

/// The screen that a person would see, computed from a program's output to its terminal. It supports the part of xterm's escape sequences that
/// libedit, the shell and pagers use.
struct TerminalScreen {
  private(set) var columns: Int
  private(set) var rows: Int
  /// The character of each cell. The right half of a wide character is empty.
  private var cells: [[String]]
  private var scrolledAway: [[String]] = []
  private var row = 0
  private var column = 0
  /// Whether the last column was written, so that the next character begins a new line.
  private var wrapsNext = false
  private var pending: [UInt8] = []
  /// The number of escape sequences that set a colour.
  private(set) var colourChanges = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// All lines without spaces at their ends, beginning with those that have scrolled away. Empty lines below the cursor are left out.
  var lines: [String] {
    let shown = cells[...max(row, 0)]
    return (scrolledAway + shown).map(Self.text)
  }

  /// The number of the line with the cursor, from 0. Lines that have scrolled away are counted.
  var cursorLine: Int { scrolledAway.count + row }

  /// The text of the cursor's line up to the cursor.
  var lineBeforeCursor: String { cells[row][..<min(column, columns)].joined() }

  private static func text(_ cells: [String]) -> String {
    var text = cells.joined()
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  /// Resizes the screen. The text stays in its place if the screen is large enough.
  mutating func resize(columns: Int, rows: Int) {
    var resized = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    let dropped = max(0, row - rows + 1)
    scrolledAway += cells[..<dropped]
    for line in 0..<min(rows, self.rows - dropped) {
      for place in 0..<min(columns, self.columns) { resized[line][place] = cells[line + dropped][place] }
    }
    (cells, self.columns, self.rows) = (resized, columns, rows)
    row -= dropped
    column = min(column, columns - 1)
    wrapsNext = false
  }

  // MARK: Writing

  /// Writes bytes to the screen. Characters and sequences may arrive in pieces.
  mutating func write(_ bytes: [UInt8]) {
    pending += bytes
    while let length = nextLength() {
      let piece = Array(pending[..<length])
      pending.removeFirst(length)
      take(piece)
    }
  }

  /// The bytes of the next character or sequence; nil if it is not complete.
  private func nextLength() -> Int? {
    guard let first = pending.first else { return nil }
    if first == 0x1B { return sequenceLength() }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return pending.count >= length ? length : nil
  }

  private func sequenceLength() -> Int? {
    guard pending.count >= 2 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["):
      return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case UInt8(ascii: "("), UInt8(ascii: ")"): return pending.count >= 3 ? 3 : nil
    default: return 2
    }
  }

  private mutating func take(_ piece: [UInt8]) {
    if piece.count > 1, piece[0] == 0x1B {
      if piece[1] == UInt8(ascii: "[") { control(piece) }
      return
    }
    switch piece[0] {
    case 0x0D: move(to: 0)
    case 0x0A:
      lineFeed()
      wrapsNext = false
    case 0x08: move(to: column - 1)
    case 0x09: move(to: (column / 8 + 1) * 8)
    case ..<0x20, 0x7F: break
    default: put(String(decoding: piece, as: UTF8.self))
    }
  }

  private mutating func put(_ text: String) {
    let width = text.first.map { DisplayWidth.columns(of: $0) } ?? 0
    guard width > 0 else {
      if column > 0 { cells[row][column - 1] += text }
      return
    }
    if wrapsNext || column + width > columns {
      column = 0
      lineFeed()
    }
    wrapsNext = false
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    if column >= columns {
      column = columns - 1
      wrapsNext = true
    }
  }

  private mutating func move(to column: Int) {
    self.column = min(max(0, column), columns - 1)
    wrapsNext = false
  }

  private mutating func lineFeed() {
    guard row == rows - 1 else {
      row += 1
      return
    }
    scrolledAway.append(cells.removeFirst())
    cells.append(Array(repeating: " ", count: columns))
  }

  // MARK: Sequences

  private mutating func control(_ piece: [UInt8]) {
    let text = String(decoding: piece.dropFirst(2).dropLast(), as: UTF8.self)
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch Character(Unicode.Scalar(piece[piece.count - 1])) {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": move(to: column + count)
    case "D": move(to: column - count)
    case "G": move(to: count - 1)
    case "H", "f":
      row = min(rows, max(1, numbers.first ?? 1)) - 1
      move(to: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J": erase(numbers.first ?? 0)
    case "K": eraseLine(numbers.first ?? 0)
    case "P":
      for _ in 0..<count where column < columns {
        cells[row].remove(at: column)
        cells[row].append(" ")
      }
    case "@":
      for _ in 0..<count {
        cells[row].insert(" ", at: column)
        cells[row].removeLast()
      }
    case "m": colourChanges += 1
    default: break
    }
  }

  private mutating func erase(_ what: Int) {
    let empty = Array(repeating: " ", count: columns)
    if what == 2 { return cells = Array(repeating: empty, count: rows) }
    eraseLine(what)
    for line in what == 0 ? (row + 1)..<max(rows, row + 1) : 0..<row { cells[line] = empty }
  }

  private mutating func eraseLine(_ what: Int) {
    let range = what == 0 ? column..<columns : what == 1 ? 0..<(column + 1) : 0..<columns
    for place in range { cells[row][place] = " " }
  }
}
