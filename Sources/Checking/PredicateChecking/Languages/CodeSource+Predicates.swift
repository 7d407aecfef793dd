import PredicateDocuments
import PredicateSyntax

/// The predicates of literals, and the literals that a program chooses from.
extension CodeSource {
  /// Records the predicate of a literal, and those that the program may take instead. A table pairs the names of strategies with other texts, too:
  /// `['-ios predicate string', 'Predicate String']`.
  mutating func take(predicate literal: SourceLiteral) {
    for literal in [literal] + literal.others where isPredicate(literal) { found.append(predicate(literal)) }
  }

  private func isPredicate(_ literal: SourceLiteral) -> Bool {
    let text = literal.text.text
    // The name of a strategy: IOS_CLASS_CHAIN = "ios_class_chain".
    if text.utf8.allSatisfy(ByteClass.isWord), literal.interpolations.isEmpty { return false }
    guard profile.syntax.contains(.classChain) else { return true }
    let isOfChain = String(decoding: place, as: UTF8.self).lowercased().contains("chain")
    if isOfChain, text.contains("XCUIElementType") || text.contains("*") || text.contains("[") { return true }
    return ConsumerWords(profile).isPredicate(text, isOpen: !literal.interpolations.isEmpty)
  }

  func predicate(_ literal: SourceLiteral) -> FoundPredicate {
    var parts = literal.interpolations.map(\.range)
    // A template that another function fills: "name == '%s'". Only the methods of NSPredicate read specifiers.
    if !takesSpecifiers {
      let bytes = literal.text.text.utf8.map { $0 }
      parts += InsertedPart.specifiers(in: literal.text.text).map(\.range).filter { range in
        bytes[range.upperBound...].first.map { !ByteClass.isWord($0) && $0 != UInt8(ascii: "%") } ?? true
      }
    }
    return FoundPredicate(literal.text, form: isOfExpression ? .value : .condition, replaced: parts)
  }

  /// The literals of `condition ? "…" : "…"` behind the sign of an assignment, the second one as one of the others; nil for another value.
  mutating func choice() -> SourceLiteral? {
    guard [.script, .java, .c, .ruby].contains(language) else { return nil }
    let start = position
    if skipCondition(spansLines: false), let first = branch(), has(":") {
      position += 1
      if let second = branch(), endsStatement(after: " \t", at: "\r\n;}/") {
        var whole = first
        whole.others = [second]
        return whole
      }
    }
    position = start
    return nil
  }

  /// The literal of a branch, with the spaces around it.
  private mutating func branch() -> SourceLiteral? {
    skipSpace()
    guard position < bytes.count, let prefix = literalPrefix(), let literal = literals(prefix) else { return nil }
    skipSpace()
    return literal
  }
}
