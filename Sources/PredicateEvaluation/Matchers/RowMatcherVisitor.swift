/// Takes a matcher of whatever type was chosen for a condition.
protocol RowMatcherVisitor {
  associatedtype Result
  func visit(_ matcher: some RowMatcher) -> Result
}

/// Makes the loops for a matcher.
struct FilterMaker: RowMatcherVisitor {
  @inline(__always)
  func visit(_ matcher: some RowMatcher) -> RowFilter { RowFilter(matcher) }
}
