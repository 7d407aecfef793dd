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
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return .line(text(start..<end))
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return .end }
        defer { start = buffer.count }
        return .line(text(start..<buffer.count))
      }
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
