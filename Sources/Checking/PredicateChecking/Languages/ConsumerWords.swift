import PredicateSyntax

/// Recognizes texts that are likely predicates of a consumer: they contain one of the consumer's variables or terms, or compare one of its keys. The names
/// may be misspelled.
///
/// ```swift
/// ConsumerWords(try .named("oslog")).stand(in: #"subsytem == "com.example""#)        // true
/// ConsumerWords(try .named("oslog")).stand(in: "download_changed == False")         // false
/// ConsumerWords(try .named("oslog")).stand(in: "process exited with errors")        // false
/// ```
struct ConsumerWords {
  private let keys: Set<String>
  /// The names of variables and terms, without the sign (`$`, `@`) that marks them in a text.
  private let marked: Set<String>

  private let hasTerms: Bool

  init(_ profile: UseProfile) {
    hasTerms = !profile.terms.isEmpty
    keys = Set(profile.keys.keys)
    marked = Set(profile.variables.keys).union(profile.terms.keys)
  }

  /// Whether a text has one of the words, or a similar one, outside of quotes. A key counts only if it is compared with something.
  func stand(in text: String) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let names = tokens.map { $0.text.filter { NameByte.isPart($0.utf8.first ?? 0) } }
    func has(_ index: Int, _ words: Set<String>) -> Bool {
      words.contains(names[index]) || names[index].count > 3 && NearestSpelling.of(names[index], among: words) != nil
    }
    return tokens.indices.contains { index in
      switch tokens[index].kind {
      case .variable: has(index, marked)
      // A consumer without the term `@state(…)` has other terms.
      case .collectionOperator:
        has(index, marked) || hasTerms && tokens[(index + 1)...].first?.isMark("(") ?? false
      case .word:
        // A term whose sign @ was forgotten: status(…)
        (comparison(behind: index, tokens) || comparison(before: index, tokens)) && has(index, keys)
          || tokens[(index + 1)...].first?.isMark("(") ?? false && has(index, marked)
      default: false
      }
    }
  }

  /// Whether a text that a table may pair with the name of a strategy is a predicate: it has a comparison, or a key of the profile as a condition.
  ///
  /// ```swift
  /// words.isPredicate("label CONTAIN 'x'")  // true
  /// words.isPredicate("visible AND enabled")  // true
  /// words.isPredicate("Predicate String")   // false
  /// ```
  func isPredicate(_ text: String, isOpen: Bool) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    if compares(tokens, isOpen: isOpen) { return true }
    let words = tokens.filter { $0.kind == .word }
    guard let first = words.first(where: { keys.contains($0.text) }) else { return false }
    let isCondition = words.allSatisfy {
      keys.contains($0.text) || $0.isWord("and") || $0.isWord("or") || $0.isWord("not")
    }
    // `label "x"`: the operator is missing.
    return isCondition || tokens.first?.range == first.range && tokens.dropFirst().first?.kind == .string
  }

  /// Whether a text is a predicate with a comparison, at a place that any text may have: an element of an array.
  ///
  /// ```swift
  /// words.compare(in: "process CONTAIN 'x'")   // true
  /// words.compare(in: "login")                 // false
  /// ```
  func compare(in text: String) -> Bool { compares(SourceToken.all(in: Array(text.utf8), from: 0), isOpen: false) }

  /// Whether tokens have a comparison. A word of comparison may be misspelled after a key. A text with several plain words in a row is prose, if no
  /// key is compared.
  private func compares(_ tokens: [SourceToken], isOpen: Bool) -> Bool {
    let isProse = Self.isProse(tokens)
    return tokens.indices.dropFirst().contains { index in
      let isOfKey = tokens[index - 1].kind == .word && keys.contains(tokens[index - 1].text)
      if Self.isComparison(at: index, tokens, isOpen: isOpen) { return isOfKey || !isProse }
      // `name NOT LIEK "x"`
      let isNegated = tokens[index].isWord("not")
      guard isOfKey, let word = isNegated ? tokens[(index + 1)...].first : tokens[index], word.kind == .word else {
        return false
      }
      let rest = Self.withoutOptions(tokens[(isNegated ? index + 2 : index + 1)...])
      guard let value = rest.first else { return false }
      // `name STARTSWITH "x"`, `name INN {"a", "b"}`: any word between a key and a text in quotes or a list may be an operator.
      let isFirst = tokens[..<(index - 1)].allSatisfy { $0.isMark("(") || $0.text == "NOT" }
      if isFirst, !isNegated, value.kind == .string || Self.beginList(rest), !Self.isJoin(word) { return true }
      guard word.text.utf8.count > 3 else { return false }
      return (value.isOperand || value.isMark("[") || value.isMark("{"))
        && NearestSpelling.of(word.text, among: Self.comparisons.sorted()) != nil
    }
  }

  /// The tokens without the options of an operator: `[cd]`.
  private static func withoutOptions(_ tokens: ArraySlice<SourceToken>) -> ArraySlice<SourceToken> {
    let options = Array(tokens.prefix(3))
    guard options.count == 3, options[0].isMark("["), options[1].kind == .word, options[2].isMark("]") else {
      return tokens
    }
    return tokens.dropFirst(3)
  }

  /// Whether tokens begin with a list: `{"a"`, `{1, 2`. The gap of a template is none: `{0}`, `{name}`.
  private static func beginList(_ tokens: ArraySlice<SourceToken>) -> Bool {
    let first = Array(tokens.prefix(3))
    guard first.count == 3, first[0].isMark("{") else { return false }
    return first[1].kind == .string || first[1].isValue && first[2].isMark(",")
  }

  /// Whether a text is the name of a key alone, perhaps misspelled.
  ///
  /// ```swift
  /// words.isKey("lable")  // true
  /// ```
  func isKey(_ text: String) -> Bool {
    keys.contains(text) || text.utf8.count > 3 && NearestSpelling.of(text, among: keys) != nil
  }

  /// Whether a text begins with a comparison of a key with something: `type == "XCUIElementTypeSwitch"`.
  func beginsWithComparison(_ text: String) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    guard let first = tokens.firstIndex(where: { !$0.isMark("(") && !$0.isWord("not") }) else { return false }
    return tokens[first].kind == .word && keys.contains(tokens[first].text) && comparison(behind: first, tokens)
  }

  private static func isJoin(_ token: SourceToken) -> Bool { ["and", "or", "not"].contains(where: token.isWord) }

  /// Whether the text of an argument with any label is a format: it has a comparison without spelling mistakes, and is no message.
  ///
  /// ```swift
  /// ConsumerWords.compares("year > %d")          // true
  /// ConsumerWords.compares("count = %lu items")  // false
  /// ```
  ///
  /// - Parameter isOpen: Whether a program appends a value to the text.
  static func compares(_ text: String, isOpen: Bool = false) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let isMessage = zip(tokens, tokens.dropFirst()).contains { first, second in
      isPlain(second) && (isPlain(first) || first.isValue)
    }
    return !isMessage && tokens.indices.dropFirst().contains { isComparison(at: $0, tokens, isOpen: isOpen) }
  }

  /// Whether a token is a sign of comparison, or a word of comparison beside an operand.
  private static func isComparison(at index: Int, _ tokens: [SourceToken], isOpen: Bool) -> Bool {
    let token = tokens[index]
    let isWord = token.isComparisonWord
    guard let value = tokens[(index + 1)...].first else { return isOpen && (isWord || isSign(at: index, tokens)) }
    if isSign(at: index, tokens) { return true }
    // `CONTAINS login`: the quotes are missing.
    if isWord, comparisons.contains(token.text), token.text.utf8.count > 2 { return true }
    return isWord && (value.isOperand || value.isMark("[") || value.isMark("{"))
  }

  /// Whether a token is a sign of comparison. The arrows `=>`, `->` and `<-` are none.
  private static func isSign(at index: Int, _ tokens: [SourceToken]) -> Bool {
    guard tokens[index].kind == .sign, signs.contains(tokens[index].text) else { return false }
    func isMinus(_ token: SourceToken?) -> Bool { token?.kind == .sign && token?.text == "-" }
    let before = tokens[index - 1]
    let isArrow = isMinus(before) && before.range.upperBound == tokens[index].range.lowerBound
    let next = tokens[(index + 1)...].first
    return !isArrow
      && !(tokens[index].text == "<" && isMinus(next) && next?.range.lowerBound == tokens[index].range.upperBound)
  }

  private static let signs: Set<String> = ["=", "==", "!=", "<>", "<", ">", "<=", ">=", "=<"]

  /// Whether three plain words follow one another.
  private static func isProse(_ tokens: [SourceToken]) -> Bool {
    var count = 0
    return tokens.contains { token in
      count = isPlain(token) ? count + 1 : 0
      return count == 3
    }
  }

  /// Whether a token is a word that is not an operator.
  private static func isPlain(_ token: SourceToken) -> Bool {
    token.kind == .word && !comparisons.contains(token.text.uppercased())
      && !["AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE"].contains(token.text.uppercased())
  }

  /// Whether a sign of comparison follows a name, or a word of comparison and a value follow it: `process == x`, `process CONTAINS "x"`.
  private func comparison(behind index: Int, _ tokens: [SourceToken]) -> Bool {
    // The names after the first one of a path are skipped: process.name
    var rest = tokens[(index + 1)...]
    while rest.first?.isMark(".") ?? false { rest = rest.dropFirst(2) }
    guard let sign = rest.first else { return false }
    if sign.kind == .sign { return "=!<>".utf8.contains(sign.text.utf8.first ?? 0) }
    rest = rest.dropFirst()
    if sign.isWord("not") { rest = rest.dropFirst() }
    guard sign.kind == .word, let value = rest.first,
      [.string, .openString, .number].contains(value.kind) || value.isMark("[") || value.isMark("{")
    else { return false }
    let word = sign.text.uppercased()
    return Self.comparisons.contains(word) || NearestSpelling.of(word, among: Self.comparisons) != nil
  }

  /// Whether a word is an operator of comparison: `CONTAINS`.
  static func isComparison(_ word: String) -> Bool { comparisons.contains(word.uppercased()) }

  private static let comparisons = SourceToken.comparisonWords

  /// Whether a value and a comparison sign precede a name: `"x" == process`, `1 < processID`.
  private func comparison(before index: Int, _ tokens: [SourceToken]) -> Bool {
    guard index > 1, tokens[index - 1].kind == .sign else { return false }
    return "=!<>".utf8.contains(tokens[index - 1].text.utf8.first ?? 0)
      && [.string, .number].contains(tokens[index - 2].kind)
  }
}

extension SourceToken {
  /// Whether it is a value: a text, a number, an argument, or the value that a program inserts.
  fileprivate var isOperand: Bool { isValue || text == "_" }

  /// Whether it is a text, a number or an argument.
  fileprivate var isValue: Bool { [.string, .openString, .number, .variable].contains(kind) }
}
