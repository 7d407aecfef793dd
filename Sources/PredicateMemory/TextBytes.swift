/// Where the UTF-8 bytes of a string lie.
public struct TextBytes {
  /// The first byte.
  public let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  public let count: Int
  /// Whether all bytes are known to be ASCII.
  public let isASCII: Bool

  /// Bytes at an address.
  @inlinable
  public init(base: UnsafePointer<UInt8>, count: Int, isASCII: Bool) {
    self.base = base
    self.count = count
    self.isASCII = isASCII
  }
}
