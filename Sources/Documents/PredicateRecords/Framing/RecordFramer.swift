import PredicateDocuments
import PredicateValues

/// The format of records in a file.
public enum RecordFormat: String, Sendable, CaseIterable {
  /// One JSON value per line.
  case ndjson
  /// The elements of a JSON array, or successive JSON values.
  case json
  /// Cells separated by commas, with a heading.
  case csv
  /// Cells separated by tabs, with a heading.
  case tsv

  /// Whether records are cells under a heading.
  public var isSeparated: Bool { self == .csv || self == .tsv }

  /// The format that a file's extension implies; nil if it implies none.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "ndjson", "jsonl", "jsonlines": self = .ndjson
    case "json", "geojson", "har": self = .json
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    default: return nil
    }
  }

  /// Recognises the format of the first bytes of an input.
  ///
  /// An input that begins with an array is json. Lines that begin with an object are ndjson if the first object is complete on its line, otherwise json. Any
  /// other input is tsv if its first line has a tab, otherwise csv.
  init(lookingAt bytes: UnsafeBufferPointer<UInt8>) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 8).prefix(8)
    for (number, line) in lines.enumerated() {
      let content = line.drop(while: JSONByte.isSpace)
      guard let first = content.first else { continue }
      if number == 0, first == UInt8(ascii: "[") {
        self = .json
        return
      }
      guard first == UInt8(ascii: "{") else { continue }
      let isLast = content.endIndex == bytes.endIndex
      var extent = JSONExtent()
      let isComplete = extent.end(in: UnsafeBufferPointer(rebasing: content)) != nil
      self = isComplete || isLast ? .ndjson : .json
      return
    }
    self = lines.first?.contains(0x09) == true ? .tsv : .csv
  }
}

/// Finds the beginnings and ends of records.
protocol RecordFramer {
  /// Returns the next record, and removes it from the window. The record's bytes are valid until the next call.
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
    // JSON has no dates.
    let meetsDate = issue.comparesTextWithDate || issue.datePartOfText != nil
    let readsDate = meetsDate ? "; to read a date from the text x, write CAST(x, \"NSDate\")" : ""
    self.init(line: line, code: issue.code, message: issue.message + readsDate)
  }

  /// A record longer than the limit.
  static func tooLong(line: Int, limit: Int) -> RecordIssue {
    RecordIssue(
      line: line, code: "record-length",
      message: "a record must not have more than \(limit) bytes, found a longer record")
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
