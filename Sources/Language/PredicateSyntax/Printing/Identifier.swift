/// The names that need neither quotes nor escapes. They begin with `_` or a scalar of XID_Start, and continue with scalars of XID_Continue.
enum Identifier {
  /// Whether the whole name is an identifier. An empty name is not.
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

  /// The relationship in a key that means all its levels, if the relationship's name is an identifier: `reports` for `reports*`.
  static func ofLevels(_ key: String) -> String? {
    QueryKeyPath.relationship(ofLevels: key).flatMap { isOne($0) ? $0 : nil }
  }

  /// Whether the name is an ASCII identifier. This is the common case, and cheap to test.
  private static func isPlain(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      guard let first = bytes.first, ByteClass.isWordStart(first) else { return false }
      for byte in bytes where !ByteClass.isWord(byte) { return false }
      return true
    }
  }

  /// Whether an identifier may contain a scalar, as its first scalar or as a later one.
  static func admits(_ scalar: Unicode.Scalar, asFirst isFirst: Bool) -> Bool {
    if scalar == "_" { return true }
    return isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
  }
}
