/// The `==` of a type that has one.
///
/// Invariant of every call: the addresses are of initialised values of the type that it was made for.
protocol OwnEquality: Sendable {
  /// Whether two values are equal.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool

  /// Feeds a value; nothing where the type cannot be hashed.
  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher)
}

/// What types say themselves of their values.
enum OwnEqualities {
  /// The equality of a type; nil for one that is not `Equatable`.
  static func equality(of type: any Any.Type) -> (any OwnEquality)? {
    if let type = type as? any Hashable.Type { return hashed(type) }
    return (type as? any Equatable.Type).map { compared($0) }
  }

  private static func hashed<Value: Hashable>(_: Value.Type) -> any OwnEquality { HashedValues<Value>() }

  private static func compared<Value: Equatable>(_: Value.Type) -> any OwnEquality { ComparedValues<Value>() }

  private struct HashedValues<Value: Hashable>: OwnEquality {
    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
      left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
    }

    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
      value.assumingMemoryBound(to: Value.self).pointee.hash(into: &hasher)
    }
  }

  private struct ComparedValues<Value: Equatable>: OwnEquality {
    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
      left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
    }

    func hash(_: UnsafeRawPointer, into _: inout Hasher) {}
  }
}
