import PredicateDocuments
import PredicateValues

/// Reads complete records one by one, for imports.
public struct RecordReader {
  /// A value as it was read, before it is converted to the type of its destination.
  public enum Value: Sendable {
    /// An empty cell or a null.
    case missing
    /// The text of a cell, or of an XML element.
    case text(String)
    /// A value with a JSON type.
    case json(JSONValue)
  }

  /// A record: the line that it begins on, and its members in order.
  public struct Record: Sendable {
    /// The line that the record begins on.
    public let line: Int
    /// Names and values. In JSON, the last of several values with one name counts.
    public let members: [(name: String, value: Value)]

    /// A record that begins on a line.
    public init(line: Int, members: [(name: String, value: Value)]) {
      self.line = line
      self.members = members
    }
  }

  /// The result of reading a record.
  public enum Reading: Sendable {
    /// A complete record.
    case record(Record)
    /// Text that is not a record, with the error. Reading continues after the text.
    case broken(RecordIssue)
    /// The end of the input.
    case end
  }

  private let window: ByteWindow
  private var form: Form

  private enum Form {
    case json(any RecordFramer)
    case separated(SeparatedTable, names: [String])
    /// Nothing can be read, for this reason.
    case unreadable(RecordIssue)
    case nothing
  }

  /// A reader of an input. Without a format, the format is recognised from the first bytes.
  public init(_ window: ByteWindow, format: RecordFormat? = nil) throws(ReadFailure) {
    self.window = window
    try window.prepareLook()
    if window.unread.starts(with: [0xFF, 0xFE]) || window.unread.starts(with: [0xFE, 0xFF]) {
      form = .unreadable(RecordIssue(line: 1, code: "encoding", message: "expected UTF-8, found UTF-16"))
      return
    }
    let format = format ?? RecordFormat(lookingAt: window.unread)
    switch format {
    case .ndjson: form = .json(LineFramer())
    case .json: form = .json(JSONFramer())
    case .csv, .tsv:
      guard let table = try SeparatedTable(window, isTabbed: format == .tsv) else {
        form = .nothing
        return
      }
      let message = "the names of the columns must be in UTF-8, found other bytes"
      form =
        table.hasReadableHeading
        ? .separated(table, names: table.distinctNames)
        : .unreadable(RecordIssue(line: 1, code: "encoding", message: message))
    }
  }

  /// The number of bytes read, for the progress of an import.
  public var bytesRead: Int { window.bytesRead }

  /// The next record.
  public mutating func next() throws(ReadFailure) -> Reading {
    switch form {
    case .nothing: return .end
    case .unreadable(let issue):
      form = .nothing
      return .broken(issue)
    case .json(var framer):
      let next = try framer.next(in: window)
      form = .json(framer)
      guard case .record(let bytes) = next else { return Self.reading(next) }
      return object(bytes)
    case .separated(var table, let names):
      let next = try table.framer.next(in: window)
      form = .separated(table, names: names)
      guard case .record(let bytes) = next else { return Self.reading(next) }
      return cells(of: table, names, bytes)
    }
  }

  private static func reading(_ framed: FramedRecord) -> Reading {
    if case .broken(let issue) = framed { .broken(issue) } else { .end }
  }

  private func object(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
    let line = window.line(of: bytes)
    do throws(JSONError) {
      guard case .object(let object) = try JSONReader.value(of: bytes) else {
        return .broken(
          RecordIssue(line: line, code: "no-object", message: "expected a JSON object, found another JSON value"))
      }
      return .record(
        Record(
          line: line,
          members: object.members.map { member in
            if case .null = member.value { (member.name, .missing) } else { (member.name, .json(member.value)) }
          }))
    } catch {
      return .broken(RecordIssue(line: line, error))
    }
  }

  private func cells(
    of table: SeparatedTable, _ names: [String], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Reading {
    let line = window.line(of: bytes)
    let cells = table.framer.cells.cells
    guard cells.count == names.count else {
      let message = "expected \(names.count) cells, found \(cells.count)"
      return .broken(RecordIssue(line: line, code: "cell-count", message: message))
    }
    var members: [(name: String, value: Value)] = []
    members.reserveCapacity(cells.count)
    for (cell, name) in zip(cells, names) {
      guard !cell.isMissing else {
        members.append((name, .missing))
        continue
      }
      guard let text = cell.text(isTabbed: table.framer.isTabbed) else {
        let message = "the column “\(name)” must be in UTF-8, found other bytes"
        return .broken(RecordIssue(line: line, code: "encoding", message: message))
      }
      members.append((name, .text(text)))
    }
    return .record(Record(line: line, members: members))
  }
}
