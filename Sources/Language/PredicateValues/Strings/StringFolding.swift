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
