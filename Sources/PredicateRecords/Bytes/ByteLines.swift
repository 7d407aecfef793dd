import Foundation

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

  private let descriptor: Int32
  private let maximumLength: Int
  private var buffer: [UInt8] = []
  /// What the system writes into.
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// Where the next line starts.
  private var start = 0
  /// How far the buffer was searched for the end of that line.
  private var searched = 0
  /// Whether the line so far was dropped for its length.
  private var isDropping = false

  /// Whether the end came by a failure and not by the end of the input.
  package private(set) var hasFailed = false

  /// Lines of an open descriptor. No more than about `maximumLength` bytes are kept.
  package init(descriptor: Int32, maximumLength: Int) {
    self.descriptor = descriptor
    self.maximumLength = maximumLength
  }

  /// The next line. Linear in its length.
  package mutating func next() -> Reading {
    while true {
      if let end = lineFeed() { return take(upTo: end, next: end + 1) }
      searched = buffer.count
      if searched - start > maximumLength {
        isDropping = true
        start = searched
      }
      guard readMore() else {
        if start == buffer.count && !isDropping { return .end }
        return take(upTo: buffer.count, next: buffer.count)
      }
    }
  }

  private mutating func take(upTo end: Int, next: Int) -> Reading {
    let isTooLong = isDropping || end - start > maximumLength
    let reading = isTooLong ? Reading.tooLong : .line(Array(buffer[start..<end]))
    start = next
    searched = next
    isDropping = false
    return reading
  }

  /// Where the next line feed is. The C library's search is many times quicker than a loop where nothing is optimised.
  private func lineFeed() -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard searched < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Drops what was taken and appends what comes; false at the end.
  private mutating func readMore() -> Bool {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    var received = 0
    repeat {
      received = chunk.withUnsafeMutableBytes { bytes in read(descriptor, bytes.baseAddress, bytes.count) }
    } while received < 0 && errno == EINTR
    if received < 0 { hasFailed = true }
    buffer.append(contentsOf: chunk.prefix(max(0, received)))
    return received > 0
  }
}
