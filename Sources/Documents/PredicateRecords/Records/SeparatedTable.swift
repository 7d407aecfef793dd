import PredicateValues

/// Separated values whose heading is read and whose columns have guessed types. The records after the heading are still to be read.
struct SeparatedTable {
  var framer: SeparatedFramer
  private(set) var columns: RecordColumns
  /// The bytes of the heading's line.
  let heading: [UInt8]

  /// The error that a type was given for a column that does not exist.79 Nothing is written, because explanations replace the records.
  struct UnknownColumn: Error {
    let message: String
  }

  /// The number of records that are examined to guess types.
  private static let lookedRecords = 100

  /// Reads the heading, and examines the available records after it without taking them. Nil if the input is empty.
  init?(_ window: ByteWindow, isTabbed: Bool) throws(ReadFailure) {
    framer = SeparatedFramer(isTabbed: isTabbed)
    guard case .record(let line) = try framer.next(in: window) else { return nil }
    heading = Array(line)
    let names = framer.cells.cells.map { $0.text(isTabbed: isTabbed) ?? String(decoding: $0.bytes, as: UTF8.self) }
    columns = RecordColumns(names: names)
    var isAtEnd = false
    while !isAtEnd, window.unread.count < ByteWindow.standardSize / 4, window.unread.isEmpty || !window.wouldWait {
      isAtEnd = try !window.more()
    }
    guess(from: window.unread, isAtEnd: isAtEnd)
  }

  /// Guesses the types of the columns from the first records in some bytes.
  private mutating func guess(from bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) {
    var samples: [[String]] = Array(repeating: [], count: columns.columns.count)
    var rest = bytes
    var looking = SeparatedFramer(isTabbed: framer.isTabbed)
    for _ in 0..<Self.lookedRecords {
      guard let next = looking.record(at: rest, isAtEnd: isAtEnd) else { break }
      rest = next
      for (position, cell) in looking.cells.cells.enumerated() where position < samples.count && !cell.isMissing {
        if let text = cell.text(isTabbed: framer.isTabbed) { samples[position].append(text) }
      }
    }
    for position in samples.indices { columns.columns[position].type = ColumnType.guess(samples[position]) }
  }

  mutating func setTypes(_ types: [(name: String, type: ColumnType)]) throws(UnknownColumn) {
    for (name, type) in types {
      guard let index = columns.index(of: name) else {
        let known = columns.columns.map { "“\($0.name)”" }.joined(separator: ", ")
        throw UnknownColumn(message: "expected the name of a column before =, found “\(name)”; there are \(known)")
      }
      columns.columns[index].type = type
    }
  }
}
