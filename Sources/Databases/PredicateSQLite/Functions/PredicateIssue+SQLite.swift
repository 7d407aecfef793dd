import GRDB
import PredicateValues

/// Passes an issue through SQLite, whose errors only have a message: `[domain regular-expression] … is no pattern`.
extension PredicateIssue {
  /// The issue as the message of an error of SQLite. The hint is on a separate line.
  var functionError: String {
    "[\(kind.rawValue) \(code)] \(message)" + (hint.map { "\n" + $0 } ?? "")
  }

  /// The issue that a function has ended a statement with; nil for every other error.
  public init?(functionError error: DatabaseError) {
    guard error.resultCode == .SQLITE_ERROR, let text = error.message, text.hasPrefix("["),
      let end = text.firstIndex(of: "]")
    else { return nil }
    let words = text[text.index(after: text.startIndex)..<end].split(separator: " ")
    guard words.count == 2, let kind = Kind(rawValue: String(words[0])) else { return nil }
    let rest = text[end...].dropFirst(2)
    let lines = rest.split(separator: "\n", maxSplits: 1)
    guard let message = lines.first else { return nil }
    self.init(
      kind: kind, code: String(words[1]), message: String(message), hint: lines.count > 1 ? String(lines[1]) : nil)
  }
}

extension PredicateIssue {
  /// An issue of kind `limit` if SQLite refuses a statement because it is too deep or too wide; nil for every other error.
  init?(depthError error: DatabaseError) {
    let signs = [
      "Expression tree is too large", "parser stack overflow", "at most 64 tables", "too many SQL variables",
      "too many columns in result set", "too many FROM clause terms", "too many terms in",
    ]
    guard let message = error.message, signs.contains(where: message.contains) else { return nil }
    self.init(
      kind: .limit, code: "sql-size", message: "the predicate is too large for SQLite: \(message)")
  }
}
