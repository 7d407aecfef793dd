import CPrefetch
import PredicateMemory

/// Where the UTF-8 bytes of a string lie.
struct TextBytes {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// Whether all bytes are known to be ASCII.
  let isASCII: Bool
}

/// Reads strings, and optional strings, where they lie: the one file that knows how the standard library lays them out.
///
/// The layout is used only where ``isTrusted`` found it to be the one described here; elsewhere every string goes the public way.
/// A string is two words. Of a small one they hold up to 15 bytes, the highest byte of the second word the marks `0xE0` (ASCII) or `0xA0`
/// and the count. Of a large one the first word is the count with marks in its highest bits, the second an address 32 bytes before
/// the UTF-8, with marks in its highest byte. A nil is the second word 0.
enum StringMemory {
  private static let smallMark: UInt64 = 0x2000_0000_0000_0000
  private static let smallASCIIMark: UInt64 = 0x4000_0000_0000_0000
  private static let foreignMark: UInt64 = 0x1000_0000_0000_0000
  private static let addressBits: UInt64 = 0x0FFF_FFFF_FFFF_FFFF
  private static let countBits: UInt64 = 0x0000_FFFF_FFFF_FFFF
  private static let tailMark: UInt64 = 0x1000_0000_0000_0000

  /// The two words.
  @inline(__always)
  static func words(_ string: UnsafeRawPointer) -> (UInt64, UInt64) {
    (string.load(as: UInt64.self), string.load(fromByteOffset: 8, as: UInt64.self))
  }

  /// Whether the words are of a small string.
  @inline(__always)
  static func isSmall(_ second: UInt64) -> Bool { second & smallMark != 0 }

  /// How many bytes a small string has.
  @inline(__always)
  static func smallCount(_ second: UInt64) -> Int { Int(truncatingIfNeeded: second >> 56 & 0xF) }

  /// Whether the bytes of a small string are ASCII.
  @inline(__always)
  static func isSmallASCII(_ second: UInt64) -> Bool { second & smallASCIIMark != 0 }

  /// The bytes; nil for a nil, and for what has to go the public way (``needsPublicWay(_:)`` tells which).
  @inline(__always)
  static func bytes(_ string: UnsafeRawPointer) -> TextBytes? {
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
  @inline(__always)
  static func length(_ string: UnsafeRawPointer) -> Int? {
    guard let text = bytes(string) else {
      return needsPublicWay(string) ? self.string(string).utf16.count : nil
    }
    return text.isASCII ? text.count : length(UnsafeBufferPointer(start: text.base, count: text.count))
  }

  /// How many UTF-16 units UTF-8 takes: one for each byte that begins a scalar, another one for each that begins one of four bytes.
  private static func length(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var units = 0
    for byte in bytes { units &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0) }
    return units
  }

  /// What the words say, found without a jump: of a column of strings, which ones are small is not to be foretold.
  struct Shape {
    /// All bits where the bytes lie in the words themselves, or nowhere; else none.
    let inside: UInt64
    /// 1 where the string has to go the public way; the rest means nothing then.
    let elsewhere: UInt64
    /// How many bytes the string has; 0 for a nil.
    let count: UInt64
    private let outside: UInt64

    @inline(__always)
    init(_ first: UInt64, _ second: UInt64) {
      let isSmall = second &>> 61 & 1
      let isNil = ((second | (0 &- second)) &>> 63) ^ 1
      let isUnusual = (second | ~first) &>> 60 & 1
      let isInline = 0 &- (isSmall | isNil)
      inside = isInline | (0 &- isUnusual)
      elsewhere = isUnusual & ~isInline
      count = (second &>> 56 & 0xF & isInline) | (first & countBits & ~isInline)
      outside = (second & addressBits) &+ 32
    }

    /// Where the bytes of a large string begin; of any other the string itself.
    @inline(__always)
    func base(_ string: UnsafeRawPointer) -> UInt64 {
      (UInt64(UInt(bitPattern: string)) & inside) | (outside & ~inside)
    }

    /// The bytes, where the string has not to go the public way.
    @inline(__always)
    func bytes(_ string: UnsafeRawPointer) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(
        start: UnsafePointer(bitPattern: UInt(base(string))), count: Int(truncatingIfNeeded: count))
    }
  }

  /// The eight bytes at an address that a ``Shape`` gave.
  ///
  /// The storage of a large string is at least sixteen bytes long, however short the string in it became, and 32 bytes of it stand before
  /// them.
  @inline(__always)
  static func eightBytes(at address: UInt64) -> UInt64 {
    UnsafeRawPointer(bitPattern: UInt(address)).unsafelyUnwrapped.loadUnaligned(as: UInt64.self)
  }

  /// Whether the words are of a string that is there, but has no bytes at a known place.
  @inline(__always)
  static func needsPublicWay(_ string: UnsafeRawPointer) -> Bool {
    let (first, second) = words(string)
    return second != 0 && second & smallMark == 0 && (second & foreignMark != 0 || first & tailMark == 0)
  }

  /// Has fetched the first bytes of a large string.
  @inline(__always)
  static func prefetch(_ string: UnsafeRawPointer) {
    let (first, second) = words(string)
    c_prefetch(UnsafeRawPointer(bitPattern: UInt(Shape(first, second).base(string))))
  }

  /// A copy of the string.
  static func string(_ string: UnsafeRawPointer) -> String {
    string.assumingMemoryBound(to: String.self).pointee
  }

  /// Whether strings of every kind read here as they do the public way.
  static let isTrusted: Bool = {
    guard RawReads.areOn, MemoryLayout<String>.size == 16, MemoryLayout<String?>.size == 16 else { return false }
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

  /// Compares addresses and the bytes of the words themselves: an address that was calculated is not followed.

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
