import PredicateValues

/// Reads values of the language in place.
///
/// The longest payload has no spare bit, so every payload begins at offset 0, and the number of the case follows it at 16. Used only if ``isTrusted``
/// confirmed this.
public enum ValueMemory {
  /// The kind of a value. The numbers of the cases are those of their declaration. A switch over the value itself would copy it.
  @inlinable @inline(__always)
  public static func kind(_ value: UnsafeRawPointer) -> DynamicValue.Kind {
    switch value.load(fromByteOffset: 16, as: UInt8.self) {
    case 0: .boolean
    case 1: .integer
    case 2: .double
    case 4: .string
    case 9: .array
    case 11: .dictionary
    case 14: .null
    default: .value
    }
  }

  /// Whether samples of all cases have their payloads at offset 0.
  public static let isTrusted: Bool = {
    guard StringMemory.isTrusted, ArrayMemory.isTrusted, areDictionariesAlike else { return false }
    let array: [QueryValue] = [.integer(1), .null]
    let dictionary = QueryDictionary([("a", .integer(1))])
    let text = "a string that is too long to be stored in place"
    let cases: [(QueryValue, DynamicValue.Kind)] = [
      (.null, .null), (.boolean(true), .boolean), (.integer(14), .integer), (.double(0), .double),
      (.string(""), .string),
      (.array([]), .array), (.dictionary(QueryDictionary()), .dictionary), (.decimal(QueryDecimal(1)), .value),
      (.date(0), .value), (.data([1]), .value), (.uuid(QueryUUID(high: 14, low: 14)), .value), (.url("a"), .value),
      (.set([]), .value), (.reference(ObjectReference(entity: "a", key: 1)), .value), (.object(Sample()), .value),
    ]
    let areKindsAlike = cases.allSatisfy { value, kind in
      withUnsafeBytes(of: value) { $0.baseAddress.map(ValueMemory.kind) == kind }
    }
    return areKindsAlike && payload(.boolean(true), UInt8.self) == 1 && payload(.boolean(false), UInt8.self) == 0
      && payload(.integer(.min), Int64.self) == .min && payload(.integer(-1), Int64.self) == -1
      && payload(.double(-1.5), Double.self) == -1.5 && holds(text) && holds("small")
      && payload(.array(array), UInt.self) == unsafeBitCast(array, to: UInt.self)
      && payload(.dictionary(dictionary), UInt.self) == address(dictionary.sharedKeys)
  }()

  /// Whether a dictionary consists of the shape and then the values.
  private static var areDictionariesAlike: Bool {
    let sample = QueryDictionary([("a", .integer(1))])
    return MemoryLayout<QueryDictionary>.size == 16
      && withUnsafeBytes(of: sample) { bytes in
        bytes.load(as: UInt.self) == address(sample.sharedKeys)
          && bytes.load(fromByteOffset: 8, as: UInt.self) == unsafeBitCast(sample.values, to: UInt.self)
      }
  }

  private static func address(_ shape: DictionaryKeys) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(shape).toOpaque())
  }

  private static func payload<Payload>(_ value: QueryValue, _: Payload.Type) -> Payload? {
    withUnsafeBytes(of: value) { $0.baseAddress?.assumingMemoryBound(to: Payload.self).pointee }
  }

  /// Whether the payload of a string's value has the bits of the string.
  private static func holds(_ text: String) -> Bool {
    withUnsafeBytes(of: text) { bits in
      withUnsafeBytes(of: QueryValue.string(text)) { $0.prefix(bits.count).elementsEqual(bits) }
    }
  }

  private struct Sample: QueryObject {
    var entityName: String { "" }
    var reference: ObjectReference? { nil }
    var keys: [String] { [] }
    func value(forKey key: String) -> QueryValue? { nil }
  }
}
