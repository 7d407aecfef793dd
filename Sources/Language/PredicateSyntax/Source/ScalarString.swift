/// The language compares strings by Unicode scalars, but Swift's `==` and `hash(into:)` use canonical equivalence. So every type of the tree that
/// contains a string compares and hashes it by these functions.
extension String {
  /// Whether both strings have the same scalars, and therefore the same UTF-8 bytes.
  ///
  /// Compares two buffers in steps of eight bytes. A loop over `utf8`, or over a range, would make calls for each byte in an unoptimised build.
  @inlinable
  package func hasSameScalars(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var offset = 0
        while offset + 8 <= left.count {
          if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          {
            return false
          }
          offset += 8
        }
        while offset < left.count {
          if left[offset] != right[offset] { return false }
          offset += 1
        }
        return true
      }
    }
  }

  /// Hashes the UTF-8 bytes and their count.
  ///
  /// The bytes are hashed as one buffer. A loop over `utf8` would make a call for each byte in an unoptimised build.
  package func hashScalars(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Whether a UTF-8 byte has a property. Reads the bytes as one buffer, which is faster than a loop over `utf8`.
  @inlinable
  package func containsByte(where hasProperty: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: hasProperty) } ?? utf8.contains(where: hasProperty)
  }

  /// Replaces the scalars for which the function returns a text.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

/// A name as the key of a dictionary or set. Names are equal if their scalars are equal. With keys of type `String`, canonically equivalent names
/// would be equal.
package struct ScalarString: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ScalarString, right: ScalarString) -> Bool { left.text.hasSameScalars(as: right.text) }

  package func hash(into hasher: inout Hasher) { text.hashScalars(into: &hasher) }
}

/// Tests of single ASCII bytes.
package enum ByteClass {
  @inline(__always) package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A letter, a digit or an underscore.
  @inline(__always) package static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == 0x5F
  }

  /// A letter or an underscore.
  @inline(__always) package static func isWordStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == 0x5F }

  @inline(__always) package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte &- 0x09 < 5
  }

  /// The value of a digit in a base up to 16; nil for a byte that is not such a digit.
  @inline(__always) package static func digit(_ byte: UInt8, base: UInt8) -> UInt8? {
    var value = byte &- 0x30
    if value >= 10 {
      value = (byte | 0x20) &- 0x61
      guard value < 6 else { return nil }
      value += 10
    }
    return value < base ? value : nil
  }
}
