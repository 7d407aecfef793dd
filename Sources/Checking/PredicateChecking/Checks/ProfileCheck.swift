import PredicateSyntax

/// Checks predicates by a profile: what the consumer refuses, what it silently misreads, and the accidents that people have with it.
///
/// ```swift
/// let check = ProfileCheck(try .named("munki"))
/// check.issues(in: #"machine_type == laptop"#).map(\.code)  // unquoted-word
/// check.issues(in: #"os_vers >= "10.9""#).first?.hint       // write os_vers_major > 10 OR …
/// ```
public struct ProfileCheck: Sendable {
  /// What the consumer accepts.
  public let profile: UseProfile
  private let rules: [PredicateConstruct: ProfileRule]

  /// A check by a profile.
  public init(_ profile: UseProfile) {
    self.profile = profile
    rules = Dictionary(profile.rules.map { ($0.construct, $0) }) { $1 }
  }

  /// Every error and note of a predicate, in the order of the text. The ranges are UTF-8 offsets of the text.
  ///
  /// No text crashes or hangs: what is too long, too deep or too large is an error of kind `limit`.
  public func issues(in text: String) -> [PredicateIssue] { issues(in: text, inputs: [:]) }

  /// Every error and note of a predicate, where the file gives some of the names values that the consumer replaces.
  func issues(in text: String, inputs: [String: String]) -> [PredicateIssue] {
    let predicates = profile.syntax.contains(.classChain) ? ClassChain.predicates(in: text) : nil
    return (predicates ?? [text]).flatMap { issues(ofOne: $0, inputs) }
  }

  /// Every error and note of a predicate that is there already. The ranges are UTF-8 offsets of its ``QueryPredicate/canonicalFormat``.
  ///
  /// The parts that a store of Core Data or SwiftData would refuse, before it raises an exception. `import PredicateFoundation` reads `#Predicate`:
  ///
  /// ```swift
  /// let predicate = try QueryPredicate(#Predicate<Movie> { $0.tags.allSatisfy { $0 == "classic" } })
  /// ProfileCheck(try .named("coredata")).issues(in: predicate)
  /// ```
  public func issues(in predicate: QueryPredicate) -> [PredicateIssue] { issues(in: predicate.canonicalFormat) }

  /// Every error and note of a value: of the format of an NSExpression.
  ///
  /// ```swift
  /// ProfileCheck(try .named("foundation")).issues(inValue: "price * ").map(\.code)  // operand-expected
  /// ```
  public func issues(inValue text: String) -> [PredicateIssue] {
    let consumed = ConsumerText(text, profile: profile)
    let result = PredicateParser.expression(consumed.masked)
    guard let tree = result.tree else { return (result.issues + termIssues(consumed)).map(consumed.restored) }
    var walk = UseWalk(profile: profile, rules: rules, text: consumed)
    walk.visit(tree)
    let language = result.issues + PredicateLint.notes(for: tree, in: consumed.masked)
    return (language + walk.issues + termIssues(consumed)).map(consumed.restored).inTextOrder()
  }

  private func issues(ofOne text: String, _ inputs: [String: String]) -> [PredicateIssue] {
    let consumed = ConsumerText(text, profile: profile)
    let result = PredicateParser.predicate(consumed.masked)
    guard let tree = result.tree else {
      // A name in the place of a condition is replaced by one.
      let found = result.issues.filter { !($0.has(.bareValue) && $0.range.flatMap(consumed.term(at:)) != nil) }
      let foreign = foreignIssues(consumed.masked)
      // What follows a word of another language cannot be read.
      let end = foreign.first?.range?.lowerBound ?? .max
      return
        (found.filter { ($0.range?.lowerBound ?? 0) < end }.map { joined($0, in: consumed.masked) } + foreign
        + termIssues(consumed, inputs)).map(consumed.restored)
    }
    var walk = UseWalk(profile: profile, rules: rules, text: consumed)
    walk.visit(tree)
    let found =
      walk.issues + termIssues(consumed, inputs) + wordIssues(consumed.masked) + foreignIssues(consumed.masked)
      + ConditionLogic.issues(in: tree, walk: walk, format: text)
    let language = result.issues + PatternCheck.issues(in: tree) + PredicateLint.notes(for: tree, in: consumed.masked)
    let kept = (language + ExtensionCheck.notes(in: tree)).filter { !isSuperseded($0, by: found, walk: walk) }
    return (kept + found).map(consumed.restored).inTextOrder()
  }

  /// Whether a note of the language says less than what the profile found at its place, or does not hold for the consumer.
  private func isSuperseded(_ issue: PredicateIssue, by found: [PredicateIssue], walk: UseWalk) -> Bool {
    // == of Spotlight takes wildcards, and people read && and || as they bind in C.
    if profile.syntax.contains(.spotlight), issue.has(.patternInEquality) || issue.has(.mixedAndOr) { return true }
    guard let range = issue.range, issue.severity == .note else { return false }
    // A word that the language reserves and that the consumer has as a key: size of the unified log.
    if issue.has(.reservedWord), let word = walk.text.bytes.text(at: range), profile.keys[word] != nil {
      return true
    }
    if issue.has(.unquotedWord), walk.text.term(at: range) != nil { return true }
    if walk.settledWords.contains(range) { return issue.has(.unquotedWord) }
    return found.contains { other in
      guard let place = other.range else { return false }
      let isSame = place.lowerBound <= range.lowerBound && place.upperBound >= range.upperBound
      return isSame
        && (other.code == issue.code || issue.has(.booleanText) && other.code == CheckCode.constantType.rawValue)
    }
  }

  /// Words that the consumer does not have, and its kin in other languages do.
  private func foreignIssues(_ text: String) -> [PredicateIssue] {
    if profile.foreignWords.isEmpty { return [] }
    return SourceToken.all(in: Array(text.utf8), from: 0).compactMap { token in
      guard token.kind != .string, let hint = profile.foreignWords[token.text] else { return nil }
      return .found(.foreignWord, .error, token.place, "“\(token.text)” is no part of predicates here", hint: hint)
    }
  }

  /// The issue with an AND that mends it, if two conditions follow one another without an operator.
  private func joined(_ issue: PredicateIssue, in text: String) -> PredicateIssue {
    guard issue.has(.operatorExpected), let range = issue.range, issue.replacement == nil else { return issue }
    let place = SourceRange(Int(range.lowerBound), Int(range.lowerBound))
    let mended = PredicateIssue.Replacement(text: "AND ", range: place).applied(to: text)
    guard let mended, PredicateParser.predicate(mended).tree != nil else { return issue }
    return issue.replacing(with: "AND ", at: place)
  }

  /// What the rules say of AND, OR and NOT in words.
  private func wordIssues(_ text: String) -> [PredicateIssue] {
    guard let rule = rules[.wordOperator] else { return [] }
    return SourceToken.all(in: Array(text.utf8), from: 0)
      .filter { $0.isWord("and") || $0.isWord("or") || $0.isWord("not") }
      .map { rule.issue(at: $0.place) }
  }

  /// What the rules say of terms that the consumer does not have.
  private func termIssues(_ text: ConsumerText, _ inputs: [String: String] = [:]) -> [PredicateIssue] {
    text.terms.values.compactMap { term in
      switch term.kind {
      case .unknown(let word):
        guard let rule = rules[.unknownTerm] else { return nil }
        let nearest = NearestSpelling.of(word, among: profile.terms.keys.sorted())
        return rule.issue(at: term.range, hint: nearest.map { "@\($0)(…) is near" }, suggestion: nearest)
          .replacing(with: nearest.map { "@\($0)\(term.original.dropFirst(word.count + 1))" })
      case .percentName(isQuoted: false):
        return isValue(term, text, inputs) ? nil : rules[.unquotedName].map { $0.issue(at: term.range) }
      default: return nil
      }
    }
  }
}

extension ProfileCheck {
  /// Whether a value of the language comes into the place of an unquoted name: a number, a boolean, a text with its quotes, a condition.
  ///
  /// The file's own value decides, then the key's type. Of another name a text in quotes beside it shows that a text is meant:
  /// `%download_changed% == False` is read as `True == False`, `%bundleid% = "com.example"` as a comparison of keys.
  private func isValue(_ term: ConsumerTerm, _ text: ConsumerText, _ inputs: [String: String]) -> Bool {
    let name = String(term.original.dropFirst().dropLast())
    if let input = inputs[name], !input.isEmpty {
      switch PredicateParser.expression(ConsumerText(input, profile: profile).masked).tree?.node {
      case .literal(.string): return true
      case .literal: return !hasTextBeside(term.range, text)
      default: return PredicateParser.predicate(input).tree != nil
      }
    }
    let key = profile.keys[name]
    if let key, [.boolean, .integer, .number].contains(key.type) { return true }
    if key?.type == .text, key?.holdsVersion == false { return false }
    return !hasTextBeside(term.range, text)
  }

  /// Whether a text in quotes or a key that holds a text stands in the comparison around a place.
  private func hasTextBeside(_ place: SourceRange, _ text: ConsumerText) -> Bool {
    let tokens = SourceToken.all(in: text.bytes, from: 0)
    guard let index = tokens.firstIndex(where: { $0.range.lowerBound == Int(place.lowerBound) }) else { return false }
    let isEnd: (SourceToken) -> Bool = {
      $0.isWord("and") || $0.isWord("or") || ["&&", "||", "(", ")"].contains($0.text)
    }
    let around = tokens[(index + 1)...].prefix { !isEnd($0) } + tokens[..<index].reversed().prefix { !isEnd($0) }
    return around.contains { $0.kind == .string || profile.keys[$0.text]?.type == .text }
  }
}

extension [PredicateIssue] {
  /// The issues by their places, each once.
  fileprivate func inTextOrder() -> [PredicateIssue] {
    var seen: Set<PredicateIssue> = []
    let single = filter { seen.insert($0).inserted }
    return single.enumerated().sorted { left, right in
      let places = (left.element.range?.lowerBound ?? 0, right.element.range?.lowerBound ?? 0)
      return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
    }.map(\.element)
  }
}
