import PredicateMemory

/// Tests whether a number is present: neither nil nor NaN.
struct NumberPresentMatcher<Column: NumberColumn>: InlineMatcher {
  static var form: String { "\(Column.form) present" }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Column.load(row + offset) != nil }
}

struct TextPresentMatcher: InlineMatcher {
  static var form: String { "text present" }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { StringMemory.words(row + offset).1 != 0 }
}

struct OptionalPresentMatcher: InlineMatcher {
  static var form: String { "optional present" }
  let offset: Int
  let pattern: OptionalMemory.NilPattern

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { !pattern.isNil(row + offset) }
}
