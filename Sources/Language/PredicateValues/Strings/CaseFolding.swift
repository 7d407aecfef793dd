/// Full default case folding of single scalars, and width folding.
enum CaseFolding {
  /// Calls `emit` with each scalar of a scalar's folding under `[c]`: its full default case folding, in ordinary width. The scalar must come from
  /// decomposed text.
  static func fold(_ scalar: Unicode.Scalar, _ emit: (Unicode.Scalar) -> Void) {
    if scalar.value < 0x80 {
      emit(scalar.value &- 0x41 < 26 ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar)
      return
    }
    guard scalar.properties.changesWhenCaseFolded else { return emit(ordinaryWidth(scalar)) }
    if let folded = cherokee(scalar) { return emit(folded) }
    // The full folding is the lower case of the upper case. The lower case is taken before that, because ẞ is its own upper case.
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        for folded in upper.properties.lowercaseMapping.unicodeScalars { emit(ordinaryWidth(folded)) }
      }
    }
  }

  /// Only Cherokee folds to its upper case, which is the older one.
  private static func cherokee(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x13F8...0x13FD: Unicode.Scalar(scalar.value - 8)
    case 0xAB70...0xABBF: Unicode.Scalar(scalar.value - 0xAB70 + 0x13A0)
    default: nil
    }
  }

  /// The ordinary form of a full-width or half-width scalar, as in Unicode's `<wide>` and `<narrow>` decompositions.
  static func ordinaryWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = scalar.value
    let folded: UInt32
    switch value {
    case 0x3000: folded = 0x20
    case 0xFF01...0xFF5E: folded = value - 0xFF01 + 0x21
    case 0xFF5F, 0xFF60: folded = value - 0xFF5F + 0x2985
    case 0xFF61...0xFF9F: folded = katakana[Int(value - 0xFF61)]
    case 0xFFA0: folded = 0x3164
    case 0xFFA1...0xFFBE: folded = value - 0xFFA1 + 0x3131
    case 0xFFC2...0xFFC7: folded = value - 0xFFC2 + 0x314F
    case 0xFFCA...0xFFCF: folded = value - 0xFFCA + 0x3155
    case 0xFFD2...0xFFD7: folded = value - 0xFFD2 + 0x315B
    case 0xFFDA...0xFFDC: folded = value - 0xFFDA + 0x3161
    case 0xFFE0...0xFFE6: folded = signs[Int(value - 0xFFE0)]
    case 0xFFE8: folded = 0x2502
    case 0xFFE9...0xFFEC: folded = value - 0xFFE9 + 0x2190
    case 0xFFED: folded = 0x25A0
    case 0xFFEE: folded = 0x25CB
    default: return scalar
    }
    return Unicode.Scalar(folded) ?? scalar
  }

  /// U+FF61 to U+FF9F.
  private static let katakana: [UInt32] = [
    0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5, 0x30E7,
    0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF, 0x30B1, 0x30B3, 0x30B5, 0x30B7,
    0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC, 0x30CD, 0x30CE, 0x30CF,
    0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE, 0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4, 0x30E6, 0x30E8, 0x30E9, 0x30EA,
    0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3, 0x3099, 0x309A,
  ]

  /// U+FFE0 to U+FFE6: cent, pound, not, macron, broken bar, yen, won.
  private static let signs: [UInt32] = [0xA2, 0xA3, 0xAC, 0xAF, 0xA6, 0xA5, 0x20A9]
}
