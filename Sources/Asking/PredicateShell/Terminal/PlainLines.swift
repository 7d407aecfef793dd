import PredicateRecords
import PredicateSyntax

/// Reads lines from a descriptor without libedit, which drops bytes outside of UTF-8 and ends lines at NUL.
final class PlainLines: LineSource {
  private var lines: ByteLines
  private let prompts: (any ShellOutput)?
  private let longestLine: Int
  /// The line that ``waitingLine()`` has read and ``nextLine(prompt:)`` has not returned yet. The end of the input stays here.
  private var ahead: ByteLines.Reading?

  /// Lines of an open descriptor. `prompts` receives the prompts if a person types without an editor. `longestLine` is much longer than the longest
  /// statement. A longer line is not text, and reading it would only fill the memory.
  init(descriptor: Int32, prompts: (any ShellOutput)? = nil, longestLine: Int = 1 << 24) {
    lines = ByteLines(descriptor: descriptor, maximumLength: longestLine)
    self.longestLine = longestLine
    self.prompts = prompts
  }

  /// Reads the next line, without `\n` or `\r\n`. Bytes outside of UTF-8 are replaced by U+FFFD. The last line may lack a line end.
  func nextLine(prompt: ShellPrompt) throws(PredicateIssue) -> LineReading {
    prompts?.write(prompt.text)
    prompts?.flush()
    guard let line = try line() else { return .end }
    ahead = nil
    return .line(line)
  }

  /// The next line, if its first byte can be read without waiting; otherwise nil.
  func waitingLine() throws(PredicateIssue) -> String? {
    ahead == nil && lines.wouldWait ? nil : try line()
  }

  /// The next line, which stays in `ahead`; nil at the end.
  private func line() throws(PredicateIssue) -> String? {
    let reading = ahead ?? lines.next()
    ahead = reading
    switch reading {
    case .end: return nil
    case .tooLong: throw .lineLimit(longestLine)
    case .line(let bytes):
      return String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
  }
}
