/// Makes what reads numbers as they are looked up.
struct NumberKeyMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> @Sendable (UnsafeRawPointer) -> NumberKey? {
    { Column.load($0)?.key }
  }
}
