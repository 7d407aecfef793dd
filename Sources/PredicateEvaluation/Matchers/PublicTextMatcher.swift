/// Whether a string, which gives its bytes by public ways, or what a function makes of it, passes a question.
struct PublicTextMatcher<Column: LoadedColumn<String>>: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  let question: TextQuestion
  /// What makes the text that is asked about of the string; nil where that is the string.
  var map: (@Sendable (String) -> String)?

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let text = Column.load(row + offset) else { return false }
    return question.passes(map.map { $0(text) } ?? text)
  }
}
