import PredicateValues

/// Reads values of the language where they lie: the one file that knows how the compiler lays ``QueryValue`` out.
///
/// No bit of the longest payload is free, so every payload lies at the beginning and behind it the number of the case. Used only where
/// ``isTrusted`` found that to be so.
enum ValueMemory {
  /// What a value is.
  @inline(__always)
  static func kind(_ value: UnsafeRawPointer) -> DynamicView.Kind {
    switch value.assumingMemoryBound(to: QueryValue.self).pointee {
    case .null: return .null
    case .boolean: return .boolean
    case .integer: return .integer
    case .double: return .double
    case .string: return .string
    case .array: return .array
    case .dictionary: return .dictionary
    default: return .value
    }
  }

  /// Whether payloads lie at the beginning of values.
  static let isTrusted: Bool = {
    #if _pointerBitWidth(_64)
      guard StringMemory.isTrusted, ArrayMemory.isTrusted, areDictionariesAlike else { return false }
      let array: [QueryValue] = [.integer(1), .null]
      let dictionary = QueryDictionary([("a", .integer(1))])
      let text = "a string that is too long to be stored in place"
      return payload(.boolean(true), UInt8.self) == 1 && payload(.boolean(false), UInt8.self) == 0
        && payload(.integer(.min), Int64.self) == .min && payload(.integer(-1), Int64.self) == -1
        && payload(.double(-1.5), Double.self) == -1.5 && payload(.string(text), String.self) == text
        && payload(.string("small"), String.self) == "small"
        && payload(.array(array), UInt.self) == unsafeBitCast(array, to: UInt.self)
        && payload(.dictionary(dictionary), UInt.self) == address(dictionary.shape)
    #else
      return false
    #endif
  }()

  /// Whether the shape and then the values lie in a dictionary.
  private static var areDictionariesAlike: Bool {
    let sample = QueryDictionary([("a", .integer(1))])
    return MemoryLayout<QueryDictionary>.size == 16
      && withUnsafeBytes(of: sample) { bytes in
        bytes.load(as: UInt.self) == address(sample.shape)
          && bytes.load(fromByteOffset: 8, as: UInt.self) == unsafeBitCast(sample.values, to: UInt.self)
      }
  }

  private static func address(_ shape: DictionaryShape) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(shape).toOpaque())
  }

  private static func payload<Payload>(_ value: QueryValue, _: Payload.Type) -> Payload? {
    withUnsafeBytes(of: value) { $0.baseAddress?.assumingMemoryBound(to: Payload.self).pointee }
  }
}
