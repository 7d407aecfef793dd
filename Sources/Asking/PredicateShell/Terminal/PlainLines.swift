import PredicateRecords
import PredicateSyntax

/// Lines from a descriptor, read without libedit: libedit drops bytes outside UTF-8 and ends lines at NUL.
final class PlainLines: LineSource {
  private var lines: ByteLines
  private let prompts: (any ShellOutput)?
  private let longestLine: Int
  /// A line that was read and not returned yet. The end stays here for good.
  private var ahead: ByteLines.Reading?

  /// Lines of an open descriptor. `prompts` receives the prompts if a person types without an editor. The longest line is much
  /// longer than the longest statement: a longer one is not text, and would only fill the memory.
  init(descriptor: Int32, prompts: (any ShellOutput)? = nil, longestLine: Int = 1 << 24) {
    lines = ByteLines(descriptor: descriptor, maximumLength: longestLine)
    self.longestLine = longestLine
    self.prompts = prompts
  }

  /// The next line, without `\n` or `\r\n`. Bytes outside UTF-8 are replaced by U+FFFD. The last line needs no end.
  func nextLine(prompt: ShellPrompt) throws(PredicateIssue) -> LineReading {
    prompts?.write(prompt.text)
    prompts?.flush()
    guard let line = try line() else { return .end }
    ahead = nil
    return .line(line)
  }

  /// The next line, if its first byte can be read at once.
  func waitingLine() throws(PredicateIssue) -> String? {
    ahead == nil && lines.wouldWait ? nil : try line()
  }

  /// The next line, which is not taken; nil at the end.
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
