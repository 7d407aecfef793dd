import PredicateTestSupport
import PredicateValues
import Testing

@Suite("Searching in strings")
struct StringMatcherTests {
  static let alphabet: [Unicode.Scalar] = Array("aAbBéÉßsS".unicodeScalars) + ["\u{301}", "K", "\u{212A}", "中"]

  @Test("agrees with searching in folded scalars", arguments: [UInt64(31), 32])
  func oracle(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_500 {
      let subject = random.string(of: Self.alphabet, count: 0...7)
      let pattern = random.string(of: Self.alphabet, count: 0...3)
      check(subject, pattern, &random, seed)
    }
  }

  /// Scalars that fold to one or more ASCII letters, others that look like these, and some that end a text.
  static let traps: [Unicode.Scalar] =
    Array("stSTffiknaſßẞﬁﬀﬃﬅﬆŉİıẚẖǰ; \u{37E}\u{1FEF}`[{@".unicodeScalars) + ["\0", "\u{FF33}", "\u{FF54}", "\u{212A}"]

  @Test("agrees with searching in folded scalars, for long texts", arguments: [UInt64(33), 34])
  func longTexts(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<1_500 {
      let alphabet = round % 3 == 0 ? Self.traps.filter(\.isASCII) : Self.traps
      var subject = random.string(of: alphabet, count: 0...40)
      let pattern = random.string(of: alphabet, count: 1...(round % 2 == 0 ? 3 : 12))
      // A long random pattern hardly ever occurs in the text by chance, so a part of the text is used.
      let place = Int.random(in: 0...subject.unicodeScalars.count, using: &random)
      let index = subject.unicodeScalars.index(subject.unicodeScalars.startIndex, offsetBy: place)
      if Bool.random(using: &random) {
        subject.unicodeScalars.insert(contentsOf: pattern.uppercased().unicodeScalars, at: index)
      }
      check(subject, pattern, &random, seed)
    }
  }

  private func check(_ subject: String, _ pattern: String, _ random: inout SplitMix64, _ seed: UInt64) {
    let choices: [StringOptions] = [
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
    let options = choices[Int.random(in: choices.indices, using: &random)]
    let folding = StringFolding(options)
    let text = Array(folding.fold(subject).unicodeScalars)
    let part = Array(folding.fold(pattern).unicodeScalars)
    let places =
      part.isEmpty || part.count > text.count
      ? [] : (0...(text.count - part.count)).filter { Array(text[$0..<($0 + part.count)]) == part }
    let note = "seed \(seed): \(subject), \(pattern), \(options)"
    #expect(StringMatcher(.equal, pattern, options: options).matches(subject) == (text == part), "\(note)")
    #expect(StringMatcher(.prefix, pattern, options: options).matches(subject) == (places.first == 0), "\(note)")
    let isLast = places.last.map { $0 == text.count - part.count } ?? false
    #expect(StringMatcher(.suffix, pattern, options: options).matches(subject) == isLast, "\(note)")
    #expect(StringMatcher(.contains, pattern, options: options).matches(subject) == !places.isEmpty, "\(note)")
    if options.isEmpty {
      #expect(StringSearch.contains(subject, pattern) == !places.isEmpty, "\(note)")
      #expect(StringSearch.hasPrefix(subject, pattern) == (places.first == 0), "\(note)")
      #expect(StringSearch.hasSuffix(subject, pattern) == isLast, "\(note)")
    }
  }

  @Test("finds the Kelvin sign by a k, and no other scalars in ASCII")
  func asciiTraps() {
    #expect(StringMatcher(.contains, "k", options: .caseInsensitive).matches("5 \u{212A}"))
    #expect(!StringMatcher(.contains, "é", options: .caseInsensitive).matches("cafe"))
    #expect(StringMatcher(.contains, "é", options: [.caseInsensitive, .diacriticInsensitive]).matches("CAFE"))
    #expect(!StringMatcher(.suffix, "t", options: .caseInsensitive).matches("t\u{301}"))
  }

  @Test("covers every scalar that folds to ASCII")
  func foldingToASCII() {
    let folding = StringFolding(.caseInsensitive)
    for value in (0x80 as UInt32)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.changesWhenCaseFolded || scalar.properties.changesWhenNFKCCaseFolded
      else { continue }
      let text = "x\(scalar)."
      for found in folding.fold(text).unicodeScalars where found.isASCII && found != "x" && found != "." {
        #expect(
          StringMatcher(.contains, String(found), options: .caseInsensitive).matches(text),
          "U+\(String(value, radix: 16)) folds to \(found)")
      }
    }
  }

  @Test("reads invalid UTF-8 as the string made from it")
  func brokenBytes() {
    var random = SplitMix64(seed: 35)
    let pieces: [[UInt8]] = [
      Array("the".utf8), Array("THE ".utf8), Array("é".utf8), [0x80], [0xC2], [0xE2, 0x84], [0xF0, 0x82, 0x84, 0xAA],
      [0xC1, 0xB4], [0xED, 0xA0, 0x80], [0xFF], Array("ſ".utf8), [0], [0xEF, 0xBC],
    ]
    let patterns = ["the", "the ", "t", "s", "k", "e", " "]
    let questions: [StringMatcher.Question] = [.equal, .prefix, .suffix, .contains]
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      var scratch: [UInt8] = []
      for pattern in patterns {
        for question in questions {
          let matcher = StringMatcher(question, pattern, options: .caseInsensitive)
          let found = bytes.withUnsafeBufferPointer { matcher.matches($0, scratch: &scratch) }
          #expect(found == matcher.matches(text), "\(question) \(pattern) in \(bytes)")
        }
      }
    }
  }
}
