import PredicateValues
import Testing

@Suite("Searching in strings")
struct StringMatcherTests {
  static let alphabet: [Unicode.Scalar] = Array("aAbBéÉßsS".unicodeScalars) + ["\u{301}", "K", "\u{212A}", "中"]

  @Test("finds what searching in folded scalars finds", arguments: [UInt64(31), 32])
  func oracle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let choices: [StringOptions] = [
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
    for _ in 0..<1_500 {
      let subject = random.string(of: Self.alphabet, count: 0...7)
      let pattern = random.string(of: Self.alphabet, count: 0...3)
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
  }

  @Test("finds the Kelvin sign by a k, and nothing non-ASCII in ASCII")
  func asciiTraps() {
    #expect(StringMatcher(.contains, "k", options: .caseInsensitive).matches("5 \u{212A}"))
    #expect(!StringMatcher(.contains, "é", options: .caseInsensitive).matches("cafe"))
    #expect(StringMatcher(.contains, "é", options: [.caseInsensitive, .diacriticInsensitive]).matches("CAFE"))
    #expect(!StringMatcher(.suffix, "t", options: .caseInsensitive).matches("t\u{301}"))
  }
}
