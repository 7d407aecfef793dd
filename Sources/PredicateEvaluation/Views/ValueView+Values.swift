import PredicateMemory
import PredicateValues

/// The values that views show, as values of the language.
extension ValueView {
  /// The value, copied.
  var queryValue: QueryValue {
    switch kind {
    case .null, .unknown: .null
    case .boolean: .boolean(load(Bool.self))
    case .integer: .integer(load(Int64.self))
    case .double: .double(load(Double.self))
    case .string: .string(load(String.self))
    case .array: .array(load([QueryValue].self))
    case .strings: .array(load([String].self).map { .string($0) })
    case .anys: QueryValue(reading: load([Any].self))
    case .dictionary: .dictionary(load(QueryDictionary.self))
    case .anyDictionary: QueryValue(reading: load([String: Any].self))
    case .valueDictionary: .dictionary(QueryDictionary(load([String: QueryValue].self).lazy.map { ($0.key, $0.value) }))
    case .integerDictionary: wholeDictionary(Int.self)
    case .doubleDictionary: wholeDictionary(Double.self)
    case .booleanDictionary: wholeDictionary(Bool.self)
    case .stringDictionary: wholeDictionary(String.self)
    case .hashableDictionary: wholeDictionary(AnyHashable.self)
    case .value: load(QueryValue.self)
    }
  }

  /// Whether the value is nil.
  var isNull: Bool {
    switch kind {
    case .null: true
    case .double, .value: queryValue.withoutNaN.isNull
    default: false
    }
  }

  /// An element of an array that has no view of its own, copied.
  @inline(never)
  func copiedElement(_ position: Int) -> QueryValue {
    let first = address.load(as: UnsafeRawPointer.self) + ArrayMemory.header
    return QueryValue(
      reading: (first + position &* MemoryLayout<Any>.stride).assumingMemoryBound(to: Any.self).pointee)
  }

  /// A value of a dictionary of Swift's that has no view, as a value of the language.
  @inline(never)
  static func copied(in dictionary: Kind, at address: UnsafeRawPointer) -> QueryValue {
    dictionary == .hashableDictionary
      ? address.assumingMemoryBound(to: AnyHashable.self).pointee.queryValue
      : QueryValue(reading: address.assumingMemoryBound(to: Any.self).pointee)
  }

  /// What a dictionary of Swift's has under a name, asked the public way; nil where it has nothing.
  func publicValue(of name: String) -> QueryValue? {
    switch kind {
    case .anyDictionary: value(of: name, Any.self).map { QueryValue(reading: $0) }
    case .valueDictionary: value(of: name, QueryValue.self)
    case .integerDictionary: value(of: name, Int.self).map { .integer(Int64($0)) }
    case .doubleDictionary: value(of: name, Double.self).map { $0.queryValue }
    case .booleanDictionary: value(of: name, Bool.self).map { .boolean($0) }
    case .stringDictionary: value(of: name, String.self).map { .string($0) }
    case .hashableDictionary: value(of: name, AnyHashable.self).map { $0.queryValue }
    default: nil
    }
  }

  private func value<Value>(of name: String, _: Value.Type) -> Value? {
    Self.value(of: name, in: address.assumingMemoryBound(to: [String: Value].self).pointee)
  }

  /// What a dictionary has under a name; nil where it has nothing.
  static func value<Value>(of name: String, in dictionary: [String: Value]) -> Value? {
    // A key that is canonically equivalent to the name is not the name, and then the name is no key.
    guard let index = dictionary.index(forKey: name), dictionary.keys[index].hasSameScalars(as: name) else {
      return nil
    }
    return dictionary.values[index]
  }

  /// A dictionary of Swift's with its values as the language has them.
  func wholeDictionary<Value: QueryPropertyValue>(_: Value.Type) -> QueryValue {
    let dictionary = address.assumingMemoryBound(to: [String: Value].self).pointee
    return .dictionary(QueryDictionary(dictionary.lazy.map { ($0.key, $0.value.queryValue) }))
  }

  @inline(__always)
  private func load<Value>(_: Value.Type) -> Value { address.assumingMemoryBound(to: Value.self).pointee }
}
