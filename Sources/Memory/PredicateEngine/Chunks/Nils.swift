import PredicateMemory

/// Tests whether an optional of some type is nil.
enum NilMatcher: Sendable {
  case pattern(OptionalMemory.NilPattern)
  case call(AddressMatcher)

  @inline(__always)
  func isNil(_ address: UnsafeRawPointer) -> Bool {
    switch self {
    case .pattern(let pattern): pattern.isNil(address)
    case .call(let isNil): isNil(address)
    }
  }

  /// The matcher for optionals of a type.
  init<Wrapped>(of _: Wrapped.Type) {
    if let pattern = OptionalMemory.nilPattern(of: Wrapped.self) {
      self = .pattern(pattern)
    } else {
      self = .call { $0.assumingMemoryBound(to: Wrapped?.self).pointee == nil }
    }
  }
}

/// An optional type that gives the matcher for its nils.
protocol NilMatchable {
  static var nilMatcher: NilMatcher { get }
}

extension Optional: NilMatchable {
  static var nilMatcher: NilMatcher { NilMatcher(of: Wrapped.self) }
}
