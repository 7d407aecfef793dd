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

  /// The question whether a UUID of a type is this one; nil for other types.
  static func question(_ type: any Any.Type, _ uuid: QueryUUID) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      // One call a row less than by a reader.
      if type == UUID.self, UUIDMemory.isTrusted { return { UUIDMemory.uuid($0) == uuid } }
      if type == UUID?.self, UUIDMemory.isTrusted {
        return { UUIDMemory.isThere($0) && UUIDMemory.uuid($0) == uuid }
      }
    #endif
    guard let read = reader(type) else { return nil }
    return { read($0) == uuid }
  }

  /// The question whether a UUID of a type is one of a list; nil for other types.
  static func question(
    _ type: any Any.Type, among constants: [QueryValue]
  ) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    guard let read = reader(type) else { return nil }
    let uuids = constants.compactMap { if case .uuid(let uuid) = $0 { uuid } else { nil } }
    // A few are compared sooner than one is hashed.
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if uuids.count <= 8, type == UUID.self, UUIDMemory.isTrusted {
        return { address in
          let uuid = UUIDMemory.uuid(address)
          for candidate in uuids where candidate == uuid { return true }
          return false
        }
      }
    #endif
    if uuids.count <= 8 { return { address in read(address).map { uuid in uuids.contains { $0 == uuid } } ?? false } }
    let set = Set(uuids)
    return { address in read(address).map(set.contains) ?? false }
  }

  /// How UUIDs of two types are compared; nil for other types.
  static func pair(_ left: any Any.Type, _ right: any Any.Type, holdsOfNils: Bool) -> PairComparison? {
    guard let readLeft = reader(left), let readRight = reader(right) else { return nil }
    #if canImport(FoundationEssentials) || canImport(Foundation)
      // Two calls a row less than by readers.
      if left == UUID.self, right == UUID.self, UUIDMemory.isTrusted {
        return PairComparison(
          holds: { UUIDMemory.uuid($0) == UUIDMemory.uuid($1) }, arePresent: nil, holdsOfNils: holdsOfNils)
      }
    #endif
    return PairComparison(holdsOfNils: holdsOfNils, left, right, readLeft, readRight)
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
