import CPrefetch
import PredicateValues

/// A value of a type that is known only at run time: its kind and the address of its payload, which is not copied.
///
/// It is valid while the memory that it was taken from is not moved, changed or released: the elements that a query is evaluated for, or the
/// values that a ``ViewColumn`` keeps.
public struct DynamicValue {
  /// How the payload is represented.
  public enum Kind: UInt8, Sendable {
    /// Nil, or a value that is not one of the language.
    case null
    /// A `Bool`, as the integer 0 or 1.
    case boolean
    /// 64 bits.
    case integer
    /// A `Double`.
    case double
    /// A `String`, read in place.
    case string
    /// `[QueryValue]`.
    case array
    /// `[String]`.
    case strings
    /// `[Any]`.
    case anys
    /// `[[String: Any]]`.
    case anyDictionaries
    /// A ``QueryDictionary``.
    case dictionary
    /// `[String: Any]`.
    case anyDictionary
    /// `[String: QueryValue]`.
    case valueDictionary
    /// `[String: Int]`.
    case integerDictionary
    /// `[String: Double]`.
    case doubleDictionary
    /// `[String: Bool]`.
    case booleanDictionary
    /// `[String: String]`.
    case stringDictionary
    /// `[String: AnyHashable]`.
    case hashableDictionary
    /// ``TextBytes``: the address and the number of a text's bytes.
    case text
    /// An array of views: the address of the first one, and their number.
    case views
    /// An object: its address and its shape, as the engine stores them.
    case object
    /// A ``QueryValue`` of any kind.
    case value
    /// A value without a view, which must be copied.
    case unknown
  }

  /// How the payload is represented.
  public let kind: Kind
  /// The first byte of the payload.
  public let address: UnsafeRawPointer

  /// The view of a payload at an address.
  @inlinable @inline(__always)
  public init(_ kind: Kind, _ address: UnsafeRawPointer) {
    self.kind = kind
    self.address = address
  }

  /// The view of a `Double`. As everywhere, NaN is nil.
  @inlinable @inline(__always)
  public init(double address: UnsafeRawPointer) {
    self.init(address.load(as: Double.self).isNaN ? .null : .double, address)
  }

  /// The view of nil. Its address is never read.
  @inlinable @inline(__always)
  public static var nothing: DynamicValue { DynamicValue(.null, UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped) }

  /// Whether values are read in place. Otherwise every view is that of a whole ``QueryValue``, or of a dictionary that is read by its public functions.
  public static let areInPlace = AnyMemory.isTrusted && DictionaryMemory.isTrusted && KnownShape.isTrusted

  /// A value of the language.
  @inlinable @inline(__always)
  public init(value: UnsafeRawPointer) {
    address = value
    kind = Self.areInPlace ? ValueMemory.kind(value) : .value
  }
}

/// The elements of arrays, in place.
extension DynamicValue {
  /// Whether this is an array whose elements have views.
  @inlinable @inline(__always)
  public var isArray: Bool {
    switch kind {
    case .array, .strings, .anys, .anyDictionaries, .views: true
    default: false
    }
  }

  /// How many elements an array has.
  @inlinable @inline(__always)
  public var elementCount: Int {
    kind == .views ? address.load(fromByteOffset: 8, as: Int.self) : ArrayMemory.count(address) ?? 0
  }

  /// The view of an element of an array; nil if the element must be copied.
  @inlinable @inline(__always)
  public func element(_ position: Int) -> DynamicValue? {
    let storage = address.load(as: UnsafeRawPointer.self)
    if kind == .views { return storage.assumingMemoryBound(to: DynamicValue.self)[position] }
    let first = storage + ArrayMemory.header
    switch kind {
    case .strings: return DynamicValue(.string, first + position &* MemoryLayout<String>.stride)
    case .anys: return AnyMemory.view(first + position &* MemoryLayout<Any>.stride)
    case .anyDictionaries:
      return DynamicValue(.anyDictionary, first + position &* MemoryLayout<[String: Any]>.stride)
    default: return DynamicValue(value: first + position &* MemoryLayout<QueryValue>.stride)
    }
  }

  /// Prefetches the storage that the value refers to.
  @inlinable @inline(__always)
  public func prefetch() {
    switch kind {
    case .string: StringMemory.prefetch(address)
    case let kind where kind.isSwiftDictionary: DictionaryMemory.Storage(address).prefetch()
    case .array, .strings, .anys, .anyDictionaries: ArrayMemory.prefetch(address)
    case .dictionary: ArrayMemory.prefetch(address + 8)
    default: break
    }
  }
}

/// Swift's own dictionaries with string keys, by the types of their values.
extension DynamicValue.Kind {
  /// Whether this is one of Swift's dictionaries.
  @inlinable @inline(__always)
  public var isSwiftDictionary: Bool {
    rawValue >= DynamicValue.Kind.anyDictionary.rawValue && rawValue <= DynamicValue.Kind.hashableDictionary.rawValue
  }

  /// The bytes from one value of a Swift dictionary to the next; 0 for other kinds.
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
  public static let dictionaries: [(type: any Any.Type, kind: DynamicValue.Kind)] = [
    (QueryDictionary.self, .dictionary), ([String: Any].self, .anyDictionary),
    ([String: QueryValue].self, .valueDictionary), ([String: Int].self, .integerDictionary),
    ([String: Double].self, .doubleDictionary), ([String: Bool].self, .booleanDictionary),
    ([String: String].self, .stringDictionary), ([String: AnyHashable].self, .hashableDictionary),
  ]
}

extension DynamicValue.Kind {
  /// The kind of a type of Swift's dictionaries; nil for other types.
  public static func swiftDictionary(_ type: any Any.Type) -> DynamicValue.Kind? {
    dictionaries.first { $0.type == type && $0.kind.isSwiftDictionary }?.kind
  }
}

extension DynamicValue {
  /// The view of a value at an address in a dictionary of the given kind; `unknown` if the value must be copied.
  @inlinable @inline(__always)
  public init(in dictionary: Kind, at address: UnsafeRawPointer) {
    switch dictionary {
    case .anyDictionary: self = AnyMemory.view(address) ?? DynamicValue(.unknown, address)
    case .integerDictionary: self.init(.integer, address)
    case .doubleDictionary: self.init(double: address)
    case .booleanDictionary: self.init(.boolean, address)
    case .stringDictionary: self.init(.string, address)
    case .hashableDictionary: self = HashableMemory.view(address) ?? DynamicValue(.unknown, address)
    default: self.init(value: address)
    }
  }
}
