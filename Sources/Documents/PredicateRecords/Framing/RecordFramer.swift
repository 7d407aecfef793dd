import PredicateDocuments
import PredicateValues

/// Finds where records start and end.
protocol RecordFramer {
  /// The next record, which is taken from the window; its bytes are good until the next call.
  mutating func next(in window: ByteWindow) throws(ReadFailure) -> FramedRecord

  /// Whether the records are elements of an array.
  var hasArray: Bool { get }
}

extension RecordFramer {
  /// They are not.
  var hasArray: Bool { false }
}

/// What finding the next record gave.
enum FramedRecord {
  /// The bytes of a record, without the line feed behind it.
  case record(UnsafeBufferPointer<UInt8>)
  /// Something that is no record, and was passed over.
  case broken(RecordIssue)
  /// There are no more.
  case end
}

/// What the framers have in common.
enum RecordLimits {
  /// No record is longer: it would have to be kept in memory as a whole.
  static let length = 1 << 28
}

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
