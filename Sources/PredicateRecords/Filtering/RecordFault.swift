import PredicateValues

/// What may be wrong with a record.
enum RecordFault: Error {
  /// It is no JSON.
  case json(JSONError)
  /// Its cells are not those of the columns.
  case cells(code: String, message: String)
  /// The predicate fails for it.
  case predicate(PredicateIssue)

  func issue(line: Int) -> RecordIssue {
    switch self {
    case .json(let error): RecordIssue(line: line, error)
    case .cells(let code, let message): RecordIssue(line: line, code: code, message: message)
    case .predicate(let issue): RecordIssue(line: line, issue)
    }
  }
}
