/// An evaluated row, and an element of one of its arrays while that is asked about.
struct RowElement {
  let row: UnsafeRawPointer
  /// How many more elements of arrays may be visited.
  var budget = 0
  /// The variable of the element, and the element.
  var element: (variable: Int, row: UnsafeRawPointer)?

  /// The row at the end of a path; nil where a step leads nowhere.
  @inline(__always)
  func end(of path: RowPath) -> UnsafeRawPointer? {
    if let element, element.variable == path.variable { return path.row(from: element.row) }
    return path.row(from: row)
  }
}
