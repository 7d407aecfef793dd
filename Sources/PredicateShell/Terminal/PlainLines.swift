import Foundation
import PredicateSyntax

/// Lines from a descriptor, read by ourselves: libedit drops what is not UTF-8 and ends lines at NUL.
final class PlainLines: LineSource {
  private let descriptor: Int32
  private let prompts: (any ShellOutput)?
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private static let chunkSize = 1 << 16
  private let longestLine: Int

  /// Lines of an open descriptor. `prompts` takes the prompts, where somebody types without an editor. The longest line is far
  /// beyond the longest statement: what is longer is no text, and would only fill the memory.
  init(descriptor: Int32, prompts: (any ShellOutput)? = nil, longestLine: Int = 1 << 24) {
    self.longestLine = longestLine
    self.descriptor = descriptor
    self.prompts = prompts
  }

  /// The next line, without `\n` or `\r\n`. What is not UTF-8 is replaced by U+FFFD. The last line needs no end.
  func nextLine(prompt: ShellPrompt) throws(PredicateIssue) -> LineReading {
    prompts?.write(prompt.text)
    prompts?.flush()
    guard let line = try line() else { return .end }
    start = line.next
    return .line(text(line.range))
  }

  /// The next line, where its first byte can be read at once.
  func waitingLine() throws(PredicateIssue) -> String? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard start < buffer.count || poll(&waiting, 1, 0) > 0, let line = try line() else { return nil }
    return text(line.range)
  }

  /// Where the next line stands in the buffer, and what is behind it; nil where there are no more. Nothing is taken.
  private func line() throws(PredicateIssue) -> (range: Range<Int>, next: Int)? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) { return (start..<end, end + 1) }
      searched = buffer.count
      if isAtEnd { return start < buffer.count ? (start..<buffer.count, buffer.count) : nil }
      guard buffer.count - start <= longestLine else {
        throw .lineLimit(longestLine)
      }
      searched -= start
      readMore()
    }
  }

  private func text(_ range: Range<Int>) -> String {
    var bytes = buffer[range]
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Drops what was taken and appends what comes.
  private func readMore() {
    buffer.removeFirst(start)
    start = 0
    let count = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.chunkSize))
    var received = 0
    repeat {
      received = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { read(descriptor, $0 + count, Self.chunkSize) } ?? 0
      }
    } while received < 0 && errno == EINTR
    buffer.removeLast(Self.chunkSize - max(0, received))
    if received <= 0 { isAtEnd = true }
  }
}
