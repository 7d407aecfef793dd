/// An optional, as the way to a row meets it.
protocol OptionalReference {
  /// What it is the optional of.
  static var wrapped: any Any.Type { get }

  /// The matcher for a nil.
  static var nilMatcher: NilMatcher { get }
}

extension Optional: OptionalReference {
  static var wrapped: any Any.Type { Wrapped.self }

  static var nilMatcher: NilMatcher { NilMatcher(of: Wrapped.self) }
}

extension OptionalReference {
  /// Whether a value reads as nil only where the optional is nil: not so of numbers, which may be NaN, and of optionals of optionals.
  static var isNilWhereItReadsAsNil: Bool { ValueReaders.reader(of: wrapped, .everything)?.isOptional == false }
}
