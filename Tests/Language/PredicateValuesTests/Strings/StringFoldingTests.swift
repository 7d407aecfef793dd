import PredicateTestSupport
import PredicateValues
import Testing

@Suite("Folding")
struct StringFoldingTests {
  static let c: StringOptions = .caseInsensitive
  static let d: StringOptions = .diacriticInsensitive
  static let cd: StringOptions = [c, d]

  static let cases: [(String, StringOptions, String)] = [
    ("ABC xyz 12", c, "abc xyz 12"), ("ABC", d, "ABC"), ("ABC", [], "ABC"), ("É", [], "É"),
    ("E\u{301}", [], "E\u{301}"),
    ("É", [c, .normalized], "É"), ("É", .localeSensitive, "É"),
    // Full case folding.
    ("Straße", c, "strasse"), ("STRAẞE", c, "strasse"), ("ﬁn", c, "fin"), ("ﬃ", cd, "ffi"), ("K\u{212A}", c, "kk"),
    ("Å\u{212B}", c, "åå"), ("Å\u{212B}", cd, "aa"), ("ΟΔΟΣ", c, "οδοσ"), ("οδος", c, "οδοσ"), ("ſ", c, "s"),
    ("\u{130}", c, "i\u{307}"), ("\u{130}", cd, "i"), ("ı", c, "ı"), ("ΐ", c, "ΐ"), ("ᾳ", c, "αι"), ("ᾳ", cd, "α"),
    ("Ꭰ\u{AB70}\u{13F8}", c, "ᎠᎠ\u{13F0}"), ("𐐀", c, "𐐨"), ("Ǆǅ", c, "ǆǆ"), ("ŉ", c, "ʼn"), ("ЁЖ", c, "ёж"),
    ("ЁЖ", cd, "еж"),
    // Marks, in one scalar or two, in any order.
    ("e\u{301}", c, "é"), ("é", d, "e"), ("E\u{301}", d, "E"), ("Ệ", cd, "e"),
    ("q\u{307}\u{323}", c, "q\u{323}\u{307}"),
    ("\u{301}", cd, ""), ("a\u{FE0F}", c, "a\u{FE0F}"), ("a\u{FE0F}", cd, "a"), ("ñandú", cd, "nandu"),
    ("שָׁלוֹם", d, "שלום"),
    ("ø", cd, "ø"), ("한글", cd, "한글"), ("\u{1112}\u{1161}\u{11AB}", c, "한"), ("कि", d, "कि"), ("कु", d, "क"),
    // Width.
    ("ＡＢＣ１２！", c, "abc12!"), ("Ａ", d, "Ａ"), ("ｱｲ", c, "アイ"), ("ｶﾞ", c, "ガ"), ("ガ", cd, "カ"), ("ｶﾞ", cd, "カ"),
    ("\u{3000}", c, " "), ("￥", c, "¥"),
    // Text that no folding changes.
    ("“東京” – 🎬👩‍🚀", cd, "“東京” – 🎬👩‍🚀"), ("\u{0}", cd, "\u{0}"), ("", cd, ""),
  ]

  @Test("follows the options", arguments: cases)
  func fold(text: String, options: StringOptions, expected: String) {
    let found = StringFolding(options).fold(text)
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars), "\(text)")
  }

  /// Scalars that compose, decompose, reorder, expand or change width, and some that do none of these.
  static let alphabet: [Unicode.Scalar] = Array(
    "aZßéÉİıſKÅΣςΐᾳЁŉǅﬁＡｶﾞ゛ガ한한क ि ु 中🎬ᎠᏸꭰØøẞ“–".unicodeScalars
      + "\u{301}\u{307}\u{323}\u{345}\u{302E}\u{FE0F}\u{200D}\u{3099}\u{1161}\u{11A8}\u{344}\u{9C7}\u{9BE}"
      .unicodeScalars)

  @Test("scalar by scalar agrees with its definition", arguments: [UInt64(11), 12])
  func tables(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for options in [Self.c, Self.d, Self.cd] {
      let folding = StringFolding(options)
      for _ in 0..<1_500 {
        let text = random.string(of: Self.alphabet, count: 1...6)
        let found = folding.foldedBytes(of: text)
        #expect(found == folding.foldedByDefinition(text), "seed \(seed): \(text.unicodeScalars.map(\.value))")
        let again = folding.foldedBytes(of: String(decoding: found, as: UTF8.self))
        #expect(again == found, "seed \(seed), folded twice: \(text.unicodeScalars.map(\.value))")
      }
    }
  }

  @Test("maps canonically equivalent strings to the same scalars", arguments: [UInt64(21)])
  func equivalence(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let text = random.string(of: Self.alphabet, count: 1...6)
      let composed = String(decoding: text._nfcCodeUnits, as: UTF8.self)
      for options in [Self.c, Self.d, Self.cd] {
        let folding = StringFolding(options)
        #expect(folding.foldedBytes(of: text) == folding.foldedBytes(of: composed), "seed \(seed): \(text)")
      }
    }
  }

  @Test("reads invalid UTF-8 as replacement characters")
  func brokenBytes() {
    for bytes: [UInt8] in [
      [0xC3], [0x41, 0xC3, 0x41], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0x80],
    ] {
      var found: [UInt8] = []
      bytes.withUnsafeBufferPointer { StringFolding(Self.c).fold($0, appendingTo: &found) }
      #expect(found == Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8))
    }
  }
}

extension StringFolding {
  /// Folds a string without using the tables: the added U+10FFFF is in no table, so that the whole string is folded in the slow way.
  fileprivate func foldedByDefinition(_ text: String) -> [UInt8] {
    Array(foldedBytes(of: text + "\u{10FFFF}").dropLast("\u{10FFFF}".utf8.count))
  }
}
