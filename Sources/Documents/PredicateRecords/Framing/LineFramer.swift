import Foundation
import PredicateDocuments

/// One record per line. Lines of white space are skipped.
struct LineFramer: RecordFramer {
  /// The number of bytes of the window in which no line feed was found.
  private var searched = 0

  mutating func next(in window: ByteWindow) throws(ReadFailure) -> FramedRecord {
    while true {
      let unread = window.unread
      let line: UnsafeBufferPointer<UInt8>
      if let count = Self.lineFeed(in: unread, from: searched) {
        line = UnsafeBufferPointer(rebasing: unread[..<count])
        window.take(count + 1)
      } else {
        searched = unread.count
        if searched > RecordLimits.length { return try dropLine(of: window) }
        if try window.more() { continue }
        if window.unread.isEmpty { return .end }
        line = window.unread
        window.take(line.count)
      }
      searched = 0
      if !line.allSatisfy(JSONByte.isSpace) { return .record(line) }
    }
  }

  static func lineFeed(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
    guard offset < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + offset, 0x0A, bytes.count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Skips a line that is too long, whatever its length.
  private mutating func dropLine(of window: ByteWindow) throws(ReadFailure) -> FramedRecord {
    let issue = RecordIssue.tooLong(line: window.line(of: window.first), limit: RecordLimits.length)
    searched = 0
    _ = try Self.takeLine(of: window)
    return .broken(issue)
  }

  /// Takes the line at the start of the window, whatever its length. Returns false at the end of the input.
  static func takeLine(of window: ByteWindow) throws(ReadFailure) -> Bool {
    while true {
      if let count = lineFeed(in: window.unread, from: 0) {
        window.take(count + 1)
        return true
      }
      window.take(window.unread.count)
      if try !window.more() { return false }
    }
  }
}
