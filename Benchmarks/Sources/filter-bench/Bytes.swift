/// Searching UTF-8 as a person would write it who wants speed: general, in plain loops over the bytes in place.
enum Bytes {
  /// A letter of ASCII in lower case.
  @inline(__always)
  static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Whether the text begins with a pattern of lower-case ASCII; nil where folding has to say.
  @inline(__always)
  static func hasPrefix(_ text: UnsafeBufferPointer<UInt8>, _ pattern: StaticString) -> Bool? {
    let count = pattern.utf8CodeUnitCount
    for index in 0..<count {
      if index == text.count { return false }
      if text[index] >= 0x80 { return nil }
      if lower(text[index]) != pattern.utf8Start[index] { return false }
    }
    return text.count == count || text[count] < 0x80 ? true : nil
  }

  /// Whether the text contains a pattern of lower-case ASCII; nil where folding has to say.
  @inline(__always)
  static func contains(_ text: UnsafeBufferPointer<UInt8>, _ pattern: StaticString) -> Bool? {
    let count = pattern.utf8CodeUnitCount
    var isASCII = true
    for byte in text where byte >= 0x80 { isASCII = false }
    if !isASCII { return nil }
    if text.count < count { return false }
    let first = pattern.utf8Start[0]
    for start in 0...(text.count - count) where lower(text[start]) == first {
      var index = 1
      while index < count, lower(text[start + index]) == pattern.utf8Start[index] { index += 1 }
      if index == count { return true }
    }
    return false
  }

  /// Whether the text contains the bytes of a pattern.
  static func containsExactly(_ text: UnsafeBufferPointer<UInt8>, _ pattern: StaticString) -> Bool {
    let count = pattern.utf8CodeUnitCount
    if text.count < count { return false }
    for start in 0...(text.count - count) {
      var index = 0
      while index < count, text[start + index] == pattern.utf8Start[index] { index += 1 }
      if index == count { return true }
    }
    return false
  }

  /// Whether two digits stand next to each other somewhere before the first line break.
  @inline(__always)
  static func hasTwoDigits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var run = 0
    for byte in text {
      run = byte &- 0x30 < 10 ? run + 1 : 0
      if run == 2 { return true }
    }
    return false
  }
}
