import PredicateValues

/// Swift's own dictionaries with strings for keys, by what their values are.
extension ValueView.Kind {
  /// Whether this is a dictionary of Swift's.
  @inline(__always)
  var isSwiftDictionary: Bool {
    rawValue >= ValueView.Kind.anyDictionary.rawValue && rawValue <= ValueView.Kind.hashableDictionary.rawValue
  }

  /// How far the values of a dictionary of Swift's lie apart.
  @inline(__always)
  var valueStride: Int {
    switch self {
    case .anyDictionary: MemoryLayout<Any>.stride
    case .valueDictionary: MemoryLayout<QueryValue>.stride
    case .integerDictionary, .doubleDictionary: 8
    case .booleanDictionary: 1
    case .stringDictionary: MemoryLayout<String>.stride
    case .hashableDictionary: MemoryLayout<AnyHashable>.stride
    default: 0
    }
  }

  /// The kinds of dictionaries by their types.
  static let dictionaries: [(type: any Any.Type, kind: ValueView.Kind)] = [
    (QueryDictionary.self, .dictionary), ([String: Any].self, .anyDictionary),
    ([String: QueryValue].self, .valueDictionary), ([String: Int].self, .integerDictionary),
    ([String: Double].self, .doubleDictionary), ([String: Bool].self, .booleanDictionary),
    ([String: String].self, .stringDictionary), ([String: AnyHashable].self, .hashableDictionary),
  ]
}

extension ValueView {
  /// The view of a value that lies in a dictionary of a kind; unknown where it has to be copied.
  @inline(__always)
  init(in dictionary: Kind, at address: UnsafeRawPointer) {
    switch dictionary {
    case .anyDictionary: self = AnyMemory.view(address) ?? ValueView(.unknown, address)
    case .integerDictionary: self.init(.integer, address)
    case .doubleDictionary:
      // As everywhere, NaN is nil.
      self.init(address.load(as: Double.self).isNaN ? .null : .double, address)
    case .booleanDictionary: self.init(.boolean, address)
    case .stringDictionary: self.init(.string, address)
    case .hashableDictionary: self = HashableMemory.view(address) ?? ValueView(.unknown, address)
    default: self.init(value: address)
    }
  }

  /// A value of a dictionary of Swift's that has no view, as a value of the language.
  @inline(never)
  static func copied(in dictionary: Kind, at address: UnsafeRawPointer) -> QueryValue {
    dictionary == .hashableDictionary
      ? address.assumingMemoryBound(to: AnyHashable.self).pointee.queryValue
      : QueryValue(dynamically: address.assumingMemoryBound(to: Any.self).pointee)
  }

  /// What a dictionary of Swift's has under a name, asked the public way; nil where it has nothing.
  func publicValue(of name: String) -> QueryValue? {
    switch kind {
    case .anyDictionary: value(of: name, Any.self).map { QueryValue(dynamically: $0) }
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
}
