/// A column whose values are measured where they lie, without being loaded.
protocol MeasuredColumn {
  /// Fetches the memory that ``measure(_:)`` reads.
  static func prefetch(_ value: UnsafeRawPointer)

  /// The measure of a value; nil of a nil.
  static func measure(_ value: UnsafeRawPointer) -> Int?
}
