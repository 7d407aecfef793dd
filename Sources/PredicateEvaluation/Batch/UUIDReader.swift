#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateValues

/// Reads UUIDs.
enum UUIDReader: MemberReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
      address.assumingMemoryBound(to: UUID.self).pointee.queryUUID
    }
  #else
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? { nil }
  #endif

  /// Reads UUIDs of a type at an address, or optional ones; nil for other types.
  static func reader(_ type: any Any.Type) -> (@Sendable (UnsafeRawPointer) -> QueryUUID?)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == UUID.self { return { UUIDReader.key($0) } }
      if type == UUID?.self { return { OptionalUUIDReader.key($0) } }
    #endif
    return nil
  }
}

/// Reads optional UUIDs.
enum OptionalUUIDReader: MemberReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
      address.assumingMemoryBound(to: UUID?.self).pointee?.queryUUID
    }
  #else
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? { nil }
  #endif
}
