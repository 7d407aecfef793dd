import PredicateSyntax

/// What is wrong with one record of an input, so that it is left out.
public struct RecordIssue: Error, Sendable, Hashable {
  /// The line on which the record starts, counted from 1.
  public let line: Int
  /// A stable word for what is wrong: `json-end`, `cell-count`.
  public let code: String
  /// One sentence for people, without a period.
  public let message: String

  /// An issue.
  public init(line: Int, code: String, message: String) {
    self.line = line
    self.code = code
    self.message = message
  }

  /// What a reader of JSON says of a record.
  init(line: Int, _ error: JSONError) {
    self.init(line: line, code: error.reason.rawValue, message: "\(error.clause) at byte \(error.offset)")
  }

  /// What a reader of JSON says where a record should start.
  init(line: Int, _ reason: JSONError.Reason) {
    self.init(line: line, code: reason.rawValue, message: JSONError(reason, at: 0).clause)
  }

  /// What an evaluation says of a record.
  init(line: Int, _ issue: PredicateIssue) {
    self.init(line: line, code: issue.code, message: issue.message)
  }

  /// A record past the limit on its length.
  static func tooLong(line: Int, limit: Int) -> RecordIssue {
    RecordIssue(
      line: line, code: "record-length", message: "expected a record of at most \(limit) bytes, found a longer one")
  }
}
