import Foundation
import PredicateDocuments
import PredicateValues

/// Records of cells, separated by commas as in RFC 4180, or in the format tsv by tabs. Some programs write semicolons or tabs instead of commas.
///
/// In the format csv, a quoted cell may contain separators, line ends and doubled quotes. The format tsv has no quotes: a tab, line feed, carriage return
/// and backslash in a cell are written `\t`, `\n`, `\r` and `\\`. A line ends with a line feed, which a carriage return may precede. Empty lines are
/// skipped. After a quote that is never closed, its line is skipped.
struct SeparatedFramer: RecordFramer {
  /// The cells of the last record found.
  let cells = CellList()
  /// Whether the format is tsv, which has escapes and no quotes.
  let isTabbed: Bool
  /// The byte between two cells.
  let separator: UInt8

  /// The most bytes that are searched for a closing quote. Without a limit, a quote that is never closed would take the whole input.
  private static let maximumLength = 1 << 24

  /// - Parameter separator: The byte between two cells; nil for the one of the format.
  init(isTabbed: Bool, separator: UInt8? = nil) {
    self.isTabbed = isTabbed
    self.separator = separator ?? UInt8(ascii: isTabbed ? "\t" : ",")
  }

  struct Cell {
    /// The bytes between the separators, without quotes around them.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the cell was quoted. A quoted cell is a text even if it is empty.
    let isQuoted: Bool
    /// Whether the bytes contain escapes: doubled quotes or backslashes.
    let hasEscapes: Bool
  }

  /// A list of cells whose memory the next record reuses.
  final class CellList {
    private(set) var cells: [Cell] = []

    func append(_ cell: Cell) { cells.append(cell) }

    func removeAll() { cells.removeAll(keepingCapacity: true) }
  }

  /// The result of an attempt to read a record.
  private enum Attempt {
    /// The end of the record, and the beginning of the next one.
    case record(UnsafePointer<UInt8>, next: UnsafePointer<UInt8>)
    case needsMore
    /// The code and the message of an error. The caller adds the number of the line.
    case broken(code: String, message: String)
  }

  mutating func next(in window: ByteWindow) throws(ReadFailure) -> FramedRecord {
    var isAtEnd = false
    while true {
      if window.unread.isEmpty {
        if try window.more() { continue }
        return .end
      }
      switch attempt(window.unread, isAtEnd: isAtEnd) {
      case .record(let end, let next):
        let record = UnsafeBufferPointer(start: window.first, count: end - window.first)
        window.take(to: next)
        if !isBlank(record) { return .record(record) }
      case .needsMore where window.unread.count > Self.maximumLength:
        return try drop(window, "open-quote", "expected a quote at the end of the cell, but the input ends")
      case .needsMore:
        isAtEnd = try !window.more()
      case .broken(let code, let message):
        return try drop(window, code, message)
      }
    }
  }

  /// Reads the record at the start of some bytes, and returns the bytes after it. Nil if there is no record, or if more bytes are needed. An invalid
  /// line is skipped, and ``cells`` is then empty.
  mutating func record(
    at bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    switch attempt(bytes, isAtEnd: isAtEnd) {
    case .record(_, let next): return UnsafeBufferPointer(rebasing: bytes[(next - start)...])
    case .needsMore: return nil
    case .broken:
      cells.removeAll()
      return LineFramer.lineFeed(in: bytes, from: 0).map { UnsafeBufferPointer(rebasing: bytes[($0 + 1)...]) }
    }
  }

  private func isBlank(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    record.isEmpty || (record.count == 1 && record[0] == UInt8(ascii: "\r"))
  }

  private mutating func drop(
    _ window: ByteWindow, _ code: String, _ message: String
  ) throws(ReadFailure) -> FramedRecord {
    let issue = RecordIssue(line: window.line(of: window.first), code: code, message: message)
    _ = try LineFramer.takeLine(of: window)
    return .broken(issue)
  }

  /// Tries to read a record from the start of some bytes.
  private mutating func attempt(_ bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) -> Attempt {
    cells.removeAll()
    guard var place = bytes.baseAddress else { return .needsMore }
    let end = place + bytes.count
    while true {
      var cellEnd: UnsafePointer<UInt8>
      if !isTabbed, place < end, place.pointee == UInt8(ascii: "\"") {
        guard let quote = quotedCell(from: place + 1, to: end, isAtEnd: isAtEnd) else {
          return isAtEnd
            ? .broken(code: "open-quote", message: "expected a quote at the end of the cell, but the input ends")
            : .needsMore
        }
        cellEnd = quote + 1
        if cellEnd < end, cellEnd.pointee == UInt8(ascii: "\r") { cellEnd += 1 }
        if cellEnd == end, !isAtEnd { return .needsMore }
        if cellEnd < end, cellEnd.pointee != separator, cellEnd.pointee != 0x0A {
          return .broken(
            code: "text-behind-quote", message: "expected a separator or a new line after the closing quote, found text"
          )
        }
      } else {
        cellEnd = JSONByte.either(separator, 0x0A, from: place, to: end)
        if cellEnd == end, !isAtEnd { return .needsMore }
        append(
          UnsafeBufferPointer(start: place, count: cellEnd - place), isLast: cellEnd == end || cellEnd.pointee == 0x0A)
      }
      if cellEnd == end { return .record(end, next: end) }
      if cellEnd.pointee == 0x0A { return .record(cellEnd, next: cellEnd + 1) }
      place = cellEnd + 1
    }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    var bytes = bytes
    if isLast, bytes.last == UInt8(ascii: "\r") { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
    let hasEscapes = isTabbed && bytes.contains(UInt8(ascii: "\\"))
    cells.append(Cell(bytes: bytes, isQuoted: false, hasEscapes: hasEscapes))
  }

  /// Adds a cell up to its closing quote, and returns the address of the quote. Nil if there is no closing quote, or if more bytes are needed to
  /// decide.
  private mutating func quotedCell(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, isAtEnd: Bool
  ) -> UnsafePointer<UInt8>? {
    var place = start
    var hasEscapes = false
    while place < end, let found = memchr(place, 0x22, end - place) {
      let quote = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      if quote + 1 == end, !isAtEnd { return nil }
      if quote + 1 == end || quote[1] != 0x22 {
        let bytes = UnsafeBufferPointer(start: start, count: quote - start)
        cells.append(Cell(bytes: bytes, isQuoted: true, hasEscapes: hasEscapes))
        return quote
      }
      hasEscapes = true
      place = quote + 2
    }
    return nil
  }
}

extension SeparatedFramer.Cell {
  /// The text of a cell; nil if its bytes are not UTF-8. `isTabbed` selects the escapes.
  func text(isTabbed: Bool) -> String? {
    guard hasEscapes else { return Self.text(bytes) }
    var content: [UInt8] = []
    content.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isTabbed, byte == UInt8(ascii: "\\"), index < bytes.count, let meant = Self.meaning(ofEscape: bytes[index]) {
        content.append(meant)
        index += 1
      } else {
        content.append(byte)
        if !isTabbed, byte == UInt8(ascii: "\"") { index += 1 }
      }
    }
    return content.withUnsafeBufferPointer(Self.text)
  }

  private static func meaning(ofEscape letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "\\"): letter
    default: nil
    }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid UTF-8, so the text then differs from the bytes.
    return StringSearch.isASCII(bytes) || text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Whether the cell is empty and unquoted.
  var isMissing: Bool { bytes.isEmpty && !isQuoted }
}
