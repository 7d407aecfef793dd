/// A matcher with its loops, compiled for it.
struct RowFilter: Sendable {
  /// Clears the bits of the rows that do not pass.
  let narrow: @Sendable (Rows, MaskWords, Int) -> Void
  /// The array of each row that the matcher walks through; nil of one that looks at single values.
  let walked: ElementPath?

  init(_ matcher: some RowMatcher, walking walked: ElementPath? = nil) {
    self.walked = walked
    narrow = { rows, mask, count in matcher.narrow(rows, mask, count) }
  }
}
