/// Lines of bytes from a file descriptor, exactly as they are: nothing is decoded or repaired.
package struct ByteLines {
  /// What reading gave.
  package enum Reading: Equatable {
    /// A line without its line feed. The last line needs none.
    case line([UInt8])
    /// A line past the limit, which was dropped.
    case tooLong
    /// There are no more lines.
    case end
  }

  private let window: ByteWindow
  private let maximumLength: Int

  /// Why the end came, where it is not the end of the input.
  package private(set) var failure: ReadFailure?

  /// Lines of an open descriptor. No more than about `maximumLength` bytes are kept.
  package init(descriptor: Int32, maximumLength: Int) {
    window = ByteWindow(DescriptorSource(descriptor: descriptor), size: 1 << 16)
    self.maximumLength = maximumLength
  }

  /// Whether ``next()`` would wait for somebody to write.
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
