import PredicateMemory

/// Whether a number is there: neither nil nor NaN.
struct NumberPresentMatcher<Column: NumberColumn>: RowMatcher {
  static var form: String { "\(Column.form) present" }
  static var mayReadMaskedRows: Bool { true }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Column.load(row + offset) != nil }
}

/// Whether a decimal is there: no nil, and no NaN.
struct DecimalPresentMatcher: RowMatcher {
  static var form: String { "Decimal present" }
  static var mayReadMaskedRows: Bool { true }
  let offset: Int
  let absence: (isNil: OptionalMemory.NilPattern, isNaN: OptionalMemory.NilPattern)

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    (absence.isNil.isNil(row + offset) ? 1 : 0) | (absence.isNaN.isNil(row + offset) ? 1 : 0) == 0
  }
}

/// Whether an optional string is there.
struct TextPresentMatcher: RowMatcher {
  static var form: String { "text present" }
  static var mayReadMaskedRows: Bool { true }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { StringMemory.words(row + offset).1 != 0 }
}

/// Whether an optional is there.
struct OptionalPresentMatcher: RowMatcher {
  static var form: String { "optional present" }
  static var mayReadMaskedRows: Bool { true }
  let offset: Int
  let pattern: OptionalMemory.NilPattern

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { !pattern.isNil(row + offset) }
}
