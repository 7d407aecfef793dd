/// The bytes of a file as UTF-8.
package enum FileText {
  /// The bytes of a file; those of a file in UTF-16 as UTF-8, so that offsets count the bytes of the result. Linear.
  ///
  /// A byte order mark tells UTF-16, else a zero beside the `<` or `{` that the file begins with. Half of a surrogate pair becomes U+FFFD. A file in UTF-32 stays
  /// as it is.
  ///
  /// ```swift
  /// FileText.utf8([0xFF, 0xFE, 0x61, 0x00])  // [0x61]
  /// ```
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard let (isLittleEndian, start) = order(bytes) else { return bytes }
    let units = (0..<(bytes.count - start) / 2).lazy.map { unit in
      let pair = (UInt16(bytes[start + unit * 2]), UInt16(bytes[start + unit * 2 + 1]))
      return isLittleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The order of the bytes in a unit, and where the first unit begins; nil for a file that is not UTF-16.
  private static func order(_ bytes: [UInt8]) -> (isLittleEndian: Bool, start: Int)? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
    if bytes.starts(with: [0xFF, 0xFE]) { return (true, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (false, 2) }
    for first in "<{".utf8 {
      if bytes.starts(with: [first, 0]), bytes.count > 3, bytes[2] != 0, bytes[3] == 0 { return (true, 0) }
      if bytes.starts(with: [0, first]), bytes.count > 3, bytes[2] == 0, bytes[3] != 0 { return (false, 0) }
    }
    return nil
  }
}
