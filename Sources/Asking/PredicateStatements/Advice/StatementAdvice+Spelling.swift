import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints that propose a keyword or an operator with a similar spelling. Such a hint is shown only if the word fits at its place.
extension StatementAdvice {
  /// Removes the hint of an issue if the proposed word does not fit: `name OR` for `name ort`, `Movie show avg having` for `Movie show avg rating`.
  /// The hint stays if the statement with the proposed word can run. It also stays for a word that is not a name, if that statement has mistakes only
  /// after the next word.
  func spelled(
    _ issue: PredicateIssue, _ inside: [SourceToken], in text: String, _ entity: Entity
  ) -> PredicateIssue {
    // A proposal such as `modulus:by:(a, b)` shows a form, and does not replace the word.
    guard let replacement = issue.replacement, !replacement.text.contains("(") else { return issue }
    let place = Int(replacement.range.lowerBound)..<Int(replacement.range.upperBound)
    let mended = Self.text(text, replacing: place, by: replacement.text)
    if statement("write", mended) != nil { return issue }
    if let hint = statement("write", Self.text(text, replacing: place, by: "\(replacement.text) by")) {
      return issue.with(hint: hint, in: text)
    }
    guard let word = inside.first, !isName(word, of: entity),
      fits(mended, upTo: place.lowerBound + replacement.text.utf8.count)
    else { return issue.withoutHint }
    return issue
  }

  /// Whether a word is the name of a property, a column, an entity or a function, ignoring case.
  private func isName(_ word: SourceToken, of entity: Entity) -> Bool {
    let name = word.memberName ?? word.text
    return entity.memberNames.contains { $0.isSameSQLName(as: name) }
      || entity.attributes.contains { $0.column.isSameSQLName(as: name) } || model.entity(inOneOrMany: name) != nil
      || FunctionTable.standard.definition(named: name) != nil
  }

  /// Whether a text can be parsed up to the beginning of the word after an offset. Mistakes after that word do not show that the word before it is wrong.
  private func fits(_ text: String, upTo end: Int) -> Bool {
    let bytes = Array(text.utf8)
    let next = SourceToken.all(in: bytes, from: 0).first { $0.range.lowerBound >= end }
    let limit = next?.range.lowerBound ?? bytes.count
    return parsed(text).errors.allSatisfy { error in error.range.map { Int($0.lowerBound) > limit } ?? true }
  }
}

extension PredicateIssue {
  var withoutHint: PredicateIssue {
    PredicateIssue(severity: severity, kind: kind, code: code, message: message, range: range)
  }
}
