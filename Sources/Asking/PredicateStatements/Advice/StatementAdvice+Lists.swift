import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints about lists whose elements have another type than the values on the left: `sold BETWEEN {2025-01-01, 2025-03-01}`, `city IN {12, 13}`.
extension StatementAdvice {
  /// The comparison with the elements written for the type of the left side; nil for another comparison.
  func listed(_ tokens: [SourceToken], _ entity: Entity) -> Hint? {
    guard let word = tokens.firstIndex(where: { $0.isWord("in") || $0.isWord("between") }), word > 0,
      word + 2 < tokens.count, tokens[word + 1].isMark("{"), tokens.last?.isMark("}") == true
    else { return nil }
    let quantifier = tokens.first.flatMap { first in
      ["any", "some", "all", "none"].contains { first.isWord($0) } && word > 1 ? first : nil
    }
    let left = Array(tokens[(quantifier == nil ? 0 : 1)..<word])
    guard left.allSatisfy({ $0.kind == .word || $0.isMark(".") }), let found = place(of: left, from: entity) else {
      return nil
    }
    let place = quantifier == nil ? found : found.element
    let name = (quantifier.map { "\($0.text) " } ?? "") + left.map(\.text).joined()
    let elements = tokens[(word + 2)..<(tokens.count - 1)].split { $0.isMark(",") }.map(Array.init)
    func written(_ path: String, _ form: (([SourceToken]) -> String?)) -> String? {
      let forms = elements.map(form)
      let known = forms.compactMap(\.self)
      guard known.count == forms.count, !known.isEmpty else { return nil }
      if known.count == 1, tokens[word].isWord("in") { return "\(path) == \(known[0])" }
      return "\(path) \(tokens[word].text) {\(known.joined(separator: ", "))}"
    }
    func hint(_ words: String, _ path: String, _ form: ([SourceToken]) -> String?) -> Hint? {
      written(path, form).flatMap { self.hint(words, $0, entity) }
    }
    switch place {
    case .value(let type, _) where type.family == .date:
      return hint("the year of a date is a number:", "\(name).year", Self.year)
        ?? hint("a date is written in quotes:", name, Self.quotedDay)
    case .value(.string, _):
      return hint("a text is written in quotes:", name) { Self.quotedNumber($0) ?? Self.quotedDay($0) }
    case .value(.boolean, _):
      return hint("a boolean is written YES or NO:", name) { $0.count == 1 ? self.truth($0[0]) : nil }
    case .value(let type, _) where type.family == .number:
      return hint("a number is written without quotes:", name, Self.bareNumber)
    default: return nil
    }
  }

  /// Suggests `sold.year == 2025` for `sold in 2025`, and `city == "12"` for `city in 12`: IN with one value instead of a list.
  func oneValue(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let value = inside.first, value.kind == .number, inside.count == 1,
      let position = tokens.firstIndex(where: { $0.range == value.range }), position > 1,
      tokens[position - 1].isWord("in")
    else { return nil }
    let isNegated = tokens[position - 2].isWord("not")
    let path = Self.path(endingAt: Array(tokens[..<(position - (isNegated ? 2 : 1))]))
    guard let first = path.first else { return nil }
    let name = path.map(\.text).joined()
    let sign = isNegated ? "!=" : "=="
    func proposal(_ words: String, _ form: String) -> Hint? {
      statement(words, Self.text(text, replacing: first.range.lowerBound..<value.range.upperBound, by: form))
    }
    switch place(of: path, from: entity) {
    case .value(let type, _)? where type.family == .date:
      return Self.year([value]).flatMap {
        proposal("the year of a date is a number:", "\(name).year \(sign) \($0)")
      }
    case .value(.string, _)?: return proposal("a text is written in quotes:", "\(name) \(sign) \"\(value.text)\"")
    default: return nil
    }
  }

  /// The texts that mean a boolean in a text column, and the text itself: `active == NO`. Nil unless a text is tested for equality.
  func truthOfText(_ name: String, _ operation: String, _ written: SourceToken, _ entity: Entity) -> Hint? {
    let isTrue = ["yes", "true"].contains { written.isWord($0) }
    guard isTrue || ["no", "false"].contains(where: { written.isWord($0) }) else { return nil }
    let isEquality = ["=", "=="].contains(operation)
    guard isEquality || ["!=", "<>"].contains(operation) else { return nil }
    let texts = isTrue == isEquality ? ["1", "yes", "true", "y", "t"] : ["0", "no", "false", "n", "f"]
    let list = texts.map { "\"\($0)\"" }.joined(separator: ", ")
    return Hint.either([
      hint("for texts that mean \(isTrue == isEquality ? "YES" : "NO"), write", "\(name) IN[c] {\(list)}", entity),
      hint("for the text itself, write", "\(name) \(operation) \"\(written.text)\"", entity),
    ])
  }

  /// The comparison of a date with a year or a month in quotes: `sold.year == 2025` for `sold == "2025"`, and `sold.startOfMonth == "2025-03-01"` for
  /// `sold == "2025-03"`. Nil for another text.
  func partOfDate(_ name: String, _ operation: String, _ written: SourceToken, _ entity: Entity) -> Hint? {
    if let year = Self.year([written]) {
      return hint("the year of a date is a number:", "\(name).year \(operation) \(year)", entity)
    }
    let parts = (written.stringValue ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2], let month = Int(parts[1]), (1...12).contains(month) else { return nil }
    return hint("for a month, write", "\(name).startOfMonth \(operation) \"\(parts[0])-\(parts[1])-01\"", entity)
  }

  // MARK: Elements

  private static func year(_ tokens: [SourceToken]) -> String? {
    guard tokens.count == 1, let year = Int(tokens[0].stringValue ?? tokens[0].text), years.contains(year) else {
      return nil
    }
    return "\(year)"
  }

  /// A day in quotes, or a text as it is.
  private static func quotedDay(_ tokens: [SourceToken]) -> String? {
    if tokens.count == 1, tokens[0].kind == .string { return tokens[0].text }
    let text = tokens.map(\.text).joined()
    return isDay(text) ? "\"\(text)\"" : nil
  }

  private static func quotedNumber(_ tokens: [SourceToken]) -> String? {
    guard tokens.count == 1 else { return nil }
    return tokens[0].kind == .number ? "\"\(tokens[0].text)\"" : tokens[0].kind == .string ? tokens[0].text : nil
  }

  private static func bareNumber(_ tokens: [SourceToken]) -> String? {
    guard tokens.count == 1 else { return nil }
    guard let text = tokens[0].stringValue else { return tokens[0].kind == .number ? tokens[0].text : nil }
    return QueryDecimal(text) == nil ? nil : text
  }
}
