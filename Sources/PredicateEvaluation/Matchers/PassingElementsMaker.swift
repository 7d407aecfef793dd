/// Makes the loops for a matcher of how many elements pass.
struct PassingElementsMaker: RowMatcherVisitor {
  let path: ElementPath
  let areInstances: Bool
  let low: Int
  let high: Int

  @inline(__always)
  func visit(_ matcher: some RowMatcher) -> RowFilter {
    let isNone = low <= 0 && high == 0
    if isNone || low == 1 && high == .max {
      return RowFilter(
        SomeElementMatcher(path: path, areInstances: areInstances, inner: matcher, isNone: isNone), walking: path)
    }
    return RowFilter(
      PassingElementsMatcher(path: path, areInstances: areInstances, inner: matcher, low: low, high: high),
      walking: path)
  }
}
