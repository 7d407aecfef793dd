/// What may be written as a name without quotes or escapes: `_` or XID_Start, then XID_Continue.
enum Identifier {
  /// Whether the whole name may. An empty one may not.
  static func isOne(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    if !ByteClass.isDigit(first), name.utf8.allSatisfy(ByteClass.isWord) { return true }
    var isFirst = true
    for scalar in name.unicodeScalars {
      guard admits(scalar, asFirst: isFirst) else { return false }
      isFirst = false
    }
    return true
  }

  /// Whether a scalar may stand first, or further on.
  static func admits(_ scalar: Unicode.Scalar, asFirst isFirst: Bool) -> Bool {
    if scalar == "_" { return true }
    return isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
  }
}
