import PredicateBinding
import PredicateValues

/// Conditions on one string and constants.
extension PlanCompiler {
  @inline(__always)
  func textComparison<Visitor: RowTestVisitor>(
    _ comparison: CoreComparison, _ value: CoreValue, _ text: String, _ visitor: Visitor
  ) -> (RowPath, Visitor.Result, Int)? {
    guard let (place, options) = foldedPlace(value) else { return nil }
    if comparison.isEquality && StringFolding(options).isIdentity {
      return (place.path, visitor.visit(TextEqualTest(offset: place.offset, Array(text.utf8))), 4)
    }
    if !comparison.isEquality && StringFolding(options).isIdentity {
      let constant = TextConstant(Array(text.utf8))
      return (place.path, visitor.visit(TextOrderTest(offset: place.offset, comparison, constant)), 6)
    }
    let test = TextQuestionTest(offset: place.offset, question: TextQuestion(comparison, text, options))
    return (place.path, visitor.visit(test), comparison.isEquality ? 30 : 120)
  }

  @inline(__always)
  func match<Visitor: RowTestVisitor>(
    _ kind: CoreMatch, _ subject: CoreValue, _ text: String, _ visitor: Visitor
  ) -> (RowPath, Visitor.Result, Int)? {
    switch kind {
    case .regularExpression: return nil
    case .like(let options):
      guard let place = textPlace(subject) else { return nil }
      let test = TextQuestionTest(offset: place.offset, question: TextQuestion(LikePattern(text, options: options)))
      return (place.path, visitor.visit(test), 80)
    case .prefix: return search(.prefix, subject, text, visitor)
    case .suffix: return search(.suffix, subject, text, visitor)
    case .contains: return search(.contains, subject, text, visitor)
    }
  }

  @inline(__always)
  private func search<Visitor: RowTestVisitor>(
    _ question: StringMatcher.Question, _ subject: CoreValue, _ text: String, _ visitor: Visitor
  ) -> (RowPath, Visitor.Result, Int)? {
    guard let (place, options) = foldedPlace(subject) else { return nil }
    if text.isEmpty { return (place.path, visitor.visit(NoRowTest()), 0) }
    let pattern = FoldingPattern(question, text, options: options)
    // The pattern of a folded subject was folded when it was bound; what folding it again would change is not searched in place.
    let bytes = Array(text.utf8)
    guard pattern.matcher.pattern == bytes else { return nil }
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if question == .contains && isASCII {
      return (place.path, visitor.visit(TextSearchTest(offset: place.offset, pattern)), 24)
    }
    // A NUL in the pattern could not be told from what is missing.
    let isPlain = isASCII && !bytes.contains(0) && bytes.count <= 8
    if question == .prefix && isPlain {
      return (place.path, visitor.visit(TextPrefixTest(offset: place.offset, pattern)), 5)
    }
    if question == .suffix && isPlain {
      return (place.path, visitor.visit(TextSuffixTest(offset: place.offset, pattern)), 5)
    }
    return (
      place.path, visitor.visit(TextQuestionTest(offset: place.offset, question: TextQuestion(pattern.matcher))), 30
    )
  }

  /// Where a string lies, and how it is folded before it is asked about.
  private func foldedPlace(_ value: CoreValue) -> (ValuePlace, StringOptions)? {
    if case .fold(let operand, let options) = value.node { return textPlace(operand).map { ($0, options) } }
    return textPlace(value).map { ($0, []) }
  }
}
