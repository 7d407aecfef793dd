import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints that translate the constructs of other languages in ``PhraseHabit``, and chains of calls.
extension StatementAdvice {
  /// The longest statement whose phrases are compared with the table.
  private static let longestPhrase = 120

  /// The whole statement with its habits of other languages translated; nil unless it can run.
  func phrase(_ text: String, _ entity: Entity) -> Hint? {
    guard HabitToken.all(in: text).count <= Self.longestPhrase else { return nil }
    if let hint = summary(text) { return hint }
    if let hint = CallChain(text, entity, self).flatMap({ statement("write", $0.statement) }) { return hint }
    var reader = self
    reader.currentEntity = entity.name
    if let hint = reader.wordNone(text, entity) { return hint }
    // All habits together come first, because a habit that stays may run and have another meaning, such as % in a pattern.
    let together = [true, false].lazy.map { isLikeliest in
      PhraseHabit.all.reduce(text) { result, habit in
        (isLikeliest ? habit.forms.first : habit.forms.last).flatMap { habit.applied($0, to: result, reader) } ?? result
      }
    }
    let alone = PhraseHabit.all.lazy.flatMap { habit in
      habit.forms.lazy.compactMap { habit.applied($0, to: text, reader) }
    }
    return together.lazy.compactMap { self.proven($0, besides: text, entity) }.first
      ?? alone.lazy.compactMap { self.proven($0, besides: text, entity) }.first
  }

  /// The hint for a comparison with the word `none`. If the entity has a property of this name, the hint proposes `#none`. Otherwise a path to texts, or
  /// to values of any type, has two readings: no value, and the text. Nil for a path to other values, which only has the first reading.
  private func wordNone(_ text: String, _ entity: Entity) -> Hint? {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let place = tokens.indices.first { position in
      guard tokens[position].isWord("none"), position > 1 else { return false }
      guard position + 1 < tokens.count else { return true }
      return !tokens[position + 1].isMark(".") && !tokens[position + 1].isMark("(")
    }
    guard let place else { return nil }
    let word = tokens[place]
    let isNegation = tokens[place - 1].isWord("not") && tokens[place - 2].isWord("is")
    guard isNegation || tokens[place - 1].isWord("is") || ["=", "==", "!=", "<>"].contains(tokens[place - 1].text)
    else { return nil }
    let sign = isNegation || ["!=", "<>"].contains(tokens[place - 1].text) ? "!=" : "=="
    let path = Self.path(endingAt: Array(tokens[..<(place - (isNegation ? 2 : 1))]))
    guard let first = path.first, let target = self.place(of: path, from: entity) else { return nil }
    func proposal(_ words: String, _ value: String) -> Hint? {
      let comparison = "\(path.map(\.text).joined()) \(sign) \(value)"
      return statement(
        words, Self.text(text, replacing: first.range.lowerBound..<word.range.upperBound, by: comparison))
    }
    if entity.member(named: word.text) != nil {
      return proposal("a property whose name is a word of the language needs # before it, so write", "#\(word.text)")
    }
    switch target {
    case .value(let type, _) where type == .string || type == .any: break
    case .inside: break
    default: return nil
    }
    return Hint.either([proposal("for no value, write", "nil"), proposal("for the text, write", "\"\(word.text)\"")])
  }

  /// The hint for a word such as `none` or `any` that has to be a value, if the entity has no property of this name. A variable may be an object of
  /// another entity with such a property.
  func wordWithoutProperty(
    _ issue: PredicateIssue, _ inside: [SourceToken], in tokens: [SourceToken], _ entity: Entity
  ) -> Hint? {
    guard issue.hint?.hasPrefix("write #") == true, let word = inside.first, word.kind == .word,
      entity.member(named: word.text) == nil,
      !tokens.contains(where: { $0.kind == .variable })
    else { return nil }
    let quoted = "\"\(word.text)\""
    return word.isWord("none")
      ? Hint.either([
        Hint("for no value, write", proposing: "nil"), Hint("for the text, write", proposing: quoted),
      ]) : Hint("a text must be in quotes:", proposing: quoted)
  }

  /// The hint for a translated text, which may be a value of the current entity.
  private func proven(_ proposal: String, besides text: String, _ entity: Entity) -> Hint? {
    guard proposal != text else { return nil }
    if let hint = statement("write", proposal) { return hint }
    let tokens = SourceToken.all(in: Array(proposal.utf8), from: 0)
    guard tokens.count > 1, !tokens.contains(where: { ClauseKind($0) != nil || ChangeVerb($0) != nil }) else {
      return nil
    }
    return statement("write", "\(entity.name.asStatementName) show \(proposal)")
  }

  /// What a path from the current entity leads to; nil for an unknown name.
  func target(of path: [Substring]) -> PathTarget? {
    guard let first = currentEntity.flatMap({ model.entity(named: $0) }) else { return nil }
    var place = PathTarget.object(first)
    for name in path {
      place = place.step(to: String(name), in: model)
      if case .unknown = place { return nil }
    }
    return place
  }
}

extension StatementAdvice {
  /// The issue of a database about a text in double quotes, which SQL reads as the name of a column, with the text in single quotes as the hint.
  func textInSQL(_ issue: PredicateIssue, in text: String) -> PredicateIssue {
    guard issue.code == "sql", issue.message.contains("column") else { return issue }
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let missing = tokens.last { token in
      token.kind == .string && token.text.hasPrefix("\"")
        && (issue.message.contains(": \(token.text.withoutNameQuotes)") || issue.message.contains(token.text))
    }
    guard let missing, !missing.text.contains("'") else { return issue }
    let words = "'\(missing.text.dropFirst().dropLast())'"
    return issue.with(
      hint: Hint(
        "SQL has texts in single quotes:", proposing: Self.text(text, replacing: missing.range, by: words),
        isStatement: true), in: text)
  }
}

extension StatementAdvice {
  /// The issue for a value where a condition should be. A call of an unknown function is one about the function.
  func unproven(
    _ issue: PredicateIssue, _ inside: [SourceToken], in text: String, _ entity: Entity, hint: Hint?
  ) -> PredicateIssue {
    if let hint { return issue.with(hint: hint, in: text) }
    guard inside.count > 2, inside[0].kind == .word, inside[1].isMark("("), inside.last?.isMark(")") == true,
      FunctionTable.standard.definition(named: inside[0].text) == nil,
      FunctionTable.standard.definitions(beginningWith: inside[0].text).isEmpty
    else { return issue }
    let unknown = PredicateIssue.error(
      "unknown-function", issue.range, "there is no function “\(inside[0].text)”", kind: .unknownFunction)
    return unknown.with(hint: function(unknown, inside, in: text, entity), in: text)
  }

  /// Suggests `.summary Movie` for `Movie.describe()`.
  private func summary(_ text: String) -> Hint? {
    let tokens = HabitToken.all(in: text)
    guard tokens.count > 2, tokens.count < 7, tokens[1].text == ".", ["describe", "info"].contains(tokens[2].text),
      tokens.dropFirst(3).allSatisfy({ ["(", ")", ";"].contains($0.text) }),
      commandUsages.contains(where: { $0.name == "summary" }),
      let entity = model.entity(inOneOrMany: tokens[0].text)
    else { return nil }
    return Hint("write", proposing: ".summary \(entity.name)", isStatement: true)
  }
}
