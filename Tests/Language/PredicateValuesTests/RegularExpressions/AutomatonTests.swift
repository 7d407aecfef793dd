import PredicateValues
import Testing

/// The automaton gives the expected results, and leaves the expected texts to ICU.
@Suite("Automata")
struct AutomatonTests {
  /// A pattern with texts that it matches, texts that it does not match, and texts for which the automaton is unsure.
  struct Table: Sendable, CustomTestStringConvertible {
    let pattern: String
    var options: StringOptions = []
    var matches: [String] = []
    var differs: [String] = []
    var unsure: [String] = []
    var testDescription: String { pattern.debugDescription }
  }

  static let tables: [Table] = [
    // The dot excludes every line break.
    Table(
      pattern: "a.b", matches: ["a b", "a\0b", "aéb", "a日b", "a😀b", "a\tb", "a\u{1F}b", "a\u{2027}b", "a\u{84}b"],
      differs: [
        "ab", "a\nb", "a\rb", "a\u{0B}b", "a\u{0C}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\r\nb",
        "ae\u{301}b", "axxb",
      ]),
    Table(pattern: ".*", matches: ["", "a", "日本語", "x\0y"], differs: ["a\n", "\u{2028}", "a\r\nb", "\u{85}"]),
    Table(pattern: "(?s)a.b", matches: ["a\nb", "a\u{2028}b", "aéb"], differs: ["ab"], unsure: ["a\rb", "a\r\nb"]),
    // Anchors, and the line break that may precede the end.
    Table(pattern: "^a$", matches: ["a"], differs: ["", "a\n", "ba", "\na"]),
    Table(pattern: "a$\\n", differs: ["a", "b\n"], unsure: ["a\n", "a\r\n"]),
    Table(pattern: "a$b", differs: ["a", "ab"], unsure: ["a\n"]),
    Table(pattern: "a\\zb?", matches: ["a"], differs: ["ab", "a\n"]),
    Table(pattern: "a^b|c", matches: ["c"], differs: ["ab"]),
    Table(pattern: "(^|b)*a", matches: ["a", "bba"], differs: ["", "ab"]),
    Table(pattern: "(a|$)+", matches: ["a", "aa", ""], differs: ["b", "a\n"]),
    // Classes.
    Table(pattern: "[a-c0]+", matches: ["abc0"], differs: ["d", "", "A", "é"]),
    Table(pattern: "[^a-c]", matches: ["d", "\n", "é", "😀", "\0"], differs: ["a", "", "dd"]),
    Table(pattern: "[-a]+", matches: ["-a"], differs: ["b"]), Table(pattern: "[a-]+", matches: ["-a"], differs: ["b"]),
    Table(pattern: "[\\w.-]+", matches: ["a.b-c_9", "é"], differs: ["a b", "a@b"]),
    Table(pattern: "[à-ü一-龥]+", matches: ["é", "日本", "àü"], differs: ["e", "日é!", "が"]),
    Table(pattern: "[\\s\\S]*", matches: ["", "a\nb\r\nc", "日\u{2028}"]),
    Table(pattern: "[a&^$.|{}()]+", matches: ["a&^$.|{}()"], differs: ["b"]),
    // Named classes: certain for ASCII and for most other scalars.
    Table(
      pattern: "\\d+", matches: ["09", "٣", "１"], differs: ["a", "é", "日", "😀", "Ⅷ", "²"],
      unsure: ["\u{1D7D9}", "៣"]),
    Table(pattern: "\\D", matches: ["a", "é", "日", "\n"], differs: ["1", "٣"], unsure: ["\u{1D7D9}"]),
    Table(
      pattern: "\\w+", matches: ["az_09AZ", "é", "日本語", "e\u{301}", "Привет", "ß", "a\u{200D}"],
      differs: ["-", " ", "😀", "–", "×", "€"], unsure: ["\u{1D7D9}"]),
    Table(
      pattern: "\\s+", matches: [" ", "\t\n\u{0B}\u{0C}\r", "\u{85}\u{A0}\u{2003}\u{3000}\u{2028}"],
      differs: ["a", "\u{200B}", "\u{1C}", "\u{180E}", "\u{FEFF}"]),
    // Counts, greedy or lazy.
    Table(pattern: "a{2}", matches: ["aa"], differs: ["a", "aaa"]),
    Table(pattern: "a{2,}", matches: ["aa", "aaaaa"], differs: ["a"]),
    Table(pattern: "a{0}b", matches: ["b"], differs: ["ab"]),
    Table(pattern: "(ab?){1,2}?", matches: ["a", "ab", "aab", "abab"], differs: ["", "aaa"]),
    Table(pattern: "((a|b){2}){2}", matches: ["abba"], differs: ["ab", "aba", "ababa"]),
    Table(pattern: "(a*)*|()*b+?", matches: ["", "aaa", "bb"], differs: ["ab"]),
    Table(pattern: "a||b", matches: ["", "a", "b"], differs: ["c"]),
    // Ignoring case: scalars outside ASCII that fold to ASCII are left to ICU.
    Table(
      pattern: "stra[s]e", options: .caseInsensitive, matches: ["STRASE", "straSe"], differs: ["strabe", "émile"],
      unsure: ["ſtrase", "straße"]),
    Table(pattern: "(?i)[^k]", matches: ["a", "é"], differs: ["k", "K"], unsure: ["\u{212A}"]),
    Table(pattern: "(?i).", matches: ["\u{212A}", "ß"], differs: ["\n"]),
    // Scalars of all lengths in UTF-8.
    Table(pattern: "é+日?😀", matches: ["éé日😀", "é😀"], differs: ["日😀", "e\u{301}日😀", "é日"]),
  ]

  @Test("give ICU's result or none", arguments: tables)
  func answers(table: Table) throws {
    let expression = try RegularExpression(table.pattern, options: table.options, stepLimit: 1_000_000)
    #expect(expression.isAutomaton)
    for (texts, expected) in [(table.matches, true), (table.differs, false), (table.unsure, nil)] {
      for text in texts {
        #expect(expression.answerOfAutomaton(text) == expected, "\(text.debugDescription)")
        #expect(try expression.matches(text) == expression.answerOfICU(text), "\(text.debugDescription)")
        if let expected { #expect(try expression.matches(text) == expected, "\(text.debugDescription)") }
      }
    }
  }

  @Test(
    "leave every other pattern to ICU",
    arguments: [
      "(.)\\1", "(?=a)a", "(?!a)b", "(?<=a)b", "a*+", "a++", "(?>a)", "\\bx", "\\p{L}", "\\x41", "\\R", "\\X", "\\h",
      "[[:alpha:]]", "[a[b]]", "[a&&b]", "[a-z--b]", "[\\p{L}]", "(?x)a", "a(?i)b", "(?m)^a", "(?<n>a)", "(?#c)a",
      "\\Qa\\E",
      "a{1001}", "(a{1000}){1000}", "((a{100}){100}){100}", ".*a.{12}", "\\q", "\\0101",
    ])
  func refused(pattern: String) throws {
    #expect(try !RegularExpression(pattern, options: [], stepLimit: 1_000_000).isAutomaton)
  }

  @Test("ignore case for ASCII only", arguments: ["é", "[à-ü]", "\\w日"])
  func refusedWithoutCase(pattern: String) throws {
    #expect(try RegularExpression(pattern, options: [], stepLimit: 1000).isAutomaton)
    #expect(try !RegularExpression(pattern, options: .caseInsensitive, stepLimit: 1000).isAutomaton)
    #expect(try !RegularExpression("(?i)" + pattern, options: [], stepLimit: 1000).isAutomaton)
    #expect(try RegularExpression(pattern, options: [.caseInsensitive, .normalized], stepLimit: 1000).isAutomaton)
  }

  @Test("read the bytes of a text in place, and fold it if marks are ignored")
  func bytes() throws {
    let marked = try RegularExpression("cafe [0-9]+", options: .diacriticInsensitive, stepLimit: 1000)
    let plain = try RegularExpression("café [0-9]+", options: [], stepLimit: 1000)
    for text in ["café 12", "cafe 12", "cafe\u{301} 12", "café", "café x"] {
      var copy = text
      let answers = try copy.withUTF8 { bytes in
        Result { (try marked.matches(bytes), try plain.matches(bytes)) }
      }.get()
      #expect(try answers.0 == marked.matches(text) && answers.0 == text.hasSuffix("12"))
      #expect(try answers.1 == plain.matches(text))
    }
  }
}
