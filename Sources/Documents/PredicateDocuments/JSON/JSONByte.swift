/// Classes of bytes in JSON, and searches for bytes. Searches look at eight bytes at a time if that is faster.
package enum JSONByte {
  @usableFromInline package static let ones: UInt64 = 0x0101_0101_0101_0101
  @usableFromInline package static let highBits: UInt64 = 0x8080_8080_8080_8080

  @inlinable @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a value may begin with a byte.
  package static func canStartValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x2D, 0x5B, 0x66, 0x6E, 0x74, 0x7B: true
    default: isDigit(byte)
    }
  }

  /// Whether a number or a word ends if this byte follows it.
  package static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
    default: isSpace(byte)
    }
  }

  /// Sets the top bit of each byte of a word that is zero. The lowest set bit is always right. Above it, the top bit of a byte that is not zero may
  /// be set too.
  @inlinable @inline(__always)
  package static func zeroes(in word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }

  @inlinable @inline(__always)
  package static func word(at place: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// The address of the first quote or backslash; `end` if there is none.
  @inlinable @inline(__always)
  package static func quoteOrBackslash(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<
    UInt8
  > {
    either(0x22, 0x5C, from: start, to: end)
  }

  /// The address of the first of two bytes; `end` if neither occurs.
  @inlinable @inline(__always)
  package static func either(
    _ first: UInt8, _ second: UInt8, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var place = start
    while end - place >= 8 {
      let word = word(at: place)
      let found = zeroes(in: word ^ (ones &* UInt64(first))) | zeroes(in: word ^ (ones &* UInt64(second)))
      if found != 0 { return place + found.trailingZeroBitCount >> 3 }
      place += 8
    }
    while place < end, place.pointee != first, place.pointee != second { place += 1 }
    return place
  }

  /// The number of bytes of the UTF-8 scalar at an address; 0 if the bytes are invalid.
  package static func lengthOfScalar(at place: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch place.pointee {
      case 0..<0x80: (1, 0x80...0xBF)
      case 0xC2...0xDF: (2, 0x80...0xBF)
      // Excludes overlong forms, surrogates, and values above the last scalar.
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard length > 1 else { return length }
    guard end - place >= length, second.contains(place[1]) else { return 0 }
    for index in 2..<max(2, length) where place[index] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Whether the bytes of a string need no decoding: ASCII without control characters and backslashes.
  package static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var place = bytes.baseAddress else { return true }
    let end = place + bytes.count
    var found: UInt64 = 0
    while end - place >= 8 {
      let word = word(at: place)
      // The subtraction is exact for bytes below 0x80: a byte less than a space gets its own top bit set.
      found |= (word | (word &- (ones &* 0x20)) | zeroes(in: word ^ (ones &* 0x5C))) & highBits
      place += 8
    }
    if found != 0 { return false }
    while place < end {
      if place.pointee < 0x20 || place.pointee >= 0x80 || place.pointee == 0x5C { return false }
      place += 1
    }
    return true
  }
}
