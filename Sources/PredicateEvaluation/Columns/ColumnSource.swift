#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateMemory
import PredicateValues

/// What the values of one Swift type are to the engine.
protocol ColumnSource: SendableMetatype {
  associatedtype Value
  associatedtype Element: Sendable

  /// What a value is; nil for NaN.
  static func element(_ value: Value) -> Element?

  /// Whether a value is one that no `Element` can hold.
  static func isBeyond(_ value: Value) -> Bool
}

extension ColumnSource {
  @inline(__always)
  static func isBeyond(_ value: Value) -> Bool { false }

  /// What loads values of a type, this one or its optional; nil for other types.
  static func loader(of type: any Any.Type) -> AddressLoader<Element>? {
    if type == Value.self { return { StoredColumn<Self>.load($0) } }
    if type == Value?.self { return { OptionalColumn<Self>.load($0) } }
    return nil
  }
}

/// Strings.
enum TextSource: ColumnSource {
  @inline(__always)
  static func element(_ value: String) -> String? { value }
}

/// The numbers of UTF-16 units of strings.
enum LengthSource: NumberSource {
  @inline(__always)
  static func element(_ value: String) -> Int64? { Int64(StringSearch.length(value)) }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// UUIDs.
  enum UUIDSource: ColumnSource {
    @inline(__always)
    static func element(_ value: UUID) -> UUIDKey? {
      withUnsafeBytes(of: value.uuid) { bytes in
        UUIDKey(
          first: bytes.loadUnaligned(as: UInt64.self), second: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
    }
  }

  /// Data, without a copy of their bytes.
  enum DataSource: ColumnSource {
    @inline(__always)
    static func element(_ value: Data) -> Data? { value }

    /// The matcher of values of a type, data or optional data, that equal a constant; nil for other types. They are compared where they lie:
    /// a copy would count a reference.
    static func matcher(_ type: any Any.Type, _ constant: [UInt8]) -> AddressMatcher? {
      let constant = Data(constant)
      if type == Data.self { return { $0.assumingMemoryBound(to: Data.self).pointee == constant } }
      if type == Data?.self { return { $0.assumingMemoryBound(to: Data?.self).pointee == constant } }
      return nil
    }
  }

  extension Data: PairedValue {}

  /// URLs, as their absolute forms.
  enum URLSource: ColumnSource {
    @inline(__always)
    static func element(_ value: URL) -> String? { value.absoluteString }
  }
#else
  /// UUIDs.
  enum UUIDSource: ColumnSource {
    @inline(__always)
    static func element(_ value: QueryUUID) -> UUIDKey? { UUIDKey(value) }
  }

  /// Data. There are none without Foundation.
  enum DataSource: ColumnSource {
    static func element(_ value: Never) -> [UInt8]? {}
    static func matcher(_: any Any.Type, _: [UInt8]) -> AddressMatcher? { nil }
  }

  extension [UInt8]: PairedValue {}

  /// URLs. There are none without Foundation.
  enum URLSource: ColumnSource {
    static func element(_ value: Never) -> String? {}
  }
#endif
