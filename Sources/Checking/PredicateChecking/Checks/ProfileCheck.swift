import PredicateBinding
import PredicateSyntax
import PredicateValues

/// Checks predicates by a profile: constructs that the consumer refuses or silently misreads, and common mistakes.
///
/// ```swift
/// let check = ProfileCheck(try .named("munki"))
/// check.issues(in: #"machine_type == laptop"#).map(\.code)  // unquoted-word
/// check.issues(in: #"os_vers >= "10.9""#).first?.hint       // write os_vers_major > 10 OR …
/// ```
public struct ProfileCheck: Sendable {
  /// The facts about the consumer.
  public let profile: UseProfile
  private let rules: [PredicateConstruct: ProfileRule]

  /// A check by a profile.
  public init(_ profile: UseProfile) {
    self.profile = profile
    rules = Dictionary(profile.rules.map { ($0.construct, $0) }) { $1 }
  }

  /// Every error and note of a predicate, in the order of the text. The ranges are UTF-8 offsets of the text.
  ///
  /// No text crashes or hangs: a text that is too long, too deep or too large is an error of kind `limit`.
  public func issues(in text: String) -> [PredicateIssue] { issues(in: text, inputs: [:]) }

  /// Every error and note of a predicate. `inputs` contains the values that the file assigns to some of the names that the consumer replaces.
  func issues(in text: String, inputs: [String: String]) -> [PredicateIssue] {
    guard profile.syntax.contains(.classChain), let predicates = ClassChain.predicates(in: text) else {
      return issues(ofOne: text, inputs)
    }
    let types = profile.keys["type"]?.values.map(\.description) ?? []
    return (ClassChain.issues(in: text, types: types) + predicates.flatMap { issues(ofOne: $0, inputs) }).inTextOrder()
  }

  /// Whether the language reads a text as a predicate.
  func reads(_ text: String) -> Bool {
    profile.syntax.contains(.classChain) && ClassChain.predicates(in: text) != nil
      || PredicateParser.predicate(ConsumerText(text, profile: profile).masked).tree != nil
  }

  /// Every error and note of a predicate that was already read. The ranges are UTF-8 offsets of its ``QueryPredicate/canonicalFormat``.
  ///
  /// It finds the constructs that a store of Core Data or SwiftData would refuse with an exception. `import PredicateFoundation` reads `#Predicate`:
  ///
  /// ```swift
  /// let predicate = try QueryPredicate(#Predicate<Movie> { $0.tags.allSatisfy { $0 == "classic" } })
  /// ProfileCheck(try .named("coredata")).issues(in: predicate)
  /// ```
  public func issues(in predicate: QueryPredicate) -> [PredicateIssue] { issues(in: predicate.canonicalFormat) }

  /// Every error and note of a value, in the format of an NSExpression.
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
    return (language.filter { !isOfMap($0) } + keySpecifierIssues(consumed) + walk.issues + termIssues(consumed))
      .map(consumed.restored).inTextOrder()
  }

  private func issues(ofOne text: String, _ inputs: [String: String]) -> [PredicateIssue] {
    let consumed = ConsumerText(text, profile: profile)
    let result = PredicateParser.predicate(consumed.masked)
    guard let tree = result.tree else {
      // A note about a reserved word that ends where an error begins is left out. In `names.contains(x)` the bracket is the mistake, not the reserved
      // word.
      let ends = Set(result.issues.filter { $0.severity == .error }.map { $0.range?.lowerBound })
      // The language's note about a bare value is left out for a name that the consumer replaces by a condition: the parser does not know such names.
      let found = result.issues.filter {
        !($0.has(.bareValue) && $0.range.flatMap(consumed.term(at:)) != nil)
          && !($0.severity == .note && ends.contains($0.range?.upperBound))
      }
      let foreign = foreignIssues(consumed.masked) + Self.misspelledFunction(in: consumed.masked)
      let first = Self.withoutConsequences(found, in: consumed.masked)
      // Issues after a word of another language are left out: the text after that word cannot be read.
      let end = foreign.first?.range?.lowerBound ?? .max
      return
        (first.filter { ($0.range?.lowerBound ?? 0) < end }
        .map { withPlainHint(hyphenated(joined($0, in: consumed.masked), in: consumed.masked), in: consumed.masked) }
        + foreign
        + termIssues(consumed, inputs)).map(consumed.restored)
    }
    var walk = UseWalk(profile: profile, rules: rules, text: consumed)
    walk.visit(tree)
    let found =
      walk.issues + keySpecifierIssues(consumed) + termIssues(consumed, inputs) + wordIssues(consumed.masked)
      + foreignIssues(consumed.masked)
      + ConditionLogic.issues(in: tree, walk: walk, format: text)
    // One issue about escapes is enough. A class of characters comes first: `FileCheck` makes its issue an error if the file format removed a backslash.
    let escapes = result.issues.filter { $0.has(.unknownEscape) }
    let escape =
      escapes.first { PatternEscape.isClass(at: Int($0.range?.lowerBound ?? 0), in: consumed.masked) } ?? escapes.first
    let read = result.issues.filter { !$0.has(.unknownEscape) } + (escape.map { [$0] } ?? [])
    let language = read + PatternCheck.issues(in: tree) + PredicateLint.notes(for: tree, in: consumed.masked)
    // For `LIKE '%@'` only the quotes are reported, not the missing wildcards.
    let quoted = Set(language.filter { $0.has(.quotedSpecifier) }.map(\.range))
    let kept = (language + ExtensionCheck.notes(in: tree)).filter {
      !isSuperseded($0, by: found, walk: walk) && !($0.has(.plainLike) && quoted.contains($0.range))
    }
    return (kept + found).map(consumed.restored).inTextOrder()
  }

  /// The issue for a misspelled SUBQUERY, which the parser reads as a key before a bracket.
  private static func misspelledFunction(in text: String) -> [PredicateIssue] {
    guard text.contains("$") else { return [] }
    let name = "SUBQUERY"
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let index = tokens.indices.dropLast().first { index in
      tokens[index].kind == .word && tokens[index + 1].isMark("(") && !tokens[index].isWord(name.lowercased())
        && NearestSpelling.of(tokens[index].text, among: [name]) != nil
        && tokens[index...].contains { $0.kind == .variable && $0.text.hasPrefix("$") }
    }
    return index.map {
      [
        PredicateIssue.unknownFunction(tokens[$0].text, nearest: name, range: tokens[$0].place)
          .replacing(with: name, at: tokens[$0].place)
      ]
    } ?? []
  }

  /// The issues without errors that directly follow another error: `a == AND` has one mistake, although a value is missing before AND and after it.
  private static func withoutConsequences(_ issues: [PredicateIssue], in text: String) -> [PredicateIssue] {
    let bytes = Array(text.utf8)
    var last: SourceRange?
    return issues.filter { issue in
      guard issue.severity == .error, issue.kind == .syntax, let range = issue.range else { return true }
      defer { last = range }
      guard let last, last.upperBound <= range.lowerBound, Int(range.lowerBound) <= bytes.count else { return true }
      return !bytes[Int(last.upperBound)..<Int(range.lowerBound)].allSatisfy { " \t\r\n".utf8.contains($0) }
    }
  }

  /// For an editor: the errors and notes of the complete conditions before a syntax error, such as `machine_type == laptop` in `machine_type ==
  /// laptop AND`. Empty for a predicate without a syntax error.
  func issuesBeforeError(in text: String) -> [PredicateIssue] {
    let masked = ConsumerText(text, profile: profile).masked
    let result = PredicateParser.predicate(masked)
    let error = result.issues.first { $0.severity == .error && $0.range != nil }
    guard result.tree == nil, let place = error?.range?.lowerBound else { return [] }
    let joins = SourceToken.all(in: Array(masked.utf8), from: 0).filter {
      $0.range.lowerBound < Int(place) && $0.isJunction
    }
    for join in joins.suffix(8).reversed() {
      let head = { (text: String) in String(decoding: text.utf8.prefix(join.range.lowerBound), as: UTF8.self) }
      if PredicateParser.predicate(head(masked)).tree != nil { return issues(in: head(text)) }
    }
    return []
  }

  /// Whether a note of the language repeats a finding of the profile at the same range, or does not hold for the consumer.
  private func isSuperseded(_ issue: PredicateIssue, by found: [PredicateIssue], walk: UseWalk) -> Bool {
    // Notes about wildcards after == and about mixed && and || are left out for Spotlight: == allows wildcards there, and && and || bind as in C.
    if profile.syntax.contains(.spotlight), issue.has(.patternInEquality) || issue.has(.mixedAndOr) { return true }
    if isOfMap(issue) { return true }
    // In Spotlight, a backslash makes a wildcard an ordinary character.
    if profile.syntax.contains(.spotlight), issue.has(.unknownEscape), let range = issue.range,
      walk.text.bytes.text(at: range).map({ $0.contains("*") || $0.contains("?") }) ?? false
    {
      return true
    }
    guard let range = issue.range, issue.severity == .note else { return false }
    // The note is left out for a word that the language reserves and that the consumer uses as a key: `size` in the unified log.
    if issue.has(.reservedWord), let word = walk.text.bytes.text(at: range), profile.keys[word] != nil {
      return true
    }
    // The note is left out after a dot, because only a key can follow a dot.
    if issue.has(.reservedWord), range.lowerBound > 0, walk.text.bytes[Int(range.lowerBound) - 1] == UInt8(ascii: ".") {
      return true
    }
    if issue.has(.booleanText), !walk.booleanTexts.contains(range) { return true }
    if issue.has(.unquotedWord), walk.text.term(at: range) != nil { return true }
    if walk.settledWords.contains(range) { return issue.has(.unquotedWord) }
    if issue.has(.plainLike), rules[.like]?.severity == .error { return true }
    // SELF is a text of a list, and SELF LIKE "log" looks for the whole text. %K is any key, and an option shows that the whole text is meant.
    let before = walk.text.bytes.prefix(Int(range.lowerBound)).suffix(40)
    if issue.has(.plainLike),
      String(decoding: before, as: UTF8.self).contains(
        /(?:\bSELF|%K)\s+LIKE\s*$|\bLIKE\[[a-z]+\]\s*$/.ignoresCase())
    {
      return true
    }
    return found.contains { other in
      guard let place = other.range else { return false }
      let isSame = place.lowerBound <= range.lowerBound && place.upperBound >= range.upperBound
      return isSame
        && (other.code == issue.code || issue.has(.booleanText) && other.code == CheckCode.constantType.rawValue)
    }
  }

  /// Whether an issue is about a FUNCTION call in a map's style. The map library evaluates such a call.
  private func isOfMap(_ issue: PredicateIssue) -> Bool {
    issue.has(.functionCall) && profile.syntax.contains(.mapFunctions)
  }

  /// Notes on `self.%@`. It is not documented, but frameworks of Apple's systems use it with the name of a key as the argument.
  private func keySpecifierIssues(_ text: ConsumerText) -> [PredicateIssue] {
    text.keySpecifiers.map { range in
      PredicateIssue(
        severity: .note, kind: .syntax, code: DiagnosticCode.specifierAsKey.rawValue,
        message: "to use a key after a dot, write %K, because “%@” is not documented for keys", range: range,
        hint: "write %K")
    }
  }

  /// Reports words of similar languages that the consumer's predicates do not have.
  private func foreignIssues(_ text: String) -> [PredicateIssue] {
    if profile.foreignWords.isEmpty { return [] }
    return SourceToken.all(in: Array(text.utf8), from: 0).compactMap { token in
      guard token.kind != .string, let hint = profile.foreignWords[token.text] else { return nil }
      return .found(
        .foreignWord, .error, token.place, "“\(token.text)” is not allowed in predicates of this program", hint: hint)
    }
  }

  /// Adds AND as the replacement of an issue if two conditions follow one another without an operator.
  private func joined(_ issue: PredicateIssue, in text: String) -> PredicateIssue {
    guard issue.has(.operatorExpected), let range = issue.range, issue.replacement == nil else { return issue }
    let place = SourceRange(Int(range.lowerBound), Int(range.lowerBound))
    let mended = PredicateIssue.Replacement(text: "AND ", range: place).applied(to: text)
    guard let mended, PredicateParser.predicate(mended).tree != nil else { return issue }
    return issue.replacing(with: "AND ", at: place)
  }

  /// Adds to an issue the operator that a word with hyphens resembles: `UTI-CONFORM-TO`. The parser reads the hyphens as minus signs.
  private func hyphenated(_ issue: PredicateIssue, in text: String) -> PredicateIssue {
    guard issue.severity == .error, issue.suggestion == nil, let range = issue.range, !range.isNone else {
      return issue
    }
    let bytes = Array(text.utf8)
    let word = bytes.dropFirst(Int(range.lowerBound)).prefix { ByteClass.isWord($0) || $0 == UInt8(ascii: "-") }
    guard word.count > 4, word.starts(with: "UTI-".utf8) else { return issue }
    let operators = ["UTI-CONFORMS-TO", "UTI-EQUALS"]
    guard let nearest = NearestSpelling.of(String(decoding: word, as: UTF8.self), among: operators) else {
      return issue
    }
    return issue.withHint("the nearest name is \(nearest)").replacing(
      with: nearest, at: SourceRange(word.startIndex, word.endIndex))
  }

  /// The issue with a hint about its cause: two operators of which one is too many, `value == LIKE "x"`, or a typographic quote at the end of a text,
  /// `name == "x”`.
  private func withPlainHint(_ issue: PredicateIssue, in text: String) -> PredicateIssue {
    guard issue.severity == .error, let range = issue.range else { return issue }
    let isOfText = issue.has(.unterminatedString) || issue.has(.operatorExpected)
    if isOfText, issue.hint == nil, text.count(where: { $0 == "”" }) > text.count(where: { $0 == "“" }) {
      return issue.withHint("a typographic quote ” does not end a text: write \"")
    }
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    guard let index = tokens.firstIndex(where: { $0.range.lowerBound == Int(range.lowerBound) }) else { return issue }
    let isSign = { (token: SourceToken) in ["=", "==", "!=", "<>"].contains(token.text) || token.isWord("is") }
    for (first, second) in [(index - 1, index), (index, index + 1)] where first > 0 && second < tokens.count {
      // At the beginning of a condition the word is a key.
      let before = tokens[first - 1]
      if before.isMark("(") || ["and", "or", "not"].contains(where: before.isWord) { continue }
      let pair = [tokens[first], tokens[second]]
      guard let word = pair.first(where: \.isComparisonWord), let sign = pair.first(where: isSign),
        let value = tokens[(second + 1)...].first,
        [.string, .openString, .variable].contains(value.kind) || value.isMark("[")
      else { continue }
      let isNegated = sign.text == "!=" || sign.text == "<>"
      return issue.withHint(
        "write \(word.text) without \(sign.text)" + (isNegated ? ", and NOT before the comparison" : ""), proposing: [])
    }
    return issue
  }

  /// Reports AND, OR and NOT that are written as words, if a rule of the profile refuses the words.
  private func wordIssues(_ text: String) -> [PredicateIssue] {
    guard let rule = rules[.wordOperator] else { return [] }
    return SourceToken.all(in: Array(text.utf8), from: 0)
      .filter { $0.isWord("and") || $0.isWord("or") || $0.isWord("not") }
      .map { rule.issue(at: $0.place) }
  }

  /// Reports terms that the consumer does not have, and unquoted names that need quotes.
  private func termIssues(_ text: ConsumerText, _ inputs: [String: String] = [:]) -> [PredicateIssue] {
    text.terms.values.compactMap { term in
      switch term.kind {
      case .unknown(let word):
        guard let rule = rules[.unknownTerm] else { return nil }
        let nearest = NearestSpelling.of(word, among: profile.terms.keys.sorted())
        return rule.issue(at: term.range, hint: nearest.map { "the nearest name is @\($0)(…)" }, suggestion: nearest)
          .replacing(with: nearest.map { "@\($0)\(term.original.dropFirst(word.count + 1))" })
      case .percentName(isQuoted: false):
        return isValue(term, text, inputs) ? nil : rules[.unquotedName].map { $0.issue(at: term.range) }
      default: return nil
      }
    }
  }
}

extension ProfileCheck {
  /// Whether an unquoted name such as `%NAME%` is replaced by a value of the language: a number, a boolean, a text with its quotes, or a condition.
  ///
  /// If the file assigns a value to the name, the value decides; otherwise the key's type does. For a name that is not a key, a quoted text next to
  /// it shows that a text is meant: `%download_changed% == False` is read as `True == False`, `%bundleid% = "com.example"` as a comparison of keys.
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

  /// Whether the comparison around a range contains a quoted text or a key of type text.
  private func hasTextBeside(_ place: SourceRange, _ text: ConsumerText) -> Bool {
    let tokens = SourceToken.all(in: text.bytes, from: 0)
    guard let index = tokens.firstIndex(where: { $0.range.lowerBound == Int(place.lowerBound) }) else { return false }
    let isEnd: (SourceToken) -> Bool = { $0.isJunction || ["(", ")"].contains($0.text) }
    let around = tokens[(index + 1)...].prefix { !isEnd($0) } + tokens[..<index].reversed().prefix { !isEnd($0) }
    return around.contains { $0.kind == .string || profile.keys[$0.text]?.type == .text }
  }
}

extension [PredicateIssue] {
  /// The issues in the order of their ranges, without duplicates.
  func inTextOrder() -> [PredicateIssue] {
    var seen: Set<PredicateIssue> = []
    let single = filter { seen.insert($0).inserted }
    return single.enumerated().sorted { left, right in
      let places = (left.element.range?.lowerBound ?? 0, right.element.range?.lowerBound ?? 0)
      return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
    }.map(\.element)
  }
}

/// Finds constant patterns of MATCHES that are not regular expressions. Without this check, the evaluation of each record would report them again.
///
/// ```swift
/// PatternCheck.issues(in: try QueryPredicate(format: #"name MATCHES "(""#)).map(\.code)  // regular-expression
/// ```
public struct PatternCheck: PredicateVisitor {
  private var issues: [PredicateIssue] = []

  /// An issue for each pattern that cannot be read.
  ///
  /// `name MATCHES "("` has one, at the pattern.
  public static func issues(in predicate: QueryPredicate) -> [PredicateIssue] {
    var check = PatternCheck()
    predicate.walk(&check)
    return check.issues
  }

  /// Checks the pattern of a comparison.
  public mutating func visit(_ predicate: QueryPredicate) -> Bool {
    guard case .comparison(let comparison) = predicate.node, comparison.operator == .matches,
      case .literal(.string(let pattern)) = comparison.right.node
    else { return true }
    do throws(PredicateIssue) {
      _ = try RegularExpression(pattern, options: comparison.options, stepLimit: 1)
    } catch  where error.kind == .domain {
      issues.append(
        .error(error.code, comparison.right.range, error.message, kind: error.kind))
    } catch {
      // Without ICU on the platform, patterns cannot be checked.
    }
    return true
  }
}

/// Finds the escapes of patterns whose loss changes the meaning of the pattern.
enum PatternEscape {
  /// Whether a backslash begins a class of characters in the pattern of MATCHES: `\d`. Without the backslash the pattern matches the letter.
  static func isClass(at offset: Int, in format: String) -> Bool {
    let bytes = Array(format.utf8)
    guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"), "dDwWsS".utf8.contains(bytes[offset + 1])
    else { return false }
    let before = SourceToken.all(in: bytes, from: 0).prefix { $0.range.upperBound <= offset }
    // The options of the operator: MATCHES[c] '\d'
    let isOptions = before.count > 3 && before[before.count - 1].isMark("]") && before[before.count - 3].isMark("[")
    return before.dropLast(isOptions ? 3 : 0).last?.isWord("matches") ?? false
  }
}

/// Finds extensions of the language that Apple's systems refuse. It finds those that do not depend on the types of properties: `now() - 86400`,
/// `round(x, 2)`.
package enum ExtensionCheck {
  /// A note for each extension. Empty for a predicate that does not bind without types, such as one with TOKENMATCHES.
  package static func notes(in predicate: QueryPredicate) -> [PredicateIssue] {
    do throws(PredicateIssue) {
      return try Binder.bind(predicate, to: .dynamic).notes.filter { $0.has(.extension) }
    } catch {
      return []
    }
  }
}

extension SourceToken {
  /// Whether the token is AND or OR, also as `&&` and `||`.
  var isJunction: Bool { isWord("and") || isWord("or") || ["&&", "||"].contains(text) }

  /// The operators of comparison that are words.
  static let comparisonWords: Set<String> = [
    "BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH", "IN", "LIKE", "MATCHES",
  ]

  /// Whether the token is an operator of comparison that is a word: `CONTAINS`.
  var isComparisonWord: Bool { kind == .word && Self.comparisonWords.contains(text.uppercased()) }
}
