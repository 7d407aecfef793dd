import CPrefetch
import PredicateValues

/// Reads strings, and optional strings, in place. Used only if ``isTrusted`` confirmed this layout:
///
/// A string is two words. A small one has up to 15 bytes in them; the highest byte of the second word has the marks `0xE0` (ASCII) or `0xA0`
/// and the count. A large one has the count in the first word, with marks in its highest bits, and in the second word an address 32 bytes before
/// the UTF-8, with marks in its highest byte. In a nil the second word is 0.
public enum StringMemory {
  @inlinable static var smallMark: UInt64 { 0x2000_0000_0000_0000 }
  @inlinable static var smallASCIIMark: UInt64 { 0x4000_0000_0000_0000 }
  @inlinable static var foreignMark: UInt64 { 0x1000_0000_0000_0000 }
  @inlinable static var addressBits: UInt64 { 0x0FFF_FFFF_FFFF_FFFF }
  @inlinable static var countBits: UInt64 { 0x0000_FFFF_FFFF_FFFF }
  @inlinable static var tailMark: UInt64 { 0x1000_0000_0000_0000 }

  /// The two words.
  @inlinable @inline(__always)
  public static func words(_ string: UnsafeRawPointer) -> (UInt64, UInt64) {
    (string.load(as: UInt64.self), string.load(fromByteOffset: 8, as: UInt64.self))
  }

  /// Whether the words are of a small string.
  @inlinable @inline(__always)
  public static func isSmall(_ second: UInt64) -> Bool { second & smallMark != 0 }

  /// How many bytes a small string has.
  @inlinable @inline(__always)
  public static func smallCount(_ second: UInt64) -> Int { Int(truncatingIfNeeded: second >> 56 & 0xF) }

  /// Whether the bytes of a small string are ASCII.
  @inlinable @inline(__always)
  public static func isSmallASCII(_ second: UInt64) -> Bool { second & smallASCIIMark != 0 }

  /// The bytes. Nil for a nil, and for a string without a known place of its bytes; ``needsPublicWay(_:)`` distinguishes the two.
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

  /// How many UTF-16 units there are; nil for a nil.
  @inlinable @inline(__always)
  public static func length(_ string: UnsafeRawPointer) -> Int? {
    guard let text = bytes(string) else {
      return needsPublicWay(string) ? StringSearch.length(self.string(string)) : nil
    }
    return text.isASCII
      ? text.count : StringSearch.length(UnsafeBufferPointer(start: text.base, count: text.count))
  }

  /// The facts in a string's two words, computed without branches: the processor cannot predict which strings of a column are small.
  public struct Shape {
    /// All bits if the two words are the bytes, if the string is nil and if it is foreign; no bit otherwise.
    public let inlineMask: UInt64
    /// 1 if the string is foreign: only Swift's own functions read it, and the other fields mean nothing.
    public let foreignBit: UInt64
    /// How many bytes the string has; 0 for a nil.
    public let count: UInt64
    /// The address of a large string's bytes.
    @usableFromInline let address: UInt64

    /// The facts in two words.
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

    /// The first byte of a large string; for any other, the string's own address.
    @inlinable @inline(__always)
    public func base(_ string: UnsafeRawPointer) -> UInt64 {
      (UInt64(UInt(bitPattern: string)) & inlineMask) | (address & ~inlineMask)
    }

    /// The bytes of a string that does not need the public way.
    @inlinable @inline(__always)
    public func bytes(_ string: UnsafeRawPointer) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(
        start: UnsafePointer(bitPattern: UInt(base(string))), count: Int(truncatingIfNeeded: count))
    }
  }

  /// The eight bytes at an address that a ``Shape`` gave.
  ///
  /// A large string's storage has a header of 32 bytes, and then at least 16 bytes, even if the text is shorter.
  @inlinable @inline(__always)
  public static func eightBytes(at address: UInt64) -> UInt64 {
    UnsafeRawPointer(bitPattern: UInt(address)).unsafelyUnwrapped.loadUnaligned(as: UInt64.self)
  }

  /// Whether the string is not nil and its bytes have no known place. Only Swift's own functions read such a string.
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

  /// The last eight bytes of a small string, the last byte highest, with zeros if there are fewer. It does not branch, because lengths are
  /// unpredictable for the branch predictor.
  @inlinable @inline(__always)
  public static func smallTail(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let shift = second &>> 53 & 0x38
    let isLong = second &>> 59 & 1 != 0
    return (isLong ? first : 0) &>> shift | ((isLong ? second : first) &<< (63 &- shift)) &<< 1
  }

  /// The words of a small string; nil for a large one, and without in-place reads.
  public static func smallWords(_ string: String) -> (UInt64, UInt64)? {
    guard isTrusted, string.utf8.count <= 15 else { return nil }
    let words = withUnsafeBytes(of: string) { ($0.load(as: UInt64.self), $0.load(fromByteOffset: 8, as: UInt64.self)) }
    return isSmall(words.1) ? words : nil
  }

  /// Whether strings of every kind read the same in place as by public functions.
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

  /// Compares addresses and the bytes of the words themselves. No computed address is read.
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
