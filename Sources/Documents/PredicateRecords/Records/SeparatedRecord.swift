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
        code: "encoding", message: "expected UTF-8 in column “\(column.name)”, found bytes that are none")
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
