import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// The values that views show, as values of the language.
extension DynamicValue {
  /// The value, copied.
  ///
  /// - Parameter reading: The values that may be read of objects in it.
  func queryValue(_ reading: BindingOptions.Reading) -> QueryValue {
    switch kind {
    case .null, .unknown: .null
    case .boolean: .boolean(load(Bool.self))
    case .integer: .integer(load(Int64.self))
    case .double: .double(load(Double.self))
    case .string: .string(load(String.self))
    case .array: .array(load([QueryValue].self))
    case .strings: .array(load([String].self).map { .string($0) })
    case .anys: QueryValue(reading: load([Any].self), reading)
    case .anyDictionaries: QueryValue(reading: load([[String: Any]].self), reading)
    case .dictionary: .dictionary(load(QueryDictionary.self))
    case .anyDictionary: QueryValue(reading: load([String: Any].self), reading)
    case .valueDictionary: .dictionary(QueryDictionary(load([String: QueryValue].self).lazy.map { ($0.key, $0.value) }))
    case .integerDictionary: wholeDictionary(Int.self) { $0.queryValue }
    case .doubleDictionary: wholeDictionary(Double.self) { $0.queryValue }
    case .booleanDictionary: wholeDictionary(Bool.self) { $0.queryValue }
    case .stringDictionary: wholeDictionary(String.self) { $0.queryValue }
    case .hashableDictionary: wholeDictionary(AnyHashable.self) { QueryValue(reading: $0, reading) }
    case .text: .string(String(decoding: textBytes, as: UTF8.self))
    case .views: .array((0..<elementCount).map { element($0)?.queryValue(reading) ?? .null })
    case .object: .object(objectPlace.object)
    case .value: load(QueryValue.self)
    }
  }

  var isNull: Bool {
    switch kind {
    case .null: true
    case .double: load(Double.self).isNaN
    case .value: load(QueryValue.self).withoutNaN.isNull
    default: false
    }
  }

  /// The bytes of a text in foreign memory.
  var textBytes: UnsafeBufferPointer<UInt8> {
    let text = load(TextBytes.self)
    return UnsafeBufferPointer(start: text.base, count: text.count)
  }

  /// A copy of an array's element that does not have a view.
  @inline(never)
  func copiedElement(_ position: Int, _ reading: BindingOptions.Reading) -> QueryValue {
    let first = address.load(as: UnsafeRawPointer.self) + ArrayMemory.header
    return QueryValue(
      reading: (first + position &* MemoryLayout<Any>.stride).assumingMemoryBound(to: Any.self).pointee, reading)
  }

  /// A value of a dictionary of Swift's that has no view, as a value of the language.
  @inline(never)
  static func copied(
    in dictionary: Kind, at address: UnsafeRawPointer, _ reading: BindingOptions.Reading
  ) -> QueryValue {
    dictionary == .hashableDictionary
      ? QueryValue(reading: address.assumingMemoryBound(to: AnyHashable.self).pointee, reading)
      : QueryValue(reading: address.assumingMemoryBound(to: Any.self).pointee, reading)
  }

  /// The value of a Swift dictionary for a name, by its public interface, or nil.
  func publicValue(of name: String) -> Any? {
    switch kind {
    case .anyDictionary: value(of: name, Any.self)
    case .valueDictionary: value(of: name, QueryValue.self)
    case .integerDictionary: value(of: name, Int.self)
    case .doubleDictionary: value(of: name, Double.self)
    case .booleanDictionary: value(of: name, Bool.self)
    case .stringDictionary: value(of: name, String.self)
    case .hashableDictionary: value(of: name, AnyHashable.self)
    default: nil
    }
  }

  private func value<Value>(of name: String, _: Value.Type) -> Value? {
    Self.value(of: name, in: address.assumingMemoryBound(to: [String: Value].self).pointee)
  }

  /// The value of a dictionary for a name, or nil.
  static func value<Value>(of name: String, in dictionary: [String: Value]) -> Value? {
    // A key that is canonically equivalent to the name but has other scalars is a different key.
    guard let index = dictionary.index(forKey: name), dictionary.keys[index].hasSameScalars(as: name) else {
      return nil
    }
    return dictionary.values[index]
  }

  /// A dictionary of Swift's with its values as the language has them.
  private func wholeDictionary<Value>(_: Value.Type, _ converted: (Value) -> QueryValue) -> QueryValue {
    let dictionary = address.assumingMemoryBound(to: [String: Value].self).pointee
    return .dictionary(QueryDictionary(dictionary.map { ($0.key, converted($0.value)) }))
  }

  @inline(__always)
  private func load<Value>(_: Value.Type) -> Value { address.assumingMemoryBound(to: Value.self).pointee }
}
