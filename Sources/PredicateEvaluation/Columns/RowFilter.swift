/// A test with its loops, compiled for it.
struct RowFilter: Sendable {
  /// Clears the bits of the rows that do not pass.
  let narrow: @Sendable (Rows, MaskWords, Int) -> Void
  /// The array of each row that the test walks through; nil of one that looks at single values.
  let walked: ElementPath?
  /// How far from the row the test looks first.
  let offset: Int

  init(_ test: some RowTest, walking walked: ElementPath? = nil) {
    self.walked = walked
    offset = test.offset
    narrow = { rows, mask, count in test.narrow(rows, mask, count) }
  }
}
