#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateMemory
import PredicateValues

/// Reads UUIDs.
enum UUIDReader: MemberReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
      UUIDMemory.isTrusted ? UUIDMemory.uuid(address) : address.assumingMemoryBound(to: UUID.self).pointee.queryUUID
    }
  #else
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? { nil }
  #endif

  /// Foundation's type of UUIDs; nil where there is none.
  static var type: (any Any.Type)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      return UUID.self
    #else
      return nil
    #endif
  }

  /// Reads UUIDs of a type at an address, or optional ones; nil for other types.
  static func reader(_ type: any Any.Type) -> (@Sendable (UnsafeRawPointer) -> QueryUUID?)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == UUID.self {
        if UUIDMemory.isTrusted { return { UUIDMemory.uuid($0) } }
        return { UUIDReader.key($0) }
      }
      if type == UUID?.self {
        if UUIDMemory.isTrusted { return { UUIDMemory.isThere($0) ? UUIDMemory.uuid($0) : nil } }
        return { OptionalUUIDReader.key($0) }
      }
    #endif
    return nil
  }
}

/// Reads optional UUIDs.
enum OptionalUUIDReader: MemberReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
      if UUIDMemory.isTrusted { return UUIDMemory.isThere(address) ? UUIDMemory.uuid(address) : nil }
      return address.assumingMemoryBound(to: UUID?.self).pointee?.queryUUID
    }
  #else
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? { nil }
  #endif
}
