/// A test with its loops, compiled for it.
struct RowFilter: Sendable {
  /// Clears the bits of the rows that do not pass.
  let narrow: @Sendable (Rows, MaskWords, Int) -> Void
  /// The array of each row that the test walks through; nil of one that looks at single values.
  let walked: ElementPath?

  init(_ test: some RowTest, walking walked: ElementPath? = nil) {
    self.walked = walked
    narrow = { rows, mask, count in test.narrow(rows, mask, count) }
  }
}
