import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// A column of views: for each row of a chunk the address and kind of its value. The column also stores values that have no other memory.
final class ViewColumn {
  /// The view of each row that is filled.
  let views: UnsafeMutablePointer<DynamicValue>
  let filled: MaskWords
  /// The results of client code that views point into.
  var owners: [OwnedValue] = []

  private let capacity: Int
  private var cells: UnsafeMutableRawPointer?
  private let values = ValueArena<QueryValue>()
  private let texts = ValueArena<String>()
  private let dictionaries = ValueArena<[String: Any]>()
  private let lists = ValueArena<DynamicValue>()

  init(capacity: Int) {
    self.capacity = capacity
    views = .allocate(capacity: capacity)
    views.initialize(repeating: .nothing, count: capacity)
    let words = RowMask.words(for: capacity)
    filled = .allocate(capacity: words)
    filled.initialize(repeating: 0, count: words)
  }

  deinit {
    views.deallocate()
    filled.deallocate()
    cells?.deallocate()
  }

  /// Room for a value of each row, all of them nil.
  func newValues() -> UnsafeMutablePointer<QueryValue> { values.keep(repeatElement(.null, count: capacity)) }

  /// Where a number, or the place of a text, is kept for a row.
  func cell(_ position: Int) -> UnsafeMutableRawPointer {
    // The size of the largest value that a cell holds.
    let stride = MemoryLayout<TextBytes>.stride
    if let cells { return cells + position &* stride }
    let made = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: 16)
    cells = made
    return made + position &* stride
  }

  @inline(never)
  func keep(_ value: QueryValue, at position: Int) { views[position] = DynamicValue(value: values.keep(value)) }

  /// Keeps a number for a row.
  func keep<Number: BitwiseCopyable>(_ number: Number, _ kind: DynamicValue.Kind, at position: Int) {
    let cell = cell(position)
    cell.storeBytes(of: number, as: Number.self)
    views[position] = DynamicValue(kind, cell)
  }

  /// Stores an object's address and shape in a row.
  func keep(_ object: ObjectPlace, at position: Int) {
    let cell = cell(position)
    cell.storeBytes(of: object, as: ObjectPlace.self)
    views[position] = DynamicValue(.object, cell)
  }

  /// Stores the contents of an `Any` for a row. Dictionaries are not converted: only the values that are looked up in them are.
  func keep(any value: Any, at position: Int, _ reading: BindingOptions.Reading) {
    let type = type(of: value)
    if type == String.self, let text = value as? String {
      views[position] = DynamicValue(.string, texts.keep(text))
    } else if type == Int.self, let number = value as? Int {
      keep(Int64(number), .integer, at: position)
    } else if type == Double.self, let number = value as? Double {
      keep(number, number.isNaN ? .null : .double, at: position)
    } else if type == Bool.self, let truth = value as? Bool {
      keep(truth, .boolean, at: position)
    } else if type == [String: Any].self, let dictionary = value as? [String: Any] {
      views[position] = DynamicValue(.anyDictionary, dictionaries.keep(dictionary))
    } else if type == [[String: Any]].self, let elements = value as? [[String: Any]] {
      keep(elements, at: position)
    } else {
      keep(QueryValue(reading: value, reading), at: position)
    }
  }

  /// Keeps an array of dictionaries for a row.
  func keep(_ elements: [[String: Any]], at position: Int) {
    let first = dictionaries.keep(elements)
    set(elements.indices.map { DynamicValue(.anyDictionary, first + $0) }, at: position)
  }

  /// A row has an array out of views.
  func set(_ elements: some Collection<DynamicValue>, at position: Int) {
    let cell = cell(position)
    cell.storeBytes(of: UnsafeRawPointer(lists.keep(elements)), as: UnsafeRawPointer.self)
    cell.storeBytes(of: elements.count, toByteOffset: 8, as: Int.self)
    views[position] = DynamicValue(.views, cell)
  }

  /// Appends a view, or those of the elements of an array or a set. Stores the copied elements.
  func append(_ view: DynamicValue, to list: inout [DynamicValue], _ reading: BindingOptions.Reading) {
    switch view.kind {
    case .value:
      switch view.queryValue(reading) {
      case .array(let elements), .set(let elements):
        for element in elements { list.append(DynamicValue(value: values.keep(element))) }
      default: list.append(view)
      }
    case _ where view.isArray:
      for index in 0..<view.elementCount {
        list.append(
          view.element(index) ?? DynamicValue(value: values.keep(view.copiedElement(index, reading))))
      }
    default: list.append(view)
    }
  }

  /// Clears `count` rows, and releases the values that were stored for them.
  func clear(count: Int) {
    for word in 0..<RowMask.words(for: count) { filled[word] = 0 }
    // The memory that the views point into may be freed when the column is used again.
    views.update(repeating: .nothing, count: count)
    values.clear()
    texts.clear()
    dictionaries.clear()
    lists.clear()
    if !owners.isEmpty { owners.removeAll() }
  }
}

/// Values that are not moved until all of them are dropped together.
final class ValueArena<Value> {
  private struct Block {
    let values: UnsafeMutablePointer<Value>
    let capacity: Int
    var used = 0
  }

  /// The number of values per block. A block has more if contiguous values need it.
  private static var blockSize: Int { 256 }

  private var blocks: [Block] = []

  deinit {
    clear()
    for block in blocks { block.values.deallocate() }
  }

  /// Stores values contiguously, and returns the address of the first one.
  func keep(_ values: some Collection<Value>) -> UnsafeMutablePointer<Value> {
    let count = values.count
    if blocks.last.map({ $0.capacity - $0.used < count }) ?? true {
      let capacity = max(Self.blockSize, count)
      blocks.append(Block(values: .allocate(capacity: capacity), capacity: capacity))
    }
    let last = blocks.count - 1
    let place = blocks[last].values + blocks[last].used
    _ = UnsafeMutableBufferPointer(start: place, count: count).initialize(from: values)
    blocks[last].used += count
    return place
  }

  /// Keeps a value, and returns its address.
  func keep(_ value: Value) -> UnsafeMutablePointer<Value> { keep(CollectionOfOne(value)) }

  /// Drops all values. One block stays for the next ones.
  func clear() {
    for block in blocks { block.values.deinitialize(count: block.used) }
    for block in blocks.dropFirst() { block.values.deallocate() }
    blocks.removeLast(max(0, blocks.count - 1))
    if !blocks.isEmpty { blocks[0].used = 0 }
  }
}

/// A member of the rows of a chunk, while a loader fills it.
package struct MemberColumn {
  let column: ViewColumn
  let rows: MaskWords
  let count: Int
  /// The rows that only the reference can decide.
  let undecided: MaskWords

  /// Calls `body` with each row that is to be loaded, ascending.
  @inline(__always)
  package func forEachRow(_ body: (Int) -> Void) { rows.forEachRow(count, body) }

  /// The row does not have the member.
  package func setNothing(at row: Int) { column.views[row] = .nothing }

  package func set(_ value: Int64, at row: Int) { column.keep(value, .integer, at: row) }

  /// The member is a double that is not NaN.
  package func set(_ value: Double, at row: Int) { column.keep(value, .double, at: row) }

  /// The member is the text of some UTF-8 bytes. Their memory must not change until the chunk is decided.
  package func set(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, at row: Int) {
    guard let base = text.baseAddress else { return set(.string(""), at: row) }
    let cell = column.cell(row)
    cell.storeBytes(of: TextBytes(base: base, count: text.count, isASCII: isASCII), as: TextBytes.self)
    column.views[row] = DynamicValue(.text, cell)
  }

  package func set(_ value: QueryValue, at row: Int) { column.keep(value, at: row) }

  /// The member cannot be read: the reference throws the issue.
  package func leaveUndecided(_ row: Int) {
    column.views[row] = .nothing
    undecided.set(row)
  }
}

/// Loads the members of rows that are not Swift values: records of a file, which are read in place.
package protocol MemberLoader: AnyObject {
  /// Loads a member of some rows, by its place in ``RowQuery/members``. Every row of ``MemberColumn/forEachRow(_:)`` gets one value, or is left to
  /// the reference.
  func load(_ member: Int, into column: MemberColumn)
}
