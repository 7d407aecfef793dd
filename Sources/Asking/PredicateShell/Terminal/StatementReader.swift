import PredicateStatements
import PredicateSyntax

/// Combines lines into statements.
final class StatementReader {
  /// The result of reading a statement.
  enum Reading {
    /// A statement, the number of its first line (from 1), and its tree.
    case statement(String, line: Int, StatementTree)
    /// Ctrl-C: the lines of the statement so far are dropped.
    case interrupted
    /// The input has ended.
    case end
  }

  private let source: any LineSource
  private var lineNumber = 0
  /// The greatest length of a statement. A longer text is returned early, because the parser refuses it anyway.
  private let longestStatement = PredicateLimits.standard.sourceLength

  /// Reads statements from a source of lines.
  init(_ source: any LineSource) {
    self.source = source
  }

  /// The next statement that is not empty. Comment lines between statements are skipped. The end of the input ends a statement, even an incomplete
  /// one.
  ///
  /// - Parameters:
  ///   - parser: The parser for statements. Its current entity is the default for the prompt.
  ///   - place: The text for the prompt; nil for the current entity.
  ///   - hasChanges: Whether the prompt marks unsaved changes.
  func next(
    _ parser: StatementParser, at place: String? = nil, hasChanges: Bool = false
  ) throws(PredicateIssue) -> Reading {
    var statement = StatementContinuation(parser)
    var firstLine = 0
    while true {
      let isFirst = statement.text.isEmpty
      switch try source.nextLine(
        prompt: isFirst ? .statement(place ?? parser.currentEntity ?? "", hasChanges: hasChanges) : .continuation)
      {
      case .interrupted: return .interrupted
      case .end: return isFirst ? .end : .statement(statement.text, line: firstLine, statement.finished())
      case .line(let line):
        lineNumber += 1
        statement.add(line)
        if isFirst {
          if statement.isEmpty {
            statement = StatementContinuation(parser)
            continue
          }
          firstLine = lineNumber
        }
        if try goesOn(statement) { continue }
        let text = statement.text
        source.remember(Self.withoutTrailingLines(text))
        return .statement(text, line: firstLine, statement.finished())
      }
    }
  }

  /// Whether the next line belongs to the statement: the statement is incomplete, or a line that has already arrived continues it.
  private func goesOn(_ statement: StatementContinuation) throws(PredicateIssue) -> Bool {
    if statement.text.utf8.count > longestStatement { return false }
    if statement.needsMore { return true }
    guard let line = try source.waitingLine() else { return false }
    return statement.canGoOn(with: line)
  }

  private static func withoutTrailingLines(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, StatementText.isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
