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
