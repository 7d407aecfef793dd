/// Takes a test of whatever type was chosen for a condition.
protocol RowTestVisitor {
  associatedtype Result
  func visit(_ test: some RowTest) -> Result
}

/// Makes the loops for a test.
struct FilterMaker: RowTestVisitor {
  @inline(__always)
  func visit(_ test: some RowTest) -> RowFilter { RowFilter(test) }
}
