/// The folding of strings under `[c]` and `[d]`, which all comparisons use.
///
/// A string is decomposed canonically (NFD). With `d` its nonspacing marks are dropped. With `c` it gets full default case folding and ordinary
/// width. Then it is composed canonically (NFC). So `"ß"` equals `"SS"`, `"Ａ"` equals `"a"`, and an é of one scalar equals an é of two. `[n]`
/// overrides both letters: strings are then compared by their scalars. `[l]` folds nothing.
///
/// Folding is linear, except for a text that is not ASCII and has marks: its folding takes the time of normalisation.
///
/// ```swift
/// StringFolding(.caseInsensitive).fold("STRASSE")                           // strasse
/// StringFolding([.caseInsensitive, .diacriticInsensitive]).fold("Café")     // cafe
/// StringFolding([.caseInsensitive, .normalized]).isIdentity                 // true
/// ```
public struct StringFolding: Sendable, Hashable {
  /// Whether case and width are ignored.
  public let foldsCase: Bool
  /// Whether nonspacing marks are dropped.
  public let dropsMarks: Bool

  /// The folding of an operator's options.
  public init(_ options: StringOptions) {
    let folds = !options.contains(.normalized)
    foldsCase = folds && options.contains(.caseInsensitive)
    dropsMarks = folds && options.contains(.diacriticInsensitive)
  }

  /// Whether strings stay unchanged.
  @inlinable public var isIdentity: Bool { !foldsCase && !dropsMarks }

  /// The foldings that change strings, each at the index ``kind``.
  static let kinds = [
    StringFolding(.caseInsensitive), StringFolding(.diacriticInsensitive),
    StringFolding([.caseInsensitive, .diacriticInsensitive]),
  ]

  /// The position in ``kinds``.
  var kind: Int { foldsCase ? (dropsMarks ? 2 : 0) : 1 }

  /// The folded string.
  public func fold(_ text: String) -> String {
    if isIdentity { return text }
    return String(decoding: foldedBytes(of: text), as: UTF8.self)
  }

  /// The UTF-8 bytes of the folded string.
  public func foldedBytes(of text: String) -> [UInt8] {
    text.withBytes { bytes in
      var output: [UInt8] = []
      fold(bytes, appendingTo: &output)
      return output
    }
  }

  /// Appends the folding of UTF-8 bytes to a buffer, which the caller can reuse. Invalid bytes are read as U+FFFD.
  public func fold(_ bytes: UnsafeBufferPointer<UInt8>, appendingTo output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count)
    if isIdentity {
      output.append(contentsOf: bytes)
    } else if StringSearch.isASCII(bytes) {
      guard foldsCase else { return output.append(contentsOf: bytes) }
      for byte in bytes { output.append(StringSearch.lowercase(byte)) }
    } else {
      let start = output.count
      if !foldScalars(bytes, &output) {
        output.removeSubrange(start...)
        output += foldWhole(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// The number of steps that folding a text adds to the steps for reading it. A limit on untrusted text counts these steps.
  ///
  /// ASCII, and a text that folds scalar by scalar, add no steps. Any other text is normalised, which takes about a hundred times as long: four steps
  /// for each byte.
  package func steps(toFold bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if isIdentity || StringSearch.isASCII(bytes) { return 0 }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    return foldScalars(bytes, &output) ? 0 : 4 * bytes.count
  }

  /// The folding by its definition: decompose, drop marks, fold case, compose.
  func foldWhole(_ text: String) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    for scalar in Normalization.decomposed(text) {
      if dropsMarks && Self.isDropped(scalar) { continue }
      guard foldsCase else {
        scalars.append(scalar)
        continue
      }
      // The mark test runs again after folding: a half-width sound mark becomes a nonspacing mark in ordinary width.
      CaseFolding.fold(scalar) { if !(dropsMarks && Self.isDropped($0)) { scalars.append($0) } }
    }
    return Normalization.composedBytes(scalars)
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.generalCategory == .nonspacingMark
  }

  /// Folds scalar by scalar. Returns false if the result differs from the folding of the whole text, or if the bytes are not UTF-8.
  private func foldScalars(_ bytes: UnsafeBufferPointer<UInt8>, _ output: inout [UInt8]) -> Bool {
    let twoBytes = FoldingTables.twoBytes(self)
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      if first < 0x80 {
        output.append(foldsCase ? StringSearch.lowercase(first) : first)
        index += 1
        continue
      }
      guard let (scalar, length) = StringSearch.scalar(in: bytes, at: index) else { return false }
      if length == 2 {
        guard twoBytes.append(scalar, to: &output) else { return false }
      } else if Self.isInert(scalar) {
        output.append(contentsOf: bytes[index..<index + length])
      } else if FoldingTables.symbolRange.contains(scalar) {
        guard FoldingTables.symbols(self).append(scalar, to: &output) else { return false }
      } else if FoldingTables.formRange.contains(scalar) {
        guard FoldingTables.forms(self).append(scalar, to: &output) else { return false }
      } else {
        return false
      }
      index += length
    }
    return true
  }

  /// Whether a scalar is in a large block that no folding changes: CJK ideographs, Hangul syllables, pictographs.
  @inline(__always)
  private static func isInert(_ scalar: UInt32) -> Bool {
    (0x3400..<0xA000).contains(scalar) || (0xAC00..<0xD7A4).contains(scalar) || (0x1F300..<0x1FB00).contains(scalar)
      || (0x20000..<0x2F800).contains(scalar)
  }
}

/// A folded ASCII pattern that is not empty. It is searched in UTF-8 bytes that need not be folded.
///
/// An ASCII scalar that is followed by another ASCII scalar, or by nothing, folds independently of its neighbours, because marks change only the
/// scalar before them. So a prefix depends on its own bytes and the byte after it, and a suffix on its own bytes. Few other scalars fold to ASCII;
/// see ``mayFoldToASCII(_:)``.
struct FoldedASCII {
  private let pattern: UnsafeBufferPointer<UInt8>
  private let foldsCase: Bool
  private let dropsMarks: Bool

  /// The bytes must live as long as this value.
  init(_ pattern: UnsafeBufferPointer<UInt8>, _ folding: StringFolding) {
    self.pattern = pattern
    foldsCase = folding.foldsCase
    dropsMarks = folding.dropsMarks
  }

  /// The result for a subject; nil if the whole subject has to be folded.
  @inline(__always)
  func answer(_ question: StringMatcher.Question, _ subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    let start = subject.count - pattern.count
    switch question {
    case .prefix: return isPrefix(of: subject)
    case .equal where start == 0, .suffix where start >= 0:
      if let answer = isFolded(subject, start) { return answer }
    case .equal, .suffix:
      if StringSearch.isASCII(subject) { return false }
    case .contains:
      if StringSearch.isASCII(subject) { return place(in: subject) != nil }
    }
    if dropsMarks || Self.mayFoldToASCII(subject) { return nil }
    guard question == .contains, let place = place(in: subject) else { return false }
    let end = place + pattern.count
    return end == subject.count || subject[end] < 0x80 ? true : nil
  }

  /// The first position of the pattern, compared byte by byte.
  private func place(in subject: UnsafeBufferPointer<UInt8>) -> Int? {
    ASCIISearch(pattern, foldsCase: foldsCase)?.place(in: subject)
  }

  /// The folding of an ASCII byte.
  @inline(__always)
  private func fold(_ byte: UInt8) -> UInt8 { foldsCase ? StringSearch.lowercase(byte) : byte }

  /// Whether the pattern is at an offset. Nil if it is not, and the bytes from the offset on are not all ASCII. Reads no byte beyond the subject.
  @inline(__always)
  private func isFolded(_ subject: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool? {
    precondition(offset >= 0 && offset <= subject.count - pattern.count)
    for index in 0..<pattern.count {
      let byte = subject[offset &+ index]
      if fold(byte) != pattern[index] {
        return subject[(offset &+ index)..<(offset &+ pattern.count)].contains { $0 >= 0x80 } ? nil : false
      }
    }
    return true
  }

  /// Whether the subject begins with the pattern; nil if the result depends on scalars outside ASCII.
  @inline(__always)
  private func isPrefix(of subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    let count = min(subject.count, pattern.count)
    for index in 0..<count {
      let byte = subject[index]
      guard fold(byte) != pattern[index] else { continue }
      if byte < 0x80 { return false }
      let scalar = UnsafeBufferPointer(rebasing: subject[index..<min(index + 2, subject.count)])
      return dropsMarks || Self.mayFoldToASCII(scalar) ? nil : false
    }
    if subject.count == count { return count == pattern.count }
    return subject[count] < 0x80 ? true : nil
  }

  /// Whether a text may have a scalar outside ASCII whose folding under `[c]` contains ASCII. Such scalars are K, ſ, ß, İ, ŉ, ẚ, ẞ, ligatures,
  /// full-width and half-width forms, and three signs that are canonically equivalent to ASCII. The test reads only the first two bytes of a scalar,
  /// so it is also true for a few other scalars.
  static func mayFoldToASCII(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < subject.count {
      let byte = subject[index]
      index += 1
      if byte < 0xC3 { continue }
      let next = index < subject.count ? subject[index] : 0
      switch byte {
      case 0xC3 where next == 0x9F, 0xC4 where next == 0xB0, 0xC5 where next == 0x89 || next == 0xBF,
        0xCD where next == 0xBE, 0xE1 where next == 0xBA || next == 0xBF, 0xE2 where next == 0x84,
        0xE3 where next == 0x80, 0xEF:
        return true
      default: break
      }
    }
    return false
  }
}

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

  /// The folding of a Cherokee letter, nil for other scalars. Cherokee is the only script that folds to its upper case, because that case is older.
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
