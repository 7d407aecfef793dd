import PredicateDocuments
import PredicateEngine
import PredicateReference
import PredicateValues

/// Records of cells that stay in the bytes of the file, a chunk at a time. The value of a cell is read when it is needed.
///
/// As a `QueryObject` it is one record of the chunk: the record that ``turn(to:)`` selects. One thread uses it for chunk after chunk. It is declared
/// `Sendable` because values contain objects.
final class SeparatedRecord: QueryObject, @unchecked Sendable {
  private let columns: RecordColumns
  private let isTabbed: Bool
  /// For each member of the query, the position of its column; nil if there is no such column.
  private let places: [Int?]
  private let list: SeparatedFramer.CellList
  /// The cells of the records, one record after another.
  private var cells: [SeparatedFramer.Cell] = []
  /// The index of the first cell of the current record.
  private var first = 0
  /// The first fault in a cell that was read since ``turn(to:)``.
  private(set) var fault: RecordFault?

  /// Records of the cells that a framer finds.
  init(_ columns: RecordColumns, _ members: [[String]], _ framer: SeparatedFramer) {
    list = framer.cells
    isTabbed = framer.isTabbed
    self.columns = columns
    places = members.map { path in path.count == 1 ? columns.index(of: path[0]) : nil }
  }

  /// The name of the entity for the binder.
  var entityName: String { RecordColumns.entityName }

  /// Always nil, because the records are not rows of a database.
  var reference: ObjectReference? { nil }

  var keys: [String] { columns.columns.map(\.name) }

  /// Adds the cells of the framer's last record. Throws if the record as a whole is faulty.
  func load(at row: Int) throws(RecordFault) {
    let count = list.cells.count
    guard count == columns.columns.count else {
      throw .cells(code: "cell-count", message: "expected \(columns.columns.count) cells, found \(count)")
    }
    if row == 0 { cells.removeAll(keepingCapacity: true) }
    cells += list.cells
  }

  /// Selects the record that the object represents, and clears the fault.
  func turn(to row: Int) {
    fault = nil
    first = row * columns.columns.count
  }

  /// The value of a cell; nil if the cell is empty and unquoted.
  func value(forKey key: String) -> QueryValue? { columns.index(of: key).map(value(at:)) }

  private func value(at index: Int) -> QueryValue {
    do throws(RecordFault) {
      return try value(of: cells[first + index], columns.columns[index])
    } catch {
      fault = fault ?? error
      return .null
    }
  }

  private func value(
    of cell: SeparatedFramer.Cell, _ column: RecordColumns.Column
  ) throws(RecordFault) -> QueryValue {
    if cell.isMissing { return .null }
    if column.type.isNumber, let number = PlainNumber(cell.bytes) {
      return number.isWhole ? .integer(number.integer) : .double(number.double)
    }
    guard let text = cell.text(isTabbed: isTabbed) else {
      throw .cells(
        code: "encoding", message: "the column “\(column.name)” must be in UTF-8, found other bytes")
    }
    if let value = column.type.value(of: text) { return value }
    throw .cells(
      code: "cell-type",
      message: "expected \(column.type.type.description) in column “\(column.name)”, found “\(text.prefix(40))”")
  }

  /// All cells as a JSON object. Dates and decimals stay texts.
  var json: JSONValue {
    let members = columns.columns.indices.map { index -> JSONObject.Member in
      (columns.columns[index].name, json(at: index))
    }
    return .object(JSONObject(members))
  }

  private func json(at index: Int) -> JSONValue {
    let cell = cells[first + index]
    if cell.isMissing { return .null }
    guard let text = cell.text(isTabbed: isTabbed) else {
      return .string(String(decoding: cell.bytes, as: UTF8.self))
    }
    switch columns.columns[index].type.value(of: text) {
    case .integer(let value): return .integer(value)
    case .decimal(let value) where value.wideIntegerText != nil: return .decimal(value)
    case .double(let value): return .double(value)
    case .boolean(let value): return .boolean(value)
    default: return .string(text)
    }
  }
}

extension SeparatedRecord: MemberLoader {
  func load(_ member: Int, into column: MemberColumn) {
    guard let place = places[member] else { return column.forEachRow { column.leaveUndecided($0) } }
    let count = columns.columns.count
    let type = columns.columns[place]
    column.forEachRow { row in
      let cell = cells[row &* count &+ place]
      if cell.isMissing { return column.setNothing(at: row) }
      if type.type.isNumber, let number = PlainNumber(cell.bytes) {
        if number.isWhole { column.set(number.integer, at: row) } else { column.set(number.double, at: row) }
      } else if type.type == .string, !cell.hasEscapes, StringSearch.isASCII(cell.bytes) {
        column.set(cell.bytes, at: row)
      } else {
        do throws(RecordFault) {
          column.set(try value(of: cell, type), at: row)
        } catch {
          column.leaveUndecided(row)
        }
      }
    }
  }
}

extension ColumnType {
  /// Whether cells of the type are read as JSON numbers.
  fileprivate var isNumber: Bool { self == .integer || self == .double }
}

/// Separated values whose heading is read and whose columns have guessed types. The records after the heading are still to be read.
struct SeparatedTable {
  var framer: SeparatedFramer
  private(set) var columns: RecordColumns
  /// The bytes of the heading's line.
  let heading: [UInt8]

  /// The error that a type was given for a column that does not exist. Nothing is written, because explanations replace the records.
  struct UnknownColumn: Error {
    let message: String
  }

  /// The number of records that are examined to guess types and the separator.
  private static let lookedRecords = 100

  /// Reads the heading, and examines the available records after it without taking them. Nil if the input is empty.
  init?(_ window: ByteWindow, isTabbed: Bool) throws(ReadFailure) {
    var isAtEnd = try Self.fill(window)
    let separator = isTabbed ? nil : Self.separator(of: window.unread, isAtEnd: isAtEnd)
    framer = SeparatedFramer(isTabbed: isTabbed, separator: separator)
    guard case .record(let line) = try framer.next(in: window) else { return nil }
    heading = Array(line)
    let names = framer.cells.cells.map { $0.text(isTabbed: isTabbed) ?? String(decoding: $0.bytes, as: UTF8.self) }
    columns = RecordColumns(names: names)
    if !isAtEnd { isAtEnd = try Self.fill(window) }
    guess(from: window.unread, isAtEnd: isAtEnd)
  }

  /// Reads the bytes that are examined. Returns whether they are the rest of the input.
  private static func fill(_ window: ByteWindow) throws(ReadFailure) -> Bool {
    while window.unread.count < ByteWindow.standardSize / 4, window.unread.isEmpty || !window.wouldWait {
      guard try window.more() else { return true }
    }
    return false
  }

  /// A semicolon or a tab, if the heading has no comma and every examined record has as many cells as the heading by it; otherwise a comma.
  private static func separator(of bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) -> UInt8 {
    let bytes = UnsafeBufferPointer(rebasing: bytes.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") })
    let comma = UInt8(ascii: ",")
    var commas = SeparatedFramer(isTabbed: false)
    guard commas.record(at: bytes, isAtEnd: isAtEnd) != nil, commas.cells.cells.count < 2 else { return comma }
    return [UInt8(ascii: ";"), UInt8(ascii: "\t")].first { candidate in
      var framer = SeparatedFramer(isTabbed: false, separator: candidate)
      guard var rest = framer.record(at: bytes, isAtEnd: isAtEnd) else { return false }
      let count = framer.cells.cells.count
      var records = 0
      while count > 1, records < lookedRecords, let next = framer.record(at: rest, isAtEnd: isAtEnd) {
        rest = next
        let cells = framer.cells.cells
        // An empty line is no record.
        if cells.count == 1, cells[0].isMissing { continue }
        guard cells.count == count else { return false }
        records += 1
      }
      return records > 0
    } ?? comma
  }

  /// Guesses the types of the columns from the first records in some bytes.
  private mutating func guess(from bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) {
    var samples: [[String]] = Array(repeating: [], count: columns.columns.count)
    var rest = bytes
    var looking = SeparatedFramer(isTabbed: framer.isTabbed, separator: framer.separator)
    for _ in 0..<Self.lookedRecords {
      guard let next = looking.record(at: rest, isAtEnd: isAtEnd) else { break }
      rest = next
      for (position, cell) in looking.cells.cells.enumerated() where position < samples.count && !cell.isMissing {
        if let text = cell.text(isTabbed: framer.isTabbed) { samples[position].append(text) }
      }
    }
    for position in samples.indices { columns.columns[position].type = ColumnType.guess(samples[position]) }
  }

  /// Whether the heading is UTF-8.
  var hasReadableHeading: Bool {
    heading.withUnsafeBufferPointer { StringSearch.isASCII($0) } || String(validating: heading, as: UTF8.self) != nil
  }

  /// The names of the columns, each of them once: the second column `name` is `name_2`, and a column without a name is `column`.
  var distinctNames: [String] {
    var names: [String] = []
    let own = Set(columns.columns.map { ScalarString($0.name) })
    for column in columns.columns {
      let base = column.name.isEmpty ? "column" : column.name
      var name = base
      var number = 1
      func isTaken(_ name: String) -> Bool {
        names.contains { $0.hasSameScalars(as: name) }
          || !name.hasSameScalars(as: column.name) && own.contains(ScalarString(name))
      }
      while isTaken(name) {
        number += 1
        name = "\(base)_\(number)"
      }
      names.append(name)
    }
    return names
  }

  mutating func setTypes(_ types: [(name: String, type: ColumnType)]) throws(UnknownColumn) {
    for (name, type) in types {
      guard let index = columns.index(of: name) else {
        let known = columns.columns.map { "“\($0.name)”" }.joined(separator: ", ")
        throw UnknownColumn(
          message: "expected the name of a column before =, found “\(name)”. The columns are \(known)")
      }
      columns.columns[index].type = type
    }
  }
}

/// A number with so few digits that integers and doubles represent it exactly as written. Most numbers in files are.
struct PlainNumber {
  private let digits: Int
  private let places: Int
  /// Whether the number is written without a point.
  let isWhole: Bool

  private static let maximumLength = 15
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Reads an optional minus, digits, and an optional point and digits. Nil for any other text, also for other numbers such as `1e3`.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= Self.maximumLength, let first = bytes.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    guard isNegative ? bytes.count > 1 && JSONByte.isDigit(bytes[1]) : JSONByte.isDigit(first) else { return nil }
    var digits = 0
    var places = 0
    var hasPoint = false
    for byte in bytes[(isNegative ? 1 : 0)...] {
      if JSONByte.isDigit(byte) {
        digits = digits &* 10 &+ Int(byte &- 0x30)
        if hasPoint { places &+= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
    }
    isWhole = !hasPoint
    self.digits = isNegative ? -digits : digits
    self.places = places
  }

  /// The number, if it is whole.
  var integer: Int64 { Int64(digits) }

  /// The nearest double. The digits and the power are exact, so one division rounds correctly.
  var double: Double { Double(digits) / Self.powersOfTen[places] }
}
