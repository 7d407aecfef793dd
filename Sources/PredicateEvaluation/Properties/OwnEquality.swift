/// The `==` of a type that has one.
///
/// Invariant of every call: the addresses are of initialised values of the type that it was made for.
protocol OwnEquality: Sendable {
  /// Whether two values are equal.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool

  /// Feeds a value; nothing where the type cannot be hashed.
  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher)
}

/// The equality of one type.
struct ComparedValues<Value: Equatable>: OwnEquality {
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
  }

  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
    (value.assumingMemoryBound(to: Value.self).pointee as? any Hashable)?.hash(into: &hasher)
  }
}
