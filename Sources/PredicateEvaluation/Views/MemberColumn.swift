import PredicateMemory
import PredicateValues

/// A member of the rows of a chunk, while a loader fills it.
package struct MemberColumn {
  let column: ViewColumn
  /// The rows that are loaded.
  let rows: MaskWords
  let count: Int
  /// The rows that only the reference can decide.
  let undecided: MaskWords

  /// Calls `body` with each row that is to be loaded, ascending.
  @inline(__always)
  package func forEachRow(_ body: (Int) -> Void) { rows.forEachRow(count, body) }

  /// The row does not have the member.
  package func setNothing(at row: Int) { column.views[row] = .nothing }

  /// The member is an integer.
  package func set(_ value: Int64, at row: Int) { column.keep(value, .integer, at: row) }

  /// The member is a double that is not NaN.
  package func set(_ value: Double, at row: Int) { column.keep(value, .double, at: row) }

  /// The member is the text of some UTF-8 bytes, which stay where they are until the chunk is decided.
  package func set(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, at row: Int) {
    guard let base = text.baseAddress else { return set(.string(""), at: row) }
    let cell = column.cell(row)
    cell.storeBytes(of: TextBytes(base: base, count: text.count, isASCII: isASCII), as: TextBytes.self)
    column.views[row] = ValueView(.text, cell)
  }

  /// The member is any value.
  package func set(_ value: QueryValue, at row: Int) { column.keep(value, at: row) }

  /// The member cannot be read: the reference says why.
  package func leaveUndecided(_ row: Int) {
    column.views[row] = .nothing
    undecided.set(row)
  }
}
