import PredicateMemory
import PredicateValues

/// Whether a set, at the first address, has the value at the second one; of nil false.
typealias SetLookup = @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// A set in which values are looked up where it lies.
protocol SearchableSet: SendableMetatype {
  /// Looks values of a type up in a set; nil where only going through the members tells.
  static func lookup(ofValuesOf type: any Any.Type) -> SetLookup?
}

extension SearchableSet {
  /// The matcher of sets that have a member equal to the constant; nil where only going through the members tells.
  static func matcher(_ constant: QueryValue) -> AddressMatcher? {
    switch constant {
    case .string(let text):
      guard let has = lookup(ofValuesOf: String.self) else { return nil }
      return { set in withUnsafePointer(to: text) { has(set, $0) } }
    case .integer(let number):
      guard let has = lookup(ofValuesOf: Int64.self) else { return nil }
      return { set in withUnsafePointer(to: number) { has(set, $0) } }
    default: return nil
    }
  }
}

extension Set: SearchableSet {
  static func lookup(ofValuesOf type: any Any.Type) -> SetLookup? {
    if Element.self == String.self {
      guard let text = TextSource.loader(of: type) else { return nil }
      return { set, value in text(value).map { Set<String>.has($0, at: set) } ?? false }
    }
    guard let has = IntegerTypes.visit(Element.self, IntegerSets()),
      let number = NumberTypes.visit(type, NumberKeyMaker())
    else { return nil }
    return { set, value in number(value)?.integer.map { has(set, $0) } ?? false }
  }
}

extension Optional: SearchableSet where Wrapped: SearchableSet & Collection {
  static func lookup(ofValuesOf type: any Any.Type) -> SetLookup? {
    guard let inner = Wrapped.lookup(ofValuesOf: type) else { return nil }
    return { set, value in
      set.assumingMemoryBound(to: Self.self).pointee.map { withUnsafePointer(to: $0) { inner($0, value) } } ?? false
    }
  }
}

/// Makes what looks integers up in sets of them. Outside of `Set`, so that the compiler specialises the look-up for each type.
private struct IntegerSets: IntegerTypeVisitor {
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
