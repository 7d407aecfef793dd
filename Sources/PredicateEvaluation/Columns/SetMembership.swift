import PredicateMemory
import PredicateValues

/// Whether a set, at the first address, has the value at the second one; of nil false.
typealias SetQuestion = @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// A set that is asked whether it has a constant, or a value of the same row, where it lies.
protocol SetInPlace: SendableMetatype {
  /// The bytes from one element's place to the next, where the elements are read through ``SetMemory``. Nil for an optional of an optional,
  /// which has two nils.
  static var stride: Int? { get }

  /// The question whether a set at an address has a member that is equal to the constant; nil where only going through the members tells.
  static func question(_ constant: QueryValue) -> (@Sendable (UnsafeRawPointer) -> Bool)?

  /// The same question about values of a type; nil where only going through the members tells.
  static func question(aboutValuesOf type: any Any.Type) -> SetQuestion?
}

extension Set: SetInPlace {
  static var stride: Int? { MemoryLayout<Element>.stride }

  static func question(_ constant: QueryValue) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    if Element.self == String.self {
      guard case .string(let text) = constant else { return nil }
      return { Set<String>.has(text, at: $0) }
    }
    guard case .integer(let number) = constant, let has = IntegerSets.question(Element.self) else { return nil }
    return { has($0, number) }
  }

  static func question(aboutValuesOf type: any Any.Type) -> SetQuestion? {
    if Element.self == String.self {
      guard StringMemory.isTrusted, type == String.self || type == String?.self else { return nil }
      return { set, value in StringMemory.words(value).1 != 0 && Set<String>.has(StringMemory.string(value), at: set) }
    }
    guard let has = IntegerSets.question(Element.self), let read = NumberTypes.visit(type, NumberKeyMaker()) else {
      return nil
    }
    return { set, value in read(value)?.integer.map { has(set, $0) } ?? false }
  }
}

/// Makes what looks integers up in sets of them. Outside of `Set`, so that the compiler specialises the look-up for each type.
private struct IntegerSets: IntegerTypeVisitor {
  /// Whether a set of elements of a type has an integer; nil for elements that are none.
  static func question(_ element: any Any.Type) -> (@Sendable (UnsafeRawPointer, Int64) -> Bool)? {
    IntegerTypes.visit(element, IntegerSets())
  }

  func visit<Value: FixedWidthInteger & Sendable>(_: Value.Type) -> @Sendable (UnsafeRawPointer, Int64) -> Bool {
    { set, number in
      Value(exactly: number).map(set.assumingMemoryBound(to: Set<Value>.self).pointee.contains) ?? false
    }
  }
}

extension Set<String> {
  /// Whether a set at an address has a string.
  fileprivate static func has(_ text: String, at address: UnsafeRawPointer) -> Bool {
    let set = address.assumingMemoryBound(to: Set<String>.self).pointee
    // Of canonically equivalent strings a set has one: either that has the string's scalars, or none has.
    return set.firstIndex(of: text).map { set[$0].hasSameScalars(as: text) } ?? false
  }
}

extension Optional: SetInPlace where Wrapped: SetInPlace {
  static var stride: Int? { Wrapped.self is any OptionalReference.Type ? nil : Wrapped.stride }

  static func question(_ constant: QueryValue) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    // Of optionals of optionals there are several nils.
    guard !(Wrapped.self is any OptionalReference.Type), let inner = Wrapped.question(constant) else { return nil }
    return { $0.assumingMemoryBound(to: Self.self).pointee.map { withUnsafePointer(to: $0) { inner($0) } } ?? false }
  }

  static func question(aboutValuesOf type: any Any.Type) -> SetQuestion? {
    guard !(Wrapped.self is any OptionalReference.Type), let inner = Wrapped.question(aboutValuesOf: type) else {
      return nil
    }
    return { set, value in
      set.assumingMemoryBound(to: Self.self).pointee.map { withUnsafePointer(to: $0) { inner($0, value) } } ?? false
    }
  }
}
