import PredicateSyntax

/// Puts lines together to statements.
final class StatementReader {
  /// What reading a statement gave.
  enum Reading: Equatable {
    /// A statement, and the number of its first line, from 1.
    case statement(String, line: Int)
    /// Ctrl-C: what was typed of a statement is dropped.
    case interrupted
    /// There are no more statements.
    case end
  }

  private let source: any LineSource
  private var lineNumber = 0
  /// Beyond this a statement is handed over as it is: it is refused for its length then.
  private let longestStatement = PredicateLimits.standard.sourceLength

  /// Statements from lines.
  init(_ source: any LineSource) {
    self.source = source
  }

  /// The next statement that is not empty; lines of comment between statements are left out. The end of the lines ends a statement too, finished or not.
  func next(entity: String) throws(PredicateIssue) -> Reading {
    var statement = StatementContinuation()
    var firstLine = 0
    while true {
      let isFirst = statement.text.isEmpty
      switch try source.nextLine(prompt: isFirst ? .statement(entity) : .continuation) {
      case .interrupted: return .interrupted
      case .end: return isFirst ? .end : .statement(statement.text, line: firstLine)
      case .line(let line):
        lineNumber += 1
        if isFirst {
          var start = StatementScanner(line)
          start.skipSpaces()
          if start.byte() == nil || start.isComment { continue }
          firstLine = lineNumber
        }
        statement.add(line)
        if statement.needsMore, statement.text.utf8.count <= longestStatement { continue }
        let text = statement.text
        source.remember(Self.withoutTrailingLines(text))
        return .statement(text, line: firstLine)
      }
    }
  }

  private static func withoutTrailingLines(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, StatementScanner.isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
