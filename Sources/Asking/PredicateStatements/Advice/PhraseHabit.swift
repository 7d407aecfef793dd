import PredicateModel
import PredicateSyntax

/// A token of a statement as other languages read it: `id:` is a word and a colon.
struct HabitToken {
  enum Kind { case word, number, string, sign }

  let kind: Kind
  let text: String
  /// The UTF-8 offsets of the token.
  let range: Range<Int>

  func isWord(_ word: String) -> Bool { kind == .word && text.lowercased() == word }

  static func all(in text: String) -> [HabitToken] {
    SourceToken.all(in: Array(text.utf8), from: 0).flatMap { token -> [HabitToken] in
      let kind: Kind =
        switch token.kind {
        case .word, .variable, .collectionOperator: .word
        case .number: .number
        case .string: .string
        case .openString, .sign, .mark: .sign
        }
      guard kind == .word, token.text.utf8.contains(UInt8(ascii: ":")) else {
        return [HabitToken(kind: kind, text: token.text, range: token.range)]
      }
      var start = token.range.lowerBound
      let parts = token.text.split(separator: ":", omittingEmptySubsequences: false)
      return parts.enumerated().flatMap { number, part -> [HabitToken] in
        let end = start + part.utf8.count
        let word = part.isEmpty ? [] : [HabitToken(kind: .word, text: String(part), range: start..<end)]
        start = end + 1
        let colon = HabitToken(kind: .sign, text: ":", range: end..<(end + 1))
        return number + 1 < parts.count ? word + [colon] : word
      }
    }
  }
}

/// A construct of another language, and the texts of this language that can replace it.
///
/// Spaces separate the pieces of a pattern. `^` is the beginning or the end of the statement, and a word after `$` is a part that the replacement
/// copies: `$path`, `$number`, `$text` in quotes, `$value`, `$bound` (a value or a day without quotes), `$sign` of a comparison, `$name`, `$entity`, and `$any` for the fewest tokens. A
/// second part of the same kind has a digit: `$any2`. In a replacement, a ``PhrasePart`` changes the part `$text:whole`. `$current` is the current entity.
/// `$fold` is `[c]` if LIKE ignores case in the database.
struct PhraseHabit {
  private let pattern: [Substring]
  /// The pieces that a statement with the construct contains, in lower case. Most statements lack one, and are then not read.
  private let words: [String]
  /// The replacements, the likeliest first.
  let forms: [String]
  /// Signs that a construct does not follow or precede. An operator that binds at least as tightly as the operator of the pattern gives it other
  /// operands than the parts: the first operand in `x / y % 2` is `x / y`.
  private let (notAfter, notBefore): ([String], [String])
  /// Signs that a construct does not follow if no operand precedes them: `-` in `-x % 2`. In `y - x % 2`, the sign has its own operands.
  private let notAfterUnary: [String]

  init(
    _ pattern: String, _ forms: String..., notAfter: [String] = [], notAfterUnary: [String] = [],
    notBefore: [String] = []
  ) {
    (self.notAfter, self.notAfterUnary, self.notBefore) = (notAfter, notAfterUnary, notBefore)
    self.pattern = pattern.split(separator: " ")
    words = self.pattern.filter { $0 != "^" && !$0.hasPrefix("$") }.map { $0.lowercased() }
    self.forms = forms
  }

  /// A statement with each of the habit's constructs replaced by a form; nil if it has none.
  func applied(_ form: String, to text: String, _ advice: StatementAdvice) -> String? {
    let lowercased = text.lowercased()
    guard words.allSatisfy({ lowercased.contains($0) }) else { return nil }
    var (result, changes) = (text, 0)
    // A construct inside another one is replaced in a later turn.
    while changes < 10, let next = appliedOnce(form, to: result, advice), next != result {
      result = next
      changes += 1
    }
    return changes == 0 ? nil : StatementText.trimmed(Array(result.utf8)[...])
  }

  private func appliedOnce(_ form: String, to text: String, _ advice: StatementAdvice) -> String? {
    let tokens = HabitToken.all(in: text)
    let isAtStart = pattern.first == "^"
    let pieces = isAtStart ? pattern.dropFirst() : pattern[...]
    for start in isAtStart ? 0..<min(1, tokens.count) : tokens.indices {
      guard let (end, parts) = match(pieces, at: start, [:], tokens, advice), end > start,
        !notAfter.contains(where: { start > 0 && tokens[start - 1].text.hasSuffix($0) }),
        !notAfterUnary.contains(where: { start > 0 && tokens[start - 1].text == $0 })
          || Self.hasOperand(before: start - 1, tokens, advice),
        !notBefore.contains(where: { Self.end(of: $0[...], at: end, tokens) != nil })
      else { continue }
      let bytes = Array(text.utf8)
      func copy(_ part: Range<Int>) -> String {
        guard let last = part.last else { return "" }
        let place = tokens[part.lowerBound].range.lowerBound..<tokens[last].range.upperBound
        return String(decoding: bytes[place], as: UTF8.self)
      }
      let written = parts.mapValues(copy)
      // The entity has a property with the name of the method.
      if pieces.count > 2, pieces.first == "$path", pieces[pieces.startIndex + 1] == ".", let path = written["$path"],
        advice.target(of: path.split(separator: ".") + [pieces[pieces.startIndex + 2]]) != nil
      {
        continue
      }
      guard let words = filled(form, written, advice) else { continue }
      let place = tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound
      return StatementAdvice.text(text, replacing: place, by: words)
    }
    return nil
  }

  /// Whether a value ends directly before a position: a number, a text, a bracket that closes, or a path of the current entity.
  private static func hasOperand(before position: Int, _ tokens: [HabitToken], _ advice: StatementAdvice) -> Bool {
    guard position > 0 else { return false }
    switch tokens[position - 1].kind {
    case .number, .string: return true
    case .sign: return [")", "]", "}"].contains(tokens[position - 1].text)
    case .word:
      var start = position - 1
      while start > 1, tokens[start - 1].text == ".", tokens[start - 2].kind == .word { start -= 2 }
      let path = tokens[start..<position].filter { $0.kind == .word }.map { $0.text[...] }
      return advice.target(of: path) != nil
    }
  }

  // MARK: Forms

  private func filled(_ form: String, _ parts: [Substring: String], _ advice: StatementAdvice) -> String? {
    var (result, rest) = ("", form[...])
    while let mark = rest.firstIndex(of: "$") {
      result += rest[..<mark]
      let name = rest[mark...].prefix { $0 == "$" || $0.isLetter || $0.isNumber }
      rest = rest[name.endIndex...]
      var filter: PhrasePart?
      if rest.first == ":" {
        let word = rest.dropFirst().prefix { $0.isLetter }
        filter = PhrasePart(rawValue: String(word))
        if filter != nil { rest = rest[word.endIndex...] }
      }
      switch name {
      case "$current":
        guard let entity = advice.currentEntity else { return nil }
        result += entity.asStatementName
      case "$fold": result += advice.foldsLike ? "[c]" : ""
      default:
        guard let part = parts[name], let words = filter.map({ $0.changed(part, advice) }) ?? part else { return nil }
        result += words
      }
    }
    return result + rest
  }

  // MARK: Patterns

  private func match(
    _ pieces: ArraySlice<Substring>, at position: Int, _ parts: [Substring: Range<Int>], _ tokens: [HabitToken],
    _ advice: StatementAdvice
  ) -> (end: Int, parts: [Substring: Range<Int>])? {
    guard let piece = pieces.first else { return (position, parts) }
    let rest = pieces.dropFirst()
    if piece == "^" { return position == tokens.count ? (position, parts) : nil }
    guard piece.hasPrefix("$") else {
      return Self.end(of: piece, at: position, tokens).flatMap { match(rest, at: $0, parts, tokens, advice) }
    }
    for end in Self.ends(of: piece, at: position, tokens, advice) {
      var known = parts
      known[piece] = position..<end
      if let found = match(rest, at: end, known, tokens, advice) { return found }
    }
    return nil
  }

  /// The end of a sign or a word, which may be several tokens without a space between them: `::`.
  private static func end(of piece: Substring, at position: Int, _ tokens: [HabitToken]) -> Int? {
    var (text, end) = ("", position)
    let wanted = piece.lowercased()
    while end < tokens.count, end == position || tokens[end].range.lowerBound == tokens[end - 1].range.upperBound {
      text += tokens[end].text.lowercased()
      end += 1
      if text == wanted { return end }
      guard wanted.hasPrefix(text) else { return nil }
    }
    return nil
  }

  /// The possible ends of a part, the best first.
  private static func ends(
    of piece: Substring, at position: Int, _ tokens: [HabitToken], _ advice: StatementAdvice
  ) -> [Int] {
    guard position < tokens.count else { return [] }
    let token = tokens[position]
    func ends(_ isPart: Bool) -> [Int] { isPart ? [position + 1] : [] }
    switch piece.filter(\.isLetter) {
    case "path": return paths(at: position, tokens)
    case "number": return ends(token.kind == .number)
    case "text": return ends(token.kind == .string)
    case "name": return ends(token.kind == .word)
    case "entity": return ends(token.kind == .word && advice.model.entity(inOneOrMany: token.text) != nil)
    case "sign": return ends(["=", "==", "!=", "<>", "<", "<=", ">", ">="].contains(token.text))
    case "bound":
      let isDay =
        position + 5 <= tokens.count && StatementAdvice.isDay(tokens[position..<(position + 5)].map(\.text).joined())
      return isDay ? [position + 5] : Self.ends(of: "$value", at: position, tokens, advice)
    case "value":
      let isNegative = token.text == "-" && position + 1 < tokens.count && tokens[position + 1].kind == .number
      if isNegative { return [position + 2] }
      if token.kind == .number || token.kind == .string { return ends(true) }
      return paths(at: position, tokens).flatMap { end -> [Int] in
        guard end < tokens.count, tokens[end].text == "(", let close = closing(tokens, from: end) else { return [end] }
        return [close + 1]
      }
    default: return groups(at: position, tokens)
    }
  }

  private static func paths(at position: Int, _ tokens: [HabitToken]) -> [Int] {
    guard position == 0 || tokens[position - 1].text != "." else { return [] }
    var (ends, next) = ([Int](), position)
    while next < tokens.count, tokens[next].kind == .word {
      ends.insert(next + 1, at: 0)
      guard next + 1 < tokens.count, tokens[next + 1].text == "." else { break }
      next += 2
    }
    return ends
  }

  /// The ends of one, two and more tokens whose brackets are closed.
  private static func groups(at position: Int, _ tokens: [HabitToken]) -> [Int] {
    var (ends, depth) = ([Int](), 0)
    for place in position..<tokens.count {
      if tokens[place].kind == .sign {
        if ["(", "[", "{"].contains(tokens[place].text) { depth += 1 }
        if [")", "]", "}"].contains(tokens[place].text) { depth -= 1 }
      }
      if depth < 0 { break }
      if depth == 0 { ends.append(place + 1) }
    }
    return ends
  }

  /// The position of the bracket that closes the one at a position.
  static func closing(_ tokens: [HabitToken], from position: Int) -> Int? {
    groups(at: position, tokens).first.map { $0 - 1 }
  }
}
