#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// Compares Foundation's data, and optional ones, without a copy of their bytes.
enum DataReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// The question whether data of a type has these bytes; nil for other types.
    static func question(_ type: any Any.Type, _ bytes: [UInt8]) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
      let data = Data(bytes)
      // One call a row less than by a reader.
      if type == Data.self { return { $0.assumingMemoryBound(to: Data.self).pointee == data } }
      guard let read = reader(type) else { return nil }
      return { read($0) == data }
    }

    /// Reads data of a type at an address, or optional ones; nil for other types.
    private static func reader(_ type: any Any.Type) -> (@Sendable (UnsafeRawPointer) -> Data?)? {
      if type == Data.self { return { $0.assumingMemoryBound(to: Data.self).pointee } }
      if type == Data?.self { return { $0.assumingMemoryBound(to: Data?.self).pointee } }
      return nil
    }

    /// How data of two types are compared; nil for other types.
    static func pair(_ left: any Any.Type, _ right: any Any.Type, holdsOfNils: Bool) -> PairComparison? {
      guard let readLeft = reader(left), let readRight = reader(right) else { return nil }
      return PairComparison(holdsOfNils: holdsOfNils, left, right, readLeft, readRight)
    }
  #else
    static func question(_ type: any Any.Type, _ bytes: [UInt8]) -> (@Sendable (UnsafeRawPointer) -> Bool)? { nil }
    static func pair(_ left: any Any.Type, _ right: any Any.Type, holdsOfNils: Bool) -> PairComparison? { nil }
  #endif
}
