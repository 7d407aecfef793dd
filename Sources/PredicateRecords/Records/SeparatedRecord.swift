import PredicateValues

/// A record of cells in place: reads a cell's value when it is asked for.
///
/// It is used again for record after record, and by one thread: it is `Sendable` in word only, because values hold objects.
final class SeparatedRecord: QueryObject, @unchecked Sendable {
  private let columns: RecordColumns
  private let isTabbed: Bool
  /// The columns that a predicate looks at.
  private let looked: [(name: String, index: Int)]
  private let list: SeparatedFramer.CellList
  /// What was wrong with a cell that was asked for: a code and a sentence.
  private(set) var failure: (code: String, message: String)?

  /// A record whose cells are those that a framer found last.
  init(_ columns: RecordColumns, _ tree: KeyTree, _ framer: SeparatedFramer) {
    list = framer.cells
    isTabbed = framer.isTabbed
    self.columns = columns
    looked = tree.children.compactMap { child in columns.index(of: child.name).map { (child.name, $0) } }
  }

  /// What the binder calls it.
  var entityName: String { RecordColumns.entityName }

  /// No row is behind it.
  var reference: ObjectReference? { nil }

  /// The names of the columns.
  var keys: [String] { columns.columns.map(\.name) }

  /// Goes to the record that the framer is at, and tells what is wrong with it as a whole.
  func load() -> (code: String, message: String)? {
    failure = nil
    let count = list.cells.count
    guard count != columns.columns.count else { return nil }
    return ("cell-count", "expected \(columns.columns.count) cells, found \(count)")
  }

  /// The value of a cell. Nothing at all is nil.
  func value(forKey key: String) -> QueryValue? {
    let known = looked.first { $0.name.hasSameScalars(as: key) }?.index
    return (known ?? columns.index(of: key)).map(value(at:))
  }

  /// The value of a column's cell.
  func value(at index: Int) -> QueryValue {
    guard list.cells.indices.contains(index), !list.cells[index].isMissing else { return .null }
    let column = columns.columns[index]
    if column.type == .integer || column.type == .double, let number = PlainNumber(list.cells[index].bytes) {
      return number.isWhole ? .integer(number.integer) : .double(number.double)
    }
    guard let text = list.cells[index].text(isTabbed: isTabbed) else {
      failure = failure ?? ("encoding", "expected UTF-8 in column “\(column.name)”, found bytes that are none")
      return .null
    }
    if let value = column.type.value(of: text) { return value }
    failure =
      failure
      ?? (
        "cell-type",
        "expected \(column.type.type.description) in column “\(column.name)”, found “\(text.prefix(40))”"
      )
    return .null
  }

  /// All cells as an object of JSON: dates and decimals stay the texts that they are.
  var json: JSONValue {
    let members = columns.columns.indices.map { index -> JSONObject.Member in
      (columns.columns[index].name, json(at: index))
    }
    return .object(JSONObject(members))
  }

  private func json(at index: Int) -> JSONValue {
    let cell = list.cells[index]
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
