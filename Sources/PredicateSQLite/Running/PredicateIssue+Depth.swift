import GRDB
import PredicateValues

extension PredicateIssue {
  /// An issue of kind `limit` where SQLite refuses a statement because it is too deep or too wide; nil for every other error.
  init?(depthError error: DatabaseError) {
    let signs = [
      "Expression tree is too large", "parser stack overflow", "at most 64 tables", "too many SQL variables",
      "too many columns in result set", "too many FROM clause terms",
    ]
    guard let message = error.message, signs.contains(where: message.contains) else { return nil }
    self.init(
      kind: .limit, code: "sql-size", message: "the predicate is too large for SQLite: \(message)")
  }
}
