import PredicateValues

/// The members of the rows of a chunk that a loader supplies, loaded when a program first reads them.
final class MemberTable {
  private var columns: [[DynamicValue?]]
  private let filled: [MaskWords]
  private let capacity: Int
  private let undecided: MaskWords
  private var loader: (any MemberLoader)?
  /// The rows that the running condition is evaluated for.
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

  /// The member of a row; nil for nil.
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

/// A column that a loader fills: one member of several rows.
package struct MemberColumn {
  fileprivate let table: MemberTable
  fileprivate let member: Int
  fileprivate let rows: MaskWords
  fileprivate let count: Int

  /// Calls `body` with each row to fill.
  @inline(__always)
  package func forEachRow(_ body: (Int) -> Void) { rows.forEachRow(count, body) }

  /// The row does not have the member, or it is nil.
  package func setNothing(at row: Int) { table.set(nil, member, row) }

  package func set(_ value: Int64, at row: Int) { table.set(.integer(value), member, row) }

  package func set(_ value: Double, at row: Int) { table.set(value.isNaN ? nil : .double(value), member, row) }

  /// A text in memory that stays until the chunk ends.
  package func set(_ text: UnsafeBufferPointer<UInt8>, at row: Int) { table.set(.text(text), member, row) }

  package func set(_ value: QueryValue, at row: Int) { table.set(DynamicValue(value), member, row) }

  /// The row is left to the caller.
  package func leaveUndecided(_ row: Int) { table.leaveUndecided(row) }
}

/// Supplies the members of rows that are not Swift values: records of a stream.
package protocol MemberLoader: AnyObject {
  /// Fills the rows of a column with a member.
  func load(_ member: Int, into column: MemberColumn)
}
