import PredicateValues

/// Reads the value in an `Any` in place.
///
/// An `Any` is four words: three for the value, if it fits them, then the address of the type's metadata. Used only if ``isTrusted``.
public enum AnyMemory {
  /// The view of the value in an `Any`; nil for types without views.
  @inlinable @inline(__always)
  public static func view(_ any: UnsafeRawPointer) -> DynamicValue? {
    let type = any.load(fromByteOffset: 24, as: UnsafeRawPointer.self)
    if type == string { return DynamicValue(.string, any) }
    if type == int { return DynamicValue(.integer, any) }
    if type == double { return DynamicValue(double: any) }
    if type == bool { return DynamicValue(.boolean, any) }
    return container(any, type)
  }

  @usableFromInline @inline(never)
  static func container(_ any: UnsafeRawPointer, _ type: UnsafeRawPointer) -> DynamicValue? {
    if type == value { return DynamicValue(value: any) }
    if type == strings { return DynamicValue(.strings, any) }
    if type == anyDictionary { return DynamicValue(.anyDictionary, any) }
    if type == anys { return DynamicValue(.anys, any) }
    if type == anyDictionaries { return DynamicValue(.anyDictionaries, any) }
    for dictionary in dictionaries where dictionary.type == UInt(bitPattern: type) {
      return DynamicValue(dictionary.kind, any)
    }
    return nil
  }

  @inlinable @inline(__always)
  static func metadata(_ type: any Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  @inlinable @inline(__always)
  static var int: UnsafeRawPointer { metadata(Int.self) }
  @inlinable @inline(__always)
  static var double: UnsafeRawPointer { metadata(Double.self) }
  @inlinable @inline(__always)
  static var bool: UnsafeRawPointer { metadata(Bool.self) }
  @inlinable @inline(__always)
  static var string: UnsafeRawPointer { metadata(String.self) }
  @inlinable @inline(__always)
  static var strings: UnsafeRawPointer { metadata([String].self) }
  @inlinable @inline(__always)
  static var anys: UnsafeRawPointer { metadata([Any].self) }
  @inlinable @inline(__always)
  static var anyDictionaries: UnsafeRawPointer { metadata([[String: Any]].self) }
  @inlinable @inline(__always)
  static var anyDictionary: UnsafeRawPointer { metadata([String: Any].self) }
  @inlinable @inline(__always)
  static var value: UnsafeRawPointer { metadata(QueryValue.self) }

  /// The Swift dictionaries except `[String: Any]`, which ``container(_:_:)`` tests first.
  private static let dictionaries = DynamicValue.Kind.dictionaries.dropFirst(2).map {
    (type: UInt(bitPattern: metadata($0.type)), kind: $0.kind)
  }

  /// Whether samples of each type are stored in an `Any` as this file assumes.
  public static let isTrusted: Bool = {
    guard ValueMemory.isTrusted, MemoryLayout<Any>.size == 32, MemoryLayout<QueryValue>.size <= 24 else {
      return false
    }
    let list = ["a", "b"]
    let records: [[String: Any]] = [["a": 1], [:]]
    let text = "a string that is too long to be stored in place"
    return holds(-7, int) { $0.load(as: Int.self) == -7 } && holds(1.5, double) { $0.load(as: Double.self) == 1.5 }
      && holds(true, bool) { $0.load(as: UInt8.self) == 1 }
      && holds(text, string) { address in
        withUnsafeBytes(of: text) { $0.elementsEqual(UnsafeRawBufferPointer(start: address, count: 16)) }
      }
      && holds(list, strings) { $0.load(as: UInt.self) == unsafeBitCast(list, to: UInt.self) }
      && holds(records, anyDictionaries) { $0.load(as: UInt.self) == unsafeBitCast(records, to: UInt.self) }
      && holds(QueryValue.integer(3), value) { $0.load(as: Int64.self) == 3 }
  }()

  private static func holds(_ value: Any, _ type: UnsafeRawPointer, _ isRight: (UnsafeRawPointer) -> Bool) -> Bool {
    // The `Any` is in an array, because the optimizer may pass on the payload of a single `Any` instead.
    let values = [value]
    return values.withUnsafeBufferPointer { buffer in
      guard let address = UnsafeRawPointer(buffer.baseAddress),
        address.load(fromByteOffset: 24, as: UnsafeRawPointer.self) == type
      else { return false }
      return isRight(address)
    }
  }
}
