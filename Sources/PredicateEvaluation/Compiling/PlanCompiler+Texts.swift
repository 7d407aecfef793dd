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
    let question = Self.question(comparison, text, options)
    let test = TextQuestionTest(offset: place.offset, question: question)
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
      let test = TextQuestionTest(offset: place.offset, question: Self.question(LikePattern(text, options: options)))
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
      place.path, visitor.visit(TextQuestionTest(offset: place.offset, question: Self.question(pattern.matcher))), 30
    )
  }

  /// Where a string lies, and how it is folded before it is asked about.
  private func foldedPlace(_ value: CoreValue) -> (ValuePlace, StringOptions)? {
    if case .fold(let operand, let options) = value.node { return textPlace(operand).map { ($0, options) } }
    return textPlace(value).map { ($0, []) }
  }
}

/// What conditions ask of the bytes of a string.
extension PlanCompiler {
  /// The question of a condition on one string, which is the variable 0, and constants; nil for every other condition.
  static func textQuestion(_ condition: CoreCondition) -> TextQuestion? {
    switch condition.node {
    case .not(let part):
      guard let question = textQuestion(part) else { return nil }
      return { !question($0) }
    case .compare(let comparison, let value, let constant):
      guard let options = folding(of: value), case .string(let text)? = constant.constantValue else { return nil }
      return question(comparison, text, options)
    case .match(let kind, let value, let pattern):
      guard let folding = folding(of: value), case .string(let text)? = pattern.constantValue else { return nil }
      switch kind {
      case .prefix: return folded(.prefix, text, folding)
      case .suffix: return folded(.suffix, text, folding)
      case .contains: return folded(.contains, text, folding)
      case .like(let options): return folding.isEmpty ? question(LikePattern(text, options: options)) : nil
      case .regularExpression: return nil
      }
    default: return nil
    }
  }

  /// How the string is folded before it is asked about; nil where the value is something else.
  private static func folding(of value: CoreValue) -> StringOptions? {
    switch value.node {
    case .element(0): []
    case .fold(let operand, let options): if case .element(0) = operand.node { options } else { nil }
    default: nil
    }
  }

  private static func question(
    _ comparison: CoreComparison, _ text: String, _ options: StringOptions
  ) -> TextQuestion {
    if comparison.isEquality { return folded(.equal, text, options) }
    let folding = StringFolding(options)
    let constant = TextConstant(Array(text.utf8))
    if folding.isIdentity { return { comparison.holds(StringSearch.order($0, constant.bytes)) } }
    return { bytes in
      var folded: [UInt8] = []
      folding.fold(bytes, appendingTo: &folded)
      return folded.withUnsafeBufferPointer { comparison.holds(StringSearch.order($0, constant.bytes)) }
    }
  }

  /// A question with a pattern that was folded when it was bound.
  private static func folded(
    _ question: StringMatcher.Question, _ folded: String, _ options: StringOptions
  ) -> TextQuestion {
    self.question(StringMatcher(question, foldedPattern: Array(folded.utf8), folding: StringFolding(options)))
  }

  private static func question(_ matcher: StringMatcher) -> TextQuestion {
    { bytes in
      var scratch: [UInt8] = []
      return matcher.matches(bytes, scratch: &scratch)
    }
  }

  private static func question(_ pattern: LikePattern) -> TextQuestion {
    { bytes in
      var scratch: [UInt8] = []
      return pattern.matches(bytes, scratch: &scratch)
    }
  }
}
