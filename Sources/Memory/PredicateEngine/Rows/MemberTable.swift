import PredicateValues

/// The members of the rows of a chunk that a loader supplies. A member is loaded when a program first reads it.
final class MemberTable {
  private var columns: [[DynamicValue?]]
  private let filled: [MaskWords]
  private let capacity: Int
  private let undecided: MaskWords
  private var loader: (any MemberLoader)?
  /// The mask of the rows for which the condition is evaluated.
  private var wanted: MaskWords?
  private var count = 0

  init(_ members: Int, capacity: Int, undecided: MaskWords) {
    columns = Array(repeating: Array(repeating: nil, count: capacity), count: members)
    filled = columns.map { _ in .allocate(capacity: RowMask.words(for: capacity)) }
    self.capacity = capacity
    self.undecided = undecided
  }

  deinit { for words in filled { words.deallocate() } }

  func begin(_ loader: any MemberLoader, _ count: Int) {
    self.loader = loader
    self.count = count
    for words in filled { words.update(repeating: 0, count: RowMask.words(for: capacity)) }
  }

  func want(_ rows: MaskWords) { wanted = rows }

  /// The value of a row's member; nil if it is nil.
  func value(_ member: Int, of row: Int) throws(PredicateIssue) -> DynamicValue? {
    if !filled[member].has(row) { load(member) }
    if undecided.has(row) { throw .leftToReference }
    return columns[member][row]
  }

  private func load(_ member: Int) {
    guard let wanted, let loader else { return }
    let words = RowMask.words(for: count)
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { missing in
      guard let rows = missing.baseAddress else { return }
      for word in 0..<words {
        rows[word] = wanted[word] & ~filled[member][word]
        filled[member][word] |= rows[word]
      }
      loader.load(member, into: MemberColumn(table: self, member: member, rows: rows, count: count))
    }
  }

  fileprivate func set(_ value: DynamicValue?, _ member: Int, _ row: Int) { columns[member][row] = value }

  fileprivate func leaveUndecided(_ row: Int) { undecided.set(row) }
}

/// A column that a loader fills with one member of several rows.
package struct MemberColumn {
  fileprivate let table: MemberTable
  fileprivate let member: Int
  fileprivate let rows: MaskWords
  fileprivate let count: Int

  /// Calls `body` with each row that the loader must fill.
  @inline(__always)
  package func forEachRow(_ body: (Int) -> Void) { rows.forEachRow(count, body) }

  /// Sets nil: the row does not have the member, or its value is nil.
  package func setNothing(at row: Int) { table.set(nil, member, row) }

  package func set(_ value: Int64, at row: Int) { table.set(.integer(value), member, row) }

  package func set(_ value: Double, at row: Int) { table.set(value.isNaN ? nil : .double(value), member, row) }

  /// Sets a text, given by bytes that stay in memory until the chunk ends.
  package func set(_ text: UnsafeBufferPointer<UInt8>, at row: Int) { table.set(.text(text), member, row) }

  package func set(_ value: QueryValue, at row: Int) { table.set(DynamicValue(value), member, row) }

  /// Leaves the row to the caller, who must decide it.
  package func leaveUndecided(_ row: Int) { table.leaveUndecided(row) }
}

/// Supplies the members of rows that are not Swift values, such as records of a stream.
package protocol MemberLoader: AnyObject {
  /// Fills a column with the values of a member.
  func load(_ member: Int, into column: MemberColumn)
}
