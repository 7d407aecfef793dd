/// Whether a string, which gives its bytes by public ways, passes a question.
struct PublicTextTest<Column: LoadedColumn<String>>: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  let question: TextQuestion

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let text = Column.load(row + offset) else { return false }
    return question.passes(text)
  }
}
