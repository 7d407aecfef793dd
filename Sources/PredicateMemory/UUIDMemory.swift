#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateValues

/// Reads Foundation's UUIDs, and optional ones, where they lie.
///
/// A UUID is its 16 bytes in their order. An optional has a byte behind them, which is 0 where there is one. Used only where ``isTrusted``.
public enum UUIDMemory {
  /// The UUID at an address.
  @inlinable @inline(__always)
  public static func uuid(_ address: UnsafeRawPointer) -> QueryUUID {
    QueryUUID(
      high: UInt64(bigEndian: address.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: address.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Whether an optional UUID is there.
  @inlinable @inline(__always)
  public static func isThere(_ optional: UnsafeRawPointer) -> Bool {
    optional.load(fromByteOffset: 16, as: UInt8.self) == 0
  }

  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// Whether UUIDs read here as they do the public way.
    public static let isTrusted: Bool = {
      guard RawReads.areOn, MemoryLayout<UUID>.size == 16, MemoryLayout<UUID?>.size == 17 else { return false }
      let bytes: [UInt8] = Array(0x11...0x20)
      let tuple: uuid_t = (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
      let optional: UUID? = UUID(uuid: tuple)
      let absent: UUID? = nil
      return withUnsafeBytes(of: UUID(uuid: tuple)) { $0.elementsEqual(bytes) }
        && withUnsafeBytes(of: optional) { $0.prefix(16).elementsEqual(bytes) && $0[16] == 0 }
        && withUnsafeBytes(of: absent) { $0[16] != 0 }
    }()
  #else
    /// Never: there is no UUID to read.
    public static var isTrusted: Bool { false }
  #endif
}
