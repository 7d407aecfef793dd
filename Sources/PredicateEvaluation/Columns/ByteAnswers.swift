import PredicateValues

/// What a run has found out about each value of a byte: of one type with raw values, or of one condition on it. Used by one thread.
final class ByteAnswers {
  /// What the condition says: 0 not asked yet, 1 false, 2 true.
  let conditions: UnsafeMutablePointer<UInt8>
  /// The raw values that came up.
  let values: UnsafeMutablePointer<QueryValue?>

  init() {
    conditions = .allocate(capacity: 256)
    conditions.initialize(repeating: 0, count: 256)
    values = .allocate(capacity: 256)
    values.initialize(repeating: nil, count: 256)
  }

  deinit {
    conditions.deallocate()
    values.deinitialize(count: 256)
    values.deallocate()
  }
}
