/// Finds the bytes that identify the nil of a type, so that an optional is tested in place. If the type is known only at run time, `pointee == nil`
/// would copy the whole value first.
///
/// The runtime describes how to handle the values of each type by a table of functions, the value witnesses. The table's address is one word before
/// the type's metadata. The functions at positions 6 and 7 read and write which case without a payload an optional is.
public enum OptionalMemory {
  /// The bits that distinguish a nil from every value.
  public struct NilPattern: Sendable {
    /// The offset of the bytes in the optional.
    @usableFromInline let offset: Int
    /// The number of bytes: 1, 2, 4 or 8.
    @usableFromInline let width: Int
    /// The bits that are compared.
    @usableFromInline let mask: UInt64
    /// The values of the compared bits in a nil.
    @usableFromInline let bits: UInt64

    /// Whether the optional at an address is nil.
    @inlinable @inline(__always)
    public func isNil(_ address: UnsafeRawPointer) -> Bool {
      let place = address + offset
      let found: UInt64 =
        switch width {
        case 8: place.loadUnaligned(as: UInt64.self)
        case 4: UInt64(place.loadUnaligned(as: UInt32.self))
        case 2: UInt64(place.loadUnaligned(as: UInt16.self))
        default: UInt64(place.load(as: UInt8.self))
        }
      return found & mask == bits
    }
  }

  /// The pattern of `Wrapped?`. Nil if the bytes that matter span more than 8 bytes, and if in-place reads are off.
  public static func nilPattern<Wrapped>(of _: Wrapped.Type) -> NilPattern? {
    isTrusted ? pattern(of: Wrapped.self) : nil
  }

  private static func pattern<Wrapped>(of _: Wrapped.Type) -> NilPattern? {
    let size = MemoryLayout<Wrapped>.size
    // If the optional is larger than the value, a byte after the value is 1 in a nil.
    if MemoryLayout<Wrapped?>.size > size {
      return NilPattern(offset: size, width: 1, mask: 0xFF, bits: 1)
    }
    let witnesses = ValueWitnesses(Wrapped.self)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, MemoryLayout<Wrapped?>.stride), alignment: MemoryLayout<Wrapped?>.alignment)
    defer { buffer.deallocate() }
    guard let base = buffer.baseAddress else { return nil }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    witnesses.storeNil(base)
    // A byte of the nil is significant if changing it makes the optional not nil.
    let significant = (0..<size).filter { index in
      buffer[index] ^= 0xFF
      defer { buffer[index] ^= 0xFF }
      return !witnesses.isNil(base)
    }
    guard let first = significant.first, let last = significant.last else { return nil }
    guard let width = [1, 2, 4, 8].first(where: { last - first < $0 && $0 <= size }) else { return nil }
    let offset = min(first, size - width)
    var mask: UInt64 = 0
    var bits: UInt64 = 0
    for index in significant where index >= offset && index < offset + width {
      mask |= 0xFF << UInt64(8 * (index - offset))
      bits |= UInt64(buffer[index]) << UInt64(8 * (index - offset))
    }
    return NilPattern(offset: offset, width: width, mask: mask, bits: bits)
  }

  /// Whether the patterns recognise the nils of twelve sample types.
  private static let isTrusted: Bool = {
    #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64) && _endian(little) && !Portable
      guard InPlaceReads.areOn else { return false }
      final class Sample {}
      struct Pair {
        let text: String
        let number: Int
      }
      struct Wide {
        let number: Double
        let flag: Bool
        let list: [Int]
      }
      enum Choice: String {
        case first
        case second
      }
      let long = "A string that is too long to be stored in place."
      return tells([Sample()]) && tells(["", "a", long]) && tells([[Int](), [1, 2]]) && tells([true, false])
        && tells([Pair(text: "", number: 0), Pair(text: long, number: 1)])
        && tells([Wide(number: 0, flag: true, list: []), Wide(number: .nan, flag: false, list: [1])])
        && tells([Choice.first, .second]) && tells([0, -1, Int.max]) && tells([0.0, .nan]) && tells([["a": 1]])
        && tells([Set(["a"])]) && tells([SIMD2<Double>(0, 1)])
    #else
      return false
    #endif
  }()

  private static func tells<Wrapped>(_ samples: [Wrapped]) -> Bool {
    guard let pattern = pattern(of: Wrapped.self) else { return false }
    let optionals: [Wrapped?] = samples + [nil]
    return optionals.withUnsafeBytes { bytes in
      bytes.baseAddress.map { base in
        optionals.indices.allSatisfy { index in
          pattern.isNil(base + index * MemoryLayout<Wrapped?>.stride) == (optionals[index] == nil)
        }
      } ?? false
    }
  }

  /// Two of the functions in the table of value witnesses of a type.
  private struct ValueWitnesses {
    private typealias Tag = @convention(c) (UnsafeRawPointer, UInt32, UnsafeRawPointer) -> UInt32
    private typealias SetTag = @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer) -> Void

    private let metadata: UnsafeRawPointer
    private let table: UnsafeRawPointer

    init(_ type: any Any.Type) {
      metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
      table = (metadata - MemoryLayout<UnsafeRawPointer>.size).load(as: UnsafeRawPointer.self)
    }

    func isNil(_ address: UnsafeRawPointer) -> Bool {
      let function = table.load(fromByteOffset: 6 * 8, as: UnsafeRawPointer.self)
      return unsafeBitCast(function, to: Tag.self)(address, 1, metadata) == 1
    }

    func storeNil(_ address: UnsafeMutableRawPointer) {
      let function = table.load(fromByteOffset: 7 * 8, as: UnsafeRawPointer.self)
      unsafeBitCast(function, to: SetTag.self)(address, 1, 1, metadata)
    }
  }
}
