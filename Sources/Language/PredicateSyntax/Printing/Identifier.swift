/// What may be written as a name without quotes or escapes: `_` or XID_Start, then XID_Continue.
enum Identifier {
  /// Whether the whole name may. An empty one may not.
  static func isOne(_ name: String) -> Bool {
    if name.isEmpty { return false }
    if isPlain(name) { return true }
    var isFirst = true
    for scalar in name.unicodeScalars {
      guard admits(scalar, asFirst: isFirst) else { return false }
      isFirst = false
    }
    return true
  }

  /// Whether the name is one in ASCII: the common case, and cheap to see.
  private static func isPlain(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      guard let first = bytes.first, ByteClass.isWordStart(first) else { return false }
      for byte in bytes where !ByteClass.isWord(byte) { return false }
      return true
    }
  }

  /// Whether a scalar may stand first, or further on.
  static func admits(_ scalar: Unicode.Scalar, asFirst isFirst: Bool) -> Bool {
    if scalar == "_" { return true }
    return isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
  }
}
