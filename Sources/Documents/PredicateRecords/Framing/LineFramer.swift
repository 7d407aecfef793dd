import Foundation
import PredicateDocuments

/// Lines of bytes from a file descriptor, neither decoded nor repaired.
package struct ByteLines {
  package enum Reading: Equatable {
    /// A line without its line feed. The last line may lack one.
    case line([UInt8])
    /// A line longer than the limit, which was dropped.
    case tooLong
    case end
  }

  private let window: ByteWindow
  private let maximumLength: Int

  /// The failure that ended the input early; nil if there is none.
  package private(set) var failure: ReadFailure?

  /// Lines of an open descriptor. At most about `maximumLength` bytes are kept in memory.
  package init(descriptor: Int32, maximumLength: Int) {
    window = ByteWindow(DescriptorSource(descriptor: descriptor), size: 1 << 16)
    self.maximumLength = maximumLength
  }

  /// Whether ``next()`` would wait for more input.
  package var wouldWait: Bool { window.unread.isEmpty && window.wouldWait }

  /// The next line. Linear in its length.
  package mutating func next() -> Reading {
    do throws(ReadFailure) {
      return try read()
    } catch {
      failure = error
      return .end
    }
  }

  private func read() throws(ReadFailure) -> Reading {
    var searched = 0
    while true {
      let unread = window.unread
      if let count = LineFramer.lineFeed(in: unread, from: searched) {
        defer { window.take(count + 1) }
        return count > maximumLength ? .tooLong : .line(Array(unread[..<count]))
      }
      searched = unread.count
      if searched > maximumLength {
        _ = try LineFramer.takeLine(of: window)
        return .tooLong
      }
      if try window.more() { continue }
      defer { window.take(window.unread.count) }
      return window.unread.isEmpty ? .end : .line(Array(window.unread))
    }
  }
}

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

  /// Removes the line at the start of the window. The line may be longer than the window. Returns false if the input ends before a line feed.
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
