#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// Reads Foundation's data where they lie, without a copy of their bytes.
  enum DataReader: MemberReader {
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> Data? { address.assumingMemoryBound(to: Data.self).pointee }
  }

  /// Reads optional data.
  enum OptionalDataReader: MemberReader {
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> Data? { address.assumingMemoryBound(to: Data?.self).pointee }
  }

  extension DataReader {
    /// The question whether data of a type has these bytes; nil for other types.
    static func question(_ type: any Any.Type, _ bytes: [UInt8]) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
      let data = Data(bytes)
      if type == Data.self { return { key($0) == data } }
      if type == Data?.self { return { OptionalDataReader.key($0) == data } }
      return nil
    }

    /// How data of two types are compared; nil for other types.
    static func pair(_ left: any Any.Type, _ right: any Any.Type, holdsOfNils: Bool) -> PairComparison? {
      PairComparison(
        left, right, (Data.self, DataReader.self), (Data?.self, OptionalDataReader.self), holdsOfNils: holdsOfNils)
    }
  }
#else
  /// Reads nothing: there are no data without Foundation.
  enum DataReader {
    static func question(_ type: any Any.Type, _ bytes: [UInt8]) -> (@Sendable (UnsafeRawPointer) -> Bool)? { nil }
    static func pair(_ left: any Any.Type, _ right: any Any.Type, holdsOfNils: Bool) -> PairComparison? { nil }
  }
#endif
