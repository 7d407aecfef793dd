import CPrefetch
import PredicateValues

/// Reads strings, and optional strings, in place. Used only if ``isTrusted`` has confirmed this layout:
///
/// A string is two words. A small string has up to 15 bytes in them; the highest byte of the second word contains the flags `0xE0` (ASCII) or `0xA0`,
/// and the count. A large string has the count in the first word, with flags in its highest bits. Its second word is the address of the storage,
/// which is 32 bytes before the UTF-8 bytes, with flags in its highest byte. In a nil the second word is 0.
public enum StringMemory {
  @inlinable static var smallMark: UInt64 { 0x2000_0000_0000_0000 }
  @inlinable static var smallASCIIMark: UInt64 { 0x4000_0000_0000_0000 }
  @inlinable static var foreignMark: UInt64 { 0x1000_0000_0000_0000 }
  @inlinable static var addressBits: UInt64 { 0x0FFF_FFFF_FFFF_FFFF }
  @inlinable static var countBits: UInt64 { 0x0000_FFFF_FFFF_FFFF }
  @inlinable static var tailMark: UInt64 { 0x1000_0000_0000_0000 }

  /// The two words of a string.
  @inlinable @inline(__always)
  public static func words(_ string: UnsafeRawPointer) -> (UInt64, UInt64) {
    (string.load(as: UInt64.self), string.load(fromByteOffset: 8, as: UInt64.self))
  }

  /// Whether the second word belongs to a small string.
  @inlinable @inline(__always)
  public static func isSmall(_ second: UInt64) -> Bool { second & smallMark != 0 }

  /// The number of bytes of a small string.
  @inlinable @inline(__always)
  public static func smallCount(_ second: UInt64) -> Int { Int(truncatingIfNeeded: second >> 56 & 0xF) }

  /// Whether the bytes of a small string are ASCII.
  @inlinable @inline(__always)
  public static func isSmallASCII(_ second: UInt64) -> Bool { second & smallASCIIMark != 0 }

  /// The bytes of a string. Nil for a nil, and for a string whose bytes have no known address; ``needsPublicWay(_:)`` distinguishes the two.
  @inlinable @inline(__always)
  public static func bytes(_ string: UnsafeRawPointer) -> TextBytes? {
    let (first, second) = words(string)
    if second & smallMark != 0 {
      return TextBytes(
        base: string.assumingMemoryBound(to: UInt8.self), count: Int(second >> 56 & 0xF),
        isASCII: second & smallASCIIMark != 0)
    }
    guard second & foreignMark == 0, first & tailMark != 0,
      let object = UnsafePointer<UInt8>(bitPattern: UInt(second & addressBits))
    else { return nil }
    return TextBytes(base: object + 32, count: Int(first & countBits), isASCII: first >> 63 != 0)
  }

  /// Calls `body` with the bytes of a string: in place, or of a copy if the bytes have no known address. Nil for a nil.
  @inlinable @inline(__always)
  public static func read<Result>(
    _ string: UnsafeRawPointer, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    if let text = bytes(string) { return body(UnsafeBufferPointer(start: text.base, count: text.count)) }
    if !needsPublicWay(string) { return nil }
    var copy = self.string(string)
    return copy.withUTF8(body)
  }

  /// The facts in a string's two words. They are computed without branches, because the processor cannot predict which strings of a column are small.
  public struct Shape {
    /// All bits are set if the two words contain the bytes, if the string is nil, or if it is foreign. Otherwise no bit is set.
    public let inlineMask: UInt64
    /// 1 if the string is foreign. Only Swift's own functions can read such a string, and the other properties are meaningless.
    public let foreignBit: UInt64
    /// The number of bytes of the string; 0 for a nil.
    public let count: UInt64
    /// The address of a large string's bytes.
    @usableFromInline let address: UInt64

    /// Computes the facts from the two words.
    @inlinable @inline(__always)
    public init(_ first: UInt64, _ second: UInt64) {
      let isSmall = second &>> 61 & 1
      let isNil = ((second | (0 &- second)) &>> 63) ^ 1
      let isUnusual = (second | ~first) &>> 60 & 1
      let isInline = 0 &- (isSmall | isNil)
      inlineMask = isInline | (0 &- isUnusual)
      foreignBit = isUnusual & ~isInline
      count = (second &>> 56 & 0xF & isInline) | (first & countBits & ~isInline)
      address = (second & addressBits) &+ 32
    }

    /// The address of the first byte of a large string. For any other string, the address of the string itself.
    @inlinable @inline(__always)
    public func base(_ string: UnsafeRawPointer) -> UInt64 {
      (UInt64(UInt(bitPattern: string)) & inlineMask) | (address & ~inlineMask)
    }
  }

  /// The eight bytes at an address from ``Shape/base(_:)``.
  ///
  /// Eight bytes can always be read: the storage of a large string has a header of 32 bytes and then at least 16 bytes, even if the text is shorter.
  @inlinable @inline(__always)
  public static func eightBytes(at address: UInt64) -> UInt64 {
    UnsafeRawPointer(bitPattern: UInt(address)).unsafelyUnwrapped.loadUnaligned(as: UInt64.self)
  }

  /// Whether the string is not nil, but its bytes have no known address. Only Swift's own functions can read such a string.
  @inlinable @inline(__always)
  public static func needsPublicWay(_ string: UnsafeRawPointer) -> Bool {
    let (first, second) = words(string)
    return second != 0 && second & smallMark == 0 && (second & foreignMark != 0 || first & tailMark == 0)
  }

  /// Prefetches the first bytes of a large string.
  @inlinable @inline(__always)
  public static func prefetch(_ string: UnsafeRawPointer) {
    let (first, second) = words(string)
    c_prefetch(UnsafeRawPointer(bitPattern: UInt(Shape(first, second).base(string))))
  }

  /// A copy of the string.
  @inlinable
  public static func string(_ string: UnsafeRawPointer) -> String {
    string.assumingMemoryBound(to: String.self).pointee
  }

  /// The last eight bytes of a small string, with the last byte highest, and zeros if the string is shorter. There is no branch, because lengths are
  /// unpredictable for the branch predictor.
  @inlinable @inline(__always)
  public static func smallTail(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let shift = second &>> 53 & 0x38
    let isLong = second &>> 59 & 1 != 0
    return (isLong ? first : 0) &>> shift | ((isLong ? second : first) &<< (63 &- shift)) &<< 1
  }

  /// The two words of a small string; nil for a large string, and if in-place reads are off.
  public static func smallWords(_ string: String) -> (UInt64, UInt64)? {
    guard isTrusted, string.utf8.count <= 15 else { return nil }
    let words = withUnsafeBytes(of: string) { ($0.load(as: UInt64.self), $0.load(fromByteOffset: 8, as: UInt64.self)) }
    return isSmall(words.1) ? words : nil
  }

  /// Whether sample strings of every kind give the same results in place and by public functions.
  public static let isTrusted: Bool = {
    guard InPlaceReads.areOn, MemoryLayout<String>.size == 16, MemoryLayout<String?>.size == 16 else { return false }
    let parts = ["", "a", "é", "fifteen letters", "sixteen letters!", "the élan of a long string", "𝄞𝄞𝄞𝄞"]
    var samples = parts + parts.map { $0 + $0 + $0 }
    for part in parts {
      var grown = part + String(repeating: "x", count: 40)
      grown.removeLast(40)
      samples.append(grown)
    }
    let absent: String? = nil
    return samples.allSatisfy(readsAlike)
      && withUnsafeBytes(of: absent) { nothing in
        nothing.baseAddress.map { words($0).1 == 0 } ?? false
      }
  }()

  /// Compares only addresses, and the bytes of the two words. It never reads memory at a computed address.
  private static func readsAlike(_ sample: String) -> Bool {
    let optional: String? = sample
    return withUnsafeBytes(of: optional) { memory in
      guard let address = memory.baseAddress, words(address).1 != 0 else { return false }
      guard let found = bytes(address) else { return needsPublicWay(address) }
      guard found.count == sample.utf8.count, !found.isASCII || sample.utf8.allSatisfy({ $0 < 0x80 }) else {
        return false
      }
      if isSmall(words(address).1) { return memory.prefix(found.count).elementsEqual(sample.utf8) }
      return sample.utf8.withContiguousStorageIfAvailable { $0.baseAddress == found.base } ?? false
    }
  }
}

/// The address and the number of a string's UTF-8 bytes.
public struct TextBytes {
  /// The first byte.
  public let base: UnsafePointer<UInt8>
  /// The number of bytes.
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
