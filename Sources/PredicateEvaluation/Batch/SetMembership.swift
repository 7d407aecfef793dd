import PredicateValues

/// A set that is asked whether it has a constant, where it lies.
protocol SetInPlace {
  /// The question whether a set at an address has a member that is equal to the constant; nil where only going through the members tells.
  static func question(_ constant: QueryValue) -> (@Sendable (UnsafeRawPointer) -> Bool)?
}

extension Set: SetInPlace {
  static func question(_ constant: QueryValue) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    if Element.self == String.self {
      guard case .string(let text) = constant else { return nil }
      return { address in
        let set = address.assumingMemoryBound(to: Set<String>.self).pointee
        // Of canonically equivalent strings a set has one: either that has the constant's scalars, or none has.
        return set.firstIndex(of: text).map { set[$0].hasSameScalars(as: text) } ?? false
      }
    }
    guard case .integer(let number) = constant else { return nil }
    switch Element.self {
    case is Int.Type: return integers(Int(exactly: number))
    case is Int8.Type: return integers(Int8(exactly: number))
    case is Int16.Type: return integers(Int16(exactly: number))
    case is Int32.Type: return integers(Int32(exactly: number))
    case is Int64.Type: return integers(number)
    case is UInt.Type: return integers(UInt(exactly: number))
    case is UInt8.Type: return integers(UInt8(exactly: number))
    case is UInt16.Type: return integers(UInt16(exactly: number))
    case is UInt32.Type: return integers(UInt32(exactly: number))
    case is UInt64.Type: return integers(UInt64(exactly: number))
    default: return nil
    }
  }

  private static func integers<Value: Hashable & Sendable>(_ number: Value?) -> @Sendable (UnsafeRawPointer) -> Bool {
    guard let number else { return { _ in false } }
    return { $0.assumingMemoryBound(to: Set<Value>.self).pointee.contains(number) }
  }
}

extension Optional: SetInPlace where Wrapped: SetInPlace {
  static func question(_ constant: QueryValue) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    // Of optionals of optionals there are several nils.
    guard !(Wrapped.self is any OptionalReference.Type), let inner = Wrapped.question(constant) else { return nil }
    // A set is one address, and a nil is none.
    return { $0.load(as: UInt.self) != 0 && inner($0) }
  }
}
