import PredicateDocuments
import PredicateValues

/// Finds the beginnings and ends of records.
protocol RecordFramer {
  /// Takes the next record from the window. Its bytes are valid until the next call.
  mutating func next(in window: ByteWindow) throws(ReadFailure) -> FramedRecord

  /// Whether the records are elements of an array.
  var hasArray: Bool { get }
}

extension RecordFramer {
  var hasArray: Bool { false }
}

/// The result of finding the next record.
enum FramedRecord {
  /// The bytes of a record, without the line feed after it.
  case record(UnsafeBufferPointer<UInt8>)
  /// Text that is not a record, which was skipped.
  case broken(RecordIssue)
  case end
}

/// Limits of all framers.
enum RecordLimits {
  /// The longest record in bytes, since a record is kept in memory as a whole.
  static let length = 1 << 28
}

/// A fault in a record of an input. The record is left out.
public struct RecordIssue: Error, Sendable, Hashable {
  /// The line of the beginning of the record, counted from 1.
  public let line: Int
  /// A stable code: `json-end`, `cell-count`.
  public let code: String
  /// One sentence for people, without a full stop.
  public let message: String

  /// An issue at a line.
  public init(line: Int, code: String, message: String) {
    self.line = line
    self.code = code
    self.message = message
  }

  /// The issue for an error in a JSON record.
  init(line: Int, _ error: JSONError) {
    self.init(line: line, code: error.reason.rawValue, message: "\(error.clause) at byte \(error.offset)")
  }

  /// The issue for a JSON error at the beginning of a record.
  init(line: Int, _ reason: JSONError.Reason) {
    self.init(line: line, code: reason.rawValue, message: JSONError(reason, at: 0).clause)
  }

  /// The issue for a failed evaluation.
  init(line: Int, _ issue: PredicateIssue) {
    self.init(line: line, code: issue.code, message: issue.message)
  }

  /// A record longer than the limit.
  static func tooLong(line: Int, limit: Int) -> RecordIssue {
    RecordIssue(
      line: line, code: "record-length", message: "expected a record of at most \(limit) bytes, found a longer one")
  }
}

enum RecordFault: Error {
  /// The record is not JSON.
  case json(JSONError)
  /// The cells do not fit the columns.
  case cells(code: String, message: String)
  /// Evaluating the predicate failed.
  case predicate(PredicateIssue)

  func issue(line: Int) -> RecordIssue {
    switch self {
    case .json(let error): RecordIssue(line: line, error)
    case .cells(let code, let message): RecordIssue(line: line, code: code, message: message)
    case .predicate(let issue): RecordIssue(line: line, issue)
    }
  }
}
