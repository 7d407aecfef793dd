#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateValues

/// A UUID is its sixteen bytes in memory, and an optional one has a byte behind them that is 0 where it is there; where this finds that not
/// so, they are left to the plain evaluator.
enum UUIDMemory {
  /// Reads UUIDs of a type at an address; nil for other types.
  static func reader(_ type: any Any.Type) -> (@Sendable (UnsafeRawPointer) -> QueryUUID?)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      guard isTrusted else { return nil }
      if type == UUID.self { return { UUIDReader.key($0) } }
      if type == UUID?.self { return { OptionalUUIDReader.key($0) } }
    #endif
    return nil
  }

  /// The UUID at an address.
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> QueryUUID {
    QueryUUID(
      high: UInt64(bigEndian: address.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: address.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  #if canImport(FoundationEssentials) || canImport(Foundation)
    private static let isTrusted: Bool = {
      let sample = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))
      guard MemoryLayout<UUID>.size == 16, MemoryLayout<UUID?>.size == 17, case .uuid(let value) = sample.queryValue
      else {
        return false
      }
      func tag(_ optional: UUID?) -> UInt8 {
        withUnsafeBytes(of: optional) { $0.load(fromByteOffset: 16, as: UInt8.self) }
      }
      let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      return withUnsafeBytes(of: sample) { $0.baseAddress.map(load) } == value
        && withUnsafeBytes(of: Optional(sample)) { $0.baseAddress.map(load) } == value
        && tag(sample) == 0 && tag(zero) == 0 && tag(nil) != 0
    }()
  #endif
}

/// Reads UUIDs.
enum UUIDReader: MemberReader {
  @inline(__always)
  static func key(_ address: UnsafeRawPointer) -> QueryUUID? { UUIDMemory.load(address) }
}

/// Reads optional UUIDs.
enum OptionalUUIDReader: MemberReader {
  @inline(__always)
  static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
    address.load(fromByteOffset: 16, as: UInt8.self) == 0 ? UUIDMemory.load(address) : nil
  }
}
