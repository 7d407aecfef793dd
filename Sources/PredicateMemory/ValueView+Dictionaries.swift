import PredicateValues

/// Swift's own dictionaries with strings for keys, by what their values are.
extension ValueView.Kind {
  /// Whether this is a dictionary of Swift's.
  @inlinable @inline(__always)
  public var isSwiftDictionary: Bool {
    rawValue >= ValueView.Kind.anyDictionary.rawValue && rawValue <= ValueView.Kind.hashableDictionary.rawValue
  }

  /// How far the values of a dictionary of Swift's lie apart.
  @inlinable @inline(__always)
  public var valueStride: Int {
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
  public static let dictionaries: [(type: any Any.Type, kind: ValueView.Kind)] = [
    (QueryDictionary.self, .dictionary), ([String: Any].self, .anyDictionary),
    ([String: QueryValue].self, .valueDictionary), ([String: Int].self, .integerDictionary),
    ([String: Double].self, .doubleDictionary), ([String: Bool].self, .booleanDictionary),
    ([String: String].self, .stringDictionary), ([String: AnyHashable].self, .hashableDictionary),
  ]
}

extension ValueView.Kind {
  /// The kind of a type of Swift's dictionaries; nil for other types.
  public static func swiftDictionary(_ type: any Any.Type) -> ValueView.Kind? {
    dictionaries.first { $0.type == type && $0.kind.isSwiftDictionary }?.kind
  }
}

extension ValueView {
  /// The view of a value that lies in a dictionary of a kind; unknown where it has to be copied.
  @inlinable @inline(__always)
  public init(in dictionary: Kind, at address: UnsafeRawPointer) {
    switch dictionary {
    case .anyDictionary: self = AnyMemory.view(address) ?? ValueView(.unknown, address)
    case .integerDictionary: self.init(.integer, address)
    case .doubleDictionary: self.init(double: address)
    case .booleanDictionary: self.init(.boolean, address)
    case .stringDictionary: self.init(.string, address)
    case .hashableDictionary: self = HashableMemory.view(address) ?? ValueView(.unknown, address)
    default: self.init(value: address)
    }
  }
}
