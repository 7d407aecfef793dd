import PredicateMemory
import PredicateValues

/// A column of views: for each row of a chunk where a value lies. What lies nowhere else is kept here.
final class ViewColumn {
  /// The view of each row that is filled.
  let views: UnsafeMutablePointer<ValueView>
  /// The rows that are filled.
  let filled: MaskWords
  private var kept: UnsafeMutablePointer<QueryValue>?
  private var cells: UnsafeMutableRawPointer?
  private var keeps = false
  /// What client code gave, in which views lie.
  var owners: [OwnedValue] = []

  private let capacity: Int

  /// A column for so many rows.
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
    kept?.deinitialize(count: capacity)
    kept?.deallocate()
  }

  /// Where values are kept, one a row; those that were not written are nil.
  var values: UnsafeMutablePointer<QueryValue> {
    keeps = true
    if let kept { return kept }
    let made = UnsafeMutablePointer<QueryValue>.allocate(capacity: capacity)
    made.initialize(repeating: .null, count: capacity)
    kept = made
    return made
  }

  /// Where a number, or the place of a text, is kept for a row.
  func cell(_ position: Int) -> UnsafeMutableRawPointer {
    let stride = MemoryLayout<TextBytes>.stride
    if let cells { return cells + position &* stride }
    let made = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: 16)
    cells = made
    return made + position &* stride
  }

  /// Keeps a value for a row.
  @inline(never)
  func keep(_ value: QueryValue, at position: Int) {
    let place = values + position
    place.pointee = value
    views[position] = ValueView(value: place)
  }

  /// Forgets so many rows, and lets go of what was kept for them.
  func clear(count: Int) {
    for word in 0..<RowMask.words(for: count) { filled[word] = 0 }
    // What the views led to may be gone when the column is used again.
    views.update(repeating: .nothing, count: count)
    if keeps { kept?.update(repeating: .null, count: count) }
    keeps = false
    if !owners.isEmpty { owners.removeAll() }
  }
}
