import Foundation
import PredicateSyntax
import Testing

/// The grammar for tree-sitter reads the suite's formats like the lexer. The tests read and run it without tree-sitter.
@Suite("The grammar for tree-sitter")
struct TreeSitterTests {
  /// The class of the tokens of a rule. Operators are words if they are patterns.
  private static func `class`(of rule: String, _ terminal: GrammarTerminal) -> TokenClass? {
    switch rule {
    case "parentheses", "braces", "brackets", "arguments", "options", "member", "_item": .mark
    case "comparison_operator", "logical_operator", "negation", "quantifier", "assignment_operator", "set_operator",
      "bitwise_operator", "arithmetic_operator":
      terminal.isPattern ? .word : .sign
    case "constant", "builtin_variable", "index", "form", "reserved_word", "selector", "identifier", "_member_name":
      .word
    case "specifier", "variable": .variable
    case "collection_operator": .collectionOperator
    case "number": .number
    case "string", "open_string": .string
    case "comment": .comment
    case "other_character": .sign
    default: nil
    }
  }

  /// The tokens of a text with their classes. A specifier, a selector and the name at its end are joined, because the lexer reads them as one token.
  private static func shown(_ tokens: [GroupParser.Token], _ parser: GroupParser) throws -> [String] {
    var shown: [(class: TokenClass, text: String)] = []
    var end = 0
    for token in tokens {
      let (terminal, owners) = parser.terminals[token.terminal]
      let owner = try #require(owners.first)
      let kind = try #require(Self.class(of: owner, terminal), "the rule \(owner) has no class")
      let isJoined =
        token.start == end && shown.last?.class == kind
        && (owner == "specifier" && terminal.isImmediate || kind == .word)
      if isJoined { shown[shown.count - 1].text += token.text } else { shown.append((kind, token.text)) }
      end = token.start + token.text.unicodeScalars.count
    }
    return shown.map { "\($0.class) \($0.text)" }
  }

  @Test("No rule of groups has a conflict with one token ahead")
  func conflicts() throws {
    #expect(try GroupParser(TreeSitterGrammar.load()).conflicts == [])
  }

  @Test("The tokens are those of the lexer, and the groups are closed, for every valid format of the suite")
  func suite() throws {
    let parser = try GroupParser(TreeSitterGrammar.load())
    var count = 0
    for format in try SuiteFormats.valid() {
      count += 1
      let (tokens, isWhole) = parser.parse(format)
      let isAlike = try Self.shown(tokens, parser) == TokenClass.lexed(format)
      #expect(isAlike == !Self.differs(format), "\(format)")
      #expect(isWhole, "\(format)")
    }
    #expect(count > 3_000)
  }

  /// Whether a format contains one of the two constructs that the grammar deliberately reads differently.
  private static func differs(_ format: String) -> Bool {
    let tokens = SourceToken.all(in: Array(format.utf8), from: 0)
    // A string ends at the end of its line: otherwise an unclosed quotation mark would colour all predicates below it.
    if tokens.contains(where: { $0.kind == .string && $0.text.contains("\n") }) { return true }
    // `5.a` reads a key of a number. The grammar's tokens have no lookahead, so `5.` is read as a number, and the point is coloured as a part of it.
    return zip(tokens, tokens.dropFirst()).contains { number, point in
      number.kind == .number && point.isMark(".") && number.range.upperBound == point.range.lowerBound
        && !number.text.contains(where: { ".eExXoObB".contains($0) })
    }
  }

  @Test("A text that is not finished has tokens up to its end")
  func unfinished() throws {
    let parser = try GroupParser(TreeSitterGrammar.load())
    for (index, format) in try SuiteFormats.valid().enumerated() where index.isMultiple(of: 20) {
      for length in 0..<min(format.unicodeScalars.count, 200) {
        let text = String(String.UnicodeScalarView(format.unicodeScalars.prefix(length)))
        let shown = parser.parse(text).tokens.map(\.text).joined()
        #expect(Self.withoutBlanks(shown) == Self.withoutBlanks(text), "\(text)")
      }
    }
  }

  private static func withoutBlanks(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !(("\t"..."\r").contains($0) || $0 == " ") }
  }

  @Test(
    "Texts with an error are read as an editor should colour them",
    arguments: [
      ("name == \"abc\ntitle == 'x'", "word name, sign ==, string \"abc, word title, sign ==, string 'x'"),
      ("a == ? ; b", "word a, sign ==, sign ?, sign ;, word b"),
      ("a == 1 // later", "word a, sign ==, number 1, comment // later"),
      ("# a comment\na == 1", "comment # a comment, word a, sign ==, number 1"),
      ("a == %", "word a, sign ==, sign %"),
      ("%ldin {1}", "variable %ld, word in, mark {, number 1, mark }"),
      ("a LIKE[c", "word a, word LIKE, mark [, word c"),
    ])
  func texts(_ text: String, _ expected: String) throws {
    let parser = try GroupParser(TreeSitterGrammar.load())
    #expect(try Self.shown(parser.parse(text).tokens, parser).joined(separator: ", ") == expected)
  }

  /// The rule that holds the first token of a text, if that token is the whole text.
  private static func rule(of text: String, _ parser: GroupParser) -> String? {
    let tokens = parser.parse(text).tokens
    guard tokens.count == 1, tokens[0].text == text else { return nil }
    return parser.terminals[tokens[0].terminal].owners.first
  }

  @Test("Every operator and every reserved word of the language has its rule, in any case and as a whole word")
  func tables() throws {
    let grammar = try TreeSitterGrammar.load()
    let parser = try GroupParser(grammar)
    let rules: [OperatorEntry.Class: String] = [
      .logical: "logical_operator", .negation: "negation", .quantifier: "quantifier",
      .comparison: "comparison_operator", .assignment: "assignment_operator", .set: "set_operator",
      .bitwise: "bitwise_operator",
      .arithmetic: "arithmetic_operator", .sign: "arithmetic_operator",
    ]
    for entry in OperatorTable.entries {
      for spelling in entry.spellings {
        #expect(Self.rule(of: spelling, parser) == rules[entry.class], "\(spelling)")
      }
    }
    let words = ["constant", "builtin_variable", "index", "form", "reserved_word"]
    for word in ReservedWords.all {
      let mixed = word.prefix(1).lowercased() + word.dropFirst()
      let rule = try #require(Self.rule(of: word, parser), "\(word)")
      #expect(Array(rules.values).contains(rule) || words.contains(rule), "\(word)")
      #expect(Self.rule(of: word.lowercased(), parser) == rule, "\(word)")
      #expect(Self.rule(of: String(mixed), parser) == rule, "\(word)")
      if !word.contains("-") { #expect(Self.rule(of: word + "x", parser) == "identifier", "\(word)") }
    }
    // Apart from these spellings, the grammar has none.
    let spellings = try (Array(rules.values) + words).flatMap { rule in
      try (grammar.rules[rule]?.terminals ?? []).map { terminal in
        terminal.isPattern ? try #require(try TokenPattern(terminal.text).word, "\(terminal.text)") : terminal.text
      }
    }
    #expect(Set(spellings) == Set(OperatorTable.entries.flatMap(\.spellings) + ReservedWords.all))
  }

  @Test("The queries name the rules of the grammar, and give each token one colour")
  func queries() throws {
    let grammar = try TreeSitterGrammar.load()
    let visible = Set(grammar.order.filter { !$0.hasPrefix("_") } + grammar.rules.values.flatMap(\.aliases))
    let strings = Set(grammar.terminals.filter { !$0.terminal.isPattern }.map(\.terminal.text))
    func query(_ name: String) throws -> (names: [String], strings: [String]) {
      let file = TreeSitterGrammar.folder.appendingPathComponent("queries/\(name).scm")
      let text = try String(contentsOf: file, encoding: .utf8).replacing(/(?m)^;.*/, with: "")
      return (
        text.matches(of: /\((\w+)/).map { String($0.1) }, text.matches(of: /"([^"]+)"/).map { String($0.1) }
      )
    }
    for name in ["highlights", "brackets"] {
      let (names, texts) = try query(name)
      #expect(Set(names).subtracting(visible) == [], "\(name)")
      #expect(Set(texts).subtracting(strings) == [], "\(name)")
    }
    // No node may match two patterns, because editors disagree whether the first or the last pattern wins.
    let (names, texts) = try query("highlights")
    #expect(names.count == Set(names).count)
    let groups = [
      "source_file", "parentheses", "braces", "brackets", "arguments", "options", "call", "member", "comparison",
    ]
    #expect(visible.subtracting(groups) == Set(names))
    let marks = grammar.terminals.filter { terminal, owners in
      !terminal.isPattern && owners.contains { groups.contains($0) || $0 == "_item" }
    }
    #expect(Set(marks.map(\.terminal.text)) == Set(texts))
  }

  @Test("src/grammar.json is the output of grammar.js", .enabled(if: NodeTool.path != nil, "node is not installed"))
  func generated() throws {
    let file = TreeSitterGrammar.folder.appendingPathComponent("src/grammar.json")
    let made = try #require(try NodeTool.output(of: "generate.js", in: TreeSitterGrammar.folder))
    #expect(made == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }
}
